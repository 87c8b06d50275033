// Package terminal runs a program in a pseudo terminal and looks at it as a
// person does: it keeps the screen that the program draws, presses keys and
// waits until the screen shows something. Nothing here sleeps: a wait ends with
// the program's next output, its end, or a limit that only tells a hang.
//
// It needs a Unix system.
package terminal

import (
	"bytes"
	"errors"
	"fmt"
	"image/color"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"regexp"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// Size is the size of a terminal in character cells.
type Size struct{ Columns, Rows int }

// String gives the size as "80x24".
func (s Size) String() string { return fmt.Sprintf("%dx%d", s.Columns, s.Rows) }

func (s Size) window() *pty.Winsize {
	return &pty.Winsize{Cols: uint16(s.Columns), Rows: uint16(s.Rows)}
}

// Options say what the program finds when it starts.
type Options struct {
	// Silent is a terminal that never responds to a query.
	Silent bool
	// Ground is what the terminal writes on; nil: black.
	Ground color.Color
	// Environment is the program's whole environment as NAME=VALUE.
	Environment []string
}

// Owner reports failures and runs cleanups, as a test does.
type Owner interface {
	Helper()
	Fatal(values ...any)
	Fatalf(format string, values ...any)
	Cleanup(end func())
}

// Terminal is a program in a pseudo terminal and the screen that it drew.
type Terminal struct {
	t        Owner
	command  *exec.Cmd
	control  *os.File // our side of the pseudo terminal
	emulator *vt.Emulator
	ended    chan struct{} // closed when the program has ended, its output is on the screen and its queries are noted

	mu      sync.Mutex
	changed chan struct{} // closed and replaced at each output
	output  bytes.Buffer
	modes   map[ansi.Mode]bool

	responsesMu sync.Mutex // apart from mu, which is held while the emulator writes its responses
	responses   bytes.Buffer
}

// Start runs a program in a new pseudo terminal. The end of the test, or of who
// else owns it, kills it if it has not ended by then.
func Start(t Owner, size Size, options Options, name string, arguments ...string) *Terminal {
	t.Helper()
	control, program, err := pty.Open()
	must(t, err)
	x := &Terminal{
		t:        t,
		command:  exec.Command(name, arguments...),
		control:  control,
		emulator: vt.NewEmulator(size.Columns, size.Rows),
		ended:    make(chan struct{}),
		changed:  make(chan struct{}),
		modes:    map[ansi.Mode]bool{ansi.ModeAutoWrap: true, ansi.ModeTextCursorEnable: true},
	}
	x.emulator.SetCallbacks(vt.Callbacks{
		EnableMode:  func(mode ansi.Mode) { x.modes[mode] = true },
		DisableMode: func(mode ansi.Mode) { delete(x.modes, mode) },
	})
	if options.Ground != nil {
		x.emulator.SetDefaultBackgroundColor(options.Ground)
	}
	must(t, pty.Setsize(control, size.window()))
	x.command.Env = options.Environment
	x.command.Stdin, x.command.Stdout, x.command.Stderr = program, program, program
	x.command.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if signal.Ignored(syscall.SIGHUP) {
		// Programs take that over from whoever runs the tests (nohup, some runners of CI), and would outlive their terminal.
		// A signal that is caught here is as usual there.
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
	must(t, x.command.Start())
	must(t, program.Close()) // the program has it now

	var drawing, forwarding sync.WaitGroup
	drawing.Go(x.draw)
	forwarding.Go(func() { x.forward(options.Silent) })
	go func() {
		defer close(x.ended)
		_ = x.command.Wait() // ExitStatus gives what it says
		drawing.Wait()
		_ = x.emulator.InputPipe().(io.Closer).Close() // the emulator's own Close races with its Read
		forwarding.Wait()
	}()
	t.Cleanup(func() {
		select {
		case <-x.ended:
		default:
			_ = x.command.Process.Kill() // its session's foreground processes are hung up with it
		}
		<-x.ended
		_ = x.control.Close()
	})
	return x
}

// draw puts the program's output on the screen until there is no more.
func (x *Terminal) draw() {
	buffer := make([]byte, 1<<16)
	for {
		n, err := x.control.Read(buffer)
		if n > 0 {
			x.mu.Lock()
			x.output.Write(buffer[:n])
			_, _ = x.emulator.Write(buffer[:n])
			close(x.changed)
			x.changed = make(chan struct{})
			x.mu.Unlock()
		}
		if err != nil {
			return
		}
	}
}

// forward sends the emulator's responses to the program.
func (x *Terminal) forward(silent bool) {
	buffer := make([]byte, 1<<12)
	for {
		n, err := x.emulator.Read(buffer)
		if err != nil {
			return
		}
		x.responsesMu.Lock()
		x.responses.Write(buffer[:n])
		x.responsesMu.Unlock()
		if !silent {
			_, _ = x.control.Write(buffer[:n]) // fails once the program has ended
		}
	}
}

// Respond sends the responses that a silent terminal has held back.
func (x *Terminal) Respond() {
	x.t.Helper()
	x.send(x.Responses())
}

// Type presses the keys of a text one after the other.
func (x *Terminal) Type(text string) {
	x.t.Helper()
	for _, character := range text {
		x.send(string(character))
	}
}

// Key presses keys by name: "enter", "pgdn", "alt+left", "ctrl+c" or one
// character.
func (x *Terminal) Key(names ...string) {
	x.t.Helper()
	for _, name := range names {
		sent, err := sequence(name)
		must(x.t, err)
		x.send(sent)
	}
}

// Paste sends a text as a terminal pastes it: bracketed if the program has
// enabled bracketed paste.
func (x *Terminal) Paste(text string) {
	x.t.Helper()
	x.mu.Lock()
	bracketed := x.modes[ansi.ModeBracketedPaste]
	x.mu.Unlock()
	if bracketed {
		text = ansi.BracketedPasteStart + text + ansi.BracketedPasteEnd
	}
	x.send(text)
}

// Mouse sends a mouse report in SGR format. Button 0 is the left one, 32 is
// added while it is dragged, and 64 to 67 are the wheel. Column and row count
// from 0.
func (x *Terminal) Mouse(button, column, row int) {
	x.t.Helper()
	x.send(fmt.Sprintf("\x1b[<%d;%d;%dM", button, column+1, row+1))
}

// MouseUp sends the report that the left button was released.
func (x *Terminal) MouseUp(column, row int) {
	x.t.Helper()
	x.send(fmt.Sprintf("\x1b[<0;%d;%dm", column+1, row+1))
}

func (x *Terminal) send(keys string) {
	x.t.Helper()
	if _, err := x.control.WriteString(keys); err != nil {
		x.fatalf("the program does not take %q: %v", keys, err)
	}
}

// Resize gives the terminal another size and tells the program.
func (x *Terminal) Resize(size Size) {
	x.t.Helper()
	x.mu.Lock()
	x.emulator.Resize(size.Columns, size.Rows)
	x.mu.Unlock()
	must(x.t, pty.Setsize(x.control, size.window()))
}

// Signal sends the program a signal.
func (x *Terminal) Signal(signal os.Signal) {
	x.t.Helper()
	if err := x.command.Process.Signal(signal); err != nil {
		x.fatalf("cannot send %v: %v", signal, err)
	}
}

// PID returns the number of the program's process.
func (x *Terminal) PID() int { return x.command.Process.Pid }

// HangUp ends the terminal, as closing its window does.
func (x *Terminal) HangUp() {
	x.t.Helper()
	must(x.t, x.control.Close())
}

// Screen gives the screen as lines without the blanks at their ends. It can be
// half of a frame: what has to be seen together is waited for together.
func (x *Terminal) Screen() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.emulator.String()
}

// Changed is closed at the program's next output.
func (x *Terminal) Changed() <-chan struct{} {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.changed
}

// Output gives all that the program wrote so far, byte for byte.
func (x *Terminal) Output() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.output.String()
}

