package sshd

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/crypto/ssh"

	"foredeck/tui/terminal"
)

// privateFolder returns a temporary folder that others cannot change, whatever the umask.
func privateFolder(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	require.NoError(t, os.Chmod(folder, 0o700))
	return folder
}

// run starts a server for a test and returns it with its address.
func run(t *testing.T, options Options, change ...func(*limits)) (*Server, string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	return runOn(t, listener, options, change...), listener.Addr().String()
}

// runOn is run with a listener.
func runOn(t *testing.T, listener net.Listener, options Options, change ...func(*limits)) *Server {
	t.Helper()
	options.HostKey = filepath.Join(privateFolder(t), "host_key")
	if options.MaxSessions == 0 {
		options.MaxSessions = 4
	}
	if options.Log == nil {
		options.Log = func(string) {}
	}
	s, err := New(options)
	require.NoError(t, err)
	for _, change := range change {
		change(&s.limits)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, listener) }()
	t.Cleanup(func() {
		cancel()
		require.NoError(t, <-ended)
	})
	return s
}

func dial(t *testing.T, address string, keys ...ssh.Signer) (*ssh.Client, error) {
	t.Helper()
	client, err := ssh.Dial("tcp", address, &ssh.ClientConfig{User: "visitor", Auth: []ssh.AuthMethod{ssh.PublicKeys(keys...)}, HostKeyCallback: ssh.InsecureIgnoreHostKey()})
	if err == nil {
		t.Cleanup(func() { _ = client.Close() })
	}
	return client, err
}

func session(t *testing.T, client *ssh.Client) *ssh.Session {
	t.Helper()
	s, err := client.NewSession()
	require.NoError(t, err)
	return s
}

func newKey(t *testing.T) ssh.Signer {
	t.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	require.NoError(t, err)
	signer, err := ssh.NewSignerFromKey(private)
	require.NoError(t, err)
	return signer
}

func TestCommand(t *testing.T) {
	t.Parallel()
	got := make(chan *Session, 1)
	_, address := run(t, Options{Serve: func(_ context.Context, session *Session) int {
		got <- session
		_, _ = fmt.Fprintln(session.Stdout, "to stdout")
		_, _ = fmt.Fprintln(session.Stderr, "to stderr")
		return 7
	}})
	client, err := dial(t, address)
	require.NoError(t, err)
	s := session(t, client)
	var stdout, stderr strings.Builder
	s.Stdout, s.Stderr = &stdout, &stderr
	err = s.Run(`tx 'my treasury' 7 -o "js""on" $HOME;`)
	var exit *ssh.ExitError
	require.ErrorAs(t, err, &exit)
	require.Equal(t, 7, exit.ExitStatus())
	require.Equal(t, "to stdout\n", stdout.String())
	require.Equal(t, "to stderr\n", stderr.String())
	received := <-got
	require.Equal(t, []string{"tx", "my treasury", "7", "-o", "json", "$HOME;"}, received.Arguments, "nothing is expanded")
	require.Nil(t, received.Window)
	require.NotImplements(t, (*interface{ IsTerminal() bool })(nil), received.Stdout)
}

// A terminal has the client's size, its later sizes, and only variables that describe it.
func TestWindow(t *testing.T) {
	t.Parallel()
	windows, finish := make(chan *terminal.Remote, 1), make(chan struct{})
	_, address := run(t, Options{Serve: func(_ context.Context, session *Session) int {
		windows <- session.Window
		<-finish
		_, _ = io.WriteString(session.Window, "a\nb")
		return 0
	}})
	client, err := dial(t, address)
	require.NoError(t, err)
	s := session(t, client)
	for name, value := range map[string]string{"COLORTERM": "truecolor", "LANG": "de_DE.UTF-8", "VTE_VERSION": "\x1b[2J"} {
		require.NoError(t, s.Setenv(name, value))
	}
	for name, value := range map[string]string{"LD_PRELOAD": "/tmp/evil.so", "FOREDECK_CONFIG": "/etc/passwd", "LC_ALL": strings.Repeat("x", maxVariable+1)} {
		require.Error(t, s.Setenv(name, value))
	}
	require.NoError(t, s.RequestPty("xterm-kitty", 40, 100_000, ssh.TerminalModes{}))
	output, err := s.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, s.Shell())
	window := <-windows
	require.ElementsMatch(t, []string{"TERM=xterm-kitty", "SSH_TTY=foredeck", "COLORTERM=truecolor", "LANG=de_DE.UTF-8", "VTE_VERSION="}, window.Environ)
	require.Equal(t, terminal.Size{Width: maxWidth, Height: 40}, window.Size)
	require.NoError(t, s.WindowChange(30, 90))
	for size := range window.Sizes {
		if size.Width == 90 {
			require.Equal(t, 30, size.Height)
			break
		}
	}
	close(finish)
	drawn, err := io.ReadAll(output)
	require.NoError(t, err)
	require.Equal(t, "a\nb", string(drawn), "line breaks of what is drawn stay as they are")
}

