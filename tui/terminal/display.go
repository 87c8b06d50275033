package terminal

import (
	"cmp"
	"context"
	"io"
	"os"
	"slices"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
)

// connection leads to a terminal: files of this machine, or a channel to another one.
type connection interface {
	io.Writer
	// enter sets the terminal to raw mode. It is called again when the process continues after a stop.
	enter() error
	// leave restores the modes from before the first enter.
	leave() error
	// size returns the size of the window in cells; 0 if it is not known.
	size() (width, height int)
	// open returns the keys, until done or stop. It calls lost if the terminal is gone.
	open(done <-chan struct{}, lost func()) (keys, error)
	// follow calls resized when the size has changed, and continued when the process continues after a stop, until ctx ends.
	follow(ctx context.Context, resized, continued func())
	// suspension stops the process until the shell continues it; nil if the terminal cannot be lent to other programs.
	suspension() func() error
}

// keys are the input of a terminal.
type keys interface {
	io.Reader
	// pause makes Read return errPaused until resume is called as often.
	pause()
	resume()
	// stop makes Read return errPaused for ever.
	stop()
	// readSoon is Read after stop, for input that arrives before a time. It returns 0 if there is none.
	readSoon(buffer []byte, before time.Time) int
}

// display draws models as cells.
type display struct {
	connection connection
	environ    []string
	writer     *writer
	keys       keys
	input      *input
	queries    int       // sent to the terminal
	queried    time.Time // when the last one was sent
	drawn      bool      // the alternate screen is used
	terms      terms
	mouse      bool          // clicks and the wheel are reported
	entered    bool          // the terminal has the modes of the program
	spread     time.Duration // by which frames that no key has caused are delayed at most
	lent       atomic.Bool   // another program has the terminal
	sync       atomic.Bool   // synchronized updates are supported
}

func newDisplay(to connection, environ []string) *display {
	return &display{connection: to, environ: environ, writer: newWriter(to), mouse: true}
}

// Write sends output between two frames. What is sent while the program does not have the terminal is discarded.
func (d *display) Write(output []byte) (int, error) {
	d.writer.send(output, false)
	return len(output), nil
}

func (d *display) run(ctx context.Context, model Model, terms terms) error {
	d.drawn, d.terms = true, terms
	return d.start(ctx, &painter{model: model, frame: model.Frame, canvas: NewCanvas(d.environ), waiting: terms.background})
}

func (d *display) runLines(ctx context.Context, model tea.Model) error {
	return d.start(ctx, &painter{model: model})
}

func (d *display) start(ctx context.Context, painter *painter) (err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	painter.terminal, painter.crash = d, &crash{end: cancel}
	var program *tea.Program
	if d.keys, err = d.connection.open(ctx.Done(), cancel); err != nil {
		return err
	}
	defer d.keys.stop()
	input := newInput(d.keys, func(light bool) { program.Send(BackgroundMsg{Light: light}) }, func() { d.sync.Store(true) }, func() { program.Send(repliedMsg{}) })
	d.input, input.onWidth = input, func(width int) { program.Send(widthMsg(width)) }
	// Bubble Tea's own handler of signals would send to an event loop that the end of ctx has stopped, and block.
	program = tea.NewProgram(painter, tea.WithContext(ctx), tea.WithInput(input), tea.WithoutRenderer(), tea.WithoutSignalHandler(), tea.WithoutCatchPanics())
	d.writer.free = func() { program.Send(freeMsg{}) }
	d.writer.fail = cancel
	if err := d.enter(); err != nil {
		return err
	}
	go d.connection.follow(ctx, func() { program.Send(d.size()) }, func() {
		if !d.lent.Load() {
			program.Send(continuedMsg{})
		}
	})
	_, err = program.Run()
	d.keys.stop()
	d.awaitReplies(input)
	left := d.leave()
	if err := painter.crash.report(os.Stderr); err != nil {
		return err
	}
	return cmp.Or(result(err), d.writer.failure(), left)
}