// Responses returns the responses to the program's queries so far, also when
// a silent terminal keeps it to itself. It is empty when there was no query.
func (x *Terminal) Responses() string {
	x.responsesMu.Lock()
	defer x.responsesMu.Unlock()
	return x.responses.String()
}

// WaitFor waits until the screen matches a regular expression, in which ^ and $
// match at line ends, and gives that screen.
func (x *Terminal) WaitFor(pattern string, limit time.Duration) string {
	x.t.Helper()
	expression := regexp.MustCompile("(?m)" + pattern)
	return x.WaitUntil(fmt.Sprintf("%q on the screen", pattern), limit, expression.MatchString)
}

// WaitUntil waits until the screen is as wanted, and gives that screen. It
// fails the test when the limit is reached first or the program ends first.
func (x *Terminal) WaitUntil(what string, limit time.Duration, wanted func(screen string) bool) string {
	x.t.Helper()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	for ended := false; ; {
		x.mu.Lock()
		screen, changed := x.emulator.String(), x.changed
		x.mu.Unlock()
		if wanted(screen) {
			return screen
		}
		if ended {
			x.fatalf("the program ended before %s", what)
		}
		select {
		case <-changed:
		case <-x.ended:
			ended = true // look once more: all output is on the screen by now
		case <-timer.C:
			x.fatalf("%v went by without %s", limit, what)
		}
	}
}

// ExitStatus waits for the program's end and gives its exit status, 128 and the
// number of the signal when a signal killed it.
func (x *Terminal) ExitStatus(limit time.Duration) int {
	x.t.Helper()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-x.ended:
	case <-timer.C:
		x.fatalf("the program did not end within %v", limit)
	}
	status := x.command.ProcessState.Sys().(syscall.WaitStatus)
	if status.Signaled() {
		return 128 + int(status.Signal())
	}
	return status.ExitStatus()
}

// State is what a program changes in a terminal and has to put back. Two states
// that are alike are equal to reflect.DeepEqual.
type State struct {
	AlternateScreen bool
	// Modes holds the modes that are on, by number: 25 is the shown cursor, 1000
	// to 1006 are mouse reports, 2004 is bracketed paste.
	Modes []int
	// Lines holds the line settings: echo, line editing, keys that send signals.
	Lines *term.State
}

// State returns the terminal's state. Call it while the program runs: the end
// of a session resets the line settings.
func (x *Terminal) State() State {
	x.t.Helper()
	lines, err := term.GetState(x.control.Fd())
	must(x.t, err)
	x.mu.Lock()
	defer x.mu.Unlock()
	state := State{AlternateScreen: x.emulator.IsAltScreen(), Lines: lines}
	for mode := range x.modes {
		state.Modes = append(state.Modes, mode.Mode())
	}
	slices.Sort(state.Modes)
	return state
}

// fatalf ends the test with a message and what the screen shows.
func (x *Terminal) fatalf(format string, values ...any) {
	x.t.Helper()
	output := x.Output()
	x.t.Fatalf("%s\nscreen:\n%s\nlast output: %q", fmt.Sprintf(format, values...), x.Screen(), output[max(0, len(output)-400):])
}

func must(t Owner, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(errors.New("terminal: " + err.Error()))
	}
}
