package record

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"foredeck/client/move"
	"foredeck/tui/query"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

// The states of an AccountRow.
const (
	AccountOK     = "ok"
	AccountAbsent = "absent" // the account does not have what was asked for
	AccountFailed = "failed"
)

// AccountRow is what one of several accounts has.
type AccountRow struct {
	Time    int64          `json:"time_us"` // when the response arrived
	Address move.Address   `json:"address"`
	Name    *string        `json:"name"` // of the account, null if it has none
	State   string         `json:"state"`
	Values  []AccountValue `json:"values"` // empty unless the state is ok
	Error   *string        `json:"error"`  // null unless the state is failed

	Failure error           `json:"-"` // of which Error is the reason
	Raw     json.RawMessage `json:"-"` // what the node sent
}

// AccountValue is one of the values of an account.
type AccountValue struct {
	Name    string          `json:"name"`         // value, value_0 and so on, or the path of a member: .coin
	Value   json.RawMessage `json:"value"`        // null if there is none
	Differs bool            `json:"differs"`      // from the value that most accounts have
	Before  json.RawMessage `json:"changed_from"` // in a row that is printed again, null if the value is as before

	isChanged bool
}

// AccountTable has a row for each of several accounts.
type AccountTable struct {
	Names []string // of the values
	Rows  []AccountRow
}

// NewAccountTable completes rows to a table: each row that has values has all names, in the order in which they first occur. Values that
// differ from the most common one of their column are marked if at least half of the accounts have that one: balances, of which each is
// another, are not.
func NewAccountTable(rows []AccountRow) *AccountTable {
	t := AccountTable{Rows: rows}
	for i := range rows {
		for _, value := range rows[i].Values {
			if !slices.Contains(t.Names, value.Name) {
				t.Names = append(t.Names, value.Name)
			}
		}
	}
	for i := range rows {
		row, values := &rows[i], []AccountValue{}
		for _, name := range t.Names {
			if row.State == AccountOK {
				values = append(values, AccountValue{Name: name, Value: row.value(name).Value})
			}
		}
		row.Values = values
	}
	for column := range t.Names {
		t.mark(column)
	}
	return &t
}

// value returns the value with a name, the zero value if the row has none.
func (r *AccountRow) value(name string) AccountValue {
	at := slices.IndexFunc(r.Values, func(v AccountValue) bool { return v.Name == name })
	if at < 0 {
		return AccountValue{}
	}
	return r.Values[at]
}

// Differs reports whether the value with a name differs from that of most accounts.
func (r *AccountRow) Differs(name string) bool { return r.value(name).Differs }

// mark marks the values of a column that differ from its most common one.
func (t *AccountTable) mark(column int) {
	counts, all := map[string]int{}, 0
	for i := range t.Rows {
		if values := t.Rows[i].Values; len(values) > 0 {
			counts[string(values[column].Value)]++
			all++
		}
	}
	usual, most, isTied := "", 0, false
	for value, count := range counts {
		switch {
		case count > most:
			usual, most, isTied = value, count, false
		case count == most:
			isTied = true
		}
	}
	if isTied || 2*most < all {
		return
	}
	for i := range t.Rows {
		if values := t.Rows[i].Values; len(values) > 0 {
			values[column].Differs = string(values[column].Value) != usual
		}
	}
}

// Changed returns the rows that are not as in an earlier table of the same accounts, with the values from before.
func (t *AccountTable) Changed(earlier *AccountTable) []AccountRow {
	var changed []AccountRow
	for i := range t.Rows {
		now, before := t.Rows[i], &earlier.Rows[i]
		isChanged := now.State != before.State || now.State == AccountFailed && *now.Error != *before.Error
		now.Values = slices.Clone(now.Values)
		for j := range now.Values {
			value := &now.Values[j]
			if was := before.value(value.Name).Value; string(was) != string(value.Value) {
				value.Before, value.isChanged, isChanged = was, before.State == AccountOK, true
			}
		}
		if isChanged {
			changed = append(changed, now)
		}
	}
	return changed
}

