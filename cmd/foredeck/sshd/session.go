package sshd

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/charmbracelet/ssh"
	gossh "golang.org/x/crypto/ssh"

	"foredeck/tui/terminal"
)

// Session is a session of a client.
type Session struct {
	Arguments []string // of the command; empty for a shell
	Stdout    io.Writer
	Stderr    io.Writer
	Window    *Window // nil: the client has no terminal

	user, address, key string // of the client
	timer              *time.Timer
}

// Window is the terminal of a client. It is in raw mode.
type Window struct {
	io.ReadWriter                      // keys and output
	Environ       []string             // TERM, and what the client sent of colors and language
	Width, Height int                  // at the start, in cells
	Resized       <-chan terminal.Size // later sizes, until the session ends
}

// windowKey is the key of the terminal of a session in the context of its connection.
type windowKey struct{ session ssh.Session }

// openWindow accepts a terminal. The package's own emulation would change line breaks in what the deck draws.
func openWindow(ctx ssh.Context, session ssh.Session, window ssh.Pty) (func() error, error) {
	ctx.SetValue(windowKey{session}, window)
	return func() error { return nil }, nil
}

// passed are the variables of clients that programs get: they describe the terminal.
var passed = []string{"COLORTERM", "NO_COLOR", "LANG", "LC_ALL", "LC_CTYPE", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "VTE_VERSION"}

const (
	maxVariable = 128  // bytes
	maxSide     = 2000 // cells
)

// newSession returns the session of a channel. It calls end when the client has been idle for the limit, if that is not 0.
func newSession(ctx context.Context, channel ssh.Session, limit time.Duration, end context.CancelCauseFunc) (*Session, error) {
	words, err := arguments(channel.RawCommand())
	if err != nil {
		return nil, err
	}
	s := &Session{Arguments: words, Stdout: output{channel}, Stderr: output{channel.Stderr()}, user: channel.User(), address: channel.RemoteAddr().String()}
	if key := channel.PublicKey(); key != nil {
		s.key = gossh.FingerprintSHA256(key)
	}
	_, sizes, _ := channel.Pty()
	window, ok := channel.Context().Value(windowKey{channel}).(ssh.Pty)
	if !ok {
		return s, nil
	}
	environ := []string{"TERM=" + clip(window.Term), "SSH_TTY=foredeck"}
	for _, variable := range channel.Environ() {
		if name, value, _ := strings.Cut(variable, "="); slices.Contains(passed, name) {
			environ = append(environ, name+"="+clip(value))
		}
	}
	active := func() {}
	if limit > 0 {
		s.timer = time.AfterFunc(limit, func() { end(errIdle) })
		active = func() { s.timer.Reset(limit) }
	}
	width, height := cells(window.Window)
	s.Window = &Window{
		ReadWriter: &keys{channel: channel, active: active, end: end}, Environ: environ, Width: width, Height: height,
		Resized: latest(ctx, sizes, active),
	}
	s.Stderr = lines{channel.Stderr()}
	if len(words) > 0 {
		s.Stdout = lines{channel}
	}
	return s, nil
}

// Interrupt calls cancel when the user presses ctrl+c, until the session ends. It is for programs that read no keys.
func (w *Window) Interrupt(cancel func()) {
	buffer := make([]byte, 64)
	for {
		n, err := w.Read(buffer)
		if err != nil {
			return
		}
		if slices.Contains(buffer[:n], 3) {
			cancel()
		}
	}
}

// close releases the timer.
func (s *Session) close() {
	if s.timer != nil {
		s.timer.Stop()
	}
}

// description describes the session for the log.
func (s *Session) description() string {
	what := "deck"
	if len(s.Arguments) > 0 {
		what = strings.Join(s.Arguments, " ")
	}
	by := s.user + " at " + s.address
	if s.key != "" {
		by += ", key " + s.key
	}
	return fmt.Sprintf("%s, %s", by, what)
}

func clip(value string) string {
	if len(value) > maxVariable || strings.ContainsFunc(value, func(r rune) bool { return r < ' ' || r > '~' }) {
		return ""
	}
	return value
}

// cells returns a size within limits: a client can send any number.
func cells(window ssh.Window) (width, height int) {
	return min(max(window.Width, 1), maxSide), min(max(window.Height, 1), maxSide)
}

// latest passes on the newest size, and drops older ones that nobody has received. The server waits until every size was received.
func latest(ctx context.Context, sizes <-chan ssh.Window, active func()) <-chan terminal.Size {
	newest := make(chan terminal.Size, 1)
	go func() {
		for window := range sizes { // until the channel is closed
			width, height := cells(window)
			if ctx.Err() != nil {
				continue
			}
			active()
			select {
			case <-newest:
			default:
			}
			newest <- terminal.Size{Width: width, Height: height}
		}
	}()
	return newest
}

// keys are the keys and the output of a terminal.
type keys struct {
	channel ssh.Session
	active  func()
	end     context.CancelCauseFunc
}

func (k *keys) Read(buffer []byte) (int, error) {
	n, err := k.channel.Read(buffer)
	if n > 0 {
		k.active()
	}
	if err != nil {
		k.end(err)
	}
	return n, err
}

func (k *keys) Write(text []byte) (int, error) { return k.channel.Write(text) }

// output is output of a program without a terminal. Its errors are those of a pipe whose reader is gone.
type output struct{ to io.Writer }

func (o output) Write(text []byte) (int, error) {
	n, err := o.to.Write(text)
	if err != nil {
		err = syscall.EPIPE
	}
	return n, err
}

// lines is output of a program on a terminal in raw mode, which needs a carriage return before each line feed.
type lines struct{ to io.Writer }

// IsTerminal reports that the output is drawn: text in it must not control the terminal.
func (lines) IsTerminal() bool { return true }

func (l lines) Write(text []byte) (int, error) {
	if _, err := io.WriteString(l.to, strings.ReplaceAll(string(text), "\n", "\r\n")); err != nil {
		return 0, syscall.EPIPE
	}
	return len(text), nil
}
