// Package theme holds the colors and attributes of everything that foredeck draws. No other package names a color.
//
// A Theme is a set of styles by meaning: Good, Warn, Faint. Named returns a built-in theme for the color depth of a terminal, which
// DepthOf detects. Read parses a theme file, and NoColor returns the theme without colors. A Style paints text.
package theme

import (
	"sync"
	"time"

	"github.com/muesli/termenv"

	_ "foredeck/theme/background" // prevents a request to the terminal at start
)

// Theme is a set of styles by meaning. Color is never the only sign: each meaning has a word or a mark as well.
type Theme struct {
	Name string

	Text      Style // ordinary text; its background is that of the whole window
	Strong    Style // primary values, the current location
	Faint     Style // labels, units, column titles
	Hint      Style // hints, the quietest text
	Accent    Style // keys and names
	Selected  Style // the selected row, see OnSelected
	Focus     Style // border and title of the focused panel
	Border    Style // boxes and rules
	Title     Style // titles of panels without focus
	Tab       Style // a tab
	OpenTab   Style // the open tab
	Plot      Style // bars, sparklines and votes where all is well
	Changed   Style // a new row or a value that has just changed
	Good      Style // what is better again
	Warn      Style // a value over its limit
	Bad       Style // a failure
	Link      Style // links, followed by enter
	Match     Style // search hits
	Up        Style // a price that rose
	Down      Style // a price that fell
	UpFlash   Style // a price that has just risen, and the latest price on an axis
	DownFlash Style // a price that has just fallen

	// UpVolume and DownVolume are those of the volume of a candle, quieter than the candle.
	UpVolume, DownVolume Style

	Ramp       Ramp // magnitudes from calm over warm to hot, such as how late a block is
	Rise, Fall Ramp // how far a price rose or fell

	// Curves are the curves of a chart, such as moving averages or other pairs.
	Curves [CurveCount]Curve

	// The characters that fill rising and falling candles. They differ, so that color is not the only sign.
	UpFill, DownFill rune

	// Colorless reports that styles differ by attributes only, so that marks are needed where colors tell things apart.
	Colorless bool
}

// Terminal returns the default theme. It uses the sixteen colors of the terminal, so it fits the user's palette.
func Terminal() Theme {
	return terminalTheme("6", "3", "9", [CurveCount]string{"3", "12", "13", "11", "5", "14"})
}

// TerminalOnLight returns the terminal theme for a light background, with blue and magenta instead of cyan and yellow, which most palettes
// make hard to read there.
func TerminalOnLight() Theme {
	return terminalTheme("4", "5", "1", [CurveCount]string{"5", "4", "13", "12", "8", "6"})
}

// terminalTheme returns the terminal theme with an accent color and the colors of warnings, failures and curves. On black, the first red of
// most palettes is darker than the text beside it.
func terminalTheme(accent, warn, bad string, curves [CurveCount]string) Theme {
	colors := map[string]color{
		"accent": {hex: accent}, "link": {hex: accent}, "warn": {hex: warn}, "match": {hex: warn},
		"good": {hex: "2"}, "up": {hex: "2"}, "bad": {hex: bad}, "down": {hex: bad}, "plot": {hex: accent},
	}
	for i, curve := range curves {
		colors[curveKey(i)] = color{hex: curve}
	}
	th := set{colors: colors}.theme("terminal", TrueColor)
	th.Faint = attributes{profile: termenv.TrueColor, faint: true}.style()
	th.Hint, th.Border, th.Title = th.Faint, th.Faint, th.Faint
	return th
}

// NoColor returns the theme of NO_COLOR and --no-color, which has only bold, faint, underline and reverse.
func NoColor() Theme {
	th := set{rise: '░'}.theme("no color", TrueColor)
	th.Accent, th.Warn, th.Focus, th.OpenTab = th.Strong, th.Strong, th.Strong, th.Strong
	th.Faint = attributes{profile: termenv.TrueColor, faint: true}.style()
	th.Hint, th.Border, th.UpVolume, th.DownVolume = th.Faint, th.Faint, th.Faint, th.Faint
	for i := len(th.Ramp) / 2; i < len(th.Ramp); i++ {
		th.Ramp[i] = th.Strong
	}
	th.Colorless = true
	return th
}

// OnSelected returns a style on the background of the selected row. Ordinary text gets the style of the row; colors that have a meaning
// stay.
func (t *Theme) OnSelected(style Style) Style {
	switch style {
	case Style{}, t.Text, t.Strong, t.Faint, t.Hint:
		return t.Selected
	}
	return t.reversed(style).On(t.Selected)
}

// otherColors are the colors of the terminal theme on the other kind of background, by its accent color.
var otherColors = map[string]map[string]string{
	"6": {"6": "4", "3": "5", "9": "1"},
	"4": {"4": "6", "5": "3", "1": "9"},
}

// reversed returns a style for the selected row of the terminal theme: that is reversed, so its background is of the other kind.
func (t *Theme) reversed(style Style) Style {
	if t.Selected == (Style{}) || t.Accent == (Style{}) || !t.Selected.pen.Value().invert {
		return style
	}
	changed := style.pen.Value().attributes
	other, ok := otherColors[t.Accent.pen.Value().foreground][changed.foreground]
	if !ok {
		return style
	}
	key := [2]Style{style, t.Accent}
	if known, ok := reversedStyles.Load(key); ok {
		return known.(Style)
	}
	changed.foreground = other
	reversed := changed.style()
	reversedStyles.Store(key, reversed)
	return reversed
}

// reversedStyles holds the results of reversed, which is called for each selected cell of each frame.
var reversedStyles sync.Map // [2]Style to Style

// IsSelected reports whether a style is the result of OnSelected.
func (t *Theme) IsSelected(style Style) bool {
	return style != Style{} && style.On(t.Selected) == style
}

// Ages at which values fade.
const (
	oldAge     = time.Minute
	ancientAge = time.Hour
)

// Age returns the style of an age: it fades after a minute and again after an hour.
func (t *Theme) Age(age time.Duration) Style {
	switch {
	case age < oldAge:
		return t.Text
	case age < ancientAge:
		return t.Faint
	}
	return t.Hint
}
