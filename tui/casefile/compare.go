package casefile

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"foredeck/client/move"
)

// Difference is a part of an expectation that is not met.
type Difference struct {
	Field    string `json:"field"` // such as outcome or events[0].data.amount
	Expected string `json:"expected"`
	Got      string `json:"got"`
}

// absent is the side of a difference that has nothing.
const absent = "none"

// Compare returns where what was observed differs from what is expected. If the outcome differs, the rest follows from that and is left
// out. unknown says what could not be compared, as the node did not send it.
func (e *Expectation) Compare(got *Observed) (differences []Difference, unknown []string) {
	if e.Outcome != "" {
		switch {
		case got.Outcome == "":
			return nil, []string{got.noOutcome}
		case !e.meets(got.Outcome):
			if got.Outcome == Failed && e.Outcome != Success {
				return nil, []string{"the node does not say why the transaction failed"}
			}
			return []Difference{{"outcome", e.reason(), got.reason()}}, nil
		}
	}
	differences, unknown = e.compareReason(got)
	if e.Balances == nil && e.Events == nil {
		return differences, unknown
	}
	if got.noEvents != "" {
		return differences, append(unknown, got.noEvents)
	}
	if e.Balances != nil {
		differences = append(differences, compareBalances(e.Balances, got.Balances)...)
	}
	if e.Events != nil {
		differences = append(differences, compareEvents(e.Events, got.Events)...)
	}
	return differences, unknown
}

// meets reports whether an outcome is the expected one.
func (e *Expectation) meets(got Outcome) bool {
	return e.Outcome == got || e.Outcome == Failed && got != Success
}

// reason returns the outcome with where and why it failed.
func (e *Expectation) reason() string {
	words := []string{string(e.Outcome)}
	if e.Module != nil {
		words = append(words, "in "+e.Module.String())
	}
	switch {
	case e.Code != nil && e.Name != "":
		words = append(words, fmt.Sprintf("%s (%s)", e.Name, e.Code))
	case e.Code != nil:
		words = append(words, e.Code.String())
	case e.Name+e.StatusCode != "":
		words = append(words, e.Name+e.StatusCode)
	}
	return strings.Join(words, " ")
}

// compareReason compares where and why it failed.
func (e *Expectation) compareReason(got *Observed) (differences []Difference, unknown []string) {
	for _, part := range [...]struct{ field, expected, observed string }{
		{"module", moduleOf(e.Module), moduleOf(got.Module)},
		{"code", codeOf(e.Code), codeOf(got.Code)},
		{"name", e.Name, got.Name},
		{"status_code", e.StatusCode, got.StatusCode},
	} {
		switch {
		case part.expected == "" || part.expected == part.observed:
		case part.observed == "" && got.Outcome == "":
			unknown = append(unknown, got.noOutcome)
		case part.observed == "" && got.Outcome != Success:
			unknown = append(unknown, "the node does not say the "+strings.ReplaceAll(part.field, "_", " ")+" of the failure")
		default:
			differences = append(differences, Difference{part.field, part.expected, cmp.Or(part.observed, absent)})
		}
	}
	return differences, unknown
}

func moduleOf(id *move.ModuleID) string {
	if id == nil {
		return ""
	}
	return id.String()
}

func codeOf(code *move.AbortCode) string {
	if code == nil {
		return ""
	}
	return code.String()
}

// compareBalances compares changes of balances by account and coin.
func compareBalances(expected, got []Balance) (differences []Difference) {
	rest := slices.Clone(got)
	field := func(b Balance) string { return fmt.Sprintf("balance of %s%s", b.Account.Short(), ofCoin(b.Coin)) }
	for _, want := range expected {
		at := slices.IndexFunc(rest, func(b Balance) bool { return b.isOf(want) })
		switch {
		case at < 0:
			differences = append(differences, Difference{field(want), signed(want), absent})
			continue
		case rest[at].Change.Cmp(want.Change) != 0:
			differences = append(differences, Difference{field(want), signed(want), signed(rest[at])})
		}
		rest = slices.Delete(rest, at, at+1)
	}
	for _, more := range rest {
		differences = append(differences, Difference{field(more), absent, signed(more)})
	}
	return differences
}

func (b Balance) isOf(other Balance) bool { return b.Account == other.Account && b.Coin == other.Coin }

func ofCoin(coin string) string {
	if coin == "" {
		return ""
	}
	return ", " + coin
}

func signed(b Balance) string {
	if b.Change.Sign() > 0 {
		return "+" + b.Change.String()
	}
	return b.Change.String()
}

