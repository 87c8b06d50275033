package theme

import (
	"cmp"
	"maps"
	"strings"

	"github.com/muesli/termenv"
)

// Depth is the number of colors of a terminal.
type Depth int

// The depths in ascending order.
const (
	NoColors Depth = iota
	Sixteen
	TwoHundredFiftySix
	TrueColor
)

// DepthOf returns the depth of the terminal that the environment describes.
func DepthOf(environment []string) Depth {
	switch termenv.NewOutput(nil, termenv.WithEnvironment(variables(environment)), termenv.WithUnsafe()).EnvColorProfile() {
	case termenv.TrueColor:
		return TrueColor
	case termenv.ANSI256:
		return TwoHundredFiftySix
	case termenv.ANSI:
		return Sixteen
	}
	return NoColors
}

func (d Depth) profile() termenv.Profile {
	return [...]termenv.Profile{termenv.Ascii, termenv.ANSI, termenv.ANSI256, termenv.TrueColor}[d]
}

// variables implements termenv.Environ.
type variables []string

// Environ returns all variables.
func (v variables) Environ() []string { return v }

// Getenv returns a variable, empty if it is not set.
func (v variables) Getenv(name string) string {
	for _, pair := range v {
		if value, ok := strings.CutPrefix(pair, name+"="); ok {
			return value
		}
	}
	return ""
}

// color is a color, and its replacements on terminals with fewer colors.
type color struct {
	hex     string // #rrggbb or the number of a terminal color; empty for the default color
	sixteen string
	indexed string // of 256 colors; empty for the nearest one
}

// set holds the colors of a theme.
type set struct {
	partner     string           // the built-in theme with the other kind of background
	rise        rune             // fills rising candles; 0 for what the colors need
	transparent bool             // the background is not painted
	quiet       bool             // borders are dimmer
	colors      map[string]color // by their keys in a theme file; the default color if absent
}

// quietBorder is the part of the way from the background to the color of borders at which quiet borders are.
const quietBorder = 0.6

// theme returns the styles of the set.
func (s set) theme(name string, depth Depth) Theme {
	if depth == NoColors {
		return NoColor()
	}
	if border, ok := rgb(s.colors["border"].hex); s.quiet && ok {
		background, _ := rgb(s.colors["background"].hex)
		s.colors = maps.Clone(s.colors)
		s.colors["border"] = color{hex: background.BlendLab(border, quietBorder).Clamped().Hex(), sixteen: s.colors["border"].sixteen}
	}
	background := ""
	if !s.transparent {
		background = s.at("background", depth)
	}
	in := func(key string, more ...func(*attributes)) Style {
		a := attributes{profile: depth.profile(), foreground: s.at(key, depth), background: background}
		for _, change := range more {
			change(&a)
		}
		return a.style()
	}
	bold := func(a *attributes) { a.bold = true }
	invert := func(a *attributes) { a.invert = true }
	underline := func(a *attributes) { a.underline = true }
	// on paints the background in a color of the set. Without it, as on terminals without the color, the text is reversed.
	on := func(key string) func(*attributes) {
		return func(a *attributes) {
			if _, ok := s.colors[key]; ok {
				a.background, a.bold = s.at(key, depth), true // in case the background is not visible
				a.foreground = readable(a.foreground, a.background)
			} else {
				a.invert = true
			}
		}
	}
	// dim makes labels differ from text where both are black. On black it would make them darker than hints.
	dim := func(a *attributes) { a.faint = depth == Sixteen && s.isLight() }
	ramp := func(keys ...string) Ramp {
		return s.ramp(depth, func(foreground string) Style {
			return attributes{profile: depth.profile(), foreground: foreground, background: background}.style()
		}, [3]string(keys))
	}
	// of returns the key of a color that a theme may set, or of the one from which it is derived.
	of := func(key, derived string) string {
		if _, ok := s.colors[key]; ok {
			return key
		}
		return derived
	}
	th := Theme{
		Name: name, Text: in("text"), Faint: in("faint", dim), Hint: in("hint"), Strong: in("strong", bold), Accent: in("accent"), Border: in("border"), Title: in("faint", dim),
		Focus: in("accent", bold), Tab: in("faint"), OpenTab: in("open_tab", on("accent")), Plot: in("plot"), Changed: in("accent", bold),
		Good: in("good"), Warn: in("warn"), Bad: in("bad", bold), Up: in("up"), Down: in("down"), UpFlash: in("up", bold, invert), DownFlash: in("down", bold, invert),
		Link: in("link", underline), Match: in("match", bold, underline),
		Selected: in("selected", on("selected_background")),
		Curves:   curves(func(key string) Style { return in(key) }),
		Ramp:     ramp(of("calm", "good"), of("warm", "warn"), of("hot", "bad")),
		Rise:     ramp("faint", "up", "up"), Fall: ramp("faint", "down", "down"),
		UpVolume: ramp("border", "up", "up")[1], DownVolume: ramp("border", "down", "down")[1],
		UpFill: s.riseFill(depth), DownFill: '█',
	}
	if _, ok := s.colors["surface"]; ok {
		onSurface := func(a *attributes) {
			a.background = s.at("surface", depth)
			a.foreground = readable(a.foreground, a.background)
		}
		th.Tab, th.Changed = in("faint", onSurface), in("accent", onSurface, bold)
	}
	return th
}

// riseFill returns what fills rising candles: the same as falling ones where the theme says which colors they have, as these differ for
// people who confuse red and green too; else something lighter.
func (s set) riseFill(depth Depth) rune {
	_, hasUp := rgb(s.colors["up"].hex)
	_, hasDown := rgb(s.colors["down"].hex)
	if s.rise == 0 && depth >= TwoHundredFiftySix && hasUp && hasDown {
		return '█'
	}
	return cmp.Or(s.rise, '▒')
}

// at returns a color for a terminal of this depth, empty for the default color.
func (s set) at(key string, depth Depth) string {
	c := s.colors[key]
	if depth == Sixteen && c.sixteen != "" {
		return c.sixteen
	}
	if depth == TwoHundredFiftySix && c.indexed != "" {
		return c.indexed
	}
	shown, ok := rgb(c.hex)
	background, isKnown := rgb(s.colors["background"].hex)
	switch {
	case depth != TwoHundredFiftySix || !ok:
		return c.hex
	case !isKnown || key == "background" || key == "open_tab":
		return nearest(shown, anyColor)
	case key == "surface": // quieter than the selected row
		return nearestGround(shown, background, 1.1)
	case key == "selected_background":
		return nearestGround(shown, background, 1.7)
	}
	return nearestText(shown, background)
}

// isLight reports whether the background is light.
func (s set) isLight() bool {
	background, ok := rgb(s.colors["background"].hex)
	return ok && isLight(background)
}
