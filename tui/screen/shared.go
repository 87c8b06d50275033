package screen

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"
)

// shared are the keys that several screens have. They are the same everywhere; a screen says what they do.
var shared = Bindings[struct{}]{
	{ID: "list.up", Keys: "up k", Label: "↑ k", Help: "up"},
	{ID: "list.down", Keys: "down j", Label: "↓ j", Help: "down"},
	{ID: "list.page_up", Keys: "pgup", Help: "page up"},
	{ID: "list.page_down", Keys: "pgdown", Help: "page down"},
	{ID: "list.half_up", Keys: "ctrl+u", Help: "half page up"},
	{ID: "list.half_down", Keys: "ctrl+d", Help: "half page down"},
	{ID: "list.first", Keys: "g home", Help: "first"},
	{ID: "list.last", Keys: "G end", Help: "last"},
	{ID: "list.range", Keys: "v", Help: "select rows"},
	{ID: "list.range_up", Keys: "shift+up", Help: "select up"},
	{ID: "list.range_down", Keys: "shift+down", Help: "select down"},
	{ID: "list.range_end", Keys: "esc", Help: "end selection"},
	{ID: "list.sort", Keys: "S", Help: "sort"},
	{ID: "list.summary", Keys: "#", Help: "sum up"},
	{ID: "search.begin", Keys: "/", Help: "search"},
	{ID: "search.accept", Keys: "enter", Help: "apply"},
	{ID: "search.clear", Keys: "esc", Help: "clear"},
	{ID: "search.next", Keys: "n", Help: "next match"},
	{ID: "search.previous", Keys: "N", Help: "previous match"},
	{ID: "tree.toggle", Keys: "enter", Help: "expand or collapse"},
	{ID: "tree.open", Keys: "right l", Label: "→ l", Help: "expand"},
	{ID: "tree.close", Keys: "left h", Label: "← h", Help: "collapse"},
	{ID: "tree.all", Keys: "*", Help: "expand all"},
	{ID: "tree.deeper", Keys: "}", Help: "one level deeper"},
	{ID: "tree.shallower", Keys: "{", Help: "one level shallower"},
	{ID: "tree.next_sibling", Keys: "J", Help: "next sibling"},
	{ID: "tree.previous_sibling", Keys: "K", Help: "previous sibling"},
	{ID: "filter.complete", Keys: "tab", Help: "complete", Long: "complete a field name or value"},
	{ID: "transaction.again", Keys: "R", Help: "draft again", Long: "draft the call again"},
	{ID: "deck.refresh", Keys: "r", Help: "refresh"},
}

// sharedAs returns the shared row of an ID, the zero row if screens do not share it.
func sharedAs[M any](id string) Binding[M] {
	for _, row := range shared {
		if row.ID == id {
			return Binding[M]{ID: row.ID, Keys: row.Keys, Label: row.Label, Help: row.Help, Long: row.Long}
		}
	}
	return Binding[M]{}
}

// Movement are the keys that move in a list or tree, hidden in the key row.
func Movement[M any](rows func(M) Rows) Bindings[M] { return Lift(movement, rows) }

// Steps are those that move by one row, for lists of an overlay.
func Steps[M any](rows func(M) Rows) Bindings[M] { return Lift(movement[:2], rows) }

var movement = Bindings[Rows]{
	{ID: "list.up", Place: Hidden, While: Always, Run: Do(func(r Rows) { r.Move(-1) })},
	{ID: "list.down", Place: Hidden, While: Always, Run: Do(func(r Rows) { r.Move(1) })},
	{ID: "list.page_up", Place: Hidden, While: Always, Run: Do(func(r Rows) { r.Page(-1) })},
	{ID: "list.page_down", Place: Hidden, While: Always, Run: Do(func(r Rows) { r.Page(1) })},
	{ID: "list.half_down", Place: Hidden, While: Always, Run: Do(func(r Rows) { r.Page(0.5) })},
	{ID: "list.half_up", Place: Hidden, Run: Do(func(r Rows) { r.Page(-0.5) })},
	{ID: "list.first", Place: Hidden, Run: Do(func(r Rows) { r.Select(0) })},
	{ID: "list.last", Place: Hidden, Run: Do(func(r Rows) { r.Select(r.Len() - 1) })},
}

// Tabs are the keys that show one of count tabs.
func Tabs[M any](id string, count int, show func(M, int) tea.Cmd) Bindings[M] {
	return Bindings[M]{{ID: id, Keys: strings.Join(strings.Split("123456789"[:count], ""), " "), Help: "tab", Pick: func(m M, chosen int) tea.Cmd {
		if chosen >= count {
			return nil
		}
		return show(m, chosen)
	}}}
}

// Search are the keys that search what a screen shows, such as a tree.
func Search[M any](content func(M) Searched) Bindings[M] { return Lift(search, content) }

var search = Bindings[Searched]{
	{ID: "search.accept", While: Typing, Run: Do(Searched.Accept)},
	{ID: "search.clear", While: Typing}, // by Escape
	{ID: "search.next", When: Searched.HasHits, Run: Do(func(s Searched) { s.NextHit(1) })},
	{ID: "search.previous", When: Searched.HasHits, Run: Do(func(s Searched) { s.NextHit(-1) })},
	{ID: "search.begin", Run: Do(Searched.Focus)},
	{ID: "search.clear", Place: Hidden, When: Searched.HasHits},
	{ID: "search.clear", When: Searched.Visible},
}

// TypeSearch edits the pattern of a search with a key that Captures takes. The command searches.
func TypeSearch(s Searched, msg tea.KeyMsg) tea.Cmd {
	if s.Captures(msg) && s.Type(msg) {
		return s.Apply()
	}
	return nil
}

// Searched is content that can be searched, such as a tree with its search line.
type Searched interface {
	Captures(tea.KeyMsg) bool
	// Type edits the pattern and reports whether that changed it.
	Type(tea.KeyMsg) bool
	Typing() bool
	Accept()
	Focus()
	Visible() bool
	Apply() tea.Cmd
	NextHit(delta int)
	HasHits() bool
}

// Rows is a list or tree with a selected row, such as a table.Model.
type Rows interface {
	Move(delta int)
	Page(delta float64)
	Select(row int)
	Len() int
}

// NextPanel returns the panel that follows, or the one before for the second key of a binding that picks.
func NextPanel[T ~int](focused, count T, choice int) T {
	if choice > 0 {
		return (focused + count - 1) % count
	}
	return (focused + 1) % count
}
