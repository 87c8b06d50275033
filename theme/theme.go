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

	Text     Style // ordinary text
	Faint    Style // labels and hints
	Strong   Style // headings, the current location
	Accent   Style // keys and names
	Selected Style // the selected row
	Border   Style // boxes and rules
	Good     Style // success
	Warn     Style // a warning
	Bad      Style // a failure
	Link     Style // links, followed by enter
	Match    Style // search hits
	Up       Style // a price that rose
	Down     Style // a price that fell

	// The characters that fill rising and falling candles. They differ in themes without colors or for color-blind users.
	UpFill, DownFill rune
}

// Terminal returns the default theme. It uses the sixteen colors of the terminal, so it fits the user's palette.
func Terminal() Theme {
	ink := newInk()
	return Theme{
		Name:     "terminal",
		Faint:    ink(func(s lipgloss.Style) lipgloss.Style { return s.Faint(true) }),
		Strong:   ink(func(s lipgloss.Style) lipgloss.Style { return s.Bold(true) }),
		Accent:   ink(func(s lipgloss.Style) lipgloss.Style { return s.Foreground(lipgloss.Color("6")) }),
		Selected: ink(func(s lipgloss.Style) lipgloss.Style { return s.Reverse(true) }),
		Border:   ink(func(s lipgloss.Style) lipgloss.Style { return s.Faint(true) }),
		Good:     ink(func(s lipgloss.Style) lipgloss.Style { return s.Foreground(lipgloss.Color("2")) }),
		Warn:     ink(func(s lipgloss.Style) lipgloss.Style { return s.Foreground(lipgloss.Color("3")) }),
		Bad:      ink(func(s lipgloss.Style) lipgloss.Style { return s.Bold(true).Foreground(lipgloss.Color("1")) }),
		Link:     ink(func(s lipgloss.Style) lipgloss.Style { return s.Foreground(lipgloss.Color("6")).Underline(true) }),
		Match: ink(func(s lipgloss.Style) lipgloss.Style {
			return s.Bold(true).Underline(true).Foreground(lipgloss.Color("3"))
		}),
		Up:       ink(func(s lipgloss.Style) lipgloss.Style { return s.Foreground(lipgloss.Color("2")) }),
		Down:     ink(func(s lipgloss.Style) lipgloss.Style { return s.Foreground(lipgloss.Color("1")) }),
		UpFill:   '█',
		DownFill: '█',
	}
}

// TerminalOnLight returns the terminal theme for a light background, with blue and magenta instead of cyan and yellow, which most palettes
// make hard to read there.
func TerminalOnLight() Theme {
	ink, look := newInk(), Terminal()
	look.Accent = ink(func(s lipgloss.Style) lipgloss.Style { return s.Foreground(lipgloss.Color("4")) })
	look.Link = ink(func(s lipgloss.Style) lipgloss.Style { return s.Foreground(lipgloss.Color("4")).Underline(true) })
	look.Warn = ink(func(s lipgloss.Style) lipgloss.Style { return s.Foreground(lipgloss.Color("5")) })
	look.Match = ink(func(s lipgloss.Style) lipgloss.Style {
		return s.Bold(true).Underline(true).Foreground(lipgloss.Color("5"))
	})
	return look
}

// NoColor returns the theme of NO_COLOR and --no-color, which has only bold, underline and reverse.
func NoColor() Theme {
	ink := newInk()
	bold := ink(func(s lipgloss.Style) lipgloss.Style { return s.Bold(true) })
	return Theme{
		Name:     "no color",
		Strong:   bold,
		Accent:   bold,
		Selected: ink(func(s lipgloss.Style) lipgloss.Style { return s.Reverse(true) }),
		Warn:     bold,
		Bad:      bold,
		Link:     ink(func(s lipgloss.Style) lipgloss.Style { return s.Underline(true) }),
		Match:    ink(func(s lipgloss.Style) lipgloss.Style { return s.Bold(true).Underline(true) }),
		UpFill:   '░',
		DownFill: '█',
	}
}

// newInk returns a function that makes styles, independent of the terminal of the process.
func newInk() func(func(lipgloss.Style) lipgloss.Style) Style { return inkOf(termenv.TrueColor) }

// inkOf returns a function that makes styles for a color profile.
func inkOf(profile termenv.Profile) func(func(lipgloss.Style) lipgloss.Style) Style {
	renderer := lipgloss.NewRenderer(io.Discard, termenv.WithProfile(profile), termenv.WithUnsafe())
	renderer.SetColorProfile(profile)
	return func(make func(lipgloss.Style) lipgloss.Style) Style {
		const probe = "x"
		on, off, found := strings.Cut(make(renderer.NewStyle()).Render(probe), probe)
		if !found {
			return Style{}
		}
		return Style{unique.Make(sequences{on: on, off: off})}
	}
}
