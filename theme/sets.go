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
	NoColours Depth = iota
	Sixteen
	TwoHundredFiftySix
	TrueColour
)

// DepthOf returns the depth of the terminal that the environment describes.
func DepthOf(environment []string) Depth {
	switch termenv.NewOutput(nil, termenv.WithEnvironment(variables(environment)), termenv.WithUnsafe()).EnvColorProfile() {
	case termenv.TrueColor:
		return TrueColour
	case termenv.ANSI256:
		return TwoHundredFiftySix
	case termenv.ANSI:
		return Sixteen
	}
	return NoColours
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

// colour is a color, and its replacement on a terminal with sixteen colors.
type colour struct {
	hex     string // #rrggbb or the number of a terminal color; empty for the default color
	sixteen string
}

// set holds the colors of a theme by meaning.
type set struct {
	background string // the background that the colors are chosen for; never painted

	text, faint, strong, accent, border, good, warn, bad, up, down, link, match colour

	selected, selectedBackground colour

	rise rune // fills rising candles; 0 for a solid block, as for falling ones
}

// sets holds the built-in themes with fixed colors.
var sets = map[string]set{
	"dark": {
		background: "#1e1e1e",
		text:       colour{"#d4d4d4", "7"}, faint: colour{"#9a9a9a", "7"}, strong: colour{"#ffffff", "15"}, accent: colour{"#56c8d8", "14"},
		border: colour{"#6e6e6e", "8"}, good: colour{"#7ec96f", "10"}, warn: colour{"#e5c07b", "11"}, bad: colour{"#ff8080", "9"},
		up: colour{"#7ec96f", "10"}, down: colour{"#ff8080", "9"}, link: colour{"#7ab8ff", "14"}, match: colour{"#ffd75f", "11"},
		selected: colour{"#ffffff", "15"}, selectedBackground: colour{"#264f78", "4"},
	},
	"light": {
		background: "#f5f5f5",
		text:       colour{"#202020", "0"}, faint: colour{"#5f5f5f", "0"}, strong: colour{"#000000", "0"}, accent: colour{"#00606e", "6"},
		border: colour{"#8a8a8a", "8"}, good: colour{"#1a6b1a", "2"}, warn: colour{"#7a5200", "3"}, bad: colour{"#b00020", "1"},
		up: colour{"#1a6b1a", "2"}, down: colour{"#b00020", "1"}, link: colour{"#0b4fb3", "4"}, match: colour{"#8a3b00", "3"},
		selected: colour{"#000000", "0"}, selectedBackground: colour{"#b5d5ff", "14"},
	},
	"high-contrast": {
		background: "#000000",
		text:       colour{"#ffffff", "15"}, faint: colour{"#e0e0e0", "7"}, strong: colour{"#ffffff", "15"}, accent: colour{"#00ffff", "14"},
		border: colour{"#ffffff", "15"}, good: colour{"#00ff00", "10"}, warn: colour{"#ffff00", "11"}, bad: colour{"#ff9090", "9"},
		up: colour{"#00ff00", "10"}, down: colour{"#ff9090", "9"}, link: colour{"#00ffff", "14"}, match: colour{"#ffff00", "11"},
		selected: colour{"#000000", "0"}, selectedBackground: colour{"#ffff00", "11"},
		rise: '▒',
	},
	// Blue, yellow and orange are distinguishable with any kind of color vision. With sixteen colors cyan replaces blue, which many
	// terminals draw too dark to read.
	"colour-blind": {
		background: "#1e1e1e",
		text:       colour{"#d4d4d4", "7"}, faint: colour{"#9a9a9a", "7"}, strong: colour{"#ffffff", "15"}, accent: colour{"#b8a7ff", "13"},
		border: colour{"#6e6e6e", "8"}, good: colour{"#56b4e9", "14"}, warn: colour{"#f0e442", "11"}, bad: colour{"#ff9e3d", "3"},
		up: colour{"#56b4e9", "14"}, down: colour{"#ff9e3d", "3"}, link: colour{"#b8a7ff", "13"}, match: colour{"#f0e442", "11"},
		selected: colour{"#ffffff", "15"}, selectedBackground: colour{"#264f78", "4"},
		rise: '▒',
	},
}

// Named returns a built-in theme for a terminal of this depth. ok is false if there is no such theme.
func Named(name string, depth Depth) (named Theme, ok bool) {
	colours, fixed := sets[name]
	switch {
	case !fixed && name != "terminal":
		return Theme{}, false
	case depth == NoColours:
		return NoColour(), true
	case fixed:
		return colours.theme(name, depth), true
	}
	return Terminal(), true
}

// theme returns the styles of the set.
func (s set) theme(name string, depth Depth) Theme {
	ink := inkOf(depth.profile())
	in := func(c colour, more ...func(lipgloss.Style) lipgloss.Style) Style {
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
			if s.selectedBackground == (colour{}) {
				return style.Reverse(true)
			}
			return style.Foreground(s.selected.at(depth)).Background(s.selectedBackground.at(depth)).Bold(true) // in case the background is not visible
		}),
		UpFill: cmp.Or(s.rise, '█'), DownFill: '█',
	}
}

// at returns the color for a terminal of this depth.
func (c colour) at(depth Depth) lipgloss.TerminalColor {
	switch {
	case c.hex == "":
		return lipgloss.NoColor{}
	case depth == Sixteen && c.sixteen != "":
		return lipgloss.Color(c.sixteen)
	}
	return lipgloss.Color(c.hex)
}
