package text

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/theme"
)

func TestPageAt(t *testing.T) {
	t.Parallel()
	require.Equal(t, "https://scan.example.org/a/0x88FB?tab=all#x", PageAt("https://scan.example.org/a/{}?tab=all#x", "0x88FB").String())
	require.Equal(t, "HTTP://h/7", PageAt("HTTP://h/{}", "7").String())
	for _, invalid := range [][2]string{
		{"", "0x1"}, {"https://h/{}", ""}, {"https://h/", "0x1"}, {"file:///{}", "0x1"}, {"javascript:alert({})", "1"}, {"https://{}", "evil"},
		{"https://h/{}", "0x1/../x"}, {"https://h/{}", "0x1;id=2"}, {"https://h/{}", "0x1\x1b\\"}, {"https://h/{}", "0x1\a"}, {"https://h/{}", "0xé"},
		{"https://h/{}", "https://evil"}, {"https://h/\x1b{}", "0x1"}, {"https://h/{}\u009c", "0x1"}, {"https://h/ {}", "0x1"},
	} {
		require.True(t, PageAt(invalid[0], invalid[1]).IsZero(), "%q", invalid)
	}
}

// The page stays with the text in lines that are cut, padded, wrapped or selected, and does not spread to the padding.
func TestPage_StaysWithItsText(t *testing.T) {
	t.Parallel()
	page := PageAt("https://h/{}", "1")
	th := theme.Terminal()
	linked := func(line Line) (words string) {
		for _, span := range line {
			if span.Page == page {
				words += span.Text.String()
			}
		}
		return words
	}
	line := Line{{Text: Const("sender ")}, {Text: Const("0x1234"), Page: page}}
	require.Equal(t, "0x1234", linked(line.Fit(40)))
	require.Equal(t, "0x1234", linked(line.Fit(40).Selected(&th)))
	require.Equal(t, "34", linked(line.Slice(11, 13)))
	require.Equal(t, "0x1", linked(line.Fit(11)))
	require.Equal(t, "0x1234", linked(line.Wrap(8, 2)[1]))
}
