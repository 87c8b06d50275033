package calls

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/filter"
)

// arrangement is which of the calls that were found are shown, and in which order. They are looked at in slices, so that a key
// costs the same however many were found.
type arrangement struct {
	line     filter.Line
	sorted   int          // the column by which they are sorted, from 1; 0: by none
	reversed bool         // in its other direction
	shown    *filter.Rows // nil: all of them in the node's order
	wanted   int          // the record that is to be selected once it was looked at; -1: none
	awake    bool         // a message is under way that goes on looking
}

// lookOnMsg goes on with looking at what was found.
type lookOnMsg struct{ rows *filter.Rows }

// slice is how many calls are looked at for one message.
const slice = 1000

// length is the number of calls that are shown.
func (l *list) length() int {
	if l.shown == nil {
		return l.pages.Len()
	}
	return l.shown.Len()
}

// index is where the call of a row stands among those that were found.
func (l *list) index(row int) int {
	if l.shown == nil {
		return row
	}
	return l.shown.At(row)
}

// selectIndex selects the row of a call, or the one in its place.
func (l *list) selectIndex(index int) {
	if l.shown != nil {
		index, _ = l.shown.Place(index)
	}
	l.rows.Select(index)
}

// beside is the call so many rows below another. It is not ok where there is no such row.
func (l *list) beside(index, delta int) (int, bool) {
	row := index
	if l.shown != nil {
		var isShown bool
		if row, isShown = l.shown.Place(index); !isShown && delta > 0 {
			row-- // the row in its place is the next one
		}
	}
	if row += delta; row < 0 || row >= l.length() {
		return 0, false
	}
	return l.index(row), true
}

// rearrange shows the calls that match now, in the order that is chosen now. The selected one stays so where it is shown.
func (l *list) rearrange() {
	if l.wanted < 0 && l.rows.Selected() < l.length() {
		l.wanted = l.index(l.rows.Selected())
	}
	l.arrange()
}

// arrange is rearrange with the call to be selected known.
func (l *list) arrange() {
	l.shown, l.awake = nil, false
	pattern, pages := l.line.Pattern(), l.pages
	if pattern.IsZero() && l.sorted == 0 {
		l.rows.SetLength(pages.Len())
		l.rows.Select(max(l.wanted, 0))
		l.wanted = -1
		return
	}
	var match func(int) bool
	if !pattern.IsZero() {
		match = func(i int) bool { return pattern.Match(l.texts(pages.At(i))...) }
	}
	var order func(a, b int) int
	if l.sorted > 0 {
		compare, reversed := columns[l.sorted-1].compare(), l.reversed
		order = func(a, b int) int {
			if reversed {
				a, b = b, a
			}
			return compare(pages.At(a), pages.At(b))
		}
	}
	l.shown = filter.NewRows(match, order)
	l.rows.SetLength(0)
	l.lookOn()
}

// lookOn looks at a slice of what was not looked at, and tells whether there is more.
func (l *list) lookOn() (more bool) {
	if l.wanted < 0 && l.rows.Len() > 0 {
		l.wanted = l.index(l.rows.Selected())
	}
	more = l.shown.Look(0, l.pages.Len(), slice)
	l.rows.SetLength(l.shown.Len())
	if l.wanted >= 0 && l.shown.Looked(l.wanted) {
		l.selectIndex(l.wanted)
		l.wanted = -1
	}
	return more
}

// settle looks at what came into the list, and goes on by itself where that is more than a slice.
func (l *list) settle() tea.Cmd {
	if l.shown == nil || l.awake || !l.lookOn() {
		return nil
	}
	l.awake = true
	rows := l.shown
	return func() tea.Msg { return lookOnMsg{rows} }
}

// texts are what is searched of a call: all that its row shows, and in full what the row shortens.
func (l *list) texts(record *client.Transaction) []string {
	texts := []string{
		record.Hash, record.Status, string(render.Number(record.SequenceNumber)),
		string(render.Fee(record, l.session.Units, l.session.Decimals)),
	}
	for _, argument := range record.Payload.Arguments {
		texts = append(texts, string(argument))
	}
	return texts
}

// arrangeKey takes a key that types a pattern or chooses an order, and tells whether it did.
func (m *Model) arrangeKey(msg tea.KeyMsg) (cmd tea.Cmd, taken bool) {
	l, keys := m.list(), m.keys.Filter
	switch {
	case l.line.Captures(msg):
		if l.line.Type(msg) {
			l.rearrange()
		}
	case l.line.Typing() && keys.Keep.Matches(msg):
		l.line.Keep()
	case l.line.Typing():
		return nil, false
	case l.pages.Len() == 0:
		return nil, false
	case keys.Begin.Matches(msg):
		l.line.Focus()
	case m.keys.Sort.Matches(msg):
		cmd = m.sortNext()
	default:
		return nil, false
	}
	return cmd, true
}

// sortNext sorts what was found by the same column in the other direction, then by the next that can be sorted by; behind the last
// comes the node's order.
func (m *Model) sortNext() tea.Cmd {
	l := m.list()
	if l.reversed = l.sorted > 0 && !l.reversed; !l.reversed {
		next := l.sorted
		for next < len(columns) && columns[next].compare == nil {
			next++
		}
		if l.sorted = next + 1; next == len(columns) {
			l.sorted = 0
		}
	}
	l.rearrange()
	said := text.Safe("the rows are in the node's order again")
	if l.sorted > 0 {
		said = text.Integer(uint64(l.pages.Len())) + " calls sorted by " + columns[l.sorted-1].Title + l.direction()
	}
	return m.session.Post(screen.SayMsg{Text: said})
}

// direction is the mark of the column that is sorted by: ▴ up from the least, ▾ down from the greatest.
func (l *list) direction() text.Safe {
	if columns[l.sorted-1].ascending != l.reversed {
		return "▴"
	}
	return "▾"
}

// arrangeActions are the keys that choose rows and their order.
func (m *Model) arrangeActions() []screen.Action {
	l, keys := m.list(), m.keys.Filter
	if l.line.Typing() {
		return []screen.Action{keys.Keep, keys.Clear}
	}
	if l.pages.Len() == 0 {
		return nil
	}
	begin := keys.Begin
	begin.SetHelp("/", "filter")
	actions := []screen.Action{begin, m.keys.Sort.Later()}
	if l.line.Shown() {
		actions = append(actions, keys.Clear)
	}
	return actions
}

// filterLines is the line in which the pattern is typed, above the rows.
func (m *Model) filterLines(width int) []text.Line {
	l := m.list()
	if !l.line.Shown() {
		return nil
	}
	remark := text.Safe("")
	if !l.line.Pattern().IsZero() {
		remark = text.Integer(uint64(l.length())) + " of " + text.Integer(uint64(l.pages.Len())) + " calls"
	}
	return []text.Line{l.line.View(m.session.Theme, remark, width)}
}
