package theme

import (
	"slices"
)

// Background is the kind of background that a terminal has.
type Background int

// The kinds of background.
const (
	UnknownBackground Background = iota
	DarkBackground
	LightBackground
)

// Display is how a terminal shows themes.
type Display struct {
	Depth Depth
	// Transparent leaves the background of the terminal as it is, instead of painting that of the theme.
	Transparent bool
	// QuietBorders draws borders dimmer than everybody can see them.
	QuietBorders bool
}

// Kind says for which backgrounds the colors of a theme are made.
type Kind string

// The kinds of themes.
const (
	DarkKind  Kind = "dark"
	LightKind Kind = "light"
	BothKinds Kind = "both" // it adapts to the terminal
)

// Color is a color of a theme.
type Color struct {
	Key   string // in a theme file
	Value string // #rrggbb, or the number of a terminal color
}

// colorKeys are the keys of a theme file in the order in which they are listed.
var colorKeys = [...]string{
	"background", "surface", "border", "hint", "faint", "text", "strong", "accent", "open_tab", "plot", "good", "warn", "bad", "up", "down", "link", "match",
	"selected", "selected_background", "curve1", "curve2", "curve3", "curve4", "curve5", "curve6",
}

// ColorKeys returns the keys of a theme file in the order in which they are listed.
func ColorKeys() []string { return colorKeys[:] }

// Adaptive is a theme with a variant for each kind of background that the terminal may have.
type Adaptive struct {
	Name                 string
	Unknown, Dark, Light Theme

	Kind    Kind
	Partner string                // the built-in theme of the other kind; empty if it adapts
	Colors  [len(colorKeys)]Color // zero if they are those of the terminal
}

// On returns the variant for a background.
func (a *Adaptive) On(background Background) Theme {
	return [...]Theme{a.Unknown, a.Dark, a.Light}[background]
}

// Fixed returns a theme that is the same on every background.
func Fixed(th Theme) Adaptive {
	return Adaptive{Name: th.Name, Unknown: th, Dark: th, Light: th, Kind: BothKinds}
}

// The themes that adapt to the terminal.
const (
	auto     = "auto"     // dark or light
	terminal = "terminal" // the sixteen colors of the terminal
)

// Names returns the names of the built-in themes.
func Names() []string {
	_, names := builtIn()
	return slices.Concat([]string{auto, terminal}, names)
}

// Adapt returns a built-in theme. ok is false if there is no such theme.
func Adapt(name string, on Display) (adapted Adaptive, ok bool) {
	sets, _ := builtIn()
	s, fixed := sets[name]
	switch {
	case !fixed && name != auto && name != terminal:
		return Adaptive{}, false
	case fixed:
		adapted = s.adapt(name, on)
	case on.Depth == NoColors:
		adapted = Fixed(NoColor())
	case name == terminal, on.Depth == Sixteen:
		adapted = Adaptive{Unknown: Terminal(), Dark: Terminal(), Light: TerminalOnLight(), Kind: BothKinds}
	default:
		dark, light := sets["dark"].adapt("dark", on), sets["light"].adapt("light", on)
		adapted = Adaptive{Unknown: dark.Unknown, Dark: dark.Dark, Light: light.Light, Kind: BothKinds}
		if on.Transparent {
			adapted.Unknown = Terminal() // readable on both
		}
	}
	adapted.Name = name
	return adapted, true
}

// adapt returns the variants of a set. On a background of the other kind that is not painted, that is its partner.
func (s set) adapt(name string, on Display) Adaptive {
	s.transparent, s.quiet = on.Transparent, on.QuietBorders
	adapted := Fixed(s.theme(name, on.Depth))
	adapted.Name, adapted.Kind, adapted.Partner = name, DarkKind, s.partner
	if s.isLight() {
		adapted.Kind = LightKind
	}
	for i, key := range colorKeys {
		adapted.Colors[i] = Color{key, s.colors[key].hex}
	}
	sets, _ := builtIn()
	partner, ok := sets[s.partner]
	if !on.Transparent || !ok {
		return adapted
	}
	partner.transparent, partner.quiet = true, on.QuietBorders
	other := partner.theme(s.partner, on.Depth)
	if s.isLight() {
		adapted.Dark = other
	} else {
		adapted.Light = other
	}
	return adapted
}
