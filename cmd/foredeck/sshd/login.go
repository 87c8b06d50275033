package sshd

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// Limits of connections that have not logged in. The oldest connection whose client has sent nothing is closed for a new one: with 800
// of them a second from one address, the first byte of another client may take 240 ms. A connection that has begun to log in is kept. One
// address has at most a quarter of those, and its further ones wait; beyond half of the limit, new ones are refused at random, as with
// MaxStartups of OpenSSH.
const (
	maxSilent        = 384
	maxAddressSilent = 192
	maxLogins        = 256
	maxAddressLogins = 64
	earlyLogins      = 128 // from here on, connections are refused at random
	earlyRate        = 0.3 // the probability at that number; it rises to 1 at maxLogins
)

// admit accepts a connection, which has to log in soon.
func (s *Server) admit(ctx ssh.Context, accepted net.Conn) net.Conn {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	c := &connection{Conn: accepted, server: s, address: addressOf(accepted.RemoteAddr())}
	switch {
	case s.used[ofAddress(c.address)].connections[silent] >= maxAddressSilent:
		s.closeOldest(func(other *connection) bool { return other.address == c.address })
	case s.used[ofAll].connections[silent] >= maxSilent:
		s.closeOldest(func(*connection) bool { return true })
	}
	c.unused = time.AfterFunc(s.limits.login, func() { _ = c.Close() })
	c.move(silent)
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

// closeOldest closes the oldest silent connection of those that have not logged in. The mutex of the server is held.
func (s *Server) closeOldest(of func(*connection) bool) {
	if at := slices.IndexFunc(s.logins, func(c *connection) bool { return c.stage == silent && of(c) }); at >= 0 {
		c := s.logins[at]
		c.leave()
		_ = c.Conn.Close()
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

// begin begins the login, when its address has not begun too many. It fails if there are too many of all addresses.
func (c *connection) begin() bool {
	s := c.server
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for c.stage == silent && s.used[ofAddress(c.address)].connections[begun] >= maxAddressLogins {
		s.moved.Wait()
	}
	if c.stage != silent || s.random() < refusal(s.used[ofAll].connections[begun]) {
		return false
	}
	c.move(begun)
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
	if c.stage != begun {
		return
	}
	s.logins = slices.DeleteFunc(s.logins, func(other *connection) bool { return other == c })
	c.move(loggedIn)
	for _, share := range s.shares("", c.address) {
		if s.used[share.of].connections[loggedIn] > share.sessions+spareConnections {
			c.leave()
			_ = c.Conn.Close() // its Close follows
			return
		}
	}
	c.unused.Reset(s.limits.unused)
}

// keptOptions are the options of keys in authorized_keys that the server keeps to: it forwards nothing and runs no user's files.
var keptOptions = []string{"restrict", "pty", "no-port-forwarding", "no-agent-forwarding", "no-x11-forwarding", "no-user-rc"}

// authorizedKeys returns the public keys of a file, and an error for each line that is invalid or has an option that the server does not
// keep to. It fails if others could change the file.
func authorizedKeys(path string) (keys []gossh.PublicKey, invalid []error, err error) {
	err = checkKeyFile(path, false)
	var content []byte
	if err == nil {
		content, err = os.ReadFile(path)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("authorized keys: %w", err)
	}
	for number, line := range bytes.Split(content, []byte("\n")) {
		if line = bytes.TrimSpace(line); len(line) == 0 || line[0] == '#' {
			continue
		}
		key, _, options, _, err := gossh.ParseAuthorizedKey(line)
		if err != nil {
			invalid = append(invalid, fmt.Errorf("authorized keys %s, line %d: %w: must be a public key such as ssh-ed25519 AAAA… name", path, number+1, err))
			continue
		}
		if at := slices.IndexFunc(options, func(option string) bool { return !slices.Contains(keptOptions, strings.ToLower(option)) }); at >= 0 {
			name, _, _ := strings.Cut(options[at], "=")
			invalid = append(invalid, fmt.Errorf("authorized keys %s, line %d: option %.40q %w: remove it, or the key", path, number+1, name, errOption))
			continue
		}
		keys = append(keys, key)
	}
	return keys, invalid, nil
}

var (
	errNoKeys = errors.New("no public key in it: nobody could connect")
	errOption = errors.New("is not supported")
)

// checkAuthorizedKeys returns an error if a file has no keys, or an invalid line.
func checkAuthorizedKeys(path string) error {
	keys, invalid, err := authorizedKeys(path)
	switch {
	case err != nil:
		return err
	case len(invalid) > 0:
		return invalid[0]
	case len(keys) == 0:
		return fmt.Errorf("authorized keys %s: %w", path, errNoKeys)
	}
	return nil
}

// isAuthorized reports whether a key is in the file. Invalid lines are logged once: the file may have changed since the start.
func (s *Server) isAuthorized(_ ssh.Context, key ssh.PublicKey) bool {
	keys, invalid, err := authorizedKeys(s.options.AuthorizedKeys)
	if problem := errors.Join(append(invalid, err)...); s.isNewProblem(problem) {
		s.options.Log(problem.Error())
	}
	return slices.ContainsFunc(keys, func(listed gossh.PublicKey) bool { return ssh.KeysEqual(key, listed) })
}

// isNewProblem reports whether there is a problem with the file of keys that was not the last one.
func (s *Server) isNewProblem(problem error) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	last := s.keyProblem
	s.keyProblem = ""
	if problem != nil {
		s.keyProblem = problem.Error()
	}
	return s.keyProblem != "" && s.keyProblem != last
}
