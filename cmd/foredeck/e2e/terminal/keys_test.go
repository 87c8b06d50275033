package terminal

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestKeySequences(t *testing.T) {
	for key, want := range map[string]string{
		"q": "q", "[": "[", "›": "›", "enter": "\r", "pgdn": "\x1b[6~",
		"ctrl+c": "\x03", "ctrl+z": "\x1a",
	} {
		sent, err := sequence(key)
		require.NoError(t, err, key)
		require.Equal(t, want, sent, key)
	}
	for _, key := range []string{"", "pagedown", "ctrl+", "ctrl+C", "ctrl+cc", "ctrl+left"} {
		_, err := sequence(key)
		require.Error(t, err, key)
	}
}
