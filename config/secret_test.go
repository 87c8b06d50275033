package config_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/config"
)

func TestSecrets(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("its files have no modes, and it has no sh")
	}
	file := filepath.Join(t.TempDir(), "key")
	require.NoError(t, os.WriteFile(file, []byte("  from the file \na note\n"), 0o600))
	all := config.Secret{Variable: "OWN", File: file, Command: []string{"sh", "-c", "echo from the command; echo a note"}}
	environment := func(pairs map[string]string) func(string) string {
		return func(name string) string { return pairs[name] }
	}
	read := func(secret config.Secret, pairs map[string]string) (string, error) {
		return secret.Read(t.Context(), config.APIKeyVariable, environment(pairs))
	}
	for want, c := range map[string]struct {
		secret      config.Secret
		environment map[string]string
	}{
		"from before all":      {all, map[string]string{"FOREDECK_API_KEY": "from before all", "OWN": "own"}},
		"from its variable":    {all, map[string]string{"OWN": "from its variable"}},
		"from the file":        {all, nil},
		"from the command":     {config.Secret{Command: all.Command}, nil},
		"":                     {},
		"a variable, no quote": {config.Secret{Variable: "OWN"}, map[string]string{"OWN": "a variable, no quote"}},
	} {
		found, err := read(c.secret, c.environment)
		require.NoError(t, err)
		require.Equal(t, want, found)
		require.Equal(t, want != "", c.secret.IsSet(config.APIKeyVariable, environment(c.environment)))
	}

	require.NoError(t, os.Chmod(file, 0o640))
	_, err := read(config.Secret{File: file}, nil)
	require.ErrorContains(t, err, "readable by other users (mode 0640): run chmod 600 ")
	require.NotContains(t, err.Error(), "from the file")
	_, err = read(config.Secret{File: filepath.Join(t.TempDir(), "none")}, nil)
	require.ErrorIs(t, err, os.ErrNotExist)
	_, err = read(config.Secret{Command: []string{"sh", "-c", "echo half; exit 3"}}, nil)
	require.ErrorContains(t, err, `command "sh" for the secret: exit status 3`)
	require.NotContains(t, err.Error(), "half")
	_, err = read(config.Secret{Command: []string{"true"}}, nil)
	require.ErrorContains(t, err, "printed nothing")
}
