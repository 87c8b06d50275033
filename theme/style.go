package theme

import (
	"io"
	"strings"
	"sync"
	"unique"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// Style is a set of text attributes. The zero value changes nothing, and equal styles are ==. A Style is as small as a pointer, as a
// frame holds hundreds of them.
type Style struct {
	pen unique.Handle[pen]
}

// pen is the attributes of a style, and the sequences that switch them on and off.
type pen struct {
	attributes
	on, off string
}

// attributes are the colors and properties of text.
type attributes struct {
	profile                        termenv.Profile
	foreground, background         string // #rrggbb or the number of a terminal color; empty for the default color
	bold, faint, underline, invert bool
}

// style returns the style with the attributes, independent of the terminal of the process.
func (a attributes) style() Style {
	renderer := lipgloss.NewRenderer(io.Discard, termenv.WithProfile(a.profile), termenv.WithUnsafe())
	renderer.SetColorProfile(a.profile)
	style := renderer.NewStyle().Bold(a.bold).Faint(a.faint).Underline(a.underline).Reverse(a.invert)
	if a.foreground != "" {
		style = style.Foreground(lipgloss.Color(a.foreground))
	}
	if a.background != "" {
		style = style.Background(lipgloss.Color(a.background))
	}
	const probe = "x"
	on, off, found := strings.Cut(style.Render(probe), probe)
	if !found || on == "" {
		return Style{}
	}
	return Style{unique.Make(pen{attributes: a, on: on, off: off})}
}

// Paint writes text in the style. The text must not contain control characters.
func (s Style) Paint(out *strings.Builder, text string) {
	if s == (Style{}) || text == "" {
		out.WriteString(text)
		return
	}
	pen := s.pen.Value()
	out.WriteString(pen.on)
	out.WriteString(text)
	out.WriteString(pen.off)
}

// HasBackground reports whether the style colors the background.
func (s Style) HasBackground() bool { return s != Style{} && s.pen.Value().background != "" }

// combined holds the results of On, which is called for each selected cell of each frame. There are few pairs of styles.
var combined sync.Map // [2]Style to Style

// On returns the style on the background of another one: with its background color, or reversed if that is. The color of the text remains;
// if it is hard to read there, it becomes lighter or darker.
func (s Style) On(background Style) Style {
	if s == (Style{}) || background == (Style{}) {
		return background
	}
	key := [2]Style{s, background}
	if known, ok := combined.Load(key); ok {
		return known.(Style)
	}
	under, changed := background.pen.Value(), s.pen.Value().attributes
	switch {
	case !under.invert:
		changed.background, changed.foreground = under.background, readable(changed.foreground, under.background)
	case !changed.invert || changed.background == "": // the terminal swaps them, so that the color remains that of the text
		changed.background, changed.foreground = changed.foreground, ""
	}
	changed.bold, changed.invert, changed.faint = changed.bold || under.bold, under.invert, false
	style := changed.style()
	combined.Store(key, style)
	return style
}