// Only listed keys are admitted, also those that are added while the server runs, and not those that are removed.
func TestAuthorizedKeys(t *testing.T) {
	t.Parallel()
	file := filepath.Join(privateFolder(t), "authorized_keys")
	listed, other := newKey(t), newKey(t)
	line := strings.TrimSpace(string(ssh.MarshalAuthorizedKey(listed.PublicKey())))
	content := "# team\n\n  # indented\n" + string(ssh.MarshalAuthorizedKey(newKey(t).PublicKey())) + "no-pty,garbage\nrestrict,pty " + line + " " + strings.Repeat("x", 5000) + "\n"
	require.NoError(t, os.WriteFile(file, []byte(line), 0o600))
	_, address := run(t, Options{AuthorizedKeys: file, Serve: func(context.Context, *Session) int { return 0 }})
	client, err := dial(t, address, listed)
	require.NoError(t, err)
	require.NoError(t, session(t, client).Run("version"))
	_, err = dial(t, address, other)
	require.ErrorContains(t, err, "unable to authenticate")
	_, err = dial(t, address)
	require.ErrorContains(t, err, "unable to authenticate")
	require.NoError(t, os.WriteFile(file, []byte(content), 0o600))
	_, err = dial(t, address, listed)
	require.NoError(t, err, "lines before it do not matter")
	require.NoError(t, os.WriteFile(file, ssh.MarshalAuthorizedKey(other.PublicKey()), 0o600))
	_, err = dial(t, address, other)
	require.NoError(t, err)
	_, err = dial(t, address, listed)
	require.Error(t, err)
	output, err := session(t, client).CombinedOutput("version")
	require.Error(t, err, "the key was removed")
	require.Contains(t, string(output), "not accepted any more")
}

func TestAuthorizedKeysErrors(t *testing.T) {
	t.Parallel()
	folder := privateFolder(t)
	listed := string(ssh.MarshalAuthorizedKey(newKey(t).PublicKey()))
	for content, want := range map[string]string{
		"":                            "no public key in it",
		"# nobody\n":                  "no public key in it",
		"\nssh-ed25519 garbage x\n":   "line 2",
		`from="10.0.0.0/8" ` + listed: `line 1: option "from" is not supported`,
		`restrict,command="/bin/false" ` + listed: `option "command" is not supported`,
		"cert-authority " + listed:                `option "cert-authority" is not supported`,
	} {
		file := filepath.Join(folder, "keys")
		require.NoError(t, os.WriteFile(file, []byte(content), 0o600))
		_, err := New(Options{HostKey: filepath.Join(folder, "host_key"), AuthorizedKeys: file})
		require.ErrorContains(t, err, want)
	}
	_, err := New(Options{HostKey: filepath.Join(folder, "host_key"), AuthorizedKeys: filepath.Join(folder, "none")})
	require.ErrorIs(t, err, os.ErrNotExist)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "broken"), []byte("not a key"), 0o600))
	_, err = New(Options{HostKey: filepath.Join(folder, "broken")})
	require.ErrorContains(t, err, "host key")
}

// The host key is created readable only by its owner, and stays the same.
func TestHostKey(t *testing.T) {
	t.Parallel()
	file := filepath.Join(privateFolder(t), "host_key")
	first, err := New(Options{HostKey: file})
	require.NoError(t, err)
	info, err := os.Stat(file)
	require.NoError(t, err)
	require.Zero(t, info.Mode().Perm()&0o077)
	second, err := New(Options{HostKey: file})
	require.NoError(t, err)
	require.Equal(t, first.Fingerprint(), second.Fingerprint())
	require.True(t, strings.HasPrefix(first.Fingerprint(), "SHA256:"))
}

