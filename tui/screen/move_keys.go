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

// Rows is a list with a selected row, such as a table.Model.
type Rows interface {
	Move(delta int)
	Page(delta float64)
	Select(row int)
	Len() int
}

// Rows moves the selection of a list and reports whether the key is bound to that.
func (k *MoveKeys) Rows(rows Rows, msg tea.KeyMsg) bool {
	return k.move(msg, rows.Move, rows.Page, func() { rows.Select(0) }, func() { rows.Select(rows.Len() - 1) })
}

// Tree is a tree with a selected line, such as a jsontree.Model.
type Tree interface {
	Move(delta int)
	Page(delta int)
	First()
	Last()
}

// Tree moves the selection of a tree that is height lines high and reports whether the key is bound to that.
func (k *MoveKeys) Tree(tree Tree, height int, msg tea.KeyMsg) bool {
	page := func(delta float64) {
		if whole := int(delta); whole != 0 {
			tree.Page(whole)
			return
		}
		tree.Move(int(2*delta) * max(height/2, 1))
	}
	return k.move(msg, tree.Move, page, tree.First, tree.Last)
}

func (k *MoveKeys) move(msg tea.KeyMsg, by func(delta int), page func(delta float64), first, last func()) bool {
	switch {
	case k.Down.Matches(msg):
		by(1)
	case k.Up.Matches(msg):
		by(-1)
	case k.PageDown.Matches(msg):
		page(1)
	case k.PageUp.Matches(msg):
		page(-1)
	case k.HalfDown.Matches(msg):
		page(0.5)
	case k.HalfUp.Matches(msg):
		page(-0.5)
	case k.First.Matches(msg):
		first()
	case k.Last.Matches(msg):
		last()
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

// Foldable is a tree whose nodes can be folded, such as a jsontree.Model.
type Foldable interface {
	Open()
	Close()
	AdjustDepth(delta int)
	OpenAll()
	Sibling(delta int)
}

// Key folds or unfolds a tree and reports whether the key is bound to that.
func (k *FoldKeys) Key(tree Foldable, msg tea.KeyMsg) bool {
	switch {
	case k.Unfold.Matches(msg):
		tree.Open()
	case k.Fold.Matches(msg):
		tree.Close()
	case k.Deeper.Matches(msg):
		tree.AdjustDepth(1)
	case k.Shallower.Matches(msg):
		tree.AdjustDepth(-1)
	case k.OpenAll.Matches(msg):
		tree.OpenAll()
	default:
		return false
	}
	return true
}

// Siblings selects the next or previous sibling and reports whether the key is bound to that.
func (k *FoldKeys) Siblings(tree Foldable, msg tea.KeyMsg) bool {
	switch {
	case k.NextSibling.Matches(msg):
		tree.Sibling(1)
	case k.PreviousSibling.Matches(msg):
		tree.Sibling(-1)
	default:
		return false
	}
	return true
}
