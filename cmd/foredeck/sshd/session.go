package sshd

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"
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
	Window    *terminal.Remote // nil: the client has no terminal
	Key       string           // fingerprint of the client's key; empty if everybody may connect
	Address   string           // of the client: one of IPv4, or the first 64 bits of IPv6

	client   ssh.Session
	window   *window // its part of the limits
	idle     string  // what ends the session
	timer    *time.Timer
	ending   *time.Timer // closes the connection
	endLimit time.Duration
	isClosed atomic.Bool
}

// openWindow accepts a terminal. The package's own emulation would change line breaks in what the deck draws.
func openWindow(ctx ssh.Context, _ ssh.Session, window ssh.Pty) (func() error, error) {
	if channel, ok := ctx.Value(channelKey{}).(*channel); ok {
		channel.window = &window
	}
	return func() error { return nil }, nil
}

// passedVariables are the variables of clients that programs get: they describe the terminal.
var passedVariables = []string{"COLORTERM", "NO_COLOR", "LANG", "LC_ALL", "LC_CTYPE", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "VTE_VERSION"}

const (
	maxVariable = 128 // bytes
	maxLogged   = 200 // bytes of a command line

	// The largest window, in cells: that of a large screen with a small font. A deck needs memory for each cell.
	maxWidth  = 640
	maxHeight = 240
)

// newSession returns the session of a channel. It calls end when the client has been idle for the limit, if that is not 0. An error is
// that of the command line.
func newSession(ctx context.Context, client ssh.Session, channel *channel, limit time.Duration, end context.CancelCauseFunc) (*Session, error) {
	words, err := arguments(client.RawCommand())
	server := channel.connection.server
	s := &Session{Arguments: words, client: client, Address: channel.connection.address, idle: "without a key"}
	s.endLimit = server.limits.end
	s.ending = time.AfterFunc(s.endLimit, func() {
		if !s.isClosed.Load() {
			_ = channel.connection.Close()
		}
	})
	s.ending.Stop()
	s.Stdout, s.Stderr = newOutput(client, limit, end), newOutput(client.Stderr(), limit, end)
	if key := client.PublicKey(); key != nil {
		s.Key = gossh.FingerprintSHA256(key)
	}
	s.window = &window{server: server, shares: server.shares(s.Key, s.Address)}
	if channel.window == nil {
		s.idle = "in which the output was not read"
		go func() { _, _ = io.Copy(io.Discard, client) }() // commands read no input, which would be kept
		return s, err
	}
	active := func() {}
	if limit > 0 {
		s.timer = time.AfterFunc(limit, func() { end(errIdle) })
		active = func() { s.timer.Reset(limit) }
	}
	environ := []string{"TERM=" + clip(channel.window.Term), "SSH_TTY=foredeck"}
	for _, variable := range client.Environ() {
		if name, value, _ := strings.Cut(variable, "="); slices.Contains(passedVariables, name) {
			environ = append(environ, name+"="+clip(value))
		}
	}
	_, sizes, _ := client.Pty()
	s.Window = &terminal.Remote{ReadWriter: &keys{client, active}, Environ: environ, Size: s.window.fit(cells(channel.window.Window)), Sizes: s.latest(ctx, sizes, active)}
	s.Stderr = lines{s.Stderr}
	if client.RawCommand() != "" {
		s.Stdout = lines{s.Stdout}
	}
	return s, err
}

// endSoon closes the connection if the client does not let the session end.
func (s *Session) endSoon() { s.ending.Reset(s.endLimit) }

// say prints a message to the client.
func (s *Session) say(message string) {
	_, _ = fmt.Fprintf(s.client.Stderr(), "foredeck: %s\r\n", message) // the client may be gone
}

// refuse ends the session before it has begun.
func (s *Session) refuse(code int, why string) {
	s.endSoon()
	s.say(why)
	_ = s.client.Exit(code) // the client may be gone
}

// close releases the timers.
func (s *Session) close() {
	s.isClosed.Store(true)
	s.window.end()
	s.ending.Stop()
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
	if len(what) > maxLogged {
		what = what[:maxLogged] + "…"
	}
	by := s.client.User() + " at " + s.client.RemoteAddr().String()
	if s.Key != "" {
		by += ", key " + s.Key
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
func cells(window ssh.Window) terminal.Size {
	return terminal.Size{Width: min(max(window.Width, 1), maxWidth), Height: min(max(window.Height, 1), maxHeight)}
}

// latest passes on the newest size, and drops older ones that nobody has received. The server waits until every size was received.
func (s *Session) latest(ctx context.Context, sizes <-chan ssh.Window, active func()) <-chan terminal.Size {
	newest := make(chan terminal.Size, 1)
	go func() {
		for window := range sizes { // until the channel is closed
			size := s.window.fit(cells(window))
			if ctx.Err() != nil {
				continue
			}
			active()
			select {
			case <-newest:
			default:
			}
			newest <- size
		}
	}()
	return newest
}

// keys are the keys and the output of a terminal.
type keys struct {
	client ssh.Session
	active func()
}

func (k *keys) Read(buffer []byte) (int, error) {
	n, err := k.client.Read(buffer)
	if n > 0 {
		k.active()
	}
	return n, err
}

func (k *keys) Write(text []byte) (int, error) { return k.client.Write(text) }

// output is output of a program without a terminal. Its errors are those of a pipe whose reader is gone.
type output struct {
	to    io.Writer
	limit time.Duration
	stuck *time.Timer // ends the session; nil: never
}

// newOutput returns an output that calls end when the client has read nothing for the limit, if that is not 0.
func newOutput(to io.Writer, limit time.Duration, end context.CancelCauseFunc) *output {
	o := &output{to: to, limit: limit}
	if limit > 0 {
		o.stuck = time.AfterFunc(limit, func() { end(errIdle) })
		o.stuck.Stop()
	}
	return o
}

// maxWrite is the number of bytes that are written at once: less than a client accepts before it reads.
const maxWrite = 32 << 10

func (o *output) Write(text []byte) (written int, err error) {
	for part := range slices.Chunk(text, maxWrite) {
		if o.stuck != nil {
			o.stuck.Reset(o.limit)
		}
		n, err := o.to.Write(part)
		if o.stuck != nil {
			o.stuck.Stop()
		}
		if written += n; err != nil {
			return written, syscall.EPIPE
		}
	}
	return written, nil
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
