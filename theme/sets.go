package theme

import (
	"cmp"
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

// color is a color, and its replacement on a terminal with sixteen colors.
type color struct {
	hex     string // #rrggbb or the number of a terminal color; empty for the default color
	sixteen string
}

// set holds the colors of a theme.
type set struct {
	background color            // of the window, which the colors are chosen for; empty: that of the terminal
	rise       rune             // fills rising candles; 0 for a solid block, as for falling ones
	colors     map[string]color // by their keys in a theme file; the default color if absent
}

// sets holds the built-in themes with fixed colors.
var sets = map[string]set{
	"dark": {
		background: color{"#1e1e1e", "0"},
		colors: map[string]color{
			"hint": {"#7c7c7c", "8"}, "plot": {"#6ba5b5", "6"}, "surface": {"#303030", "0"}, "open_tab": {"#10262a", "0"},
			"text": {"#d4d4d4", "7"}, "faint": {"#9a9a9a", "7"}, "strong": {"#ffffff", "15"}, "accent": {"#56c8d8", "14"},
			"border": {"#6e6e6e", "8"}, "good": {"#7ec96f", "10"}, "warn": {"#e5c07b", "11"}, "bad": {"#ff8080", "9"},
			"up": {"#7ec96f", "10"}, "down": {"#ff8080", "9"}, "link": {"#7ab8ff", "14"}, "match": {"#ffd75f", "11"},
			"selected": {"#ffffff", "15"}, "selected_background": {"#23405c", "4"},
			"curve1": {"#ffb454", "3"}, "curve2": {"#7ab8ff", "12"}, "curve3": {"#f28fd0", "13"}, "curve4": {"#e8e07a", "11"}, "curve5": {"#b080f0", "5"}, "curve6": {"#4fd6b8", "6"},
		},
	},
	"light": {
		background: color{"#f5f5f5", "15"},
		colors: map[string]color{
			"hint": {"#767676", "8"}, "plot": {"#2c6e7c", "6"}, "surface": {"#e0e0e0", "15"}, "open_tab": {"#ffffff", "15"},
			"text": {"#202020", "0"}, "faint": {"#5f5f5f", "0"}, "strong": {"#000000", "0"}, "accent": {"#00606e", "6"},
			"border": {"#8a8a8a", "8"}, "good": {"#1a6b1a", "2"}, "warn": {"#7a5200", "3"}, "bad": {"#b00020", "1"},
			"up": {"#1a6b1a", "2"}, "down": {"#b00020", "1"}, "link": {"#0b4fb3", "4"}, "match": {"#8a3b00", "3"},
			"selected": {"#000000", "0"}, "selected_background": {"#b5d5ff", "14"},
			"curve1": {"#9a4a00", "3"}, "curve2": {"#0b4fb3", "4"}, "curve3": {"#a3158a", "5"}, "curve4": {"#625a00", "8"}, "curve5": {"#6a35c9", "12"}, "curve6": {"#00695c", "6"},
		},
	},
	"high-contrast": {
		background: color{"#000000", "0"}, rise: '▒',
		colors: map[string]color{
			"hint": {"#c8c8c8", "7"}, "plot": {"#00d7d7", "14"}, "surface": {"#303030", "0"}, "open_tab": {"#000000", "0"},
			"text": {"#ffffff", "15"}, "faint": {"#e0e0e0", "7"}, "strong": {"#ffffff", "15"}, "accent": {"#00ffff", "14"},
			"border": {"#ffffff", "15"}, "good": {"#00ff00", "10"}, "warn": {"#ffff00", "11"}, "bad": {"#ff9090", "9"},
			"up": {"#00ff00", "10"}, "down": {"#ff9090", "9"}, "link": {"#00ffff", "14"}, "match": {"#ffff00", "11"},
			"selected": {"#ffffff", "15"}, "selected_background": {"#00308f", "4"},
			"curve1": {"#ffb347", "3"}, "curve2": {"#5fafff", "12"}, "curve3": {"#ff87d7", "13"}, "curve4": {"#ffff80", "11"}, "curve5": {"#d7afff", "5"}, "curve6": {"#40ffd0", "6"},
		},
	},
	// Blue, yellow and orange are distinguishable with any kind of color vision. With sixteen colors cyan replaces blue, which many
	// terminals draw too dark to read.
	"color-blind": {
		background: color{"#1e1e1e", "0"}, rise: '▒',
		colors: map[string]color{
			"hint": {"#7c7c7c", "8"}, "plot": {"#8f88c8", "13"}, "surface": {"#303030", "0"}, "open_tab": {"#17132a", "0"},
			"text": {"#d4d4d4", "7"}, "faint": {"#9a9a9a", "7"}, "strong": {"#ffffff", "15"}, "accent": {"#b8a7ff", "13"},
			"border": {"#6e6e6e", "8"}, "good": {"#56b4e9", "14"}, "warn": {"#f0e442", "11"}, "bad": {"#ff9e3d", "3"},
			"up": {"#56b4e9", "14"}, "down": {"#ff9e3d", "3"}, "link": {"#b8a7ff", "13"}, "match": {"#f0e442", "11"},
			"selected": {"#ffffff", "15"}, "selected_background": {"#23405c", "4"},
			"curve1": {"#f0e442", "11"}, "curve2": {"#d98cb9", "13"}, "curve3": {"#2fb58c", "6"}, "curve4": {"#f4dcc0", "15"}, "curve5": {"#8f8cff", "12"}, "curve6": {"#a0c0c8", "7"},
		},
	},
}

// Named returns a built-in theme for a terminal of this depth. ok is false if there is no such theme.
func Named(name string, depth Depth) (named Theme, ok bool) {
	name = cmp.Or(formerNames[name], name)
	colors, fixed := sets[name]
	switch {
	case !fixed && name != "terminal":
		return Theme{}, false
	case depth == NoColors:
		return NoColor(), true
	case fixed:
		return colors.theme(name, depth), true
	}
	return Terminal(), true
}

// theme returns the styles of the set. With a background they paint it.
func (s set) theme(name string, depth Depth) Theme {
	in := func(key string, more ...func(*attributes)) Style {
		a := attributes{profile: depth.profile(), foreground: s.colors[key].at(depth), background: s.background.at(depth)}
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
			if background, ok := s.colors[key]; ok {
				a.background, a.bold = background.at(depth), true // in case the background is not visible
			} else {
				a.invert = true
			}
		}
	}
	th := Theme{
		Name: name, Text: in("text"), Faint: in("faint"), Hint: in("hint"), Strong: in("strong", bold), Accent: in("accent"), Border: in("border"), Title: in("faint"),
		Focus: in("accent", bold), Tab: in("faint"), OpenTab: in("open_tab", on("accent")), Plot: in("plot"), Changed: in("accent", bold),
		Good: in("good"), Warn: in("warn"), Bad: in("bad", bold), Up: in("up"), Down: in("down"), UpFlash: in("up", bold, invert), DownFlash: in("down", bold, invert),
		Link: in("link", underline), Match: in("match", bold, underline),
		Selected: in("selected", on("selected_background")),
		Curves:   curves(func(key string) Style { return in(key) }),
		UpFill:   cmp.Or(s.rise, '█'), DownFill: '█',
	}
	if surface, ok := s.colors["surface"]; ok {
		onSurface := func(a *attributes) { a.background = surface.at(depth) }
		th.Tab, th.Changed = in("faint", onSurface), in("accent", onSurface, bold)
	}
	return th
}

// at returns the color for a terminal of this depth.
func (c color) at(depth Depth) string {
	if depth == Sixteen && c.sixteen != "" {
		return c.sixteen
	}
	return c.hex
}
