package theme

import (
	"testing"

	"github.com/muesli/termenv"
	"github.com/stretchr/testify/require"
)

// Curves are distinguishable from each other in every theme: in full color, in 256 colors and in sixteen.
func TestCurveColorsDiffer(t *testing.T) {
	t.Parallel()
	for name, s := range sets {
		for i := range CurveCount {
			one := s.colors[curveKey(i)]
			for j := range i {
				other := s.colors[curveKey(j)]
				require.NotEqual(t, one.sixteen, other.sixteen, "%s of %s", curveKey(i), name)
				for _, shown := range []func(string) termenv.Color{
					func(hex string) termenv.Color { return termenv.RGBColor(hex) },
					func(hex string) termenv.Color { return termenv.ANSI256.Color(hex) },
				} {
					difference := termenv.ConvertToRGB(shown(one.hex)).DistanceLab(termenv.ConvertToRGB(shown(other.hex)))
					require.Greater(t, difference, 0.15, "%s and %s of %s", curveKey(i), curveKey(j), name)
				}
			}
		}
	}
}

// Without colors curves differ by mark and dashes, and at least half of the dots of each are drawn.
func TestCurvesDifferWithoutColor(t *testing.T) {
	t.Parallel()
	for _, th := range []Theme{NoColor(), Terminal(), TerminalOnLight()} {
		marks, dashes, styles := map[rune]bool{}, map[uint16]bool{}, map[Style]bool{}
		for _, curve := range th.Curves {
			marks[curve.Mark], dashes[curve.Dash], styles[curve.Style] = true, true, true
			drawn := 0
			for bit := range 16 {
				drawn += int(curve.Dash >> bit & 1)
			}
			require.GreaterOrEqual(t, drawn, 8)
		}
		require.Len(t, marks, CurveCount)
		require.Len(t, dashes, CurveCount)
		if th != NoColor() {
			require.Len(t, styles, CurveCount)
		}
	}
}

func TestThemeFileCurve(t *testing.T) {
	t.Parallel()
	read, err := Read("mine", []byte("curve2 = \"#123456\"\n"), TrueColor)
	require.NoError(t, err)
	require.Contains(t, paint(read.Curves[1].Style), "38;2;18;52;86")
	require.Equal(t, curveMarks[1], read.Curves[1].Mark)
}
