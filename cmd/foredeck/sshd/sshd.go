// Package sshd is an SSH server whose sessions are calls of a function. A session has no shell, no files, no subsystem and no forwarding
// of ports or of an agent.
package sshd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime/debug"
	"sync"
	"time"

	"github.com/anmitsu/go-shlex"
	"github.com/charmbracelet/ssh"
	"github.com/charmbracelet/wish"
	gossh "golang.org/x/crypto/ssh"
)

const (
	// openLimit is the time from the start of a connection until its first session.
	openLimit = 30 * time.Second
	// endLimit is how long the end of the server waits for its sessions.
	endLimit = 3 * time.Second
	// spareConnections is the number of connections beyond the number of sessions, which authenticate or are told that there are too
	// many sessions.
	spareConnections = 16
)

// Options configure a Server.
type Options struct {
	// HostKey is the file of the private key with which the server identifies itself. It is created if it does not exist.
	HostKey string
	// AuthorizedKeys is a file with the public keys that may connect, in the format of OpenSSH, which is read at each connection.
	// Options of keys are ignored. Empty: everybody may connect.
	AuthorizedKeys string
	// MaxSessions is the maximum number of sessions at a time.
	MaxSessions int
	// IdleTimeout is how long a terminal may send nothing, neither a key nor a change of its size, until its session is ended; 0: for ever.
	IdleTimeout time.Duration
	// Serve runs a session and returns its exit code. ctx ends when the connection is lost, the session is idle, or the server ends.
	Serve func(ctx context.Context, session *Session) int
	// Log reports the start and the end of a session, and failures. It is called concurrently, with text from clients.
	Log func(message string)
}

// Server serves sessions.
type Server struct {
	options Options
	ssh     *ssh.Server

	mutex       sync.Mutex
	connections int
	sessions    int
	started     uint64 // sessions so far
	running     sync.WaitGroup
}

// New returns a server. It fails if a key file cannot be used.
func New(options Options) (*Server, error) {
	s := &Server{options: options}
	settings := []ssh.Option{wish.WithHostKeyPath(options.HostKey), wish.WithVersion("foredeck")}
	if options.AuthorizedKeys != "" {
		if err := checkAuthorizedKeys(options.AuthorizedKeys); err != nil {
			return nil, err
		}
		settings = append(settings, wish.WithAuthorizedKeys(options.AuthorizedKeys))
	}
	var err error
	if s.ssh, err = wish.NewServer(settings...); err != nil {
		return nil, fmt.Errorf("host key %s: %w", options.HostKey, err)
	}
	return s, nil
}

// Fingerprint returns the SHA-256 fingerprint of the server's public key, as OpenSSH shows it at the first connection.
func (s *Server) Fingerprint() string {
	return gossh.FingerprintSHA256(s.ssh.HostSigners[0].PublicKey())
}

// Serve accepts connections until ctx ends. It returns when all sessions have ended, or after three seconds.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.ssh.ConnCallback = s.admit
	s.ssh.PtyHandler = openWindow
	s.ssh.Handler = func(session ssh.Session) { s.handle(ctx, session) }
	stop := context.AfterFunc(ctx, func() { _ = listener.Close() })
	defer stop()
	err := s.ssh.Serve(listener)
	if ctx.Err() != nil {
		err = nil
	}
	cancel()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.running.Wait()
	}()
	select {
	case <-ended:
	case <-time.After(endLimit):
	}
	return errors.Join(err, ignoreClosed(s.ssh.Close()))
}

func ignoreClosed(err error) error {
	if errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}

// admit limits the number of connections, and the time until a connection has a session.
func (s *Server) admit(ctx ssh.Context, connection net.Conn) net.Conn {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.connections >= s.options.MaxSessions+spareConnections {
		return nil
	}
	s.connections++
	limited := &limitedConnection{Conn: connection, server: s}
	limited.unused = time.AfterFunc(openLimit, func() { _ = connection.Close() })
	ctx.SetValue(connectionKey{}, limited)
	return limited
}

type connectionKey struct{}

// limitedConnection counts as a connection of the server until it is closed.
type limitedConnection struct {
	net.Conn
	server *Server
	unused *time.Timer // closes it
	once   sync.Once
}

func (c *limitedConnection) Close() error {
	c.once.Do(func() {
		c.unused.Stop()
		c.server.mutex.Lock()
		defer c.server.mutex.Unlock()
		c.server.connections--
	})
	return c.Conn.Close()
}

// start counts a session. It fails if there are too many.
func (s *Server) start() (number uint64, ok bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.sessions >= s.options.MaxSessions {
		return 0, false
	}
	s.sessions++
	s.started++
	s.running.Add(1)
	return s.started, true
}

func (s *Server) end() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.sessions--
	s.running.Done()
}

// handle runs a session.
func (s *Server) handle(ctx context.Context, channel ssh.Session) {
	if connection, ok := channel.Context().Value(connectionKey{}).(*limitedConnection); ok {
		connection.unused.Stop()
	}
	number, ok := s.start()
	if !ok {
		_, _ = io.WriteString(channel.Stderr(), "foredeck: too many sessions are open: try again later\r\n") // the client may be gone
		_ = channel.Exit(1)
		return
	}
	defer s.end()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stop := context.AfterFunc(channel.Context(), func() { cancel(context.Canceled) })
	defer stop()
	session, err := newSession(ctx, channel, s.options.IdleTimeout, cancel)
	if err != nil {
		_, _ = fmt.Fprintf(channel.Stderr(), "foredeck: %s\r\n", err)
		_ = channel.Exit(2)
		return
	}
	defer session.close()
	s.options.Log(fmt.Sprintf("session %d started: %s", number, session.description()))
	code := s.run(ctx, session)
	if errors.Is(context.Cause(ctx), errIdle) {
		_, _ = fmt.Fprintf(channel.Stderr(), "foredeck: closed after %s without a key\r\n", s.options.IdleTimeout)
	}
	s.options.Log(fmt.Sprintf("session %d ended: exit code %d", number, code))
	_ = channel.Exit(code) // the client may be gone
}

// run runs a session. A bug in it ends no other session.
func (s *Server) run(ctx context.Context, session *Session) (code int) {
	defer func() {
		if failure := recover(); failure != nil {
			s.options.Log(fmt.Sprintf("panic: %v\n\n%s", failure, debug.Stack()))
			code = 1
		}
	}()
	return s.options.Serve(ctx, session)
}

// errIdle is the cause of the end of an idle session.
var errIdle = errors.New("idle")

// arguments splits a command as a shell would, without expanding anything.
func arguments(command string) ([]string, error) {
	words, err := shlex.Split(command, true)
	if err != nil {
		return nil, fmt.Errorf("command line: %w", err)
	}
	return words, nil
}
