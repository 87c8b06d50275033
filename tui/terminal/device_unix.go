//go:build !windows

package terminal

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"sync/atomic"
	"syscall"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
)

// device is the state of the terminal.
type device struct {
	writer  *writer
	reader  *reader
	queries int         // sent to the terminal
	queried time.Time   // when the last one was sent
	drawn   bool        // the alternate screen is used
	mouse   bool        // clicks and the wheel are reported
	outside *term.State // the modes outside of the program; nil while it does not have the terminal
	lent    atomic.Bool // another program has the terminal
	sync    atomic.Bool // synchronized updates are supported
}

// New returns the terminal of in and out.
func New(in, out *os.File) *Terminal {
	return &Terminal{in: in, out: out, device: device{writer: newWriter(out), mouse: true}}
}

// Write sends text, or escape sequences that draw nothing, such as the bell, between two frames. It never blocks and never fails.
// What is sent while the program does not have the terminal is discarded.
func (t *Terminal) Write(output []byte) (int, error) {
	t.writer.send(output, false)
	return len(output), nil
}

// Run runs a model that is drawn until it quits or ctx ends, and restores the terminal.
func (t *Terminal) Run(ctx context.Context, model Model) error {
	t.drawn = true
	return t.run(ctx, &painter{model: model, frame: model.Frame, canvas: NewCanvas(os.Environ()), waiting: t.DetectBackground})
}

// RunLines is like Run for a model that is not drawn but prints lines with Write. Each line ends with \r\n.
func (t *Terminal) RunLines(ctx context.Context, model tea.Model) error {
	return t.run(ctx, &painter{model: model})
}

func (t *Terminal) run(ctx context.Context, painter *painter) (err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	painter.terminal, painter.crash = t, &crash{end: cancel}
	var program *tea.Program
	if t.reader, err = newReader(t.in, ctx.Done()); err != nil {
		return err
	}
	defer t.reader.stop()
	keys := newInput(t.reader, func(light bool) { program.Send(BackgroundMsg{Light: light}) }, func() { t.sync.Store(true) }, func() { program.Send(repliedMsg{}) })
	// Bubble Tea's own handler of signals would send to an event loop that the end of ctx has stopped, and block.
	program = tea.NewProgram(painter, tea.WithContext(ctx), tea.WithInput(keys), tea.WithoutRenderer(), tea.WithoutSignalHandler(), tea.WithoutCatchPanics())
	t.writer.free = func() { program.Send(freeMsg{}) }
	t.writer.fail = cancel
	if err := t.enter(); err != nil {
		return err
	}
	go t.follow(ctx, program.Send)
	_, err = program.Run()
	t.reader.stop()
	t.awaitReplies(keys)
	left := t.leave()
	if err := painter.crash.report(os.Stderr); err != nil {
		return err
	}
	return cmp.Or(result(err), t.writer.failure(), left)
}

// The time in which a terminal replies to queries at the latest, and how long the end of the program waits for that.
const (
	replyTime  = time.Second
	replyGrace = 100 * time.Millisecond
)

// awaitReplies reads the replies to queries that were sent just before the end. Otherwise the shell would take them for commands.
func (t *Terminal) awaitReplies(keys *input) {
	keys.mutex.Lock()
	defer keys.mutex.Unlock()
	before := t.queried.Add(replyTime)
	if limit := time.Now().Add(replyGrace); limit.Before(before) {
		before = limit
	}
	for keys.replies < t.queries && time.Now().Before(before) {
		buffer := make([]byte, 256)
		start := copy(buffer, keys.pending)
		keys.pending = nil
		n := t.reader.readSoon(buffer[start:], before)
		if n == 0 {
			return
		}
		keys.removeReplies(buffer[:start+n])
	}
}

