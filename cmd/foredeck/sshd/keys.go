package sshd

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	gossh "golang.org/x/crypto/ssh"
)

// checkAuthorizedKeys returns an error if a file has no keys, or an invalid line: the keys after it would be ignored.
func checkAuthorizedKeys(path string) error {
	content, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("authorized keys: %w", err)
	}
	count := 0
	for number, line := range bytes.Split(content, []byte("\n")) {
		if line = bytes.TrimSpace(line); len(line) == 0 || line[0] == '#' {
			continue
		}
		if _, _, _, _, err := gossh.ParseAuthorizedKey(line); err != nil {
			return fmt.Errorf("authorized keys %s, line %d: %w: must be a public key such as ssh-ed25519 AAAA… name", path, number+1, err)
		}
		count++
	}
	if count == 0 {
		return fmt.Errorf("authorized keys %s: %w", path, errNoKeys)
	}
	return nil
}

var errNoKeys = errors.New("no public key in it: nobody could connect")
