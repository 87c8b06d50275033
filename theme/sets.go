package theme

import (
	"cmp"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// Depth is how many colours a terminal has.
type Depth int

// The depths, from the least.
const (
	NoColours Depth = iota
	Sixteen
	TwoHundredFiftySix
	TrueColour
)

// DepthOf is what the environment says of the terminal.
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

// variables are those of an environment, for termenv.
type variables []string

// Environ gives all of them.
func (v variables) Environ() []string { return v }

// Getenv gives one, "" where it is not set.
func (v variables) Getenv(name string) string {
	for _, pair := range v {
		if len(pair) > len(name) && pair[:len(name)] == name && pair[len(name)] == '=' {
			return pair[len(name)+1:]
		}
	}
	return ""
}

// colour is one colour, and the one of the terminal's sixteen that stands for it where there are no more.
type colour struct {
	hex     string // #rrggbb, or a number of 0 to 255 of the terminal's own; empty: as the terminal writes
	sixteen string
}

// set is the colours of a theme by their meaning.
type set struct {
	ground string // against which they are made; nothing is painted with it

	text, faint, strong, accent, border, good, warn, bad, up, down, link, match colour

	selected, selectedGround colour

	rise rune // what a rise is filled with; 0: a solid block, as a fall is
}

// sets are those with colours of their own.
var sets = map[string]set{
	"dark": {
		ground: "#1e1e1e",
		text:   colour{"#d4d4d4", "7"}, faint: colour{"#9a9a9a", "7"}, strong: colour{"#ffffff", "15"}, accent: colour{"#56c8d8", "14"},
		border: colour{"#6e6e6e", "8"}, good: colour{"#7ec96f", "10"}, warn: colour{"#e5c07b", "11"}, bad: colour{"#ff8080", "9"},
		up: colour{"#7ec96f", "10"}, down: colour{"#ff8080", "9"}, link: colour{"#7ab8ff", "14"}, match: colour{"#ffd75f", "11"},
		selected: colour{"#ffffff", "15"}, selectedGround: colour{"#264f78", "4"},
	},
	"light": {
		ground: "#f5f5f5",
		text:   colour{"#202020", "0"}, faint: colour{"#5f5f5f", "0"}, strong: colour{"#000000", "0"}, accent: colour{"#00606e", "6"},
		border: colour{"#8a8a8a", "8"}, good: colour{"#1a6b1a", "2"}, warn: colour{"#7a5200", "3"}, bad: colour{"#b00020", "1"},
		up: colour{"#1a6b1a", "2"}, down: colour{"#b00020", "1"}, link: colour{"#0b4fb3", "4"}, match: colour{"#8a3b00", "3"},
		selected: colour{"#000000", "0"}, selectedGround: colour{"#b5d5ff", "14"},
	},
	"high-contrast": {
		ground: "#000000",
		text:   colour{"#ffffff", "15"}, faint: colour{"#e0e0e0", "7"}, strong: colour{"#ffffff", "15"}, accent: colour{"#00ffff", "14"},
		border: colour{"#ffffff", "15"}, good: colour{"#00ff00", "10"}, warn: colour{"#ffff00", "11"}, bad: colour{"#ff9090", "9"},
		up: colour{"#00ff00", "10"}, down: colour{"#ff9090", "9"}, link: colour{"#00ffff", "14"}, match: colour{"#ffff00", "11"},
		selected: colour{"#000000", "0"}, selectedGround: colour{"#ffff00", "11"},
		rise: '▒',
	},
	// Blue and orange are told apart by all kinds of eyes. Yellow stands between them. Of sixteen colours it is cyan that stands for
	// blue: many terminals draw their blue so dark that it cannot be read.
	"colour-blind": {
		ground: "#1e1e1e",
		text:   colour{"#d4d4d4", "7"}, faint: colour{"#9a9a9a", "7"}, strong: colour{"#ffffff", "15"}, accent: colour{"#b8a7ff", "13"},
		border: colour{"#6e6e6e", "8"}, good: colour{"#56b4e9", "14"}, warn: colour{"#f0e442", "11"}, bad: colour{"#ff9e3d", "3"},
		up: colour{"#56b4e9", "14"}, down: colour{"#ff9e3d", "3"}, link: colour{"#b8a7ff", "13"}, match: colour{"#f0e442", "11"},
		selected: colour{"#ffffff", "15"}, selectedGround: colour{"#264f78", "4"},
		rise: '▒',
	},
}

// Named is a built-in theme for a terminal of this depth. It is not ok where there is none of this name.
func Named(name string, depth Depth) (look Theme, ok bool) {
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

// theme is the set as styles.
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
			if s.selectedGround == (colour{}) {
				return style.Reverse(true)
			}
			return style.Foreground(s.selected.at(depth)).Background(s.selectedGround.at(depth)).Bold(true) // for who does not see the ground
		}),
		UpFill: cmp.Or(s.rise, '█'), DownFill: '█',
	}
}

// at is the colour as a terminal of this depth has it.
func (c colour) at(depth Depth) lipgloss.TerminalColor {
	switch {
	case c.hex == "":
		return lipgloss.NoColor{}
	case depth == Sixteen && c.sixteen != "":
		return lipgloss.Color(c.sixteen)
	}
	return lipgloss.Color(c.hex)
}
