package sshd

import (
	"net"
	"net/netip"
	"slices"
	"time"

	"github.com/charmbracelet/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// Limits of connections that have not logged in. Those whose client has sent nothing make room for new ones, so that silent clients keep
// nobody out: at 800 of them a second, from one address, the first byte of a client may take 160 ms. Those that have begun to log in
// are closed by nobody else; an address can have a quarter of them, and beyond half of them new ones are refused at random, as with
// MaxStartups of OpenSSH.
const (
	maxSilent        = 256
	maxAddressSilent = 128
	maxLogins        = 256
	maxAddressLogins = 64
	earlyLogins      = 128 // from here on, connections are refused at random
	earlyRate        = 0.3 // the probability at that number; it rises to 1 at maxLogins
)

// admit accepts a connection, which has to log in soon.
func (s *Server) admit(ctx ssh.Context, accepted net.Conn) net.Conn {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	c := &connection{Conn: accepted, server: s, address: addressOf(accepted.RemoteAddr()), isOpen: true}
	isSilent := func(other *connection) bool { return !other.hasBegun }
	isOwn := func(other *connection) bool { return isSilent(other) && other.address == c.address }
	switch {
	case s.countLogins(isOwn) >= maxAddressSilent:
		s.closeOldest(isOwn)
	case s.countLogins(isSilent) >= maxSilent:
		s.closeOldest(isSilent)
	}
	c.unused = time.AfterFunc(s.limits.login, func() { _ = accepted.Close() })
	s.logins = append(s.logins, c)
	ctx.SetValue(connectionKey{}, c)
	return c
}

// addressOf returns the address of a client, with which its connections are counted. One client usually has all IPv6 addresses of a /64.
func addressOf(remote net.Addr) string {
	port, err := netip.ParseAddrPort(remote.String())
	if err != nil {
		return remote.String()
	}
	address := port.Addr().Unmap().WithZone("")
	if address.Is6() {
		return netip.PrefixFrom(address, 64).Masked().String()
	}
	return address.String()
}

func (s *Server) countLogins(counts func(*connection) bool) int {
	count := 0
	for _, c := range s.logins {
		if counts(c) {
			count++
		}
	}
	return count
}

// closeOldest closes the oldest connection of those that have not logged in.
func (s *Server) closeOldest(of func(*connection) bool) {
	if at := slices.IndexFunc(s.logins, of); at >= 0 {
		_ = s.logins[at].Conn.Close() // its Close follows
		s.logins = slices.Delete(s.logins, at, at+1)
	}
}

// Read reads from the client. Its first bytes begin the login.
func (c *connection) Read(buffer []byte) (int, error) {
	n, err := c.Conn.Read(buffer)
	if n > 0 && !c.isHeard {
		c.isHeard = true
		if !c.begin() {
			_ = c.Close()
			return 0, net.ErrClosed
		}
	}
	return n, err
}

// begin counts a connection that begins to log in. It fails if there are too many.
func (c *connection) begin() bool {
	s := c.server
	s.mutex.Lock()
	defer s.mutex.Unlock()
	hasBegun := func(other *connection) bool { return other.hasBegun }
	isOwn := func(other *connection) bool { return other.hasBegun && other.address == c.address }
	if s.countLogins(isOwn) >= maxAddressLogins || s.random() < refusal(s.countLogins(hasBegun)) {
		return false
	}
	c.hasBegun = true
	return true
}

// refusal returns the probability with which one more login is refused.
func refusal(logins int) float64 {
	switch {
	case logins < earlyLogins:
		return 0
	case logins >= maxLogins:
		return 1
	}
	return earlyRate + (1-earlyRate)*float64(logins-earlyLogins)/(maxLogins-earlyLogins)
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
	if !c.count(1) {
		_ = c.Conn.Close() // its Close follows
		return
	}
	c.unused.Reset(s.limits.unused)
}

// count changes the number of connections that are logged in, and reports whether there are not too many. The mutex of the server is held.
func (c *connection) count(change int) bool {
	isWithin := true
	for _, share := range c.server.shares("", c.address) {
		used := c.server.use(share.of, func(u *usage) { u.connections += change })
		isWithin = isWithin && used.connections <= share.sessions+spareConnections
	}
	return isWithin
}
