package account

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/filter"
)

// arrangement is which of the loaded rows of a list are shown, and in which order. Rows are looked at in slices, so that a
// key costs the same however many are loaded.
type arrangement[T any] struct {
	line     filter.Line
	texts    func(*T) []string // what is searched of a record
	sorted   column[T]         // the column by which the rows are sorted; without a comparison: they are not
	reversed bool              // in its other direction
	shown    *filter.Rows      // nil: all rows in the node's order
	wanted   *int              // the serial of the row that is to be selected once it was looked at
	awake    bool              // a message is under way that goes on looking
}

// lookOnMsg goes on with looking at the rows.
type lookOnMsg struct{ rows *filter.Rows }

// slice is how many rows are looked at for one message.
const slice = 1000

// arranged tells that the rows are not simply all of those that are loaded.
func (l *list[T]) arranged() bool { return l.shown != nil }

// length is the number of rows that are shown.
func (l *list[T]) length() int {
	if l.shown == nil {
		return l.pages.Len()
	}
	return l.shown.Len()
}

// at is the record of a row.
func (l *list[T]) at(row int) *T { return l.pages.At(l.pages.Index(l.serial(row))) }

// serial is the serial of the record of a row.
func (l *list[T]) serial(row int) int {
	if l.shown == nil {
		return l.pages.Serial(row)
	}
	return l.shown.At(row)
}

// beside is the serial of the record so many rows below that of another. It is not ok where there is no such row.
func (l *list[T]) beside(serial, delta int) (int, bool) {
	row := l.pages.Index(serial)
	if l.shown != nil {
		var shown bool
		if row, shown = l.shown.Place(serial); !shown && delta > 0 {
			row-- // the row in its place is the next one
		}
	}
	if row += delta; row < 0 || row >= l.length() {
		return 0, false
	}
	return l.serial(row), true
}

// selectSerial selects the row of a record, or the one that stands in its place.
func (l *list[T]) selectSerial(serial int) {
	if l.shown == nil {
		l.rows.Select(l.pages.Index(serial))
		return
	}
	row, _ := l.shown.Place(serial)
	l.rows.Select(row)
}

// rearrange shows the rows that match now, in the order that is chosen now. The selected one stays so where it is shown.
func (l *list[T]) rearrange() {
	wanted := l.wanted
	if record := l.rows.Selected(); wanted == nil && record < l.rows.Len() {
		serial := l.serial(record)
		wanted = &serial
	}
	l.shown, l.wanted, l.awake = nil, nil, false
	pattern, compare := l.line.Pattern(), l.sorted.compare
	if pattern.IsZero() && compare == nil {
		l.rows.SetLength(l.pages.Len())
		if wanted != nil {
			l.selectSerial(*wanted)
		}
		return
	}
	pages := l.pages
	record := func(serial int) *T { return pages.At(pages.Index(serial)) }
	var match func(serial int) bool
	if !pattern.IsZero() {
		match = func(serial int) bool { return pattern.Match(l.texts(record(serial))...) }
	}
	var order func(a, b int) int
	if compare != nil {
		order = func(a, b int) int { return compare(record(a), record(b)) }
	}
	l.shown, l.wanted = filter.NewRows(match, order), wanted
	l.rows.SetLength(0)
	l.lookOn()
}

// lookOn looks at a slice of the rows that were not looked at, and tells whether there are more.
func (l *list[T]) lookOn() (more bool) {
	first, end := l.pages.Serial(0), l.pages.Serial(l.pages.Len())
	before := l.rows.Selected()
	hadRows := l.rows.Len() > 0
	serial := 0
	if hadRows {
		serial = l.shown.At(before)
	}
	more = l.shown.Look(first, end, slice)
	if hadRows {
		if row, _ := l.shown.Place(serial); row > before {
			l.rows.Inserted(row - before)
			if l.sorted.compare == nil {
				l.above += row - before
			}
		}
	}
	l.rows.SetLength(l.shown.Len())
	if l.wanted != nil && l.shown.Looked(*l.wanted) {
		l.selectSerial(*l.wanted)
		l.wanted = nil
	}
	return more
}

// settleRows looks at what came into the list, and goes on by itself where that is more than a slice.
func (l *list[T]) settleRows() tea.Cmd {
	if l.shown == nil || l.awake || !l.lookOn() {
		return nil
	}
	l.awake = true
	rows := l.shown
	return func() tea.Msg { return lookOnMsg{rows} }
}

// takeLookOn takes the message that goes on with looking, and tells whether it is for this list.
func (l *list[T]) takeLookOn(msg tea.Msg) bool {
	on, ok := msg.(lookOnMsg)
	if !ok || on.rows != l.shown {
		return false
	}
	l.awake = false
	return true
}

