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

// mostPins is how many pinned values the panel of the account shows, and asks for.
const mostPins = 3

// pinned is a value in the panel of the account.
type pinned struct {
	store.Pin
	value load.State[linkvalue.Value]
}

// gatherPins takes the pins of the account from the notebook. What is known of their values stays.
func (m *Model) gatherPins() {
	held := map[string]*pinned{}
	for _, p := range m.pins {
		held[p.Link.String()] = p
	}
	m.pins = nil
	for _, pin := range m.deps.Store.Pins(m.address) {
		p := held[pin.Link.String()]
		if p == nil {
			p = &pinned{Pin: pin}
		}
		m.deps.WantLinked(pin.Link)
		if m.pins = append(m.pins, p); len(m.pins) == mostPins {
			return
		}
	}
}

// askPins asks for the pinned values.
func (m *Model) askPins() tea.Cmd {
	m.gatherPins()
	var asked []tea.Cmd
	for _, p := range m.pins {
		link := p.Link
		asked = append(asked, p.value.Ask(m.ctx, m.deps.Loader, func(ctx context.Context) (linkvalue.Value, error) {
			return linkvalue.Read(ctx, m.deps.Node, link)
		}))
	}
	return tea.Batch(asked...)
}

func (m *Model) takePin(msg load.Result[linkvalue.Value]) {
	for _, p := range m.pins {
		if p.value.Take(msg) {
			return
		}
	}
}

// pinLines are the pinned values, one in each line.
func (m *Model) pinLines() []text.Line {
	th := m.deps.Theme
	var lines []text.Line
	for _, p := range m.pins {
		name := pinName(p.Link)
		line := text.Line{{Text: "pinned  ", Style: th.Faint}, {Text: name}, {Text: "  =  ", Style: th.Faint}}
		drawn := len(line) // what follows is the value
		value, ok := p.value.Value()
		switch err := p.value.Err(); {
		case err != nil && ok:
			line = append(line, text.Span{Text: m.deps.WriteLinked(p.Link, value), Style: th.Warn}, text.Span{Text: "  " + p.value.Status(m.deps.Now()).Words(), Style: th.Bad})
		case err != nil:
			line = append(line, text.Span{Text: m.deps.Explain(err).Reason, Style: th.Bad})
		case ok:
			line = append(line, text.Span{Text: m.deps.WriteLinked(p.Link, value), Style: th.Strong})
		default:
			line = append(line, text.Span{Text: "asked for", Style: th.Faint})
		}
		said := line[drawn:]
		line = line.AnnounceAs(func() text.Safe { return "pinned: " + text.Safe(strings.TrimSpace(string(name))) + ": " + said.Text() })
		lines = append(lines, line)
	}
	return lines
}

// pinName is what is pinned: a call with its type arguments, or a resource with the path of the value.
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

// pin pins the value that is selected to the panel of the account, or takes it from there.
func (r *resources) pin() tea.Cmd {
	pin, ok := r.pinned(r.deps.Endpoint.Network)
	if !ok {
		return nil
	}
	said := text.Safe("no longer pinned: ")
	if r.deps.Store.TogglePin(pin) {
		said = "pinned to the account's panel: "
	}
	return tea.Batch(r.deps.Keep(), r.deps.Post(screen.StoreMsg{}), r.deps.Post(screen.StatusMsg{Text: said + pinName(pin.Link)}))
}
