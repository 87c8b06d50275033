package sshd

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/charmbracelet/ssh"
	gossh "golang.org/x/crypto/ssh"
)

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