// compareEvents compares events in any order.
func compareEvents(expected, got []Event) (differences []Difference) {
	partners, rest := pair(expected, got)
	for i, want := range expected {
		field := fmt.Sprintf("events[%d] %s", i, want.Type)
		if partners[i] < 0 {
			differences = append(differences, Difference{field, want.words(), absent})
			continue
		}
		differences = append(differences, want.differ(field, got[partners[i]])...)
	}
	for _, at := range rest {
		differences = append(differences, Difference{"events, one more " + got[at].Type, absent, got[at].words()})
	}
	return differences
}

// differ returns the differences of the data of another event of the type.
func (e Event) differ(field string, got Event) []Difference {
	if e.Data == nil {
		return nil
	}
	return differ(field, e.Data, got.Data)
}

func (e Event) words() string {
	if e.Data == nil {
		return "an event"
	}
	return encode(e.Data)
}

// pair finds for each expected event the one of the same type that meets it. Those that remain are paired by their order, as changed
// events. partners has -1 for an event without one; rest are the events that nothing expects.
func pair(expected, got []Event) (partners, rest []int) {
	partners = slices.Repeat([]int{-1}, len(expected))
	owners := slices.Repeat([]int{-1}, len(got))
	fits := make([][]int, len(expected)) // those that meet it, by order
	for i, want := range expected {
		for j := range got {
			if got[j].Type == want.Type && len(want.differ("", got[j])) == 0 {
				fits[i] = append(fits[i], j)
			}
		}
	}
	// An event that leaves out members may fit several: if it took the only one of another, it has to take another one.
	var assign func(i int, tried []bool) bool
	assign = func(i int, tried []bool) bool {
		for _, j := range fits[i] {
			if tried[j] {
				continue
			}
			tried[j] = true
			if owners[j] < 0 || assign(owners[j], tried) {
				partners[i], owners[j] = j, i
				return true
			}
		}
		return false
	}
	for i := range expected {
		assign(i, make([]bool, len(got)))
	}
	for i, want := range expected {
		for j := 0; partners[i] < 0 && j < len(got); j++ {
			if owners[j] < 0 && got[j].Type == want.Type {
				partners[i], owners[j] = j, i
			}
		}
	}
	for j, owner := range owners {
		if owner < 0 {
			rest = append(rest, j)
		}
	}
	return partners, rest
}

// differ returns the differences of JSON values. Members that only got has are none.
func differ(field string, expected, got any) (differences []Difference) {
	switch want := expected.(type) {
	case map[string]any:
		members, ok := got.(map[string]any)
		if !ok {
			break
		}
		for _, name := range slices.Sorted(maps.Keys(want)) {
			value, found := members[name]
			if !found {
				differences = append(differences, Difference{field + "." + name, encode(want[name]), absent})
				continue
			}
			differences = append(differences, differ(field+"."+name, want[name], value)...)
		}
		return differences
	case []any:
		items, ok := got.([]any)
		if !ok || len(items) != len(want) {
			break
		}
		for i := range want {
			differences = append(differences, differ(fmt.Sprintf("%s[%d]", field, i), want[i], items[i])...)
		}
		return differences
	default:
		if sameScalar(want, got) {
			return nil
		}
	}
	return []Difference{{field, encode(expected), encode(got)}}
}

// sameScalar compares values that are neither lists nor objects. Nodes write integers with and without quotes, and addresses with and
// without leading zeros.
func sameScalar(a, b any) bool {
	first, isText := scalarText(a)
	second, isOther := scalarText(b)
	if !isText || !isOther {
		return a == b // neither is a map or a list of the same type
	}
	return first == second || sameAddress(first, second)
}

func scalarText(value any) (string, bool) {
	switch value := value.(type) {
	case json.Number:
		return value.String(), true
	case string:
		return value, true
	}
	return "", false
}

// addressLength is the length of an address in full: 0x and 64 digits.
const addressLength = 66

// sameAddress reports whether one text is the short form of the other, a full address. A short form has no leading zeros.
func sameAddress(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b) != addressLength || !strings.HasPrefix(a, "0x") || strings.HasPrefix(a, "0x0") && len(a) > len("0x0") {
		return false
	}
	short, err := move.ParseAddress(a)
	full, fullErr := move.ParseAddress(b)
	return err == nil && fullErr == nil && short == full
}

// encode returns a value as JSON.
func encode(value any) string {
	encoded, err := move.EncodeJSON(value)
	if err != nil {
		return absent
	}
	return string(encoded)
}
