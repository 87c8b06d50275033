package theme_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/stretchr/testify/require"

	"foredeck/theme"
)

func painted(style theme.Style, text string) string {
	var out strings.Builder
	style.Paint(&out, text)
	return out.String()
}

func TestStylesPaintAndReset(t *testing.T) {
	good := painted(theme.Terminal().Good, "Success")
	require.Equal(t, "\x1b[32mSuccess\x1b[0m", good)
	require.Equal(t, "Success", ansi.Strip(good))
	require.Equal(t, "plain", painted(theme.Style{}, "plain"))
	require.Empty(t, painted(theme.Terminal().Good, ""), "an empty cell has no sequences")
}

func TestUnderlineIsOneSequence(t *testing.T) {
	require.Equal(t, 2, len(regexp.MustCompile("\x1b").FindAllString(painted(theme.Terminal().Link, "two words"), -1)),
		"one sequence before, one after: a style is cut and joined as a whole")
}

func TestNoColorKeepsAttributes(t *testing.T) {
	color := regexp.MustCompile(`\x1b\[[0-9;]*(3[0-9]|4[0-9]|9[0-7]|10[0-7])[;m]`)
	plain := theme.NoColor()
	for name, style := range map[string]theme.Style{
		"text": plain.Text, "faint": plain.Faint, "strong": plain.Strong, "accent": plain.Accent, "selected": plain.Selected,
		"up": plain.Up, "down": plain.Down, "border": plain.Border, "good": plain.Good, "warn": plain.Warn, "bad": plain.Bad, "link": plain.Link,
	} {
		require.NotRegexp(t, color, painted(style, "x"), name)
	}
	require.Regexp(t, color, painted(theme.Terminal().Bad, "x"))
	require.Equal(t, "\x1b[7mx\x1b[0m", painted(plain.Selected, "x"), "the selection stays visible")
}
