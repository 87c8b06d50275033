package theme

import (
	"testing"

	"github.com/lucasb-eyer/go-colorful"
	"github.com/stretchr/testify/require"
)

// vision maps linear colors to those that people with a deficiency of color vision see (Machado, Oliveira and Fernandes 2009, severity 1).
type vision [3][3]float64

var visions = map[string]vision{
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
}

// seen returns a color as people with the vision see it.
func (v vision) seen(c colorful.Color) colorful.Color {
	red, green, blue := c.LinearRgb()
	at := func(row [3]float64) float64 { return row[0]*red + row[1]*green + row[2]*blue }
	return colorful.LinearRgb(at(v[0]), at(v[1]), at(v[2])).Clamped()
}

// difference returns the least difference of two colors (CIEDE2000) of all deficiencies.
func difference(a, b colorful.Color) float64 {
	least := 100.0
	for _, v := range visions {
		least = min(least, 100*v.seen(a).DistanceCIEDE2000(v.seen(b)))
	}
	return least
}

// People who confuse red and green can tell failures from successes and warnings, and rising from falling prices.
func TestStatusColorsDifferForColorBlind(t *testing.T) {
	t.Parallel()
	sets, _ := builtIn()
	for name, s := range sets {
		for _, depth := range []Depth{TwoHundredFiftySix, TrueColor} {
			for _, pair := range [][2]string{{"good", "bad"}, {"warn", "bad"}, {"up", "down"}} {
				least := difference(colorOf(t, s.at(pair[0], depth)), colorOf(t, s.at(pair[1], depth)))
				require.GreaterOrEqual(t, least, 15.0, "%s and %s of %s at %d", pair[0], pair[1], name, depth)
			}
		}
	}
}

// Candles rely on color only where the theme says which (TestStatusColorsDifferForColorBlind), and curves nowhere.
func TestChartsDifferByShape(t *testing.T) {
	t.Parallel()
	for _, name := range Names() {
		for depth := NoColors; depth <= TrueColor; depth++ {
			th, _ := named(name, depth)
			isOwn := depth >= TwoHundredFiftySix && name != "terminal"
			require.Equal(t, isOwn, th.UpFill == th.DownFill, "%s at %d", name, depth)
			dashes := map[uint16]bool{}
			for _, curve := range th.Curves {
				dashes[curve.Dash] = true
			}
			require.Len(t, dashes, CurveCount, "%s at %d", name, depth)
		}
	}
}

// Quiet borders are dimmer, but not invisible.
func TestQuietBorders(t *testing.T) {
	t.Parallel()
	_, names := builtIn()
	for _, name := range names {
		for _, depth := range []Depth{TwoHundredFiftySix, TrueColor} {
			quiet, _ := Adapt(name, Display{Depth: depth, QuietBorders: true})
			drawn, normal := quiet.Dark.Border.pen.Value(), quiet.Colors
			require.Equal(t, "border", normal[2].Key)
			has := contrast(colorOf(t, drawn.foreground), colorOf(t, drawn.background))
			require.Greater(t, has, 1.3, "%s at %d", name, depth)
			require.Less(t, has, contrast(colorOf(t, normal[2].Value), colorOf(t, normal[0].Value)), "%s at %d", name, depth)
		}
	}
}
