package theme_test

import (
	"regexp"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/stretchr/testify/require"

	"foredeck/theme"
)

func TestStylesPaintAndReset(t *testing.T) {
	painted := theme.Terminal().Good.Paint("Success")
	require.Equal(t, "\x1b[32mSuccess\x1b[0m", painted)
	require.Equal(t, "Success", ansi.Strip(painted))
	require.Equal(t, "plain", theme.Style{}.Paint("plain"))
	require.Empty(t, theme.Terminal().Good.Paint(""), "an empty cell must not leave sequences behind")
}

func TestUnderlineIsOneSequence(t *testing.T) {
	require.Equal(t, 2, len(regexp.MustCompile("\x1b").FindAllString(theme.Terminal().Link.Paint("two words"), -1)),
		"one sequence before, one after: a style is cut and joined as a whole")
}

func TestNoColourKeepsAttributesOnly(t *testing.T) {
	colour := regexp.MustCompile(`\x1b\[[0-9;]*(3[0-9]|4[0-9]|9[0-7]|10[0-7])[;m]`)
	plain := theme.NoColour()
	for name, style := range map[string]theme.Style{
		"text": plain.Text, "faint": plain.Faint, "strong": plain.Strong, "accent": plain.Accent, "selected": plain.Selected,
		"border": plain.Border, "good": plain.Good, "warn": plain.Warn, "bad": plain.Bad, "link": plain.Link,
	} {
		require.NotRegexp(t, colour, style.Paint("x"), name)
	}
	require.Regexp(t, colour, theme.Terminal().Bad.Paint("x"))
	require.Equal(t, "\x1b[7mx\x1b[0m", plain.Selected.Paint("x"), "the selection stays visible")
}
