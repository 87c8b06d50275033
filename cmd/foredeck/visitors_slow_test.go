package main

import (
	"io"
	"math/rand/v2"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/tui/tuitest/effort"
)

// slowVisitors is the number of visitors who read nothing.
const slowVisitors = 100

// stalling is a listener whose connections can stop accepting output, as those of clients that do not read.
type stalling struct {
	net.Listener
	isStalled atomic.Bool // of the connections from now on
	stalled   chan struct{}
	stuck     chan struct{} // receives one value for each connection whose output waits
}

func newStalling(listener net.Listener) *stalling {
	return &stalling{Listener: listener, stalled: make(chan struct{}), stuck: make(chan struct{}, slowVisitors)}
}

func (s *stalling) Accept() (net.Conn, error) {
	accepted, err := s.Listener.Accept()
	if err != nil || !s.isStalled.Load() {
		return accepted, err
	}
	return &stalledConn{Conn: accepted, of: s, closed: make(chan struct{})}, nil
}

// stalledConn is the server's end of such a connection.
type stalledConn struct {
	net.Conn
	of     *stalling
	once   sync.Once
	end    sync.Once
	closed chan struct{}
}

func (c *stalledConn) Write(output []byte) (int, error) {
	select {
	case <-c.of.stalled:
		c.once.Do(func() { c.of.stuck <- struct{}{} })
		<-c.closed
		return 0, net.ErrClosed
	default:
		return c.Conn.Write(output)
	}
}

func (c *stalledConn) Close() error {
	c.end.Do(func() { close(c.closed) })
	return c.Conn.Close()
}

// A visitor gets frames, after keys and after new blocks, while a hundred others follow blocks too and read nothing.
func TestSlowVisitorsDelayNobody(t *testing.T) {
	effort.SkipUnderRace(t)
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	slow := newStalling(listener)
	server := startVisitedOn(t, newTestHost(t, ""), slow)
	follow := func() *guest {
		g := &guest{t: t, address: server.address, random: rand.New(rand.NewPCG(1, 0))}
		g.deck("", 80, 24)
		_, err := io.WriteString(g.keys, " b")
		g.ok(err)
		return g
	}
	active := follow()
	frames := make(chan struct{}, 10_000)
	go func() {
		defer close(frames)
		buffer := make([]byte, 32<<10)
		for {
			if _, err := active.output.Read(buffer); err != nil {
				return
			}
			frames <- struct{}{}
		}
	}()
	slow.isStalled.Store(true)
	var opened sync.WaitGroup
	for visitor := range slowVisitors {
		opened.Go(func() { follow() })
		if visitor%sessionsAtOnce == sessionsAtOnce-1 { // so that each of them logs in in time
			opened.Wait()
		}
	}
	close(slow.stalled)
	for range slowVisitors {
		receive(t, slow.stuck)
	}

	var waited, longest time.Duration
	const keys = 40
	for key := range keys {
		for len(frames) > 0 {
			<-frames
		}
		pressed := time.Now()
		_, err := io.WriteString(active.keys, string("jk"[key%2]))
		require.NoError(t, err)
		receive(t, frames)
		waited, longest = waited+time.Since(pressed), max(longest, time.Since(pressed))
	}
	for range 3 { // new blocks, without a key
		receive(t, frames)
	}
	require.Empty(t, slow.stuck)
	t.Logf("%d visitors who read nothing: frames after %d keys, mean %v, longest %v", slowVisitors, keys, (waited / keys).Round(10*time.Microsecond), longest.Round(10*time.Microsecond))
}

// receive waits for an event.
func receive(t *testing.T, events <-chan struct{}) {
	t.Helper()
	select {
	case _, isOpen := <-events:
		require.True(t, isOpen, "the session has ended")
	case <-time.After(30 * time.Second):
		require.FailNow(t, "nothing arrived")
	}
}