// MarkChanges marks the values that are not as in the table that was shown before, with those from before, and returns how many rows have
// changed. Marks of the earlier table stay until their row changes again. Tables of other accounts are not compared.
func (t *AccountTable) MarkChanges(shown *AccountTable) (count int) {
	isSame := func(a, b AccountRow) bool { return a.Address == b.Address }
	if !slices.EqualFunc(t.Rows, shown.Rows, isSame) {
		return 0
	}
	changed := t.Changed(shown)
	count = len(changed)
	for i := range t.Rows {
		if len(changed) > 0 && changed[0].Address == t.Rows[i].Address {
			t.Rows[i], changed = changed[0], changed[1:]
			continue
		}
		for j := range t.Rows[i].Values {
			value := &t.Rows[i].Values[j]
			was := shown.Rows[i].value(value.Name)
			value.Before, value.isChanged = was.Before, was.isChanged
		}
	}
	return count
}

// HasChanged reports whether a value of the row is marked as changed.
func (r *AccountRow) HasChanged(name string) bool { return r.value(name).isChanged }

// Summary says how many accounts there are, differ, lack what was asked for and failed.
func (t *AccountTable) Summary() text.Safe {
	states, differ, isSame := map[string]int{}, 0, true
	var first *AccountRow
	for i := range t.Rows {
		row := &t.Rows[i]
		if states[row.State]++; row.State != AccountOK {
			continue
		}
		if slices.ContainsFunc(row.Values, func(v AccountValue) bool { return v.Differs }) {
			differ++
		}
		if first == nil {
			first = row
		}
		isSame = isSame && slices.EqualFunc(row.Values, first.Values, func(a, b AccountValue) bool { return string(a.Value) == string(b.Value) })
	}
	said := text.Format("%s accounts", text.Integer(uint64(len(t.Rows))))
	if len(t.Rows) == 1 {
		said = text.Const("1 account")
	}
	if isSame && states[AccountOK] > 1 {
		said = text.Format("%s, %s with the same values", said, text.Integer(uint64(states[AccountOK])))
	}
	for _, part := range []struct {
		count int
		words text.Safe
	}{{differ, text.Const("different from most (≠)")}, {states[AccountAbsent], text.Const("without it")}, {states[AccountFailed], text.Const("failed")}} {
		if part.count > 0 {
			said = text.Format("%s, %s %s", said, text.Integer(uint64(part.count)), part.words)
		}
	}
	return said
}

// Failures returns the errors of the rows that failed.
func (t *AccountTable) Failures() []error {
	var failures []error
	for i := range t.Rows {
		if t.Rows[i].State == AccountFailed {
			failures = append(failures, t.Rows[i].Failure)
		}
	}
	return failures
}

// manyValuesWidth is the width of a value in a table that has several.
const manyValuesWidth = 40

// Columns returns the columns of the table, with the time of each row if it repeats: rows that have changed are printed again.
func (t *AccountTable) Columns(repeats bool) Columns[AccountRow] {
	columns := Columns[AccountRow]{
		{Name: "time_us", Title: text.Const("TIME"), Width: 30, Text: func(r *AccountRow) text.Safe { return Exact(&r.Time) },
			Cell: func(r *AccountRow) text.Safe { return text.Instant(time.UnixMicro(r.Time)) }},
		{Name: "address", Title: text.Const("ACCOUNT"), Width: 12, Text: clean(func(r *AccountRow) string { return r.Address.String() }),
			Cell: AccountName, Order: func(r *AccountRow) string { return AccountName(r).String() }, Full: func(r *AccountRow) text.Safe {
				if r.Name == nil {
					return text.Clean(r.Address.String())
				}
				return text.Format("%s %s", text.Clean(*r.Name), text.Clean(r.Address.String()))
			}},
		{Name: "name", Text: func(r *AccountRow) text.Safe {
			if r.Name == nil {
				return text.Safe{}
			}
			return text.Clean(*r.Name)
		}},
		{Name: "state", Text: clean(func(r *AccountRow) string { return r.State })},
	}
	if !repeats {
		columns = columns[1:]
	}
	for _, name := range t.Names {
		columns = append(columns, t.valueColumn(name))
	}
	problem := Column[AccountRow]{Name: "error", Text: func(r *AccountRow) text.Safe {
		if r.Error == nil {
			return text.Safe{}
		}
		return text.Clean(*r.Error)
	}, Cell: note, Blank: true}
	if repeats || slices.ContainsFunc(t.Rows, func(r AccountRow) bool { return r.State != AccountOK }) {
		problem.Title = text.Const("NOTE")
	}
	return append(columns, problem)
}

