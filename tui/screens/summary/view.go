package summary

import (
	"strings"
	"time"

	"foredeck/client/move"
	"foredeck/tui/pane"
	"foredeck/tui/record"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// head is the line of the groupings.
func (m *Model) head() pane.Part {
	return pane.Part{Height: 1, Lines: func(room pane.Area) []text.Line {
		names := make([]text.Safe, len(m.groupings))
		for i, grouping := range m.groupings {
			names[i] = text.Clean(grouping.Name)
		}
		line := append(text.Plain(" "), widget.Tabs(m.deps.Theme, m.deps.KeysOf("summary.tab"), names, m.active)...)
		return []text.Line{line.Fit(room.Width)}
	}}
}

// state says what is counted, and how to count more.
func (m *Model) state() text.Line {
	th := m.deps.Theme
	_, word := m.list.Words()
	if m.total.Count != 1 {
		word = text.Format("%ss", word)
	}
	state := text.Format("%s %s, %s", text.Integer(uint64(m.total.Count)), word, text.Plural(m.sum.Groups(), "group"))
	if filter := m.list.Filter(); filter != "" {
		state = text.Format("%s · filter: %s", state, text.Cut(text.Clean(filter), filterWidth))
	}
	switch {
	case m.until > 0 || m.list.Loading():
		state = text.Format("%s · %s loaded, loading · %s stops", state, text.Integer(uint64(m.list.Len())), m.deps.Key("deck.up"))
	case m.list.Err() != nil:
		return text.In(th.Warn, "%s · failed, %s continues", state, m.deps.Key("list.last"))
	case m.list.Complete():
		state = text.Format("%s · the whole list", state)
	default:
		state = text.Format("%s · of what is loaded, %s all", state, m.deps.Key("list.last"))
	}
	return state.In(th.Faint)
}

// Note says why the list could not be read on.
func (m *Model) Note() (left, right text.Line) {
	if err := m.list.Err(); err != nil {
		return text.In(m.deps.Theme.Warn, "! %s", m.deps.Explain(err).Reason), nil
	}
	return m.Browser.Note()
}

// Widths of keys in the list.
const (
	functionWidth = 22
	reasonWidth   = 14
	addressWidth  = 13
	feeWidth      = 14
	labelWidth    = 12
	filterWidth   = 24 // of the filter of the list in the title
)

// columns are those of statistics, the keys as wide as there is room.
func (m *Model) columns() []pane.Column[row] {
	declared := m.shown.Columns()
	var columns []pane.Column[row]
	ranks := map[string]int{"percent": 1, "fee": 2, "first_time_us": 4, "last_time_us": 3}
	for i := range declared {
		if declared[i].Title.IsEmpty() {
			continue
		}
		column := pane.Of(&declared[i], ranks[declared[i].Name])
		if i < len(m.shown.By) {
			column.Width = keyWidth(declared[i].Name)
			column.Flex = i == 0
			column.Shorten = shorten(declared[i].Name)
		}
		if declared[i].Name == "fee" {
			column.Width = feeWidth
		}
		switch declared[i].Name {
		case "first_time_us":
			column.Cell = m.momentCell(func(r *row) (height, at *int64) { return r.FirstHeight, r.FirstTime })
		case "last_time_us":
			column.Cell = m.momentCell(func(r *row) (height, at *int64) { return r.LastHeight, r.LastTime })
		}
		columns = append(columns, column)
	}
	return columns
}

// momentCell returns the cells of a moment in the time zone of the deck, to the second, or of its height if the time is not known.
func (m *Model) momentCell(of func(*row) (height, at *int64)) func(*row) widget.Cell {
	return func(r *row) widget.Cell {
		height, at := of(r)
		if at == nil {
			return widget.Cell{Text: m.moment(height, nil)}
		}
		return widget.Cell{Text: m.deps.Instant(time.UnixMicro(*at).Truncate(time.Second))}
	}
}

func keyWidth(key string) int {
	switch key {
	case "function":
		return functionWidth
	case "reason":
		return reasonWidth
	case "outcome":
		return len("Pending…")
	case "day", "gas":
		return len("2026-11-28")
	case "hour":
		return len("2026-11-28T03:00Z")
	}
	return addressWidth
}

// shorten returns how values that are too wide are cut: functions keep their names.
func shorten(key string) func(text.Safe, int) text.Safe {
	if key == "function" {
		return text.Function
	}
	return nil
}

// value writes a value of a key: addresses by their names.
func (m *Model) value(key, value string) text.Safe {
	if key == "function" || key == "reason" {
		return text.Bounded(value)
	}
	if strings.HasPrefix(value, "0x") {
		if address, err := move.ParseAddress(value); err == nil {
			if name := m.deps.Names.Of(address); !name.IsEmpty() {
				return name
			}
		}
	}
	return text.Short(text.Bounded(value))
}

// words describes a group in one line.
func (m *Model) words(r *row) text.Safe {
	parts := make([]text.Safe, 0, len(r.Values))
	for i, value := range r.Values {
		if value != nil {
			parts = append(parts, m.value(m.shown.By[i], *value))
		}
	}
	return record.OrNone(text.Join(parts, text.Const(" · ")))
}

// fee writes fees in the displayed unit.
func (m *Model) fee(f *record.StatisticFigures) text.Safe {
	amount, ok := m.deps.Units.Amount(f.Fee, m.deps.Amounts.Native())
	if !ok {
		amount = text.Clean(f.Fee)
	}
	if f.WithoutFee > 0 { // the details say of how many
		amount = text.Format("≥%s", amount)
	}
	return amount
}

// details has the whole values of the selected group and all its figures.
func (m *Model) details(room pane.Area) widget.Panel {
	th := m.deps.Theme
	p := widget.Panel{Title: text.In(th.Title, "Selected")}
	r := m.List.Selected()
	if r == nil {
		p.Body = []text.Line{text.In(th.Faint, "no group selected")}
		return p
	}
	label := func(name string) text.Span {
		return text.Span{Text: text.Concat(text.Clean(name), text.Spaces(max(labelWidth-len(name), 1))), Style: th.Faint}
	}
	for i, value := range r.Values {
		written := text.None
		if value != nil {
			written = text.Bounded(*value)
		}
		p.Body = append(p.Body, text.Line{label(strings.TrimPrefix(m.shown.By[i], "data_")), {Text: written}}.Fit(room.Width))
	}
	counted := text.Format("%s, %s%% of %s", text.Integer(uint64(r.Count)), text.Clean(*r.Percent), text.Integer(uint64(m.total.Count)))
	if m.shown.Fee != nil {
		counted = text.Format("%s · fees %s · gas used %s", counted, m.fee(&r.StatisticFigures), gasOf(r))
	}
	if m.shown.Fee != nil && r.WithoutFee > 0 {
		counted = text.Format("%s · fee unknown of %s", counted, text.Integer(uint64(r.WithoutFee)))
	}
	if r.Amount != nil {
		counted = text.Format("%s · %s %s", counted, text.Clean(m.shown.Amount), text.Group(*r.Amount))
	}
	p.Body = append(p.Body, text.Line{label("count"), {Text: counted}}.Fit(room.Width))
	p.Body = append(p.Body, text.Line{label("first"), {Text: m.moment(r.FirstHeight, r.FirstTime)}}.Fit(room.Width))
	p.Body = append(p.Body, text.Line{label("last"), {Text: m.moment(r.LastHeight, r.LastTime)}}.Fit(room.Width))
	return p
}

func gasOf(r *row) text.Safe {
	if r.GasUsed == nil {
		return text.None
	}
	return text.Integer(uint64(*r.GasUsed))
}

// moment describes a height and its time.
func (m *Model) moment(height, at *int64) text.Safe {
	switch {
	case height == nil && at == nil:
		return text.None
	case at == nil:
		return text.Format("height %s", text.Integer(uint64(*height)))
	case height == nil:
		return m.deps.Instant(time.UnixMicro(*at))
	}
	return text.Format("height %s, %s", text.Integer(uint64(*height)), m.deps.Instant(time.UnixMicro(*at)))
}
