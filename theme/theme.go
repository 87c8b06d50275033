// Package theme holds the colours and attributes of everything that foredeck draws. No other package names a colour.
//
// A Theme is a set of styles by what they mean: Good, Warn, Faint. Named gives a built-in one for the colours that a terminal has
// (its Depth, which DepthOf finds out), Read one of the user's own from a file, and NoColour the one that does without. A Style
// paints text; nothing else of a terminal is known here.
package theme

import (
	"io"
	"strings"
	"unique"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"

	_ "foredeck/theme/background" // the terminal is not asked for its background at start
)

// Style is a text attribute ready to be written. The zero value changes nothing, and equal styles are ==. Styles are made
// once per theme, and are as small as a pointer, for a frame holds some hundreds of them.
type Style struct {
	sequences unique.Handle[sequences]
}

// sequences are what switches a style on and off.
type sequences struct {
	on, off string
}

// Paint writes the text in the style. The text must be free of control characters; what comes from the network is made so
// before it gets here.
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

// Theme is the set of styles by meaning. Nothing is told by colour alone: each meaning has a word or a mark as well.
type Theme struct {
	Name string

	Text     Style // ordinary text
	Faint    Style // labels, hints, what matters less
	Strong   Style // headings, the place one is at
	Accent   Style // keys, names, what can be acted on
	Selected Style // the selected row
	Border   Style // boxes and rules
	Good     Style // success
	Warn     Style // a warning
	Bad      Style // a failure
	Link     Style // what enter follows
	Match    Style // what a search has found
	Up       Style // a price that rose
	Down     Style // a price that fell

	// What a rise and a fall are filled with. The two are told apart by it without colours, and in the sets made for eyes that do
	// not tell colours apart.
	UpFill, DownFill rune
}

// Terminal is the default theme: the terminal's own sixteen colours, so that it fits whatever palette its user has chosen.
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

// TerminalOnLight is the terminal theme for a light ground, on which most palettes' cyan and yellow are hard to read: blue and
// magenta take their places.
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

// NoColour is what NO_COLOR and --no-color give: bold, underline and reverse remain, colours do not.
func NoColour() Theme {
	ink := newInk()
	bold := ink(func(s lipgloss.Style) lipgloss.Style { return s.Bold(true) })
	return Theme{
		Name:     "no colour",
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

// newInk makes styles through a renderer of its own. The default renderer looks at the process's terminal; a theme must
// be the same whatever the program runs in.
func newInk() func(func(lipgloss.Style) lipgloss.Style) Style { return inkOf(termenv.TrueColor) }

// inkOf makes styles with the colours that a terminal of this profile has.
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
