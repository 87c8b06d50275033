package sshd

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/crypto/ssh"

	"foredeck/tui/terminal"
)

// waiting serves sessions that wait for the end of their client, and sends each of them when it starts. The command end ends at once.
func waiting() (Options, chan *Session) {
	started := make(chan *Session, 100)
	return Options{MaxSessions: 100, Serve: func(ctx context.Context, session *Session) int {
		if len(session.Arguments) == 1 && session.Arguments[0] == "end" {
			return 0
		}
		started <- session
		<-ctx.Done()
		return 0
	}}, started
}

// enter logs in from an address.
func (c *crowd) enter(t *testing.T, address string) (*ssh.Client, error) {
	t.Helper()
	logged, channels, requests, err := ssh.NewClientConn(c.connect(t, address, func() {}), "", &ssh.ClientConfig{User: "visitor", HostKeyCallback: ssh.InsecureIgnoreHostKey()})
	if err != nil {
		return nil, err
	}
	return ssh.NewClient(logged, channels, requests), nil
}

// A key has a limited number of sessions, whatever connections they use. Other keys have their own.
func TestSessionsPerKey(t *testing.T) {
	t.Parallel()
	options, started := waiting()
	options.MaxKeySessions, options.AuthorizedKeys = 2, filepath.Join(privateFolder(t), "authorized_keys")
	first, second := newKey(t), newKey(t)
	require.NoError(t, os.WriteFile(options.AuthorizedKeys, append(ssh.MarshalAuthorizedKey(first.PublicKey()), ssh.MarshalAuthorizedKey(second.PublicKey())...), 0o600))
	_, address := run(t, options)
	var last *ssh.Client
	for range 2 {
		client, err := dial(t, address, first)
		require.NoError(t, err)
		require.NoError(t, session(t, client).Start("x"))
		require.Equal(t, ssh.FingerprintSHA256(first.PublicKey()), (<-started).Key)
		last = client
	}
	output, err := session(t, last).CombinedOutput("end")
	require.Error(t, err)
	require.Contains(t, string(output), "too many sessions are open with your key (limit 2): close one, or try again later")
	client, err := dial(t, address, second)
	require.NoError(t, err)
	require.NoError(t, session(t, client).Start("x"))
	<-started
}

// So it is with addresses.
func TestSessionsPerAddress(t *testing.T) {
	t.Parallel()
	options, started := waiting()
	options.MaxAddressSessions = 2
	crowd := newCrowd()
	s := runOn(t, crowd, options)
	first, err := crowd.enter(t, "192.0.2.1")
	require.NoError(t, err)
	for range 2 {
		require.NoError(t, session(t, first).Start("x"))
		require.Equal(t, "192.0.2.1", (<-started).Address)
	}
	output, err := session(t, first).CombinedOutput("end")
	require.Error(t, err)
	require.Contains(t, string(output), "too many sessions are open from your address (limit 2)")
	second, err := crowd.enter(t, "192.0.2.2")
	require.NoError(t, err)
	require.NoError(t, session(t, second).Start("x"))
	<-started
	require.NoError(t, first.Close())
	require.NoError(t, second.Close())
	require.Eventually(t, func() bool {
		s.mutex.Lock()
		defer s.mutex.Unlock()
		return len(s.used) == 0
	}, patience, pause, "nothing is kept of those who are gone")
}

// An address has a limited number of connections that are logged in.
func TestConnectionsPerAddress(t *testing.T) {
	t.Parallel()
	options, _ := waiting()
	options.MaxAddressSessions = 1
	crowd := newCrowd()
	runOn(t, crowd, options)
	for range 1 + spareConnections {
		_, err := crowd.enter(t, "192.0.2.1")
		require.NoError(t, err)
	}
	client, err := crowd.enter(t, "192.0.2.1")
	if err == nil { // it is closed when the login succeeds
		_, err = client.NewSession()
	}
	require.Error(t, err)
	client, err = crowd.enter(t, "192.0.2.2")
	require.NoError(t, err)
	require.NoError(t, session(t, client).Start("x"))
}

// The windows of a visitor share a number of cells. One that does not fit is small, until there is room.
func TestWindowsShareCells(t *testing.T) {
	t.Parallel()
	options, started := waiting()
	crowd := newCrowd()
	s := runOn(t, crowd, options)
	open := func(address string) (*ssh.Session, *terminal.Remote) {
		client, err := crowd.enter(t, address)
		require.NoError(t, err)
		opened := session(t, client)
		require.NoError(t, opened.RequestPty("xterm", 100_000, 100_000, ssh.TerminalModes{}))
		_, err = opened.StdinPipe() // without one the client says that no key will come
		require.NoError(t, err)
		require.NoError(t, opened.Shell())
		return opened, (<-started).Window
	}
	type counted = window
	smallest := terminal.Size{Width: smallWidth, Height: smallHeight}
	for range maxAddressCells / (maxWidth * maxHeight) {
		_, window := open("192.0.2.1")
		require.Equal(t, terminal.Size{Width: maxWidth, Height: maxHeight}, window.Size)
	}
	small, window := open("192.0.2.1")
	require.Equal(t, smallest, window.Size)
	_, other := open("192.0.2.2")
	require.Equal(t, maxWidth, other.Size.Width, "others have their own")
	require.NoError(t, small.WindowChange(100, 200))
	for size := <-window.Sizes; size.Width != smallWidth; {
		size = <-window.Sizes
	}

	ofKey := []*counted{{server: s, shares: s.shares("k", "192.0.2.3")}, {server: s, shares: s.shares("k", "192.0.2.4")}}
	require.Equal(t, terminal.Size{Width: maxKeyCells, Height: 1}, ofKey[0].fit(terminal.Size{Width: maxKeyCells, Height: 1}))
	wanted := terminal.Size{Width: 200, Height: 100}
	require.Equal(t, smallest, ofKey[1].fit(wanted))
	ofKey[0].end()
	require.Equal(t, wanted, ofKey[1].fit(wanted))
	ofKey[1].end()
	require.Equal(t, smallest, ofKey[1].fit(wanted), "a size that arrives after the end is not counted")
	s.mutex.Lock()
	defer s.mutex.Unlock()
	require.NotContains(t, s.used, "key k")
}
