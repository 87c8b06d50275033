package custom

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/overlay"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

var pagerBindings = screen.Bind(
	screen.Bindings[*pager]{{ID: "output.close", Keys: "esc q", Help: "close", Long: "end the command and close", Run: (*pager).close}},
	screen.Movement(func(p *pager) screen.Rows { return p }),
)

// PagerKeys lists the keys of the panel with the output of a command.
func PagerKeys() []screen.Action { return pagerBindings.All() }

// pager is the panel with the output of a command. It implements screen.Rows: its selected row is the first visible line.
type pager struct {
	deps   *screen.Deps
	name   text.Safe
	cancel context.CancelFunc
	output *output
	first  int // first visible line
	width  int // of the lines, in columns
	height int // number of visible lines
}

func newPager(deps *screen.Deps, name string, cancel context.CancelFunc) *pager {
	return &pager{deps: deps, name: text.Clean(name), cancel: cancel, output: newOutput()}
}

// await returns a command that waits for new output, nil if there will be none.
func (p *pager) await() tea.Cmd {
	if p.output.snapshot().ended {
		return nil
	}
	return func() tea.Msg {
		<-p.output.changed
		return outputMsg{p}
	}
}

// close ends the command and closes the panel.
func (p *pager) close() tea.Cmd {
	p.cancel()
	return p.deps.Post(overlay.CloseMsg{})
}

// Actions lists the keys of the panel.
func (p *pager) Actions() []screen.Action { return pagerBindings.Actions(p, false) }

// Len returns the number of lines.
func (p *pager) Len() int { return len(p.output.snapshot().lines) }

// Select makes a line the first visible one, or shows the last lines.
func (p *pager) Select(line int) {
	lines := p.output.snapshot().lines
	p.first = max(min(line, p.lastFirst(lines)), 0)
}

// Move scrolls by lines.
func (p *pager) Move(delta int) { p.Select(p.first + delta) }

// Page scrolls by pages.
func (p *pager) Page(delta float64) { p.Move(int(delta * float64(max(p.height-1, 1)))) }

// lastFirst returns the first visible line when the last one is at the bottom.
func (p *pager) lastFirst(lines []text.Safe) int {
	rows := 0
	for i := len(lines) - 1; i >= 0; i-- {
		if rows += len(p.wrap(lines[i])); rows > p.height {
			return i + 1
		}
	}
	return 0
}

// wrap breaks a line. It is not longer than maxLine.
func (p *pager) wrap(line text.Safe) []text.Safe { return text.Wrap(line, p.width, maxLine) }

// View draws the visible lines.
func (p *pager) View(width, height int) []text.Line {
	th := p.deps.Theme
	frameWidth, frameHeight := widget.Frame(false)
	p.width, p.height = max(width-frameWidth, 1), max(height-frameHeight, 1)
	now := p.output.snapshot()
	p.first = max(min(p.first, p.lastFirst(now.lines)), 0)
	var body []text.Line
	for i := p.first; i < len(now.lines) && len(body) < p.height; i++ {
		for _, part := range p.wrap(now.lines[i]) {
			body = append(body, part.In(th.Text))
		}
	}
	if len(now.lines) == 0 && now.ended {
		body = []text.Line{text.In(th.Faint, "no output")}
	}
	box := widget.Panel{Title: widget.Title(th, p.name, true), State: p.state(now), Body: body[:min(len(body), p.height)], Focused: true}
	return box.Draw(th, width, height)
}

// state describes the process and the number of lines.
func (p *pager) state(now snapshot) text.Line {
	th, count := p.deps.Theme, text.Plural(len(now.lines), "line")
	switch {
	case now.full:
		return text.In(th.Warn, "%s · cut: too long", count)
	case !now.ended:
		return text.In(th.Faint, "%s · running", count)
	case now.err != nil:
		return text.In(th.Warn, "%s · %s", count, explain(now.err))
	}
	return count.In(th.Faint)
}
