package sshd

import (
	"context"
	"io"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/crypto/ssh"
)

const (
	patience = 20 * time.Second
	pause    = time.Millisecond
)

// crowd is a listener to which clients connect from any address.
type crowd struct {
	arrived chan net.Conn
	closed  chan struct{}
	close   func()
}

func newCrowd() *crowd {
	c := &crowd{arrived: make(chan net.Conn), closed: make(chan struct{})}
	c.close = sync.OnceFunc(func() { close(c.closed) })
	return c
}

func (c *crowd) Accept() (net.Conn, error) {
	select {
	case arrived := <-c.arrived:
		return arrived, nil
	case <-c.closed:
		return nil, net.ErrClosed
	}
}

func (c *crowd) Close() error {
	c.close()
	return nil
}

func (c *crowd) Addr() net.Addr { return &net.TCPAddr{} }

// mute is a connection whose client receives what the server says, and never sends anything.
type mute struct {
	net.Conn // never used
	from     string
	admitted chan struct{} // closed when the server waits for the client
	closed   chan struct{}
	admit    func()
	close    func()
}

// silence connects a silent client, and returns when the server waits for it.
func (c *crowd) silence(from string) *mute {
	s := &mute{from: from, admitted: make(chan struct{}), closed: make(chan struct{})}
	s.admit, s.close = sync.OnceFunc(func() { close(s.admitted) }), sync.OnceFunc(func() { close(s.closed) })
	c.arrived <- s
	<-s.admitted
	return s
}

func (s *mute) RemoteAddr() net.Addr              { return client(s.from) }
func (s *mute) LocalAddr() net.Addr               { return &net.TCPAddr{} }
func (s *mute) SetDeadline(time.Time) error       { return nil }
func (s *mute) SetReadDeadline(time.Time) error   { return nil }
func (s *mute) SetWriteDeadline(time.Time) error  { return nil }
func (s *mute) Write(version []byte) (int, error) { return len(version), nil }
func (s *mute) Close() error                      { s.admit(); s.close(); return nil }
func (s *mute) Read([]byte) (int, error)          { s.admit(); <-s.closed; return 0, io.EOF }
func client(from string) net.Addr                 { return &net.TCPAddr{IP: net.ParseIP(from), Port: 2000} }

// from is the server's end of a connection from another address than its own.
type from struct {
	net.Conn
	address  string
	mutex    sync.Mutex
	changed  *sync.Cond
	received int // bytes
	handled  int // of them; the server waits for more
	isClosed bool
}

func (f *from) RemoteAddr() net.Addr { return client(f.address) }

func (f *from) Read(buffer []byte) (int, error) {
	f.mutex.Lock()
	f.handled = f.received
	f.changed.Broadcast()
	f.mutex.Unlock()
	n, err := f.Conn.Read(buffer)
	f.received += n // there is one reader
	return n, err
}

func (f *from) Close() error {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.isClosed = true
	f.changed.Broadcast()
	return f.Conn.Close()
}

// delayed is the client's end of a connection. Before something arrives at the server, others connect.
type delayed struct {
	net.Conn
	server *from
	sent   *int
	before func()
}

// Write returns when the server has handled what is sent.
func (d delayed) Write(sent []byte) (int, error) {
	d.before()
	*d.sent += len(sent)
	n, err := d.Conn.Write(sent)
	d.server.mutex.Lock()
	defer d.server.mutex.Unlock()
	for d.server.handled < *d.sent && !d.server.isClosed {
		d.server.changed.Wait()
	}
	return n, err
}

// connect connects a client from an address. before is called before what it sends arrives.
func (c *crowd) connect(t *testing.T, address string, before func()) net.Conn {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	dialed, err := net.Dial("tcp", listener.Addr().String())
	require.NoError(t, err)
	t.Cleanup(func() { _ = dialed.Close() })
	accepted, err := listener.Accept()
	require.NoError(t, err)
	server := &from{Conn: accepted, address: address}
	server.changed = sync.NewCond(&server.mutex)
	c.arrived <- server
	return delayed{dialed, server, new(int), before}
}

// logIn logs in and runs a command.
func logIn(connection net.Conn) error {
	logged, channels, requests, err := ssh.NewClientConn(connection, "", &ssh.ClientConfig{User: "visitor", HostKeyCallback: ssh.InsecureIgnoreHostKey()})
	if err != nil {
		return err
	}
	client := ssh.NewClient(logged, channels, requests)
	defer client.Close()
	session, err := client.NewSession()
	if err != nil {
		return err
	}
	return session.Run("version")
}

