package theme

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Curves are distinguishable from each other in every theme: in full color, in 256 colors and in sixteen.
func TestCurveColorsDiffer(t *testing.T) {
	t.Parallel()
	sets, _ := builtIn()
	for name, s := range sets {
		for i := range CurveCount {
			for j := range i {
				require.NotEqual(t, s.at(curveKey(i), Sixteen), s.at(curveKey(j), Sixteen), "%s of %s", curveKey(i), name)
				for _, depth := range []Depth{TwoHundredFiftySix, TrueColor} {
					difference := colorOf(t, s.at(curveKey(i), depth)).DistanceLab(colorOf(t, s.at(curveKey(j), depth)))
					require.Greater(t, difference, 0.15, "%s and %s of %s at %d", curveKey(i), curveKey(j), name, depth)
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
	read, err := Read("mine", []byte("curve2 = \"#123456\"\n"), Display{Depth: TrueColor})
	require.NoError(t, err)
	require.Contains(t, paint(read.Dark.Curves[1].Style), "38;2;18;52;86")
	require.Equal(t, curveMarks[1], read.Dark.Curves[1].Mark)
}
