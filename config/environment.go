package config

import (
	"os"
	"strings"
	"sync"
)

// Environment reads the environment variables of the process, and hides those that can hold a secret from child processes: from the
// browser, the editor, clipboard programs and the user's commands. It removes them from the process itself, so that no child can
// inherit them, whichever library starts it. The zero value is ready for use and safe for concurrent use; nil hides nothing.
type Environment struct {
	lock   sync.Mutex
	hidden map[string]string
}

// Get returns a variable, hidden or not; "" if it is not set.
func (e *Environment) Get(name string) string {
	if value := os.Getenv(name); value != "" || e == nil {
		return value
	}
	e.lock.Lock()
	defer e.lock.Unlock()
	return e.hidden[name]
}

// variablePrefix starts the names of foredeck's own variables.
const variablePrefix = "FOREDECK_"

// Hide hides foredeck's own variables and the given ones.
func (e *Environment) Hide(names ...string) {
	if e == nil {
		return
	}
	for _, variable := range os.Environ() {
		if name, _, _ := strings.Cut(variable, "="); strings.HasPrefix(name, variablePrefix) {
			names = append(names, name)
		}
	}
	e.lock.Lock()
	defer e.lock.Unlock()
	for _, name := range names {
		if value, ok := os.LookupEnv(name); ok && os.Unsetenv(name) == nil {
			if e.hidden == nil {
				e.hidden = map[string]string{}
			}
			e.hidden[name] = value
		}
	}
}

// Restore puts the hidden variables back.
func (e *Environment) Restore() {
	e.lock.Lock()
	defer e.lock.Unlock()
	for name, value := range e.hidden {
		_ = os.Setenv(name, value) // it was valid before
	}
	clear(e.hidden)
}

// SecretVariables returns the variables that the networks of the settings name as sources of secrets.
func (s *Settings) SecretVariables() []string {
	var names []string
	for _, network := range append(s.Networks[:len(s.Networks):len(s.Networks)], s.Network) {
		for _, secret := range network.secrets() {
			if secret.Variable != "" {
				names = append(names, secret.Variable)
			}
		}
	}
	for _, receiver := range s.Receivers {
		if receiver.Key.Variable != "" {
			names = append(names, receiver.Key.Variable)
		}
	}
	return names
}

// KnownSecrets returns the secrets of all networks that can be read without running a command.
func (s *Settings) KnownSecrets(environment func(string) string) []string {
	var known []string
	for _, network := range append(s.Networks[:len(s.Networks):len(s.Networks)], s.Network) {
		for _, secret := range network.secrets() {
			for _, variable := range []string{secret.variable, secret.Variable} {
				if variable != "" {
					known = append(known, environment(variable))
				}
			}
			if secret.File != "" {
				value, _ := readSecretFile(secret.File) // reported when the secret is needed
				known = append(known, value)
			}
		}
	}
	return known
}
