package wall

import (
	"time"

	"foredeck/tui/text"
)

// View draws the body.
func (m *Model) View() []text.Line {
	s := m.sheet()
	if s == nil {
		return nil
	}
	lines := make([]text.Line, m.size.Height)
	for _, t := range s.tiles {
		for i, line := range m.panels[t.panel].Draw(t.width, t.height, m.size.IsPlain()) {
			lines[t.top+i] = append(lines[t.top+i], line...)
		}
	}
	return lines
}

// Note tells which page is visible.
func (m *Model) Note() (left, right text.Line) {
	if at, count := m.visible(); count > 1 {
		left = text.In(m.deps.Theme.Faint, "page %s of %s", text.Integer(uint64(at+1)), text.Integer(uint64(count)))
	}
	return left, nil
}

// Activity tells when the next page is shown.
func (m *Model) Activity() text.Line {
	switch {
	case !m.rotates():
		return nil
	case m.paused:
		return text.In(m.deps.Theme.Warn, "paused · %s resume", m.deps.Key("wall.pause"))
	}
	left := max(m.wall.Rotate-m.deps.Now().Sub(m.turned), 0)
	return text.In(m.deps.Theme.Faint, "next page in %s s", text.Integer(uint64((left+time.Second-1)/time.Second)))
}

// Vital returns the newest height, or else the title.
func (m *Model) Vital() text.Line {
	if height, _, ok := m.deps.Seen.Newest(); ok {
		return text.Line{{Text: text.Const("head "), Style: m.deps.Theme.Faint}, {Text: text.Integer(height), Style: m.deps.Theme.Strong}}
	}
	return text.Format("wall %s", text.Clean(m.wall.Title)).Line()
}
