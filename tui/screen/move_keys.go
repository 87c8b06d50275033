package screen

import (
	tea "github.com/charmbracelet/bubbletea"
)

// MoveKeys are the keys that move in lists and trees. All screens share them.
type MoveKeys struct {
	Up, Down, PageUp, PageDown, HalfUp, HalfDown, First, Last Action
}

// NewMoveKeys returns the default keys.
func NewMoveKeys() MoveKeys {
	return MoveKeys{
		Up:       NewAction("list.up", []string{"up", "k"}, "↑ k", "up"),
		Down:     NewAction("list.down", []string{"down", "j"}, "↓ j", "down"),
		PageUp:   NewAction("list.page_up", []string{"pgup"}, "pgup", "page up"),
		PageDown: NewAction("list.page_down", []string{"pgdown"}, "pgdn", "page down"),
		HalfUp:   NewAction("list.half_up", []string{"ctrl+u"}, "ctrl+u", "half page up"),
		HalfDown: NewAction("list.half_down", []string{"ctrl+d"}, "ctrl+d", "half page down"),
		First:    NewAction("list.first", []string{"g", "home"}, "g", "first"),
		Last:     NewAction("list.last", []string{"G", "end"}, "G", "last"),
	}
}

// Rows is a list or tree with a selected row, such as a table.Model.
type Rows interface {
	Move(delta int)
	Page(delta float64)
	Select(row int)
	Len() int
}

// Rows moves the selection of a list and reports whether the key is bound to that.
func (k *MoveKeys) Rows(rows Rows, msg tea.KeyMsg) bool {
	switch {
	case k.Down.Matches(msg):
		rows.Move(1)
	case k.Up.Matches(msg):
		rows.Move(-1)
	case k.PageDown.Matches(msg):
		rows.Page(1)
	case k.PageUp.Matches(msg):
		rows.Page(-1)
	case k.HalfDown.Matches(msg):
		rows.Page(0.5)
	case k.HalfUp.Matches(msg):
		rows.Page(-0.5)
	case k.First.Matches(msg):
		rows.Select(0)
	case k.Last.Matches(msg):
		rows.Select(rows.Len() - 1)
	default:
		return false
	}
	return true
}

// NonText returns the keys that move while a text is edited. The other keys edit the text.
func (k *MoveKeys) NonText() []Action {
	return []Action{k.Up.Hidden(), k.Down.Hidden(), k.PageUp.Hidden(), k.PageDown.Hidden(), k.HalfDown.Hidden()}
}

// All returns all keys that move.
func (k *MoveKeys) All() []Action {
	return append(k.NonText(), k.HalfUp.Hidden(), k.First.Hidden(), k.Last.Hidden())
}

// FoldKeys are the keys that fold and unfold trees. All screens share them.
type FoldKeys struct {
	Unfold, Fold, Deeper, Shallower, OpenAll Action
	NextSibling, PreviousSibling             Action
}

// NewFoldKeys returns the default keys.
func NewFoldKeys() FoldKeys {
	return FoldKeys{
		Unfold:    NewAction("tree.open", []string{"right", "l"}, "→ l", "expand"),
		Fold:      NewAction("tree.close", []string{"left", "h"}, "← h", "collapse"),
		Deeper:    NewAction("tree.deeper", []string{"}"}, "}", "one level deeper"),
		Shallower: NewAction("tree.shallower", []string{"{"}, "{", "one level shallower"),
		OpenAll:   NewAction("tree.all", []string{"*"}, "*", "expand all"),

		NextSibling:     NewAction("tree.next_sibling", []string{"J"}, "J", "next sibling"),
		PreviousSibling: NewAction("tree.previous_sibling", []string{"K"}, "K", "previous sibling"),
	}
}
