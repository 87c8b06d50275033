// Package effects is the screen that lists what a function may do, as far as bytecode tells.
package effects

import (
	"context"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/lookup"
	"foredeck/tui/pane"
	"foredeck/tui/query"
	"foredeck/tui/record"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// Spec declares the screen of a function's effects.
var Spec = screen.Spec[*Model]{
	Name: "effects", Visitors: screen.Allowed, Open: open,
	Links:  func(link target.Link) bool { return link.Target.Kind == target.Effects },
	Parent: target.FunctionOf,
	At:     func(link target.Link) target.Link { return link },
	Hints:  []screen.Hint{{ID: "effects.open", Words: text.Const("opens the instruction")}, {ID: "search.begin", Words: text.Const("filters")}},
	Typing: (*Model).Typing,
	Bindings: screen.Bind(
		screen.Bindings[*Model]{
			{ID: "effects.open", Keys: "enter", Help: "open instruction", State: screen.Instead((*Model).isNative, "open function"), When: (*Model).HasRow, Why: "no effect selected", Run: (*Model).openPlace},
			{ID: "effects.next", Keys: "J", Pair: "effects.previous", Help: "next/previous place", Long: "next place", When: (*Model).hasPlaces, Why: "the effect has one place", Run: func(m *Model) tea.Cmd { m.move(1); return nil }},
			{ID: "effects.previous", Keys: "K", Help: "previous place", When: (*Model).hasPlaces, Why: "the effect has one place", Run: func(m *Model) tea.Cmd { m.move(-1); return nil }},
		},
		pane.Browse(func(m *Model) *pane.Browser[move.Effect] { return &m.Browser }),
	),
}

// Model is the screen.
type Model struct {
	pane.Browser[move.Effect]
	deps     *screen.Deps
	ctx      context.Context
	function move.FunctionID
	state    load.State[*move.Effects]
	place    int          // the selected one of the effect that it belongs to
	of       *move.Effect // that effect
}

func open(deps *screen.Deps, link target.Link) *Model {
	m := &Model{deps: deps, function: link.Target.Function}
	words := pane.Words{Title: text.Format("What %s may do", text.Clean(m.function.Name)), Content: text.Const("the modules that it may enter"), Record: text.Const("effect")}
	list := pane.NewList(deps, words, pane.InBothOrders(load.Source[move.Effect]{Key: keyOf}), pane.Records[move.Effect]{
		Language: func() query.Language[move.Effect] { return record.EffectFields(pane.FilterEnv(deps)) }, Rows: record.Effects.CSV(),
	})
	list.Columns, list.Empty, list.Head = m.columns, m.empty, m.head
	m.Browser = pane.Browser[move.Effect]{
		List: list, Few: true, Details: m.details, Word: record.EffectSubject,
		Name: func() []text.Safe { return []text.Safe{text.Clean(m.function.Name), text.Const("Effects")} },
	}
	return m
}

func keyOf(e *move.Effect) string {
	return strings.Join([]string{string(e.Kind), record.EffectSubject(e).String(), e.At[0].Function.String()}, " ")
}

// Enter reads the modules that the function may execute, unless that was done.
func (m *Model) Enter(ctx context.Context) tea.Cmd {
	m.ctx = ctx
	m.List.Resume(ctx)
	if _, ok := m.state.Value(); ok {
		return m.Settle()
	}
	return tea.Batch(m.read(), m.Settle())
}

func (m *Model) read() tea.Cmd {
	node, function := m.deps.Node, m.function
	return m.state.Load(m.ctx, m.deps.Loader, func(ctx context.Context) (*move.Effects, error) {
		effects, err := lookup.NewBytecodes(node).Effects(ctx, function)
		return &effects, err
	})
}

// HardReload reads the modules again.
func (m *Model) HardReload() tea.Cmd { return m.read() }

// Leave cancels the requests.
func (m *Model) Leave() {
	m.state.Cancel()
	m.Browser.Leave()
}

// Update handles the effects, and typed keys.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	if result, ok := msg.(load.Result[*move.Effects]); ok && m.state.Accept(result) && result.Err == nil {
		rows := make([]*move.Effect, len(result.Value.List))
		for i := range rows {
			rows[i] = &result.Value.List[i]
		}
		m.List.Hold(rows)
	}
	return m.Browser.Update(msg)
}

// styles are those of the kinds that change something, or end the call.
func (m *Model) style(kind move.EffectKind) widget.Cell {
	th, cell := m.deps.Theme, widget.Cell{Text: text.Clean(string(kind))}
	switch kind {
	case move.EffectWrites, move.EffectPublishes, move.EffectRemoves:
		cell.Style = th.Accent
	case move.EffectAborts:
		cell.Style = th.Bad
	case move.EffectRuns, move.EffectNative:
		cell.Style = th.Warn
	}
	return cell
}

