// Package theme holds the colors and attributes of everything that foredeck draws. No other package names a color.
//
// A Theme is a set of styles by meaning: Good, Warn, Faint. Named returns a built-in theme for the color depth of a terminal, which
// DepthOf detects. Read parses a theme file, and NoColor returns the theme without colors. A Style paints text.
package theme

import (
	"io"
	"strings"
	"unique"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"

	_ "foredeck/theme/background" // prevents a request to the terminal at start
)

// Style is a set of text attributes. The zero value changes nothing, and equal styles are ==. A Style is as small as a pointer, as a
// frame holds hundreds of them.
type Style struct {
	sequences unique.Handle[sequences]
}

// sequences switch a style on and off.
type sequences struct {
	on, off string
}

// Paint writes text in the style. The text must not contain control characters.
func (s Style) Paint(out *strings.Builder, text string) {
	if s == (Style{}) || text == "" {
		out.WriteString(text)
		return
	}
	sequences := s.sequences.Value()
	out.WriteString(sequences.on)
	out.WriteString(text)
	out.WriteString(sequences.off)
}

// Theme is a set of styles by meaning. Color is never the only sign: each meaning has a word or a mark as well.
type Theme struct {
	Name string

	Text      Style // ordinary text
	Faint     Style // labels and hints
	Strong    Style // headings, the current location
	Accent    Style // keys and names
	Selected  Style // the selected row
	Border    Style // boxes and rules
	Good      Style // success
	Warn      Style // a warning
	Bad       Style // a failure
	Link      Style // links, followed by enter
	Match     Style // search hits
	Up        Style // a price that rose
	Down      Style // a price that fell
	UpFlash   Style // a price that has just risen, and the latest price on an axis
	DownFlash Style // a price that has just fallen

	// Curves are the curves of a chart, such as moving averages or other pairs.
	Curves [CurveCount]Curve

	// The characters that fill rising and falling candles. They differ in themes without colors or for color-blind users.
	UpFill, DownFill rune

	// Warning is about the theme file, such as a former name in it; empty if none.
	Warning string
}

// Terminal returns the default theme. It uses the sixteen colors of the terminal, so it fits the user's palette.
func Terminal() Theme {
	return terminalTheme("6", "3", [CurveCount]string{"3", "12", "13", "11", "5", "14"})
}

// TerminalOnLight returns the terminal theme for a light background, with blue and magenta instead of cyan and yellow, which most palettes
// make hard to read there.
func TerminalOnLight() Theme {
	return terminalTheme("4", "5", [CurveCount]string{"5", "4", "13", "12", "8", "6"})
}

// terminalTheme returns the terminal theme with an accent color and the colors of warnings and curves.
func terminalTheme(accent, warn string, curves [CurveCount]string) Theme {
	colors := map[string]color{
		"accent": {hex: accent}, "link": {hex: accent}, "warn": {hex: warn}, "match": {hex: warn},
		"good": {hex: "2"}, "up": {hex: "2"}, "bad": {hex: "1"}, "down": {hex: "1"},
	}
	for i, curve := range curves {
		colors[curveKey(i)] = color{hex: curve}
	}
	th := set{colors: colors}.theme("terminal", TrueColor)
	th.Faint = inkOf(termenv.TrueColor)(func(s lipgloss.Style) lipgloss.Style { return s.Faint(true) })
	th.Border = th.Faint
	return th
}

// NoColor returns the theme of NO_COLOR and --no-color, which has only bold, underline and reverse.
func NoColor() Theme {
	th := set{rise: '░'}.theme("no color", TrueColor)
	th.Accent, th.Warn = th.Strong, th.Strong
	return th
}

// inkOf returns a function that makes styles for a color profile, independent of the terminal of the process.
func inkOf(profile termenv.Profile) func(func(lipgloss.Style) lipgloss.Style) Style {
	renderer := lipgloss.NewRenderer(io.Discard, termenv.WithProfile(profile), termenv.WithUnsafe())
	renderer.SetColorProfile(profile)
	return func(make func(lipgloss.Style) lipgloss.Style) Style {
		const probe = "x"
		on, off, found := strings.Cut(make(renderer.NewStyle()).Render(probe), probe)
		if !found || on == "" {
			return Style{}
		}
		return Style{unique.Make(sequences{on: on, off: off})}
	}
}
