package account

import (
	"context"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/linkvalue"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// maxPins is the number of pinned values shown and requested.
const maxPins = 3

// pinnedValue is a pinned value in the account panel.
type pinnedValue struct {
	store.Pin
	value load.State[linkvalue.Value]
}

// updatePins reads the account's pins from the store. Values already loaded are preserved.
func (m *Model) updatePins() {
	known := map[string]*pinnedValue{}
	for _, p := range m.pins {
		known[p.Link.String()] = p
	}
	m.pins = nil
	for _, pin := range m.deps.Store.Pins(m.address) {
		p := known[pin.Link.String()]
		if p == nil {
			p = &pinnedValue{Pin: pin}
		}
		m.deps.Amounts.WantLinked(pin.Link)
		if m.pins = append(m.pins, p); len(m.pins) == maxPins {
			return
		}
	}
}

// fetchPins requests the pinned values.
func (m *Model) fetchPins() tea.Cmd {
	m.updatePins()
	var cmds []tea.Cmd
	for _, p := range m.pins {
		link := p.Link
		cmds = append(cmds, p.value.Ask(m.ctx, m.deps.Loader, func(ctx context.Context) (linkvalue.Value, error) {
			return linkvalue.Read(ctx, m.deps.Node, link)
		}))
	}
	return tea.Batch(cmds...)
}

func (m *Model) handlePin(msg load.Result[linkvalue.Value]) {
	for _, p := range m.pins {
		if p.value.Take(msg) {
			return
		}
	}
}

// pinLines draws one pinned value per line.
func (m *Model) pinLines() []text.Line {
	th := m.deps.Theme
	var lines []text.Line
	for _, p := range m.pins {
		name := pinName(p.Link)
		line := text.Line{{Text: "pinned  ", Style: th.Faint}, {Text: name}, {Text: "  =  ", Style: th.Faint}}
		labelSpans := len(line) // the value follows
		value, ok := p.value.Value()
		switch err := p.value.Err(); {
		case err != nil && ok:
			line = append(line, text.Span{Text: m.deps.Amounts.Linked(p.Link, value), Style: th.Warn}, text.Span{Text: "  " + p.value.Status(m.deps.Now()).Words(), Style: th.Bad})
		case err != nil:
			line = append(line, text.Span{Text: m.deps.Explain(err).Reason, Style: th.Bad})
		case ok:
			line = append(line, text.Span{Text: m.deps.Amounts.Linked(p.Link, value), Style: th.Strong})
		default:
			line = append(line, text.Span{Text: "asked for", Style: th.Faint})
		}
		shown := line[labelSpans:]
		line = line.AnnounceAs(func() text.Safe { return "pinned: " + text.Safe(strings.TrimSpace(string(name))) + ": " + shown.Text() })
		lines = append(lines, line)
	}
	return lines
}

// pinName describes what is pinned: a view call with its type arguments, or a resource and path.
func pinName(link target.Link) text.Safe {
	if link.View != nil {
		name := link.Target.Function.String()
		for i, argument := range link.View.TypeArguments {
			name += [2]string{"<", ", "}[min(i, 1)] + argument
		}
		if len(link.View.TypeArguments) > 0 {
			name += ">"
		}
		return text.Short(text.Bounded(name))
	}
	return structName(&client.Resource{Type: link.Type}) + " " + text.Bounded(link.Path)
}

// pin pins or unpins the selected value.
func (r *resources) pin() tea.Cmd {
	pin, ok := r.selectedPin(r.deps.Endpoint.Network)
	if !ok {
		return nil
	}
	status := text.Safe("no longer pinned: ")
	if r.deps.Store.TogglePin(pin) {
		status = "pinned to the account's panel: "
	}
	return tea.Batch(r.deps.Keep(), r.deps.Post(screen.StoreMsg{}), r.deps.Post(screen.StatusMsg{Text: status + pinName(pin.Link)}))
}