// follow reports changes of the terminal's size, and that the process continues after a stop, until ctx ends.
func (t *Terminal) follow(ctx context.Context, send func(tea.Msg)) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGWINCH, syscall.SIGCONT)
	defer signal.Stop(signals)
	for {
		select {
		case <-ctx.Done():
			return
		case received := <-signals:
			if received == syscall.SIGWINCH {
				send(t.size())
			} else if !t.lent.Load() {
				send(continuedMsg{})
			}
		}
	}
}

// size returns the size of the window as a tea.WindowSizeMsg.
func (t *Terminal) size() tea.Msg {
	width, height, err := term.GetSize(t.out.Fd())
	if err != nil || width <= 0 || height <= 0 {
		width, height = 80, 24 // a serial line does not know its size
	}
	return tea.WindowSizeMsg{Width: width, Height: height}
}

// enter sets the modes of the terminal.
func (t *Terminal) enter() error {
	before, err := term.MakeRaw(t.in.Fd())
	if err != nil {
		return fmt.Errorf("set the terminal to raw mode: %w", err)
	}
	if t.outside == nil { // otherwise the process was stopped, and before are the modes of the shell
		t.outside = before
	}
	t.writer.start()
	if t.drawn {
		t.send(ansi.SetModeAltScreenSaveCursor, ansi.ResetModeTextCursorEnable, ansi.SetModeBracketedPaste)
		t.setMouse(t.mouse)
		// Some terminals print a query that they do not support. The first frame erases it.
		t.send(ansi.RequestModeSynchronizedOutput)
		t.queries++
		if t.DetectBackground {
			t.send(backgroundQuery)
			t.queries += backgroundQueries
		}
		t.queried = time.Now()
	}
	return nil
}

// leave restores the modes of the terminal. Nothing is written afterwards.
func (t *Terminal) leave() error {
	if t.outside == nil {
		return nil // another program took the terminal and it could not be set up again
	}
	t.writer.close()
	if t.drawn {
		done := make(chan struct{})
		go func() {
			defer close(done)
			_, _ = io.WriteString(t.out, ansi.ResetModeSynchronizedOutput+mouseOff+ansi.ResetModeBracketedPaste+ansi.ResetStyle+ansi.ResetModeAltScreenSaveCursor+ansi.SetModeTextCursorEnable)
		}()
		select {
		case <-done:
		case <-time.After(patience): // the terminal accepts no output
		}
	}
	before := t.outside
	t.outside = nil
	if err := term.Restore(t.in.Fd(), before); err != nil {
		return fmt.Errorf("restore the terminal: %w", err)
	}
	return nil
}

const (
	mouseOn  = ansi.SetModeMouseButtonEvent + ansi.SetModeMouseExtSgr
	mouseOff = ansi.ResetModeMouseExtSgr + ansi.ResetModeMouseButtonEvent
)

// setMouse enables or disables mouse reports.
func (t *Terminal) setMouse(on bool) {
	t.mouse = on
	if on {
		t.send(mouseOn)
	} else {
		t.send(mouseOff)
	}
}

func (t *Terminal) send(sequences ...string) {
	for _, sequence := range sequences {
		t.writer.send([]byte(sequence), false)
	}
}

// show sends a frame.
func (t *Terminal) show(frame []byte) {
	if len(frame) == 0 {
		return
	}
	if t.sync.Load() {
		frame = slices.Concat([]byte(ansi.SetModeSynchronizedOutput), frame, []byte(ansi.ResetModeSynchronizedOutput))
	}
	t.writer.send(frame, true)
}

// suspension stops the process group until the shell continues it.
type suspension struct{}

// Run returns when the process continues.
func (suspension) Run() error {
	continued := make(chan os.Signal, 1)
	signal.Notify(continued, syscall.SIGCONT)
	defer signal.Stop(continued)
	if err := syscall.Kill(0, syscall.SIGTSTP); err != nil {
		return fmt.Errorf("suspend: %w", err)
	}
	<-continued
	return nil
}

func (suspension) SetStdin(io.Reader)  {}
func (suspension) SetStdout(io.Writer) {}
func (suspension) SetStderr(io.Writer) {}
