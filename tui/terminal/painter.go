package terminal

import (
	"errors"
	"math/rand/v2"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// interval is the shortest time between two frames that are not caused by keys.
const interval = time.Second / 60

// backgroundWait is how long the first frame waits for the background color of the terminal, so that it does not have the colors for
// another one. Nearly all terminals reply at once, or report that they do not.
const backgroundWait = 250 * time.Millisecond

type (
	dueMsg       struct{} // a delayed frame is due
	freeMsg      struct{} // the terminal has received the last frame, and another was refused meanwhile
	continuedMsg struct{} // the process was stopped and continues
	widthMsg     int      // columns in which the terminal draws a mark
	repliedMsg   struct{} // the terminal has replied to the queries, or backgroundWait is over
)

// painter draws a model when its frame may have changed.
type painter struct {
	model    tea.Model
	frame    func() Frame // nil: the model is not drawn
	terminal *display
	canvas   *Canvas
	crash    *crash
	last     time.Time     // of the last frame
	cost     time.Duration // how long a slow line needs for the last frame
	stale    bool          // the model may have changed since
	delayed  bool          // a dueMsg will arrive
	waiting  bool          // for the background color, before the first frame
	width    widthMsg      // 0 if the terminal has not reported it
}

// Init starts the model.
func (p *painter) Init() tea.Cmd {
	defer p.crash.recover()
	var wait tea.Cmd
	if p.waiting {
		wait = tea.Tick(backgroundWait, func(time.Time) tea.Msg { return repliedMsg{} })
	}
	return tea.Batch(p.terminal.reportSize, wait, p.crash.guard(p.model.Init()))
}

// erase makes the next frame draw every cell.
func (p *painter) erase() {
	p.stale = true
	if p.canvas != nil {
		p.canvas.Erase()
	}
}

// View is empty: Bubble Tea draws nothing.
func (p *painter) View() string { return "" }

// Update updates the model and draws the frame when it is due.
func (p *painter) Update(msg tea.Msg) (_ tea.Model, cmd tea.Cmd) {
	atOnce := false
	switch msg := msg.(type) {
	case dueMsg:
		p.delayed, atOnce = false, true
	case freeMsg:
		atOnce = true
	case widthMsg:
		p.stale = p.stale || p.width != msg
		p.width = msg
	case repliedMsg:
		atOnce, p.waiting = p.waiting, false
	case redrawMsg:
		p.erase()
		atOnce = true
	case continuedMsg:
		if err := p.terminal.enter(); err != nil {
			return p, tea.Quit
		}
		p.erase()
		return p, p.terminal.reportSize
	case mouseMsg:
		p.terminal.setMouse(msg.on)
	case suspendMsg:
		if suspension := p.terminal.connection.suspension(); suspension != nil {
			return p, p.lend(suspension, nil)
		}
	case execMsg:
		return p, p.lend(msg.run, msg.done)
	default:
		_, atOnce = msg.(tea.KeyMsg)
		if _, ok := msg.(BackgroundMsg); ok && p.waiting {
			atOnce, p.waiting = true, false
		}
		p.stale = true
		cmd = p.update(msg)
	}
	return p, tea.Batch(cmd, p.draw(atOnce))
}

func (p *painter) update(msg tea.Msg) (cmd tea.Cmd) {
	defer p.crash.recover()
	p.model, cmd = p.model.Update(msg)
	return p.crash.guard(cmd)
}

// draw draws the frame if the model may have changed. It returns a command if the frame has to wait.
func (p *painter) draw(atOnce bool) tea.Cmd {
	defer p.crash.recover()
	now := time.Now()
	rest := interval - now.Sub(p.last)
	rest = max(rest, p.cost-now.Sub(p.last))
	if spread := p.terminal.spread; spread > 0 && !p.last.IsZero() {
		rest = max(rest, 0) + rand.N(spread)
	}
	switch {
	case !p.stale, p.frame == nil, p.waiting, p.delayed && !atOnce:
	case rest > 0 && !atOnce:
		p.delayed = true
		return tea.Tick(rest, func(time.Time) tea.Msg { return dueMsg{} })
	case p.terminal.writer.ready():
		frame := p.frame()
		if frame.AssumesASCII && p.width > 0 {
			frame.ASCII = p.width > 1
		}
		if p.stale = false; frame.Width > 0 { // the first frame with a size does not wait for one without
			p.last = now
		}
		drawn := p.canvas.Draw(frame)
		if limit := p.terminal.terms.limit; limit > 0 {
			p.cost = time.Duration(len(drawn)) * time.Second / time.Duration(limit)
		}
		p.terminal.show(drawn)
	}
	return nil
}

// lend returns a command that gives the terminal to another program.
func (p *painter) lend(run func() error, done tea.ExecCallback) tea.Cmd {
	if p.terminal.connection.suspension() == nil {
		return p.crash.guard(func() tea.Msg { return done(errRemote) })
	}
	exec := tea.Exec(borrower(func() error { return p.terminal.lendTo(run) }), func(err error) tea.Msg {
		p.erase()
		messages := tea.BatchMsg{p.terminal.reportSize}
		if done != nil {
			messages = append(messages, p.crash.guard(func() tea.Msg { return done(err) }))
		}
		return messages
	})
	return func() tea.Msg {
		p.terminal.keys.pause() // Bubble Tea's loop of events is still running, and handles the keys that were read
		return exec()
	}
}

// lendTo runs another program in the terminal with its original modes.
func (d *display) lendTo(run func() error) error {
	d.lent.Store(true)
	defer d.lent.Store(false)
	defer d.keys.resume()
	if err := d.leave(); err != nil {
		return err
	}
	return errors.Join(run(), d.enter())
}
