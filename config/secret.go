package config

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// Secret is where a key or a token comes from.
type Secret struct {
	Variable string   // of the environment
	File     string   // that only its owner can read
	Command  []string // that prints it
}

// The variables of the environment that go before what is said of a network.
const (
	APIKeyVariable         = "FOREDECK_API_KEY"
	ConsensusTokenVariable = "FOREDECK_CONSENSUS_TOKEN"
)

const (
	mostSecretBytes = 64 << 10
	commandTime     = 30 * time.Second // a person may have to type the password of what keeps it
)

// Read reads the secret: from the variable that goes before all, then from its own variable, its file and its command, the
// first that is set. It is empty where there is none. No error shows it.
func (s Secret) Read(ctx context.Context, before string, environment func(string) string) (string, error) {
	for _, variable := range []string{before, s.Variable} {
		if variable == "" {
			continue
		}
		if secret := environment(variable); secret != "" {
			return secret, nil
		}
	}
	switch {
	case s.File != "":
		return readSecretFile(s.File)
	case len(s.Command) > 0:
		return runSecretCommand(ctx, s.Command)
	}
	return "", nil
}

// IsSet tells whether anything says where the secret comes from, without reading it.
func (s Secret) IsSet(before string, environment func(string) string) bool {
	return environment(before) != "" || s.Variable != "" && environment(s.Variable) != "" || s.File != "" || len(s.Command) > 0
}

func readSecretFile(path string) (string, error) {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", err
		}
		path = filepath.Join(home, rest)
	}
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	found, err := file.Stat()
	switch {
	case err != nil:
		return "", err
	case runtime.GOOS != "windows" && found.Mode().Perm()&0o077 != 0:
		return "", fmt.Errorf("%s: others than its owner can read it (mode %#o): chmod 600 %s", path, found.Mode().Perm(), path)
	}
	content, err := io.ReadAll(io.LimitReader(file, mostSecretBytes))
	if err != nil {
		return "", err
	}
	return firstLine(content), nil
}

func runSecretCommand(ctx context.Context, words []string) (string, error) {
	limited, cancel := context.WithTimeout(ctx, commandTime)
	defer cancel()
	var printed bytes.Buffer
	command := exec.CommandContext(limited, words[0], words[1:]...)
	command.Stdout = &printed
	command.WaitDelay = time.Second
	if err := command.Run(); err != nil {
		if limited.Err() != nil && ctx.Err() == nil {
			err = fmt.Errorf("not done after %v", commandTime)
		}
		return "", fmt.Errorf("the command %s, which should print a secret: %w", words[0], err)
	}
	secret := firstLine(printed.Bytes())
	if secret == "" {
		return "", errors.New("the command " + words[0] + ", which should print a secret, printed none")
	}
	return secret, nil
}

// firstLine is what a password manager shows first; what follows are its notes.
func firstLine(content []byte) string {
	line, _, _ := bytes.Cut(content, []byte{'\n'})
	return string(bytes.TrimSpace(line))
}
