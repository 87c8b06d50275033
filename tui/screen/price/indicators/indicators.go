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

// Bindings are the keys of the form while it is open.
var Bindings = slices.Concat(
	screen.Bindings[*Model]{
		{ID: "price.indicator_edit", While: screen.Typing, Help: "apply", Run: (*Model).submit},
		{ID: "price.indicator_edit", Help: "edit", When: (*Model).isOnActive, Run: (*Model).edit},
		{ID: "price.indicator_edit", Keys: "enter", Help: "add", Long: "add or edit indicator", Run: (*Model).add},
		{ID: "price.indicator_remove", Keys: "x delete", Help: "remove indicator", When: (*Model).isOnActive, Run: (*Model).remove},
	},
	screen.Movement(func(m *Model) screen.Rows { return m }).If(screen.Not((*Model).IsEditing)),
)

// Model is the choice of indicators and its form: a list of the active ones, followed by the kinds that can be added.
type Model struct {
	deps   *screen.Deps
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
	m := &Model{deps: deps, box: input.New(60)}
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

// IsEditing reports whether an indicator is edited as text.
func (m *Model) IsEditing() bool { return m.editing }

func (m *Model) isOnActive() bool { return m.cursor < len(m.active) }

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

// Type edits the text of an indicator with a key that Captures takes.
func (m *Model) Type(msg tea.KeyMsg) {
	m.box, _ = m.box.Update(msg)
	m.problem = text.Safe{}
	if _, err := indicator.Parse(m.box.Value()); err != nil {
		m.problem = explain(err)
	}
}

func (m *Model) remove() tea.Cmd {
	m.active = slices.Delete(m.active, m.cursor, m.cursor+1)
	return m.save()
}

// add adds the selected kind, and edits its parameters if it has any.
func (m *Model) add() tea.Cmd {
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

func (m *Model) edit() tea.Cmd {
	m.editing, m.problem = true, text.Safe{}
	typed := m.active[m.cursor].String()
	m.box.SetValue(typed)
	m.box.SetCursor(len(strings.TrimSuffix(typed, ")")))
	m.box.Focus()
	return nil
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
