// indicators.go lets the user choose the indicators of a price chart, per pair, and computes their curves and panes.

package price

import (
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/market"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// Max is the maximum number of indicators of a chart.
const Max = 8

// Bindings are the keys of the form while it is open.
var Bindings = slices.Concat(
	screen.Bindings[*IndicatorBox]{
		{ID: "price.indicator_edit", While: screen.Typing, Help: "apply", Run: (*IndicatorBox).submit},
		{ID: "price.indicator_edit", Help: "edit", When: (*IndicatorBox).isOnActive, Run: (*IndicatorBox).edit},
		{ID: "price.indicator_edit", Keys: "enter", Help: "add", Long: "add or edit indicator", Run: (*IndicatorBox).add},
		{ID: "price.indicator_remove", Keys: "x delete", Help: "remove indicator", When: (*IndicatorBox).isOnActive, Run: (*IndicatorBox).remove},
	},
	screen.Movement(func(m *IndicatorBox) screen.Rows { return m }).If(screen.Not((*IndicatorBox).IsEditing)),
)

// IndicatorBox is the choice of indicators and its form: a list of the active ones, followed by the kinds that can be added.
type IndicatorBox struct {
	deps   *screen.Deps
	pair   string
	active []market.Indicator

	values   [][][]float64 // of the active ones for the window with the key valuesOf; nil: not computed
	valuesOf any

	isOpen  bool
	cursor  int // row of the list
	editing bool
	box     textinput.Model
	problem text.Safe // of the edited text
}

// NewIndicatorBox returns the choice of a pair.
func NewIndicatorBox(deps *screen.Deps, pair string) *IndicatorBox {
	m := &IndicatorBox{deps: deps, box: widget.NewInput(60)}
	m.Show(pair)
	return m
}

// Show reads the choice of another pair. Stored indicators that this version does not know are left out.
func (m *IndicatorBox) Show(pair string) {
	m.pair, m.active, m.values, m.cursor, m.editing = pair, nil, nil, 0, false
	for _, typed := range m.deps.Store.PairChart(pair).Indicators {
		if known, err := market.Parse(typed); err == nil && len(m.active) < Max {
			m.active = append(m.active, known)
		}
	}
}

// Toggle opens or closes the form.
func (m *IndicatorBox) Toggle() { m.isOpen, m.editing, m.cursor = !m.isOpen, false, 0 }

// IsOpen reports whether the form is open.
func (m *IndicatorBox) IsOpen() bool { return m.isOpen }

// IsEditing reports whether an indicator is edited as text.
func (m *IndicatorBox) IsEditing() bool { return m.editing }

func (m *IndicatorBox) isOnActive() bool { return m.cursor < len(m.active) }

// Captures reports whether the form uses a key as text.
func (m *IndicatorBox) Captures(msg tea.KeyMsg) bool { return m.editing && widget.Edits(msg) }

// Escape ends editing, or closes the form. It reports whether there was one.
func (m *IndicatorBox) Escape() bool {
	wasOpen := m.isOpen
	if m.editing {
		m.editing = false
		return true
	}
	m.isOpen = false
	return wasOpen
}

// Needs returns what the indicators need before the window, of bars of a length.
func (m *IndicatorBox) Needs(bar time.Duration) (need market.Need) {
	for _, each := range m.active {
		need = need.With(each.Needs(bar))
	}
	return need
}

// Type edits the text of an indicator with a key that Captures takes.
func (m *IndicatorBox) Type(msg tea.KeyMsg) {
	m.box, _ = m.box.Update(msg)
	m.problem = text.Safe{}
	if _, err := market.Parse(m.box.Value()); err != nil {
		m.problem = explain(err)
	}
}

func (m *IndicatorBox) remove() tea.Cmd {
	m.active = slices.Delete(m.active, m.cursor, m.cursor+1)
	return m.save()
}

// add adds the selected kind, and edits its parameters if it has any.
func (m *IndicatorBox) add() tea.Cmd {
	if len(m.active) == Max {
		return m.deps.Post(screen.StatusMsg{Text: text.Format("%s indicators at most: remove one with %s", text.Integer(Max), m.deps.Key("price.indicator_remove")), Warn: true})
	}
	kind := market.Kinds()[m.cursor-len(m.active)]
	added, err := market.NewIndicator(kind, nil)
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

func (m *IndicatorBox) edit() tea.Cmd {
	m.editing, m.problem = true, text.Safe{}
	typed := m.active[m.cursor].String()
	m.box.SetValue(typed)
	m.box.SetCursor(len(strings.TrimSuffix(typed, ")")))
	m.box.Focus()
	return nil
}

// submit replaces the edited indicator if its text is valid.
func (m *IndicatorBox) submit() tea.Cmd {
	edited, err := market.Parse(m.box.Value())
	if err != nil {
		m.problem = explain(err)
		return nil
	}
	m.active[m.cursor], m.editing = edited, false
	return m.save()
}

// explain returns an error without its common part, which the form makes clear.
func explain(err error) text.Safe {
	return text.Clean(strings.TrimPrefix(err.Error(), market.ErrInvalid.Error()+": "))
}

// save stores the choice and applies it.
func (m *IndicatorBox) save() tea.Cmd {
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
func (m *IndicatorBox) Len() int { return len(m.active) + len(market.Kinds()) }

// Move moves the selection by rows.
func (m *IndicatorBox) Move(delta int) { m.Select(m.cursor + delta) }

// Page moves the selection to an end, as the list is about as long as a page.
func (m *IndicatorBox) Page(delta float64) { m.Select(m.cursor + int(delta*float64(m.Len()))) }

// Select selects a row.
func (m *IndicatorBox) Select(row int) { m.cursor = max(0, min(row, m.Len()-1)) }