func (m *Model) columns() []pane.Column[move.Effect] {
	of := func(name string, rank int) pane.Column[move.Effect] { return pane.Of(record.Effects.Named(name), rank) }
	kind, subject, in := of("effect", 0), of("subject", 0), of("function", 2)
	kind.Cell = func(e *move.Effect) widget.Cell { return m.style(e.Kind) }
	subject.Width, subject.Max, subject.Shorten = 24, 80, text.CutMiddle
	in.Width, in.Shorten = max(m.List.Width()/3, 20), text.CutMiddle
	return []pane.Column[move.Effect]{kind, subject, in, of("code_offset", 4), of("places", 3)}
}

// head says what the effects are those of, and what they do not include.
func (m *Model) head(room pane.Area) []text.Line {
	effects, ok := m.state.Value()
	if !ok {
		return nil
	}
	th := m.deps.Theme
	lines := []text.Line{text.In(th.Faint, "possible, not certain: by the bytecode of %s in %s", text.Plural(effects.Functions, "function"), text.Plural(len(effects.Modules), "module"))}
	for _, limit := range record.EffectsLimits(effects) {
		lines = append(lines, text.WrapIn(th.Warn, text.Format("! %s", limit), max(room.Width, 1), maxLines)...)
	}
	return append(lines, nil)
}

func (m *Model) empty() []text.Line {
	th := m.deps.Theme
	status := m.state.Status(m.deps.Now())
	switch effects, ok := m.state.Value(); {
	case status.Err != nil:
		return m.deps.FailureLines(status.Err)
	case !ok:
		if spinner := m.deps.Spinner(status, m.List.Content); spinner != nil {
			return []text.Line{spinner}
		}
		return nil
	case effects.IsComplete():
		return []text.Line{text.In(th.Faint, "it only computes: no resources, events or aborts")}
	}
	return []text.Line{text.In(th.Faint, "none in what could be read")}
}

// maxLines is the number of lines that a text wraps to.
const maxLines = 4

// selected returns the selected effect and place, nil without rows.
func (m *Model) selected() (effect *move.Effect, place int) {
	if effect = m.List.Selected(); effect != m.of {
		m.of, m.place = effect, 0
	}
	return effect, m.place
}

func (m *Model) hasPlaces() bool {
	effect, _ := m.selected()
	return effect != nil && len(effect.At) > 1
}

func (m *Model) isNative() bool {
	effect, place := m.selected()
	return effect != nil && effect.At[place].Offset == nil
}

func (m *Model) move(by int) {
	effect, place := m.selected()
	m.place = min(max(place+by, 0), len(effect.At)-1)
}

// openPlace opens the instruction, or the native function.
func (m *Model) openPlace() tea.Cmd {
	effect, place := m.selected()
	at := effect.At[place]
	opened := target.Target{Kind: target.Function, Function: at.Function}
	if at.Offset != nil {
		opened.Kind, opened.Offset = target.Code, *at.Offset
	}
	return m.deps.Post(screen.OpenMsg{Target: opened})
}

// details lists the places of the selected effect.
func (m *Model) details(room pane.Area) widget.Panel {
	th := m.deps.Theme
	p := widget.Panel{Title: text.In(th.Title, "Where")}
	effect, selected := m.selected()
	if effect == nil {
		return p
	}
	p.State = text.In(th.Faint, "%s, fewest calls away first", text.Plural(len(effect.At), "place"))
	facts := make([]pane.Fact, 0, len(effect.At)+1)
	for _, place := range effect.At {
		name, value := text.Const("native"), text.Clean(place.Function.String())
		if place.Offset != nil {
			name = text.Format("instruction %s", text.Integer(uint64(*place.Offset)))
		}
		facts = append(facts, pane.Fact{Lines: text.WrapBeside(name.In(th.Faint).Fit(placeLabel), value, max(room.Width, placeLabel+1), maxLines)})
	}
	if effect.Text != "" {
		facts = append(facts, pane.Fact{Lines: text.WrapBeside(text.In(th.Faint, "described as").Fit(placeLabel), text.Bounded(effect.Text), max(room.Width, placeLabel+1), maxLines)})
	}
	p.Body = pane.FactLines(th, facts, selected, room, len(effect.At) > 1)
	return p
}

// placeLabel is the width of the names of instructions.
const placeLabel = 18

// Link returns the location of the effects.
func (m *Model) Link() (target.Link, bool) {
	return target.Link{Network: m.deps.Endpoint.Network, Target: target.Target{Kind: target.Effects, Function: m.function}}, true
}

// Copies returns the selected effect.
func (m *Model) Copies() []screen.Copy {
	effect, place := m.selected()
	if effect == nil {
		return nil
	}
	copies := screen.AppendCopy(nil, text.Const("value"), record.EffectSubject(effect).String())
	copies = screen.AppendCopy(copies, text.Const("function"), effect.At[place].Function.String())
	return append(copies, m.List.CopyRow(effect))
}

// Export offers the list.
func (m *Model) Export() (screen.Export, bool) {
	return m.List.Export("effects-"+m.function.Module+"-"+m.function.Name, m.List.All, 0)
}
