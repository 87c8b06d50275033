package account

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/record"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// maxPins is the number of pinned values shown and requested.
const maxPins = 3

// fetchPins requests the pinned values.
func (m *Model) fetchPins() {
	pins := m.deps.Store.Pins(m.address)
	m.pins = pins[:min(len(pins), maxPins)]
	for _, pin := range m.pins {
		m.deps.Links.Request(pin.Link)
	}
}

// pinLines draws one pinned value per line.
func (m *Model) pinLines() []text.Line {
	th := m.deps.Theme
	var lines []text.Line
	for _, p := range m.pins {
		name := pinName(p.Link)
		line := text.Line{{Text: text.Const("pinned  "), Style: th.Faint}, {Text: name}, {Text: text.Const("  =  "), Style: th.Faint}}
		labelSpans := len(line) // the value follows
		value, ok := m.deps.Links.Text(p.Link)
		status := m.deps.Links.Status(p.Link)
		switch err := status.Err; {
		case err != nil && ok:
			line = append(line, text.Span{Text: value, Style: th.Warn}, text.Span{Text: text.Format("  %s", status.Text()), Style: th.Bad})
		case err != nil:
			line = append(line, text.Span{Text: m.deps.Explain(err).Reason, Style: th.Bad})
		case ok:
			style := th.Strong
			if changing := m.pinValues[p.Link.String()]; changing != nil {
				style = m.deps.Marked(changing.At(), style)
			}
			line = append(line, text.Span{Text: value, Style: style})
		default:
			line = append(line, text.Span{Text: status.Or(text.Const("loading")), Style: th.Faint})
		}
		shown := line[labelSpans:]
		line = line.AnnounceAs(func() text.Safe {
			return text.Format("pinned: %s: %s", text.Clean(strings.TrimSpace(name.String())), shown.Text())
		})
		lines = append(lines, line)
	}
	return lines
}

// noteChanges records the values that requests have just delivered, so that those that changed are marked.
func (m *Model) noteChanges() {
	now := m.deps.Now()
	if held, ok := m.deps.Holdings.Get(m.address); ok {
		if native := held.Native(); native != nil {
			m.balance.Note(native.Amount, now)
		}
	}
	for _, pin := range m.pins {
		if value, ok := m.deps.Links.Text(pin.Link); ok {
			key := pin.Link.String()
			if m.pinValues[key] == nil {
				m.pinValues[key] = &screen.Changing[string]{}
			}
			m.pinValues[key].Note(value.String(), now)
		}
	}
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
	return text.Format("%s %s", record.StructName(&client.Resource{Type: link.Type}), text.Bounded(link.Path))
}

// pin pins or unpins the selected value.
func (r *resources) pin() tea.Cmd {
	pin := r.selectedPin()
	status := text.Const("unpinned: ")
	if r.Deps.Store.TogglePin(pin) {
		status = text.Const("pinned: ")
	}
	return tea.Batch(r.Deps.SaveAndReport(text.Concat(status, pinName(pin.Link))), r.Deps.Post(screen.StoreMsg{}))
}

// canLink reports whether the type of the selected resource can be linked to.
func (r *resources) canLink() bool {
	kind, _ := r.shownLocation()
	return kind != ""
}

// watchLink returns the link of the selected resource, if it can be linked to.
func (r *resources) watchLink() target.Link {
	link := r.selectedPin().Link
	link.Path = ""
	return link
}

// watch asks the deck to watch the selected resource, or to stop it.
func (r *resources) watch() tea.Cmd { return r.Deps.Post(screen.WatchMsg{Link: r.watchLink()}) }

func (r *resources) isWatched() bool {
	return r.canLink() && r.Deps.Store.FindWatch(r.watchLink()) != nil
}

func (r *resources) otherWatch() string {
	if r.isWatched() {
		return "stop watching"
	}
	return ""
}
