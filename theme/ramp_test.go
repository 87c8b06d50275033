package theme

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every step of a ramp is readable, and its three colors differ.
func TestContrastOfRamps(t *testing.T) {
	t.Parallel()
	_, names := builtIn()
	for _, name := range names {
		minimum := readableContrast
		if strings.HasPrefix(name, "high-contrast") {
			minimum = 7
		}
		for _, depth := range []Depth{TwoHundredFiftySix, TrueColor} {
			th, _ := named(name, depth)
			for what, ramp := range map[string]Ramp{"ramp": th.Ramp, "rise": th.Rise, "fall": th.Fall} {
				for i, style := range ramp {
					drawn := style.pen.Value()
					require.GreaterOrEqual(t, contrast(colorOf(t, drawn.foreground), colorOf(t, drawn.background)), minimum, "%s %d of %s at %d", what, i, name, depth)
				}
			}
			require.Len(t, map[Style]bool{th.Ramp.At(0): true, th.Ramp.At(0.5): true, th.Ramp.At(1): true}, 3, "%s at %d", name, depth)
		}
	}
}

func TestRamp(t *testing.T) {
	t.Parallel()
	dark, _ := named("dark", TrueColor)
	require.Equal(t, dark.Good, dark.Ramp.At(-1))
	require.Equal(t, dark.Warn, dark.Ramp.At(0.5))
	require.Equal(t, dark.Bad.pen.Value().foreground, dark.Ramp.At(7).pen.Value().foreground)
	require.NotContains(t, []Style{dark.Good, dark.Warn}, dark.Ramp.At(0.25), "between two colors")
	terminal := Terminal()
	require.Equal(t, terminal.Good, terminal.Ramp.At(0.25), "the terminal has no color between")
	require.Equal(t, terminal.Warn, terminal.Ramp.At(0.4))
	plain := NoColor()
	require.Equal(t, []Style{{}, plain.Strong, plain.Strong}, []Style{plain.Ramp.At(0), plain.Ramp.At(0.5), plain.Ramp.At(1)})
}

// A theme file may have colors for magnitudes; otherwise they are those of its states.
func TestRampOfFile(t *testing.T) {
	t.Parallel()
	read := func(document string) Theme {
		adapted, err := Read("mine", []byte(document), Display{Depth: TrueColor})
		require.NoError(t, err)
		return adapted.Unknown
	}
	derived := read(`good = "#00ff00"`)
	require.Equal(t, derived.Good, derived.Ramp.At(0))
	own := read("calm = \"#0000ff\"\nhot = \"#ff00ff\"")
	require.Equal(t, "#0000ff", own.Ramp.At(0).pen.Value().foreground)
	require.Equal(t, own.Warn, own.Ramp.At(0.5))
	require.Equal(t, "#ff00ff", own.Ramp.At(1).pen.Value().foreground)
}