func TestMaxSessions(t *testing.T) {
	t.Parallel()
	started, finish := make(chan struct{}), make(chan struct{})
	_, address := run(t, Options{MaxSessions: 2, Serve: func(context.Context, *Session) int {
		started <- struct{}{}
		<-finish
		return 0
	}})
	client, err := dial(t, address)
	require.NoError(t, err)
	var running []*ssh.Session
	for range 2 {
		s := session(t, client)
		require.NoError(t, s.Start("x"))
		running = append(running, s)
		<-started
	}
	output, err := session(t, client).CombinedOutput("x")
	require.Error(t, err)
	require.Contains(t, string(output), "too many sessions are open")
	close(finish)
	for _, s := range running {
		require.NoError(t, s.Wait())
	}
	go func() { <-started }()
	require.NoError(t, session(t, client).Run("x"), "there is room again")
}

// A terminal from which no key comes is closed.
func TestIdleTimeout(t *testing.T) {
	t.Parallel()
	_, address := run(t, Options{IdleTimeout: 50 * time.Millisecond, Serve: func(ctx context.Context, session *Session) int {
		go func() { _, _ = io.Copy(io.Discard, session.Window) }()
		<-ctx.Done()
		return 0
	}})
	client, err := dial(t, address)
	require.NoError(t, err)
	s := session(t, client)
	require.NoError(t, s.RequestPty("xterm", 24, 80, ssh.TerminalModes{}))
	var stderr strings.Builder
	s.Stderr = &stderr
	_, err = s.StdinPipe() // without one the client says that no key will come
	require.NoError(t, err)
	require.NoError(t, s.Shell())
	require.NoError(t, s.Wait())
	require.Contains(t, stderr.String(), "closed after 50ms without a key")
}

// What is not a session is refused: forwarding, subsystems such as SFTP.
func TestNothingElse(t *testing.T) {
	t.Parallel()
	_, address := run(t, Options{Serve: func(context.Context, *Session) int { return 0 }})
	client, err := dial(t, address)
	require.NoError(t, err)
	_, err = client.Dial("tcp", address)
	require.Error(t, err)
	_, err = client.Listen("tcp", "127.0.0.1:0")
	require.Error(t, err)
	require.Error(t, session(t, client).RequestSubsystem("sftp"))
}

// A bug in one session ends no other one.
func TestPanic(t *testing.T) {
	t.Parallel()
	var mutex sync.Mutex
	var logged []string
	release := make(chan struct{})
	_, address := run(t, Options{
		Log: func(message string) {
			mutex.Lock()
			defer mutex.Unlock()
			logged = append(logged, message)
		},
		Serve: func(_ context.Context, session *Session) int {
			if session.Arguments[0] == "panic" {
				panic("out of order")
			}
			<-release
			return 0
		},
	})
	client, err := dial(t, address)
	require.NoError(t, err)
	other := session(t, client)
	require.NoError(t, other.Start("wait"))
	require.Error(t, session(t, client).Run("panic"))
	close(release)
	require.NoError(t, other.Wait())
	mutex.Lock()
	defer mutex.Unlock()
	require.Contains(t, strings.Join(logged, "\n"), "panic: out of order")
}

// The end of a connection ends its sessions, and the end of the server those that remain.
func TestEnds(t *testing.T) {
	t.Parallel()
	causes := make(chan error, 2)
	s, err := New(Options{HostKey: filepath.Join(privateFolder(t), "key"), MaxSessions: 2, Log: func(string) {}, Serve: func(ctx context.Context, _ *Session) int {
		causes <- nil
		<-ctx.Done()
		causes <- context.Cause(ctx)
		return 3
	}})
	require.NoError(t, err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, listener) }()

	client, err := dial(t, listener.Addr().String())
	require.NoError(t, err)
	require.NoError(t, session(t, client).Start("x"))
	<-causes
	require.NoError(t, client.Close())
	require.ErrorIs(t, <-causes, context.Canceled)

	client, err = dial(t, listener.Addr().String())
	require.NoError(t, err)
	last := session(t, client)
	require.NoError(t, last.Start("x"))
	<-causes
	cancel()
	var exit *ssh.ExitError
	require.ErrorAs(t, last.Wait(), &exit)
	require.Equal(t, 3, exit.ExitStatus())
	require.NoError(t, <-ended)
	_, err = net.Dial("tcp", listener.Addr().String())
	require.Error(t, err, "nothing listens any more")
}

