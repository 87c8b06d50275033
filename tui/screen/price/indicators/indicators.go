// Package indicators lets the user choose the indicators of a price chart, per pair, and computes their curves and panes.
package indicators

import (
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/indicator"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/input"
)

// Max is the maximum number of indicators of a chart.
const Max = 8

// KeyMap holds the keys of the form.
type KeyMap struct {
	Move         screen.MoveKeys
	Edit, Remove screen.Action
}

// NewKeyMap returns the default keys.
func NewKeyMap() KeyMap {
	return KeyMap{
		Move:   screen.NewMoveKeys(),
		Edit:   screen.NewAction("price.indicator_edit", []string{"enter"}, "enter", "add or edit indicator"),
		Remove: screen.NewAction("price.indicator_remove", []string{"x", "delete"}, "x", "remove indicator"),
	}
}

// Model is the choice of indicators and its form: a list of the active ones, followed by the kinds that can be added.
type Model struct {
	deps   *screen.Deps
	keys   KeyMap
	pair   string
	active []indicator.Indicator

	values   [][][]float64 // of the active ones for the window with the key valuesOf; nil: not computed
	valuesOf any

	isOpen  bool
	cursor  int // row of the list
	editing bool
	box     textinput.Model
	problem text.Safe // of the edited text
}

// New returns the choice of a pair.
func New(deps *screen.Deps, pair string) *Model {
	m := &Model{deps: deps, keys: NewKeyMap(), box: input.New(60)}
	m.Show(pair)
	return m
}

// Show reads the choice of another pair. Stored indicators that this version does not know are left out.
func (m *Model) Show(pair string) {
	m.pair, m.active, m.values, m.cursor, m.editing = pair, nil, nil, 0, false
	for _, typed := range m.deps.Store.PairChart(pair).Indicators {
		if known, err := indicator.Parse(typed); err == nil && len(m.active) < Max {
			m.active = append(m.active, known)
		}
	}
}

// Toggle opens or closes the form.
func (m *Model) Toggle() { m.isOpen, m.editing, m.cursor = !m.isOpen, false, 0 }

// IsOpen reports whether the form is open.
func (m *Model) IsOpen() bool { return m.isOpen }

// Captures reports whether the form uses a key as text.
func (m *Model) Captures(msg tea.KeyMsg) bool { return m.editing && input.Edits(msg) }

// Escape ends editing, or closes the form. It reports whether there was one.
func (m *Model) Escape() bool {
	wasOpen := m.isOpen
	if m.editing {
		m.editing = false
		return true
	}
	m.isOpen = false
	return wasOpen
}

// WarmUp returns the number of bars before the window that the indicators need, of bars of a length.
func (m *Model) WarmUp(bar time.Duration) int {
	most := 0
	for _, each := range m.active {
		most = max(most, each.WarmUp(bar))
	}
	return most
}

// Update handles the keys of the form while it is open. Other keys are those of the chart.
func (m *Model) Update(msg tea.KeyMsg) (cmd tea.Cmd, handled bool) {
	switch {
	case !m.isOpen:
		return nil, false
	case m.editing && m.keys.Edit.Matches(msg):
		return m.submit(), true
	case m.editing:
		m.box, _ = m.box.Update(msg)
		m.problem = text.Safe{}
		if _, err := indicator.Parse(m.box.Value()); err != nil {
			m.problem = explain(err)
		}
	case m.keys.Move.Rows(m, msg):
	case m.keys.Remove.Matches(msg) && m.cursor < len(m.active):
		m.active = slices.Delete(m.active, m.cursor, m.cursor+1)
		return m.save(), true
	case m.keys.Edit.Matches(msg):
		return m.choose(), true
	default:
		return nil, false
	}
	return nil, true
}

// choose edits the selected indicator, or adds the selected kind and edits its parameters if it has any.
func (m *Model) choose() tea.Cmd {
	if m.cursor < len(m.active) {
		m.edit()
		return nil
	}
	if len(m.active) == Max {
		return m.deps.Post(screen.StatusMsg{Text: text.Format("%s indicators at most: remove one with %s", text.Integer(Max), m.deps.Key("price.indicator_remove")), Warn: true})
	}
	kind := indicator.Kinds()[m.cursor-len(m.active)]
	added, err := indicator.New(kind, nil)
	if err != nil {
		return m.deps.Post(screen.StatusMsg{Text: explain(err), Warn: true})
	}
	m.active = append(m.active, added)
	m.cursor = len(m.active) - 1
	if len(kind.Parameters) > 0 {
		m.edit()
	}
	return m.save()
}

func (m *Model) edit() {
	m.editing, m.problem = true, text.Safe{}
	typed := m.active[m.cursor].String()
	m.box.SetValue(typed)
	m.box.SetCursor(len(strings.TrimSuffix(typed, ")")))
	m.box.Focus()
}

// submit replaces the edited indicator if its text is valid.
func (m *Model) submit() tea.Cmd {
	edited, err := indicator.Parse(m.box.Value())
	if err != nil {
		m.problem = explain(err)
		return nil
	}
	m.active[m.cursor], m.editing = edited, false
	return m.save()
}

// explain returns an error without its common part, which the form makes clear.
func explain(err error) text.Safe {
	return text.Clean(strings.TrimPrefix(err.Error(), indicator.ErrInvalid.Error()+": "))
}

// save stores the choice and applies it.
func (m *Model) save() tea.Cmd {
	m.values = nil
	chosen := m.deps.Store.PairChart(m.pair)
	chosen.Indicators = nil
	for _, each := range m.active {
		chosen.Indicators = append(chosen.Indicators, each.String())
	}
	m.deps.Store.SetPairChart(m.pair, chosen)
	return m.deps.SaveStore()
}

// Len returns the number of rows of the form.
func (m *Model) Len() int { return len(m.active) + len(indicator.Kinds()) }

// Move moves the selection by rows.
func (m *Model) Move(delta int) { m.Select(m.cursor + delta) }

// Page moves the selection to an end, as the list is about as long as a page.
func (m *Model) Page(delta float64) { m.Select(m.cursor + int(delta*float64(m.Len()))) }

// Select selects a row.
func (m *Model) Select(row int) { m.cursor = max(0, min(row, m.Len()-1)) }

// Actions returns the keys of the form.
func (m *Model) Actions() []screen.Action {
	k := m.keys
	if m.editing {
		k.Edit.SetHelp("enter", "apply")
		return []screen.Action{k.Edit}
	}
	if m.cursor < len(m.active) {
		k.Edit.SetHelp("enter", "edit")
		return []screen.Action{k.Edit, k.Remove, k.Move.Up.Hidden(), k.Move.Down.Hidden(), k.Move.First.Hidden(), k.Move.Last.Hidden()}
	}
	k.Edit.SetHelp("enter", "add")
	return []screen.Action{k.Edit, k.Move.Up.Hidden(), k.Move.Down.Hidden(), k.Move.First.Hidden(), k.Move.Last.Hidden()}
}
