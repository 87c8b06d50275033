package sshd

import (
	"net"
	"slices"
	"time"
)

// limits are limits of time, after which a connection is closed.
type limits struct {
	login  time.Duration // to log in
	unused time.Duration // without a session
	start  time.Duration // from the start of a channel until it starts a program
	end    time.Duration // from the end of a session until the client has received it
}

var defaultLimits = limits{login: 10 * time.Second, unused: 30 * time.Second, start: 10 * time.Second, end: endLimit}

const (
	// spareConnections is the number of connections beyond the number of sessions, of all addresses or of one. Their clients get to know
	// that there are too many sessions.
	spareConnections = 16
	// maxChannels is the number of channels of a connection, as in OpenSSH.
	maxChannels = 10
)

// connection is a connection of a client within limits.
type connection struct {
	net.Conn
	server  *Server
	address string      // of the client, with which it is counted
	unused  *time.Timer // closes it
	isHeard bool        // the client has sent something; for Read

	// The mutex of the server guards these.
	stage              stage
	channels, sessions int
}

// stage is how far a connection is.
type stage int

const (
	gone     stage = iota // not there yet, or closed
	silent                // the client has sent nothing, or waits until it may log in
	begun                 // the client has begun to log in
	loggedIn              // the client may open sessions
	stages
)

// move counts the connection in another stage. The mutex of the server is held.
func (c *connection) move(to stage) {
	for _, of := range []string{ofAll, ofAddress(c.address)} {
		c.server.use(of, func(u *usage) {
			u.connections[c.stage]--
			u.connections[to]++
			u.connections[gone] = 0
		})
	}
	if c.stage == begun || to == gone { // those who wait may begin, or need not any more
		c.server.moved.Broadcast()
	}
	c.stage = to
}

// leave ends the count of the connection. The mutex of the server is held.
func (c *connection) leave() {
	if c.stage == gone {
		return
	}
	c.unused.Stop()
	c.server.logins = slices.DeleteFunc(c.server.logins, func(other *connection) bool { return other == c })
	c.move(gone)
}

type connectionKey struct{}

// Close closes the connection.
func (c *connection) Close() error {
	c.server.mutex.Lock()
	defer c.server.mutex.Unlock()
	c.leave()
	return c.Conn.Close()
}

// openChannel counts a channel. It fails if the connection has too many.
func (c *connection) openChannel() bool {
	c.server.mutex.Lock()
	defer c.server.mutex.Unlock()
	if c.channels >= maxChannels {
		return false
	}
	c.channels++
	return true
}

func (c *connection) closeChannel() {
	c.server.mutex.Lock()
	defer c.server.mutex.Unlock()
	c.channels--
}

// start counts a session. It fails with the reason if there are too many.
func (c *connection) start(shares []share) (number uint64, refusal string) {
	s := c.server
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if refusal = s.startSession(shares); refusal != "" {
		return 0, refusal
	}
	s.started++
	s.running.Add(1)
	c.sessions++
	c.unused.Stop()
	return s.started, ""
}

// end ends a session. A connection without another one is closed soon.
func (c *connection) end(shares []share) {
	s := c.server
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.endSession(shares)
	s.running.Done()
	if c.sessions--; c.sessions == 0 && c.stage != gone {
		c.unused.Reset(s.limits.unused)
	}
}