// The end of the reader of a command's output ends it, as in "| head", and so does one that does not read for long.
func TestOutputWithoutReader(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		stop  func(*ssh.Session)
		limit time.Duration
	}{
		"closed":  {stop: func(s *ssh.Session) { _, _ = s.SendRequest("eow@openssh.com", false, nil) }},
		"gone":    {stop: func(s *ssh.Session) { _ = s.Close() }},
		"stalled": {stop: func(*ssh.Session) {}, limit: 50 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ended, started := make(chan error), make(chan struct{})
			_, address := run(t, Options{MaxSessions: 1, IdleTimeout: test.limit, Serve: func(_ context.Context, session *Session) int {
				close(started)
				for {
					if _, err := io.WriteString(session.Stdout, strings.Repeat("line\n", 10_000)); err != nil {
						ended <- err
						return 0
					}
				}
			}}, func(l *limits) { l.end = 50 * time.Millisecond })
			client, err := dial(t, address)
			require.NoError(t, err)
			s := session(t, client)
			output, err := s.StdoutPipe()
			require.NoError(t, err)
			require.NoError(t, s.Start("endless"))
			<-started
			test.stop(s)
			if test.limit == 0 {
				go func() { _, _ = io.Copy(io.Discard, output) }() // as OpenSSH does
			}
			require.ErrorIs(t, <-ended, syscall.EPIPE)
		})
	}
}

// Connections that do not log in, or do nothing, are closed.
func TestUnusedConnections(t *testing.T) {
	t.Parallel()
	serve := Options{Serve: func(context.Context, *Session) int { return 0 }}
	_, address := run(t, serve, func(l *limits) { l.login = time.Millisecond })
	silent, err := net.Dial("tcp", address)
	require.NoError(t, err)
	defer silent.Close()
	_, err = io.Copy(io.Discard, silent)
	require.NoError(t, err, "it does not log in")

	_, address = run(t, serve, func(l *limits) { l.unused = time.Millisecond })
	if client, err := dial(t, address); err == nil { // it may be closed at once
		require.Error(t, client.Wait(), "no session was opened")
	}

	var s *Server
	serve.Serve = func(context.Context, *Session) int {
		s.mutex.Lock()
		defer s.mutex.Unlock()
		s.limits.unused = time.Millisecond
		return 0
	}
	s, address = run(t, serve)
	client, err := dial(t, address)
	require.NoError(t, err)
	require.NoError(t, session(t, client).Run("version"))
	require.Error(t, client.Wait(), "the session has ended")

	_, address = run(t, serve, func(l *limits) { l.start = time.Millisecond })
	client, err = dial(t, address)
	require.NoError(t, err)
	_, _ = client.NewSession() // the connection may be closed at once
	require.Error(t, client.Wait(), "the channel starts nothing")
}

func TestChannelLimit(t *testing.T) {
	t.Parallel()
	_, address := run(t, Options{MaxSessions: 20, Serve: func(ctx context.Context, _ *Session) int {
		<-ctx.Done()
		return 0
	}})
	client, err := dial(t, address)
	require.NoError(t, err)
	for range maxChannels {
		require.NoError(t, session(t, client).Start("x"))
	}
	_, err = client.NewSession()
	require.ErrorContains(t, err, "too many sessions on this connection")
}

func TestLongCommandLine(t *testing.T) {
	t.Parallel()
	_, address := run(t, Options{Serve: func(context.Context, *Session) int { return 0 }})
	client, err := dial(t, address)
	require.NoError(t, err)
	output, err := session(t, client).CombinedOutput(strings.Repeat("x", maxCommand+1))
	var exit *ssh.ExitError
	require.ErrorAs(t, err, &exit)
	require.Equal(t, 2, exit.ExitStatus())
	require.Contains(t, string(output), "longer than 8192 bytes")
}

// The end of the input of a command on a terminal is not ctrl+c.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	_, address := run(t, Options{Serve: func(ctx context.Context, session *Session) int {
		interrupted := false
		session.Window.Interrupt(func() { interrupted = true })
		if ctx.Err() != nil || interrupted != (session.Arguments[0] == "ctrl+c") {
			return 1
		}
		return 0
	}})
	client, err := dial(t, address)
	require.NoError(t, err)
	for command, input := range map[string]string{"ctrl+c": "\x03", "eof": ""} {
		s := session(t, client)
		require.NoError(t, s.RequestPty("xterm", 24, 80, ssh.TerminalModes{}))
		s.Stdin = strings.NewReader(input)
		require.NoError(t, s.Run(command), command)
	}
}