// arrangeKey takes a key that types a pattern or chooses an order, and tells whether it did.
func (l *list[T]) arrangeKey(msg tea.KeyMsg, columns []column[T]) (cmd tea.Cmd, taken bool) {
	keys := l.keys.Filter
	switch {
	case l.line.Captures(msg):
		if l.line.Type(msg) {
			l.rearrange()
		}
	case l.line.Typing() && keys.Keep.Matches(msg):
		l.line.Keep()
	case l.line.Typing():
		if l.move(msg) {
			cmd = l.prefetch()
		}
	case l.pages.Len() == 0:
		return nil, false
	case keys.Begin.Matches(msg):
		l.line.Focus()
	case l.keys.Sort.Matches(msg):
		cmd = l.sortNext(columns)
	default:
		return nil, false
	}
	return cmd, true
}

// sortNext sorts the loaded rows by the same column in the other direction, then by the next that can be sorted by; behind the
// last comes the node's order.
func (l *list[T]) sortNext(columns []column[T]) tea.Cmd {
	columns = slices.DeleteFunc(slices.Clone(columns), func(c column[T]) bool { return c.compare == nil })
	at := slices.IndexFunc(columns, func(c column[T]) bool { return c.Title == l.sorted.Title })
	switch l.reversed = at >= 0 && !l.reversed; {
	case l.reversed:
		l.sorted = l.sorted.backwards()
	case at+1 < len(columns):
		l.sorted = columns[at+1]
	default:
		l.sorted = column[T]{}
	}
	l.rearrange()
	said := text.Safe("the rows are in the node's order again")
	if l.sorted.compare != nil {
		said = text.Integer(uint64(l.pages.Len())) + " loaded rows sorted by " + l.sorted.Title + l.sorted.direction()
	}
	return l.session.Post(screen.SayMsg{Text: said})
}

// endFilter shows all rows again, and tells whether there was a filter.
func (l *list[T]) endFilter() bool {
	if !l.line.Shown() {
		return false
	}
	l.line.Clear()
	l.rearrange()
	return true
}

func (l *list[T]) typing() bool { return l.line.Typing() }

func (l *list[T]) captures(msg tea.KeyMsg) bool { return l.line.Captures(msg) }

// arrangeActions are the keys that choose rows and their order; while a pattern is typed, all there are.
func (l *list[T]) arrangeActions() []screen.Action {
	keys := l.keys.Filter
	if l.line.Typing() {
		return []screen.Action{keys.Keep, keys.Clear}
	}
	if l.pages.Len() == 0 {
		return nil
	}
	begin := keys.Begin
	begin.SetHelp("/", "filter")
	actions := []screen.Action{begin, l.keys.Sort.Later()}
	if l.line.Shown() {
		actions = append(actions, keys.Clear)
	}
	return actions
}

const (
	// longestFilter is the columns that a title gives to a pattern.
	longestFilter = 20
	// besideState is the columns that a title may take beside its name and state: what a tab adds to its name, and rules.
	besideState = 26
)

// arrangementWords says which rows are shown and how they are sorted, in place of the number of all.
func (l *list[T]) arrangementWords(count text.Safe) text.Safe {
	if !l.arranged() {
		return count
	}
	words := count
	if pattern := l.line.Pattern(); !pattern.IsZero() {
		words = "filter: " + text.Cut(text.Clean(pattern.String()), longestFilter) + " · " + l.matching()
	}
	if l.sorted.compare != nil {
		words += ", sorted by " + l.sorted.Title + l.sorted.direction()
	}
	switch {
	case l.holds(words):
		return words
	case l.line.Pattern().IsZero():
		return count // the title of the column tells the order
	}
	return "" // the line with the pattern tells the number
}

// holds tells that the title of the list has room for such a state.
func (l *list[T]) holds(state text.Safe) bool {
	return text.Width(l.words.title)+text.Width(state)+besideState <= l.width
}

func (l *list[T]) matching() text.Safe {
	return text.Integer(uint64(l.length())) + " of " + text.Integer(uint64(l.pages.Len())) + " loaded"
}

// filterLines is the line in which the pattern is typed, above the rows.
func (l *list[T]) filterLines() []text.Line {
	if !l.line.Shown() {
		return nil
	}
	remark := text.Safe("")
	if !l.line.Pattern().IsZero() && l.arrangementWords("") == "" {
		remark = l.matching()
	}
	return []text.Line{l.line.View(l.session.Theme, remark, l.width)}
}

// noRowLines says that no row matches, and how to go on.
func (l *list[T]) noRowLines() []text.Line {
	words := "no loaded row matches: " + l.session.Key("list.down") + " loads more"
	switch {
	case l.awake:
		words = "looking"
	case l.pages.Loading():
		words = "no loaded row matches, asking for more"
	case l.pages.Ended():
		words = "no row matches"
	}
	return []text.Line{text.In(l.session.Theme.Faint, words)}
}
