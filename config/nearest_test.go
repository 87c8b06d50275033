package config_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/config"
)

func TestNearest(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"drak": "dark", "Dark": "dark", "drk": "dark", "ligth": "light", "high-contrst": "high-contrast", "colour-blind": "color-blind",
		"terminals": "terminal", "x": "", "": "", "solarized": "solarized", "solarised": "solarized", "pine": "", "dramatic": "", strings.Repeat("d", 10_000): "",
	} {
		require.Equal(t, want, config.Nearest(typed, config.Themes), typed)
	}
}

func TestOneOfNamesTheNearest(t *testing.T) {
	t.Parallel()
	require.Equal(t, "must be one of raw, hex; did you mean raw?", config.OneOf("rwa", []string{"raw", "hex"}))
	require.Equal(t, "must be one of raw, hex", config.OneOf("binary", []string{"raw", "hex"}))
}