// perDelay is the number of clients that connect while something of a client on a slow line arrives: 800 a second, 80 ms.
const perDelay = 64

// Beside silent clients, one with a slow line logs in, from another address and from the same one.
func TestLoginsBesideSilentConnections(t *testing.T) {
	t.Parallel()
	for name, attackers := range map[string][]string{"another address": {"192.0.2.66"}, "the same address": {"198.51.100.7"}, "many addresses": {"192.0.2.1", "192.0.2.2", "192.0.2.3", "2001:db8::1"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			crowd := newCrowd()
			s := runOn(t, crowd, Options{Serve: func(context.Context, *Session) int { return 0 }})
			arrivals := 0
			arrive := func() {
				for range perDelay {
					crowd.silence(attackers[arrivals%len(attackers)])
					arrivals++
				}
			}
			for range 5 {
				arrive()
			}
			for login := range 6 {
				require.NoError(t, logIn(crowd.connect(t, "198.51.100.7", arrive)), "login %d", login)
			}
			s.mutex.Lock()
			defer s.mutex.Unlock()
			require.Greater(t, arrivals, 6*5*perDelay, "the login has several steps")
			require.LessOrEqual(t, len(s.logins), maxSilent)
		})
	}
}

// An address that has begun many logins waits with further ones. Others do not.
func TestLoginsPerAddress(t *testing.T) {
	t.Parallel()
	crowd := newCrowd()
	s := runOn(t, crowd, Options{Serve: func(context.Context, *Session) int { return 0 }})
	var slow net.Conn
	for range maxAddressLogins {
		slow = crowd.connect(t, "192.0.2.66", func() {})
		_, err := io.WriteString(slow, "SSH-2.0-slow\r\n")
		require.NoError(t, err)
	}
	waiting := make(chan error, 1)
	connection := crowd.connect(t, "192.0.2.66", func() {})
	go func() { waiting <- logIn(connection) }()
	require.NoError(t, logIn(crowd.connect(t, "192.0.2.67", func() {})))
	require.Eventually(t, func() bool {
		s.mutex.Lock()
		defer s.mutex.Unlock()
		used := s.used[ofAddress("192.0.2.66")]
		return used.connections[begun] == maxAddressLogins && used.connections[silent] == 1
	}, patience, pause)
	require.NoError(t, slow.Close())
	require.NoError(t, <-waiting)
}

// Beyond half of the logins, new ones are refused at random, and all of them at the limit.
func TestLoginsAreRefusedEarly(t *testing.T) {
	t.Parallel()
	require.Zero(t, refusal(earlyLogins-1))
	require.InDelta(t, earlyRate, refusal(earlyLogins), 1e-9)
	require.InDelta(t, 0.65, refusal((earlyLogins+maxLogins)/2), 1e-9)
	require.InDelta(t, 1, refusal(maxLogins), 1e-9)

	for _, c := range []struct {
		logins  int
		random  float64
		isBegun bool
	}{{earlyLogins - 1, 0, true}, {earlyLogins, 0.29, false}, {earlyLogins, 0.31, true}, {maxLogins - 1, 0.9, false}, {maxLogins, 0.999, false}} {
		s := &Server{random: func() float64 { return c.random }, used: map[string]usage{}}
		s.moved = sync.NewCond(&s.mutex)
		s.use(ofAll, func(u *usage) { u.connections[begun] = c.logins })
		require.Equal(t, c.isBegun, (&connection{server: s, address: "192.0.2.1", stage: silent}).begin(), c)
	}
}

func TestAddressOf(t *testing.T) {
	t.Parallel()
	for remote, want := range map[string]string{
		"192.0.2.1:22": "192.0.2.1", "[::ffff:192.0.2.1]:22": "192.0.2.1", "[2001:db8:1:2:3::4]:22": "2001:db8:1:2::/64", "[fe80::1%eth0]:22": "fe80::/64", "[::1]:22": "::/64",
	} {
		address, err := net.ResolveTCPAddr("tcp", remote)
		require.NoError(t, err)
		require.Equal(t, want, addressOf(address))
	}
}