// The time in which a terminal replies to queries at the latest, and how long the end of the program waits for that.
const (
	replyTime  = time.Second
	replyGrace = 100 * time.Millisecond
)

// awaitReplies reads the replies to queries that were sent just before the end. Otherwise the shell would take them for commands.
func (d *display) awaitReplies(input *input) {
	input.mutex.Lock()
	defer input.mutex.Unlock()
	now := time.Now()
	before := d.queried.Add(replyTime)
	if limit := now.Add(replyGrace); limit.Before(before) {
		before = limit
	}
	for ; input.replies < d.queries && now.Before(before); now = time.Now() {
		buffer := make([]byte, 256)
		start := copy(buffer, input.pending)
		input.pending = nil
		n := d.keys.readSoon(buffer[start:], before)
		if n == 0 {
			return
		}
		input.removeReplies(buffer[:start+n])
	}
}

// reportSize is a command that reports the size of the window.
func (d *display) reportSize() tea.Msg { return d.size() }

// size returns the size of the window.
func (d *display) size() tea.WindowSizeMsg {
	width, height := d.connection.size()
	if width <= 0 || height <= 0 {
		width, height = 80, 24 // a serial line does not know its size
	}
	return tea.WindowSizeMsg{Width: width, Height: height}
}

// enter sets the modes of the terminal.
func (d *display) enter() error {
	if err := d.connection.enter(); err != nil {
		return err
	}
	d.entered = true
	d.writer.start()
	if d.drawn {
		d.send(ansi.SetModeAltScreenSaveCursor, ansi.ResetModeTextCursorEnable, ansi.SetModeBracketedPaste)
		d.setMouse(d.mouse)
		// Some terminals print a query that they do not support. The first frame erases it.
		d.send(ansi.RequestModeSynchronizedOutput)
		d.queries++
		if d.terms.marks {
			d.input.positions.Add(1)
			d.send(widthQuery)
			d.queries++
		}
		if d.terms.background {
			d.send(backgroundQuery)
			d.queries += backgroundQueries
		}
		d.queried = time.Now()
	}
	return nil
}

// leave restores the modes of the terminal. Nothing is written afterwards.
func (d *display) leave() error {
	if !d.entered {
		return nil // another program took the terminal and it could not be set up again
	}
	d.writer.close()
	if d.drawn {
		done, height := make(chan struct{}), d.size().Height
		go func() {
			defer close(done)
			// A terminal without an alternate screen still shows the last frame, and the shell continues below it.
			below := ansi.ResetStyle + ansi.CursorPosition(1, height) + ansi.EraseLineRight
			_, _ = io.WriteString(d.connection, ansi.ResetModeSynchronizedOutput+mouseOff+ansi.ResetModeBracketedPaste+below+ansi.ResetModeAltScreenSaveCursor+ansi.SetModeTextCursorEnable)
		}()
		select {
		case <-done:
		case <-time.After(patience): // the terminal accepts no output
		}
	}
	d.entered = false
	return d.connection.leave()
}

const (
	mouseOn  = ansi.SetModeMouseButtonEvent + ansi.SetModeMouseExtSgr
	mouseOff = ansi.ResetModeMouseExtSgr + ansi.ResetModeMouseButtonEvent
)

// setMouse enables or disables mouse reports.
func (d *display) setMouse(on bool) {
	d.mouse = on
	if on {
		d.send(mouseOn)
	} else {
		d.send(mouseOff)
	}
}

func (d *display) send(sequences ...string) {
	for _, sequence := range sequences {
		d.writer.send([]byte(sequence), false)
	}
}

// show sends a frame.
func (d *display) show(frame []byte) {
	if len(frame) == 0 {
		return
	}
	if d.sync.Load() {
		frame = slices.Concat([]byte(ansi.SetModeSynchronizedOutput), frame, []byte(ansi.ResetModeSynchronizedOutput))
	}
	d.writer.send(frame, true)
}
