package sshd

import (
	"net"
	"slices"
	"time"

	"github.com/charmbracelet/ssh"
	gossh "golang.org/x/crypto/ssh"
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
	// maxLogins is the number of connections that have not logged in. One more closes the oldest, so that silent ones keep nobody out.
	maxLogins = 64
	// spareConnections is the number of connections beyond the number of sessions, which are told that there are too many sessions.
	spareConnections = 16
	// maxChannels is the number of channels of a connection, as in OpenSSH.
	maxChannels = 10
)

// connection is a connection of a client within limits.
type connection struct {
	net.Conn
	server *Server
	unused *time.Timer // closes it

	// The mutex of the server guards these.
	isOpen, isLoggedIn bool
	channels, sessions int
}

type connectionKey struct{}

// admit accepts a connection, which has to log in soon.
func (s *Server) admit(ctx ssh.Context, accepted net.Conn) net.Conn {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if len(s.logins) >= maxLogins {
		_ = s.logins[0].Conn.Close() // its Close follows
		s.logins = slices.Delete(s.logins, 0, 1)
	}
	c := &connection{Conn: accepted, server: s, isOpen: true}
	c.unused = time.AfterFunc(s.limits.login, func() { _ = accepted.Close() })
	s.logins = append(s.logins, c)
	ctx.SetValue(connectionKey{}, c)
	return c
}

// configure reports the login of a connection.
func (s *Server) configure(ctx ssh.Context) *gossh.ServerConfig {
	return &gossh.ServerConfig{AuthLogCallback: func(_ gossh.ConnMetadata, _ string, err error) {
		if c, ok := ctx.Value(connectionKey{}).(*connection); ok && err == nil {
			c.logIn()
		}
	}}
}

// logIn counts the connection as one of a client that may connect. It closes it if there are too many.
func (c *connection) logIn() {
	s := c.server
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if !c.isOpen || c.isLoggedIn {
		return
	}
	s.logins = slices.DeleteFunc(s.logins, func(other *connection) bool { return other == c })
	c.isLoggedIn = true
	s.connections++
	if s.connections > s.options.MaxSessions+spareConnections {
		_ = c.Conn.Close()
		return
	}
	c.unused.Reset(s.limits.unused)
}

// Close closes the connection.
func (c *connection) Close() error {
	s := c.server
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if c.isOpen {
		c.isOpen = false
		c.unused.Stop()
		if c.isLoggedIn {
			s.connections--
		} else {
			s.logins = slices.DeleteFunc(s.logins, func(other *connection) bool { return other == c })
		}
	}
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

// start counts a session. It fails if there are too many.
func (c *connection) start() (number uint64, ok bool) {
	s := c.server
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.sessions >= s.options.MaxSessions {
		return 0, false
	}
	s.sessions++
	s.started++
	s.running.Add(1)
	c.sessions++
	c.unused.Stop()
	return s.started, true
}

// end ends a session. A connection without another one is closed soon.
func (c *connection) end() {
	s := c.server
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.sessions--
	s.running.Done()
	if c.sessions--; c.sessions == 0 && c.isOpen {
		c.unused.Reset(s.limits.unused)
	}
}
