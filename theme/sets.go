package theme

import (
	"cmp"

	"github.com/charmbracelet/lipgloss"
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
		if len(pair) > len(name) && pair[:len(name)] == name && pair[len(name)] == '=' {
			return pair[len(name)+1:]
		}
	}
	return ""
}

// color is a color, and its replacement on a terminal with sixteen colors.
type color struct {
	hex     string // #rrggbb or the number of a terminal color; empty for the default color
	sixteen string
}

// set holds the colors of a theme by meaning.
type set struct {
	background string // the background that the colors are chosen for; never painted

	text, faint, strong, accent, border, good, warn, bad, up, down, link, match color

	selected, selectedBackground color

	rise rune // fills rising candles; 0 for a solid block, as for falling ones
}

// sets holds the built-in themes with fixed colors.
var sets = map[string]set{
	"dark": {
		background: "#1e1e1e",
		text:       color{"#d4d4d4", "7"}, faint: color{"#9a9a9a", "7"}, strong: color{"#ffffff", "15"}, accent: color{"#56c8d8", "14"},
		border: color{"#6e6e6e", "8"}, good: color{"#7ec96f", "10"}, warn: color{"#e5c07b", "11"}, bad: color{"#ff8080", "9"},
		up: color{"#7ec96f", "10"}, down: color{"#ff8080", "9"}, link: color{"#7ab8ff", "14"}, match: color{"#ffd75f", "11"},
		selected: color{"#ffffff", "15"}, selectedBackground: color{"#264f78", "4"},
	},
	"light": {
		background: "#f5f5f5",
		text:       color{"#202020", "0"}, faint: color{"#5f5f5f", "0"}, strong: color{"#000000", "0"}, accent: color{"#00606e", "6"},
		border: color{"#8a8a8a", "8"}, good: color{"#1a6b1a", "2"}, warn: color{"#7a5200", "3"}, bad: color{"#b00020", "1"},
		up: color{"#1a6b1a", "2"}, down: color{"#b00020", "1"}, link: color{"#0b4fb3", "4"}, match: color{"#8a3b00", "3"},
		selected: color{"#000000", "0"}, selectedBackground: color{"#b5d5ff", "14"},
	},
	"high-contrast": {
		background: "#000000",
		text:       color{"#ffffff", "15"}, faint: color{"#e0e0e0", "7"}, strong: color{"#ffffff", "15"}, accent: color{"#00ffff", "14"},
		border: color{"#ffffff", "15"}, good: color{"#00ff00", "10"}, warn: color{"#ffff00", "11"}, bad: color{"#ff9090", "9"},
		up: color{"#00ff00", "10"}, down: color{"#ff9090", "9"}, link: color{"#00ffff", "14"}, match: color{"#ffff00", "11"},
		selected: color{"#000000", "0"}, selectedBackground: color{"#ffff00", "11"},
		rise: '▒',
	},
	// Blue, yellow and orange are distinguishable with any kind of color vision. With sixteen colors cyan replaces blue, which many
	// terminals draw too dark to read.
	"color-blind": {
		background: "#1e1e1e",
		text:       color{"#d4d4d4", "7"}, faint: color{"#9a9a9a", "7"}, strong: color{"#ffffff", "15"}, accent: color{"#b8a7ff", "13"},
		border: color{"#6e6e6e", "8"}, good: color{"#56b4e9", "14"}, warn: color{"#f0e442", "11"}, bad: color{"#ff9e3d", "3"},
		up: color{"#56b4e9", "14"}, down: color{"#ff9e3d", "3"}, link: color{"#b8a7ff", "13"}, match: color{"#f0e442", "11"},
		selected: color{"#ffffff", "15"}, selectedBackground: color{"#264f78", "4"},
		rise: '▒',
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

// byKey returns the colors by their keys in a theme file.
func (s *set) byKey() map[string]*color {
	return map[string]*color{
		"text": &s.text, "faint": &s.faint, "strong": &s.strong, "accent": &s.accent, "border": &s.border, "good": &s.good, "warn": &s.warn,
		"bad": &s.bad, "up": &s.up, "down": &s.down, "link": &s.link, "match": &s.match,
		"selected": &s.selected, "selected_background": &s.selectedBackground,
	}
}

// theme returns the styles of the set.
func (s set) theme(name string, depth Depth) Theme {
	ink := inkOf(depth.profile())
	in := func(c color, more ...func(lipgloss.Style) lipgloss.Style) Style {
		return ink(func(style lipgloss.Style) lipgloss.Style {
			for _, change := range more {
				style = change(style)
			}
			return style.Foreground(c.at(depth))
		})
	}
	bold := func(style lipgloss.Style) lipgloss.Style { return style.Bold(true) }
	underline := func(style lipgloss.Style) lipgloss.Style { return style.Underline(true) }
	return Theme{
		Name: name, Text: in(s.text), Faint: in(s.faint), Strong: in(s.strong, bold), Accent: in(s.accent), Border: in(s.border),
		Good: in(s.good), Warn: in(s.warn), Bad: in(s.bad, bold), Up: in(s.up), Down: in(s.down),
		Link: in(s.link, underline), Match: in(s.match, bold, underline),
		Selected: ink(func(style lipgloss.Style) lipgloss.Style {
			if s.selectedBackground == (color{}) {
				return style.Reverse(true)
			}
			return style.Foreground(s.selected.at(depth)).Background(s.selectedBackground.at(depth)).Bold(true) // in case the background is not visible
		}),
		UpFill: cmp.Or(s.rise, '█'), DownFill: '█',
	}
}

// at returns the color for a terminal of this depth.
func (c color) at(depth Depth) lipgloss.TerminalColor {
	switch {
	case c.hex == "":
		return lipgloss.NoColor{}
	case depth == Sixteen && c.sixteen != "":
		return lipgloss.Color(c.sixteen)
	}
	return lipgloss.Color(c.hex)
}
