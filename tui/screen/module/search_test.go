package module

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestMatcher(t *testing.T) {
	for _, c := range []struct {
		typed, name string
		found       bool
	}{
		{"", "balance", true},
		{"BAL", "balance", true},
		{"^lan", "balance", false},
		{"^(name|symbol)$", "symbol", true},
		{"!bal", "balance", false},
		{"!bal", "supply", true},
		{"!", "balance", true},
		{"~bce", "balance", true},
		{"~ecb", "balance", false},
		{"~LL", "balance", false},
		{"!~bce", "balance", false},
		{"~", "balance", true},
		{"~é", "caféé", true},
	} {
		match, err := matcher(c.typed)
		require.NoError(t, err, c.typed)
		require.Equal(t, c.found, match(c.name), "%q in %q", c.typed, c.name)
	}
	match, err := matcher("(")
	require.Error(t, err)
	require.True(t, match("balance"), "what is no pattern hides nothing")
}

func TestAnyTextCanBeSearchedFor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		typed, name := rapid.String().Draw(t, "typed"), rapid.String().Draw(t, "name")
		match, err := matcher(typed)
		if inverted, again := matcher("!" + typed); typed != "" && err == nil && typed[0] != '!' {
			require.NoError(t, again)
			require.NotEqual(t, match(name), inverted(name))
		}
	})
}
