package query

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestPatternMatch(t *testing.T) {
	for _, c := range []struct {
		typed, text string
		found       bool
	}{
		{"", "balance", true},
		{"bal", "Balance", true},
		{"Bal", "Balance", true},
		{"BAL", "balance", false},
		{`\S\W`, "a-", true},
		{"^lan", "balance", false},
		{"^(name|symbol)$", "symbol", true},
		{"!bal", "balance", false},
		{"!bal", "supply", true},
		{"!", "balance", true},
		{"!!bal", "balance", true},
		{"~bce", "balance", true},
		{"~bce", "BALANCE", true},
		{"~ecb", "balance", false},
		{"~LL", "balance", false},
		{"!~bce", "balance", false},
		{"~", "balance", true},
		{"~é", "caféé", true},
		{"k", "\u212a", true},
		{"store<.*usdx", "0x1::coin::CoinStore<0x2::usdx::Usdx>", true},
		{"store<.*usdx", "0x1::coin::CoinStore", false},
		{`0x1\.`, "0x1.", true},
		{`\!`, "no!", true},
	} {
		p, err := ParsePattern(c.typed)
		require.NoError(t, err, c.typed)
		require.Equal(t, c.found, p.Match(c.text), "%q in %q", c.typed, c.text)
	}
}

func TestMatchOfSeveralTexts(t *testing.T) {
	p, err := ParsePattern("bal")
	require.NoError(t, err)
	require.True(t, p.Match("supply", "balance"))
	require.False(t, p.Match("supply"))
	require.False(t, p.Match())
	p, err = ParsePattern("!bal")
	require.NoError(t, err)
	require.False(t, p.Match("supply", "balance"))
	require.True(t, p.Match("supply"))
}

func TestParseErrors(t *testing.T) {
	for typed, words := range map[string]string{
		"(":  "missing closing )",
		"[a": "missing closing ]",
		"*":  "missing argument to repetition operator",
		`\`:  `trailing \`,
		"!(": "missing closing )",
	} {
		p, err := ParsePattern(typed)
		require.EqualError(t, err, words, typed)
		require.True(t, p.IsZero())
	}
}

func TestFind(t *testing.T) {
	for typed, at := range map[string][][]int{"an": {{1, 3}, {3, 5}}, "~bnn": {{0, 1}, {2, 3}, {4, 5}}, "!x": nil, "": nil, "x": nil, "~xb": nil} {
		p, err := ParsePattern(typed)
		require.NoError(t, err)
		require.Equal(t, at, p.Find("banana", 10), typed)
	}
}

// texts use few characters so that patterns are likely to match; k and s have case variants outside ASCII.
func texts(letters string) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		return string(rapid.SliceOfN(rapid.SampledFrom([]rune(letters)), 0, 12).Draw(t, "text"))
	})
}

func TestMatchAgreesWithRegexp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		typed := texts(`ksabKA.*+(|)^$é[]?\`).Draw(t, "typed")
		s := texts("ksabKAB\u212a\u017fÉé").Draw(t, "text")
		p, err := ParsePattern(typed)
		if err != nil || typed == "" {
			return
		}
		flags := "(?i)"
		if regexp.MustCompile(`[A-Z]`).MatchString(regexp.MustCompile(`\\.`).ReplaceAllString(typed, "")) {
			flags = ""
		}
		naive := regexp.MustCompile(flags + typed)
		require.Equal(t, naive.MatchString(s), p.Match(s))
		require.Equal(t, naive.FindAllStringIndex(s, -1), p.Find(s, -1))
	})
}

func TestInvertedPatternMatchesTheRest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		typed, s := rapid.String().Draw(t, "typed"), rapid.String().Draw(t, "text")
		p, err := ParsePattern(typed)
		if err != nil || p.IsZero() {
			return
		}
		inverted, err := ParsePattern("!" + typed)
		require.NoError(t, err)
		require.NotEqual(t, p.Match(s), inverted.Match(s))
		for _, at := range p.Find(s, 5) {
			require.LessOrEqual(t, at[1], len(s))
		}
	})
}

func BenchmarkPattern(b *testing.B) {
	s := strings.Repeat("0x1::coin::CoinStore ", 5)
	for _, typed := range []string{"usdx", "coin.*usdx", "Usdx", "[x-z]+usd$", "~usdx"} {
		b.Run(typed, func(b *testing.B) {
			p, err := ParsePattern(typed)
			require.NoError(b, err)
			for b.Loop() {
				p.Match(s)
			}
		})
	}
}
