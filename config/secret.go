package config

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// Secret is the source of a key or token.
type Secret struct {
	Variable string   // environment variable
	File     string   // readable only by its owner
	Command  []string // prints it on the first line of its output
}

// Environment variables that override the sources of a network.
const (
	APIKeyVariable         = "FOREDECK_API_KEY"
	ConsensusTokenVariable = "FOREDECK_CONSENSUS_TOKEN"
	IndexDatabaseVariable  = "FOREDECK_INDEX_DATABASE"
)

// namedSecret is a secret of a network with its key in forms.
type namedSecret struct {
	Secret
	key, help string
	variable  string // that overrides its sources
}

// secrets returns the secrets of the network.
func (n *Network) secrets() []namedSecret {
	const sources = ", from the environment, a file or a command. It is never shown."
	return []namedSecret{
		{n.APIKey, "api_key", "API key of the price service" + sources, APIKeyVariable},
		{n.ConsensusToken, "consensus_token", "Token for consensus blocks" + sources, ConsensusTokenVariable},
		{n.IndexDatabase, "index_database", "Address of the PostgreSQL database with the index of the network" + sources, IndexDatabaseVariable},
	}
}

// state returns whether the secret is set, as a value, and its origin.
func (s namedSecret) state(environment func(string) string) (value, origin string) {
	switch {
	case !s.IsSet(s.variable, environment):
		return "not set", "default"
	case environment(s.variable) != "":
		return "set", "environment " + s.variable
	case s.Variable != "" && environment(s.Variable) != "":
		return "set", "environment " + s.Variable
	case s.File != "":
		return "set", "file " + s.File
	}
	return "set", "command " + s.Command[0]
}

const (
	maxSecretBytes = 64 << 10
	commandTimeout = 30 * time.Second // the user may have to type the password of a password manager
)

// Read reads the secret from the first source that is set: the variable override, its own variable, its file, its command. It is empty
// if there is none. Errors never contain it.
func (s Secret) Read(ctx context.Context, override string, environment func(string) string) (string, error) {
	for _, variable := range []string{override, s.Variable} {
		if variable == "" {
			continue
		}
		if secret := environment(variable); secret != "" {
			return secret, nil
		}
	}
	switch {
	case s.File != "":
		return WaitFor(ctx, func() (string, error) { return readSecretFile(s.File) })
	case len(s.Command) > 0:
		return runSecretCommand(ctx, s.Command)
	}
	return "", nil
}

// IsSet reports whether the secret has a source, without reading it.
func (s Secret) IsSet(override string, environment func(string) string) bool {
	return environment(override) != "" || s.Variable != "" && environment(s.Variable) != "" || s.File != "" || len(s.Command) > 0
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
	info, err := file.Stat()
	switch {
	case err != nil:
		return "", err
	case runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0:
		return "", fmt.Errorf("%s: readable by other users (mode %#o): run chmod 600 %s", path, info.Mode().Perm(), path)
	}
	content, err := io.ReadAll(io.LimitReader(file, maxSecretBytes))
	if err != nil {
		return "", err
	}
	return firstLine(content), nil
}

func runSecretCommand(ctx context.Context, words []string) (string, error) {
	limited, cancel := context.WithTimeout(ctx, commandTimeout)
	defer cancel()
	var printed bytes.Buffer
	command := exec.CommandContext(limited, words[0], words[1:]...)
	command.Stdout = &printed
	command.WaitDelay = time.Second
	if err := command.Run(); err != nil {
		if limited.Err() != nil && ctx.Err() == nil {
			err = fmt.Errorf("timed out after %v", commandTimeout)
		}
		return "", fmt.Errorf("command %q for the secret: %w", words[0], err)
	}
	secret := firstLine(printed.Bytes())
	if secret == "" {
		return "", fmt.Errorf("command %q for the secret: printed nothing", words[0])
	}
	return secret, nil
}

// firstLine returns the first line, which has the password in the output of password managers.
func firstLine(content []byte) string {
	line, _, _ := bytes.Cut(content, []byte{'\n'})
	return string(bytes.TrimSpace(line))
}
