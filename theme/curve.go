package theme

import "strconv"

// Curve is the appearance of a curve in a chart. Curves differ by mark and dashes too, for terminals without colors.
type Curve struct {
	Style Style
	Mark  rune   // stands for the curve in a legend
	Dash  uint16 // the dots to draw of every 16, from the lowest bit on; 0: all
}

// CurveCount is the number of curves with an appearance of their own.
const CurveCount = 6

// curveMarks and curveDashes are the same in all themes. At least half of the dots are drawn, so that steep curves stay connected.
var (
	curveMarks  = [CurveCount]rune{'━', '┅', '┉', '╾', '╍', '╺'}
	curveDashes = [CurveCount]uint16{0xffff, 0x3333, 0x5555, 0x1cff, 0x3f3f, 0x0fff}
)

// curveKey returns the key of a curve's color in a theme file: curve1 to curve6.
func curveKey(i int) string { return "curve" + strconv.Itoa(i+1) }

// curves returns the appearance of all curves, with the style of each key.
func curves(style func(key string) Style) (curves [CurveCount]Curve) {
	for i := range curves {
		curves[i] = Curve{Style: style(curveKey(i)), Mark: curveMarks[i], Dash: curveDashes[i]}
	}
	return curves
}