// AccountName returns the name of the account, or its short address.
func AccountName(r *AccountRow) text.Safe {
	if r.Name != nil {
		return text.Clean(*r.Name)
	}
	return text.Short(text.Clean(r.Address.String()))
}

// note says why a row has no values.
func note(r *AccountRow) text.Safe {
	switch r.State {
	case AccountAbsent:
		return text.Const("absent")
	case AccountFailed:
		return text.Format("✗ %s", text.Clean(*r.Error))
	}
	return text.Safe{}
}

// valueColumn returns the column of the values with a name.
func (t *AccountTable) valueColumn(name string) Column[AccountRow] {
	written := func(raw json.RawMessage) text.Safe {
		if raw == nil {
			return text.Const("null")
		}
		return render.Value(raw)
	}
	width := dataWidth
	if len(t.Names) > 1 {
		width = manyValuesWidth
	}
	cell := func(r *AccountRow, width int, mark func(text.Safe) text.Safe) text.Safe {
		if r.State != AccountOK {
			return text.None
		}
		value := r.value(name)
		shown := text.Cut(written(value.Value), width)
		if value.isChanged {
			shown = text.Format("%s → %s", text.Cut(written(value.Before), width), shown)
		}
		if value.Differs {
			return mark(shown)
		}
		return shown
	}
	title := text.Clean(name)
	if name == "value" {
		title = text.Const("VALUE")
	}
	return Column[AccountRow]{
		Name: name, Title: title, Width: text.Width(title), Right: t.isNumber(name), Order: func(r *AccountRow) string { return order(r.value(name).Value) },
		Text: func(r *AccountRow) text.Safe {
			if r.State != AccountOK {
				return text.Safe{}
			}
			return written(r.value(name).Value)
		},
		Cell: func(r *AccountRow) text.Safe {
			return cell(r, width, func(shown text.Safe) text.Safe { return text.Format("≠ %s", shown) })
		},
		Full: func(r *AccountRow) text.Safe {
			return cell(r, maxWideValue, func(shown text.Safe) text.Safe { return text.Format("%s (differs)", shown) })
		},
	}
}

// maxWideValue is the width of a value in the wide format.
const maxWideValue = 1 << 16

// isNumber reports whether all values with a name are integers.
func (t *AccountTable) isNumber(name string) bool {
	isNumber := func(raw json.RawMessage) bool {
		digits := render.Value(raw).String()
		return digits != "" && isInteger(digits)
	}
	return !slices.ContainsFunc(t.Rows, func(r AccountRow) bool { return r.State == AccountOK && !isNumber(r.value(name).Value) })
}

// order returns a text by which values are sorted: integers by their size, others by their text.
func order(raw json.RawMessage) string {
	written := render.Value(raw).String()
	if written == "" || !isInteger(written) {
		return written
	}
	return strings.Repeat("0", maxDigits-len(written)) + written
}

// maxDigits is the length of the longest integer that is compared as a number; a u256 has 78 digits.
const maxDigits = 80

func isInteger(written string) bool {
	return len(written) <= maxDigits && strings.Trim(written, "0123456789") == ""
}

// AccountFields returns the language of lists of what accounts have.
func AccountFields(env FieldEnv) query.Language[AccountRow] {
	field := func(name, help string, kind query.Kind, texts func(r *AccountRow, match func(string) bool) bool) query.Field[AccountRow] {
		return query.Field[AccountRow]{Name: name, Help: help, Kind: kind, InWords: true, Texts: texts}
	}
	return language(nil, env, "account state value error",
		field("account", "address or name of the account", query.Address, func(r *AccountRow, match func(string) bool) bool {
			return match(r.Address.String()) || r.Name != nil && match(*r.Name)
		}),
		field("state", "ok, absent or failed", query.Text, func(r *AccountRow, match func(string) bool) bool { return match(r.State) }),
		field("value", "one of the values", query.Text, func(r *AccountRow, match func(string) bool) bool {
			return slices.ContainsFunc(r.Values, func(v AccountValue) bool { return match(render.Value(v.Value).String()) })
		}),
		field("error", "why the account failed", query.Text, func(r *AccountRow, match func(string) bool) bool { return r.Error != nil && match(*r.Error) }),
	)
}
