package account

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/listview"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// arrangeKey takes a key that types a pattern or chooses an order, and while one is typed those that move. It tells whether it did.
func (l *list[T]) arrangeKey(msg tea.KeyMsg, columns func() []listview.Column[T]) (cmd tea.Cmd, taken bool) {
	typing := l.Typing()
	taken, sorted := l.Key(msg, l.keys.Keys, columns)
	switch {
	case sorted:
		said := text.Safe("the rows are in the node's order again")
		if by := l.SortedBy(); by != "" {
			said = "the loaded rows are sorted by " + by
		}
		return l.deps.Post(screen.StatusMsg{Text: said}), true
	case typing && !taken && l.move(msg):
		return l.prefetch(), true
	}
	return nil, taken || typing
}

const (
	// longestFilter is the columns that a title gives to a pattern.
	longestFilter = 20
	// besideState is the columns that a title may take beside its name and state: what a tab adds to its name, and rules.
	besideState = 26
)

// arrangementWords says which rows are shown and how they are sorted, in place of the number of all.
func (l *list[T]) arrangementWords(count text.Safe) text.Safe {
	if !l.SortedOrFiltered() {
		return count
	}
	words := count
	if pattern := l.Pattern(); !pattern.IsZero() {
		words = "filter: " + text.Cut(text.Clean(pattern.String()), longestFilter) + " · " + l.matching()
	}
	if by := l.SortedBy(); by != "" {
		words += ", sorted by " + by
	}
	switch {
	case l.holds(words):
		return words
	case l.Pattern().IsZero():
		return count // the title of the column tells the order
	}
	return "" // the line with the pattern tells the number
}

// holds tells that the title of the list has room for such a state.
func (l *list[T]) holds(state text.Safe) bool {
	return text.Width(l.words.title)+text.Width(state)+besideState <= l.width
}

func (l *list[T]) matching() text.Safe { return l.MatchCount() + " loaded" }

// filterLines is the line in which the pattern is typed, above the rows.
func (l *list[T]) filterLines() []text.Line {
	remark := text.Safe("")
	if l.arrangementWords("") == "" {
		remark = l.matching()
	}
	return l.FilterLines(l.deps.Theme, remark, l.width)
}

// noRowLines says that no row matches, and how to go on.
func (l *list[T]) noRowLines() []text.Line {
	words := "no loaded row matches: " + l.deps.Key("list.down") + " loads more"
	switch {
	case l.Scanning():
		words = "looking"
	case l.Pages.Loading():
		words = "no loaded row matches, asking for more"
	case l.Pages.Ended():
		words = "no row matches"
	}
	return []text.Line{text.In(l.deps.Theme.Faint, words)}
}
