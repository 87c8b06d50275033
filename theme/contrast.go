package theme

import (
	"cmp"
	"strconv"
	"sync"

	"github.com/lucasb-eyer/go-colorful"
	"github.com/muesli/termenv"
)

// readableContrast is the contrast from which text is readable (WCAG 2, level AA).
const readableContrast = 4.5

// rgb returns a color as red, green and blue. ok is false for the default color and the sixteen colors that the terminal chooses.
func rgb(color string) (converted colorful.Color, ok bool) {
	if number, err := strconv.Atoi(color); err == nil {
		if number < 16 || number > 255 {
			return colorful.Color{}, false
		}
		return termenv.ConvertToRGB(termenv.ANSI256Color(number)), true
	}
	converted, err := colorful.Hex(color)
	return converted, err == nil
}

// luminance returns the relative luminance of a color as defined by WCAG 2.
func luminance(c colorful.Color) float64 {
	red, green, blue := c.LinearRgb()
	return 0.2126*red + 0.7152*green + 0.0722*blue
}

// contrast returns the contrast of two colors as defined by WCAG 2, from 1 to 21.
func contrast(a, b colorful.Color) float64 {
	lighter, darker := luminance(a), luminance(b)
	if lighter < darker {
		lighter, darker = darker, lighter
	}
	return (lighter + 0.05) / (darker + 0.05)
}

// isLight reports whether black is more readable than white on a color.
func isLight(c colorful.Color) bool {
	return contrast(c, colorful.Color{}) > contrast(c, colorful.Color{R: 1, G: 1, B: 1})
}

// indexed is one of the 240 colors that all terminals with 256 colors share.
type indexed struct {
	number string
	rgb    colorful.Color
	lab    [3]float64
}

// shared returns these colors.
var shared = sync.OnceValue(func() (colors [240]indexed) {
	for i := range colors {
		number := strconv.Itoa(i + 16)
		c, _ := rgb(number)
		l, a, b := c.Lab()
		colors[i] = indexed{number, c, [3]float64{l, a, b}}
	}
	return colors
})

// nearest returns the number of the shared color that is nearest to c among the acceptable ones, empty if there is none. The package termenv
// takes black for all dark colors that are nearly gray.
func nearest(c colorful.Color, accepts func(colorful.Color) bool) string {
	l, a, b := c.Lab()
	best, least := "", 0.0
	for _, other := range shared() {
		dl, da, db := other.lab[0]-l, other.lab[1]-a, other.lab[2]-b
		if distance := dl*dl + da*da + db*db; (best == "" || distance < least) && accepts(other.rgb) {
			best, least = other.number, distance
		}
	}
	return best
}

func anyColor(colorful.Color) bool { return true }

// nearestText returns the shared color for text on a background. It keeps most of the contrast, as far as that helps to read it.
func nearestText(c, background colorful.Color) string {
	under, _ := rgb(nearest(background, anyColor))
	had := contrast(c, background)
	enough := max(min(had, readableContrast), min(0.8*had, 7))
	return cmp.Or(nearest(c, func(other colorful.Color) bool { return contrast(other, under) >= enough }), nearest(c, anyColor))
}

// nearestGround returns the shared color for a part of the window with another background. It remains visible, with at most a multiple of
// the contrast.
func nearestGround(c, background colorful.Color, most float64) string {
	under, _ := rgb(nearest(background, anyColor))
	had := contrast(c, background)
	return cmp.Or(nearest(c, func(other colorful.Color) bool {
		has := contrast(other, under)
		return has >= min(had, 1.06) && has <= most*had
	}), nearest(c, anyColor))
}

// step is the change of lightness with which readable approaches a readable color.
const step = 0.01

// readable returns a color for text on a background: the color itself if its contrast suffices, otherwise a lighter or darker one. Of the
// sixteen colors that the terminal chooses, bright ones become darker on white.
func readable(color, background string) string {
	if number, err := strconv.Atoi(color); err == nil && number > 8 && number < 15 && background == "7" {
		return strconv.Itoa(number - 8)
	}
	c, known := rgb(color)
	under, ok := rgb(background)
	if !known || !ok || contrast(c, under) >= readableContrast {
		return color
	}
	change := step
	if isLight(under) {
		change = -step
	}
	hue, chroma, lightness := c.Hcl()
	for lightness > 0 && lightness < 1 && contrast(c, under) < readableContrast {
		lightness += change
		c, _ = colorful.Hex(colorful.Hcl(hue, chroma, lightness).Clamped().Hex()) // as exact as it is shown
	}
	if _, err := strconv.Atoi(color); err == nil {
		if number := nearest(c, func(other colorful.Color) bool { return contrast(other, under) >= readableContrast }); number != "" {
			return number
		}
	}
	return c.Hex()
}
