// Package sshd is an SSH server whose sessions are calls of a function. A session has no shell, no files, no subsystem and no forwarding
// of ports or of an agent.
package sshd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net"
	"os"
	"runtime/debug"
	"sync"
	"time"

	"github.com/charmbracelet/keygen"
	"github.com/charmbracelet/ssh"
	"github.com/kballard/go-shellquote"
	gossh "golang.org/x/crypto/ssh"
)

// endLimit is how long the end of a session, and that of the server, waits for the client.
const endLimit = 3 * time.Second

// version is the name of the server. OpenSSH's client tells only servers of this name that the reader of the output is gone.
const version = "OpenSSH_foredeck"

// maxCommand is the maximum length of a command line in bytes.
const maxCommand = 8 << 10

// Options configure a Server.
type Options struct {
	// HostKey is the file of the private key with which the server identifies itself. It is created if it does not exist.
	HostKey string
	// AuthorizedKeys is a file with the public keys that may connect, in the format of OpenSSH, which is read at each connection.
	// Keys with options are accepted only if the server does what they ask for. Empty: everybody may connect.
	AuthorizedKeys string
	// MaxSessions is the maximum number of sessions at a time.
	MaxSessions int
	// MaxKeySessions and MaxAddressSessions are the maximum numbers of sessions at a time of one key and of one address; 0: MaxSessions.
	MaxKeySessions, MaxAddressSessions int
	// IdleTimeout is how long a terminal may send nothing, neither a key nor a change of its size, and how long the output of a command may
	// not be read, until the session is ended; 0: for ever.
	IdleTimeout time.Duration
	// Serve runs a session and returns its exit code. ctx ends when the connection is lost, the session is idle, or the server ends.
	Serve func(ctx context.Context, session *Session) int
	// Log reports the start and the end of a session, and failures. It is called concurrently, with text from clients.
	Log func(message string)
}

// Server serves sessions.
type Server struct {
	options Options
	limits  limits
	random  func() float64 // from 0 up to 1
	ssh     *ssh.Server

	mutex      sync.Mutex
	logins     []*connection    // that have not logged in, the oldest first
	used       map[string]usage // by share, without those that are not used
	moved      *sync.Cond       // a connection has ended its login, or is gone
	started    uint64           // sessions so far
	keyProblem string           // with the file of keys, which was logged
	running    sync.WaitGroup
}

// New returns a server. It fails if a key file cannot be used, or others could read the host key or change one of the files.
func New(options Options) (*Server, error) {
	s := &Server{options: options, limits: defaultLimits, random: rand.Float64, used: map[string]usage{}}
	s.moved = sync.NewCond(&s.mutex)
	s.options.MaxKeySessions = cmp.Or(options.MaxKeySessions, options.MaxSessions)
	s.options.MaxAddressSessions = cmp.Or(options.MaxAddressSessions, options.MaxSessions)
	if err := checkKeyFile(options.HostKey, true); err != nil {
		return nil, fmt.Errorf("host key: %w", err)
	}
	s.ssh = &ssh.Server{Version: version}
	if options.AuthorizedKeys != "" {
		if err := checkAuthorizedKeys(options.AuthorizedKeys); err != nil {
			return nil, err
		}
		s.ssh.PublicKeyHandler = s.isAuthorized
	}
	if _, err := os.Stat(options.HostKey); errors.Is(err, fs.ErrNotExist) {
		if _, err := keygen.New(options.HostKey, keygen.WithKeyType(keygen.Ed25519), keygen.WithWrite()); err != nil {
			return nil, fmt.Errorf("host key %s: %w", options.HostKey, err)
		}
	}
	if err := s.ssh.SetOption(ssh.HostKeyFile(options.HostKey)); err != nil {
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
	s.ssh.ServerConfigCallback = s.configure
	s.ssh.ChannelHandlers = map[string]ssh.ChannelHandler{"session": openChannel}
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

// handle runs a session.
func (s *Server) handle(ctx context.Context, client ssh.Session) {
	channel, ok := client.Context().Value(channelKey{}).(*channel)
	if !ok {
		return
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(channel.open, func() { cancel(context.Canceled) })()
	session, err := newSession(ctx, client, channel, s.options.IdleTimeout, cancel)
	defer session.close()
	if s.options.AuthorizedKeys != "" && !s.isAuthorized(nil, client.PublicKey()) {
		session.refuse(1, "the key is not accepted any more")
		return
	}
	number, refusal := channel.connection.start(session.window.shares)
	if refusal != "" {
		session.refuse(1, refusal)
		return
	}
	defer channel.connection.end(session.window.shares)
	defer context.AfterFunc(ctx, session.endSoon)()
	if err != nil {
		session.refuse(2, err.Error())
		return
	}
	s.options.Log(fmt.Sprintf("session %d started: %s", number, session.description()))
	code := s.run(ctx, session)
	session.endSoon()
	if errors.Is(context.Cause(ctx), errIdle) {
		session.say("closed after " + s.options.IdleTimeout.String() + " " + session.idle)
	}
	s.options.Log(fmt.Sprintf("session %d ended: exit code %d", number, code))
	_ = client.Exit(code) // the client may be gone
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
	if len(command) > maxCommand {
		return nil, fmt.Errorf("command line: longer than %d bytes", maxCommand)
	}
	words, err := shellquote.Split(command)
	if err != nil {
		return nil, fmt.Errorf("command line: %w", err)
	}
	return words, nil
}
