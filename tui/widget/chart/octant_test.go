package chart

import (
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui/text"
)

// The names of the characters in UnicodeData.txt list their cells.
func TestOctants(t *testing.T) {
	for dots, octant := range map[rune]rune{
		0x02:                      0x1cd00, // BLOCK OCTANT-3
		0x08 | 0x02:               0x1cd01, // BLOCK OCTANT-23
		0x01 | 0x08 | 0x02:        0x1cd02, // BLOCK OCTANT-123
		0x10:                      0x1cd03, // BLOCK OCTANT-4
		0x04:                      0x1cd09, // BLOCK OCTANT-5
		0xff &^ 0x01:              0x1cde5, // BLOCK OCTANT-2345678
		0x01 | 0x02:               '▘',
		0x01 | 0x08 | 0x02 | 0x10: '▀',
		0x40 | 0x80:               '▂',
		0xff:                      '█',
	} {
		require.Equal(t, string(octant), string(octants[dots]), "dots %08b", dots)
	}
	seen := map[rune]bool{}
	for _, octant := range octants {
		require.False(t, seen[octant])
		seen[octant] = true
		require.Equal(t, string(octant), text.Clean(string(octant)).String(), "it is drawn as it is")
		require.Equal(t, 1, ansi.StringWidth(string(octant)))
	}
}

func TestOctantsReplaceBraille(t *testing.T) {
	c := of(walk(60), 60)
	c.Type = Area
	braille := plain(c.Draw(theme.Terminal(), 100, 20))
	require.Regexp(t, "[\u2801-\u28ff]", braille)
	c.Octants = true
	drawn := plain(c.Draw(theme.Terminal(), 100, 20))
	require.NotRegexp(t, "[\u2801-\u28ff]", drawn)
	require.Regexp(t, "[\U0001cd00-\U0001cde5]", drawn)
}
