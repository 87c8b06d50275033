// Package terminal runs Bubble Tea models in the terminal of the process, or in a remote one. Bubble Tea is the event loop; this package owns the
// terminal: it sets and restores its modes and draws.
//
// A frame is drawn at once after a key, and at most 60 times a second after other messages. Only the cells that differ from what the
// terminal shows are written. While the terminal is still receiving a frame, later ones are skipped, and then the newest is drawn, so a
// slow terminal never delays a key.
//
// On Windows, Bubble Tea's own renderer draws in the terminal of the process.
package terminal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/theme"
	"foredeck/tui/text"
)

// Model is a Bubble Tea model that is drawn as cells. Its View is the same frame as text.
type Model interface {
	tea.Model
	// Frame returns what the terminal is to show. A frame without a size is not drawn.
	Frame() Frame
}

// Frame is what the terminal is to show.
type Frame struct {
	Width, Height int         // of the window, in cells
	Lines         []text.Line // at most Height, none wider than Width
	Base          theme.Style // of text without a style
	ASCII         bool        // draw everything in ASCII
	AssumesASCII  bool        // ASCII is only a guess: a terminal that reported the width of marks decides
}

// ErrPanic is returned by Run and RunLines after a panic in the model or in a command. The panic was written to stderr after the
// terminal was restored.
var ErrPanic = errors.New("foredeck stopped because of a bug")

// Terminal is a terminal: that of the process, or a remote one.
type Terminal struct {
	// DetectBackground makes Run request the background color of the terminal, which the model receives as a BackgroundMsg.
	DetectBackground bool
	// MeasureMarks makes Run request how wide the terminal draws marks, for frames that only guess whether it needs ASCII.
	MeasureMarks bool
	// OutputLimit is how many bytes a second frames have on average that no key has caused, for slow lines; 0: no limit.
	OutputLimit int

	driver driver
}

// driver runs models in a kind of terminal.
type driver interface {
	io.Writer
	run(ctx context.Context, model Model, terms terms) error
	runLines(ctx context.Context, model tea.Model) error
}

// terms are how to run in a terminal.
type terms struct {
	background bool // its color is requested at the start
	marks      bool // the width of marks is requested at the start
	limit      int  // bytes a second; see Terminal.OutputLimit
}

// Write sends text, or escape sequences that draw nothing, such as the bell, between two frames. It never blocks and never fails,
// except on Windows.
func (t *Terminal) Write(output []byte) (int, error) { return t.driver.Write(output) }

// Run runs a model that is drawn until it quits or ctx ends, and restores the terminal.
func (t *Terminal) Run(ctx context.Context, model Model) error {
	return t.driver.run(ctx, model, terms{t.DetectBackground, t.MeasureMarks, t.OutputLimit})
}

// RunLines is like Run for a model that is not drawn but prints lines with Write. Each line ends with \r\n.
func (t *Terminal) RunLines(ctx context.Context, model tea.Model) error {
	return t.driver.runLines(ctx, model)
}

type (
	redrawMsg  struct{}
	suspendMsg struct{}
	mouseMsg   struct{ on bool }
	execMsg    struct {
		run  func() error
		done tea.ExecCallback
	}
)

// Redraw is a command that clears the terminal and draws every cell.
func Redraw() tea.Msg { return redrawMsg{} }

// Suspend is a command that stops the process until the shell resumes it.
func Suspend() tea.Msg { return suspendMsg{} }

// Mouse returns a command that enables or disables mouse reports. They are enabled at the start.
func Mouse(on bool) tea.Cmd {
	return func() tea.Msg { return mouseMsg{on} }
}

// Exec returns a command that gives the terminal to another program, such as an editor, while run runs. The model receives the message
// that done returns.
func Exec(run func() error, done tea.ExecCallback) tea.Cmd {
	return func() tea.Msg { return execMsg{inForeground(run), done} }
}

// executing is whether a program that Exec runs has the terminal, and until when the last one had it.
var executing struct {
	now   atomic.Bool
	until atomic.Pointer[time.Time]
}

// signalDelay is how late a signal can be handled that the terminal sent while a program had it.
const signalDelay = time.Second

// Executing reports whether a program that Exec runs has the terminal, or had it a moment ago: ctrl+c and ctrl+\ were for that program
// then, although the terminal sends their signals to this process too.
func Executing() bool {
	until := executing.until.Load()
	return executing.now.Load() || until != nil && time.Since(*until) < signalDelay
}

// inForeground returns a function that runs a program which has the terminal.
func inForeground(run func() error) func() error {
	return func() error {
		executing.now.Store(true)
		defer func() {
			executing.until.Store(new(time.Now()))
			executing.now.Store(false)
		}()
		return run()
	}
}

// borrower is a function as Bubble Tea runs it while another program has the terminal. Such programs use the terminal itself instead of
// the deck's own input and output, which may not be one.
type borrower func() error

// Run implements tea.ExecCommand.
func (b borrower) Run() error { return b() }

// SetStdin, SetStdout and SetStderr do nothing.
func (b borrower) SetStdin(io.Reader)  {}
func (b borrower) SetStdout(io.Writer) {}
func (b borrower) SetStderr(io.Writer) {}

// result converts the error of a Bubble Tea program. The end of its context is not an error.
func result(err error) error {
	switch {
	case errors.Is(err, tea.ErrProgramPanic):
		return ErrPanic
	case err == nil, errors.Is(err, context.Canceled):
		return nil
	}
	return fmt.Errorf("foredeck stopped: %w", err)
}
