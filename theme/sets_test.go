package theme

import (
	"reflect"
	"strings"
	"testing"

	"github.com/lucasb-eyer/go-colorful"
	"github.com/stretchr/testify/require"
)

func colorOf(t *testing.T, hex string) colorful.Color {
	t.Helper()
	c, ok := rgb(hex)
	require.True(t, ok, hex)
	return c
}

// ratio returns the contrast of two colors of a set at a depth.
func ratio(t *testing.T, s set, depth Depth, foreground, background string) float64 {
	t.Helper()
	return contrast(colorOf(t, s.at(foreground, depth)), colorOf(t, s.at(background, depth)))
}

// All text is readable, labels and hints as well. Borders and marks are visible.
func TestContrast(t *testing.T) {
	t.Parallel()
	require.InDelta(t, 21, contrast(colorOf(t, "#000000"), colorOf(t, "#ffffff")), 0.01)
	sets, _ := builtIn()
	for name, s := range sets {
		minimum := readableContrast
		if strings.HasPrefix(name, "high-contrast") {
			minimum = 7
		}
		require.Len(t, s.colors, len(colorKeys), "%s has every color", name)
		for _, depth := range []Depth{TwoHundredFiftySix, TrueColor} {
			for _, key := range colorKeys {
				switch key {
				case "border":
					require.GreaterOrEqual(t, ratio(t, s, depth, key, "background"), 3.0, "border of %s at %d", name, depth)
				case "background", "surface", "selected", "selected_background", "open_tab": // see TestContrastOfStyles
				default:
					require.GreaterOrEqual(t, ratio(t, s, depth, key, "background"), minimum, "%s of %s at %d", key, name, depth)
				}
			}
		}
	}
}

// Text on other backgrounds than that of the window is readable: tabs, marked changes, and status colors in the selected row.
func TestContrastOfStyles(t *testing.T) {
	t.Parallel()
	_, names := builtIn()
	for _, name := range names {
		for _, depth := range []Depth{TwoHundredFiftySix, TrueColor} {
			th, _ := named(name, depth)
			styles := map[string]Style{"focus": th.Focus, "title": th.Title, "tab": th.Tab, "open tab": th.OpenTab, "changed": th.Changed, "selected": th.Selected}
			for meaning, style := range map[string]Style{
				"text": th.Text, "accent": th.Accent, "good": th.Good, "warn": th.Warn, "bad": th.Bad, "up": th.Up, "down": th.Down, "link": th.Link, "plot": th.Plot,
			} {
				styles["selected "+meaning] = th.OnSelected(style)
				require.True(t, th.IsSelected(th.OnSelected(style)), "%s of %s at %d", meaning, name, depth)
			}
			for meaning, style := range styles {
				drawn := style.pen.Value()
				require.GreaterOrEqual(t, contrast(colorOf(t, drawn.foreground), colorOf(t, drawn.background)), readableContrast, "%s of %s at %d", meaning, name, depth)
			}
		}
	}
}

// Where the selected row is reversed, the color of a status is still that of its text: not a block of that color.
func TestReversedSelectionKeepsColors(t *testing.T) {
	t.Parallel()
	th := Terminal()
	selected := th.OnSelected(th.Bad)
	require.Equal(t, "\x1b[1;91mx\x1b[0m", paint(th.Bad), "bright on black")
	require.Equal(t, "\x1b[1;7;41mx\x1b[0m", paint(selected), "dark on the light row")
	require.True(t, th.IsSelected(selected))
	require.Equal(t, selected, th.OnSelected(selected))
	light := TerminalOnLight()
	require.Equal(t, "\x1b[1;31mx\x1b[0m", paint(light.Bad), "dark on white")
	require.Equal(t, "\x1b[1;7;101mx\x1b[0m", paint(light.OnSelected(light.Bad)), "bright on the dark row")
	for _, style := range []func(*Theme) Style{
		func(th *Theme) Style { return th.Accent }, func(th *Theme) Style { return th.Warn }, func(th *Theme) Style { return th.Link }, func(th *Theme) Style { return th.Down },
	} {
		require.Equal(t, style(&light).pen.Value().foreground, th.OnSelected(style(&th)).pen.Value().background, "a reversed row has the colors of the other background")
		require.Equal(t, style(&th).pen.Value().foreground, light.OnSelected(style(&light)).pen.Value().background)
	}
	require.Equal(t, th.Selected, th.OnSelected(th.Faint))
	require.False(t, th.IsSelected(th.UpFlash))
}

// With sixteen colors, status colors in the selected row are dark on white, or as on the background of the window.
func TestSelectionOfSixteenColors(t *testing.T) {
	t.Parallel()
	th, _ := named("nord", Sixteen)
	require.Equal(t, "\x1b[1;91;40mx\x1b[0m", paint(th.Bad))
	require.Equal(t, "\x1b[1;30;47mx\x1b[0m", paint(th.Selected))
	require.Equal(t, "\x1b[1;31;47mx\x1b[0m", paint(th.OnSelected(th.Bad)))
	require.True(t, th.IsSelected(th.OnSelected(th.Bad)))
	sets, _ := builtIn()
	for name, s := range sets {
		light, _ := named(name, Sixteen)
		if !s.isLight() {
			continue
		}
		require.NotEqual(t, light.Text, light.Faint, "labels of %s differ from text", name)
		require.Contains(t, paint(light.Selected), ";47m", "the row of %s is quiet", name)
	}
}

// The five levels differ in every theme, and the background of the window, of tabs and of the selected row.
func TestLevelsDiffer(t *testing.T) {
	t.Parallel()
	for _, name := range Names() {
		for _, depth := range []Depth{TwoHundredFiftySix, TrueColor} {
			th, _ := named(name, depth)
			require.Len(t, map[Style]bool{th.Strong: true, th.Text: true, th.Faint: true, th.Focus: true}, 4, "%s at %d", name, depth)
			require.NotEqual(t, th.Focus, th.Title, name)
			require.NotEqual(t, th.Selected, th.Changed, name)
		}
	}
	sets, names := builtIn()
	for _, name := range names {
		for _, depth := range []Depth{TwoHundredFiftySix, TrueColor} {
			s := sets[name]
			grounds := map[string]bool{s.at("background", depth): true, s.at("surface", depth): true, s.at("selected_background", depth): true}
			require.Len(t, grounds, 3, "%s at %d", name, depth)
		}
	}
}

// Dark and light themes are partners of each other.
func TestPartners(t *testing.T) {
	t.Parallel()
	sets, names := builtIn()
	for i, name := range names {
		require.Equal(t, i%2 == 1, sets[name].isLight(), name)
		require.Equal(t, name, sets[sets[name].partner].partner)
	}
}

// Users who confuse red and green can distinguish blue and orange.
func TestColorBlindThemeUsesBlueAndOrange(t *testing.T) {
	t.Parallel()
	sets, _ := builtIn()
	for _, name := range []string{"color-blind", "color-blind-light"} {
		colors := sets[name].colors
		require.Equal(t, colors["up"], colors["good"])
		require.Equal(t, colors["down"], colors["bad"])
		blue, orange := colors["up"].hex, colors["down"].hex
		require.Greater(t, blue[5:7], blue[1:3], "more blue than red")
		require.Greater(t, orange[1:3], orange[5:7], "more red than blue")
	}
}

func TestThemesAtEachDepth(t *testing.T) {
	t.Parallel()
	_, names := builtIn()
	for _, name := range names {
		for depth, want := range map[Depth]string{
			NoColors: `^x$`, Sixteen: "^\x1b\\[(3[0-7]|9[0-7])[;m]", TwoHundredFiftySix: "^\x1b\\[38;5;", TrueColor: "^\x1b\\[38;2;",
		} {
			look, ok := named(name, depth)
			require.True(t, ok)
			require.Regexp(t, want, paint(look.Good), "%s at %d", name, depth)
		}
	}
	for _, depth := range []Depth{Sixteen, TwoHundredFiftySix, TrueColor} {
		look, ok := named("terminal", depth)
		require.True(t, ok)
		require.Equal(t, Terminal(), look)
	}
	_, ok := named("nowhere", TrueColor)
	require.False(t, ok)
}

// Every meaning has a style in every theme.
func TestThemesAreComplete(t *testing.T) {
	t.Parallel()
	_, names := builtIn()
	for _, name := range names {
		look, _ := named(name, TrueColor)
		value := reflect.ValueOf(look)
		for i := range value.NumField() {
			if value.Type().Field(i).Name == "Warning" || value.Type().Field(i).Name == "Colorless" {
				continue
			}
			require.False(t, value.Field(i).IsZero(), "%s of %s", value.Type().Field(i).Name, name)
		}
	}
}

// The selection is visible without colors too, as bold or reversed text.
func TestSelectionIsVisibleWithoutColor(t *testing.T) {
	for _, name := range Names() {
		for depth := NoColors; depth <= TrueColor; depth++ {
			look, _ := named(name, depth)
			var painted strings.Builder
			look.Selected.Paint(&painted, "x")
			require.Regexp(t, `^\x1b\[(1|7)[;m]`, painted.String(), "%s %d", name, depth)
		}
	}
}

func TestTerminalColorDepth(t *testing.T) {
	for want, environment := range map[Depth][]string{
		TrueColor:          {"TERM=xterm-256color", "COLORTERM=truecolor"},
		TwoHundredFiftySix: {"TERM=xterm-256color"},
		Sixteen:            {"TERM=xterm"},
		NoColors:           {"TERM=dumb"},
	} {
		require.Equal(t, want, DepthOf(environment), environment)
	}
}

func TestThemeFile(t *testing.T) {
	read, err := Read("mine", []byte("base = \"light\"\n# a comment\ngood = \"#123456\"\nwarn = \"3\"\nup = \"200\"\n"), Display{Depth: TrueColor})
	require.NoError(t, err)
	look := read.Unknown
	light, _ := named("light", TrueColor)
	require.Equal(t, "mine", look.Name)
	require.Equal(t, light.Bad, look.Bad)
	require.Contains(t, paint(look.Good), "\x1b[38;2;18;52;86;")
	require.Contains(t, paint(look.Warn), "\x1b[33;")
	require.Contains(t, paint(look.Up), "\x1b[38;5;200;")
	plain, err := Read("mine", nil, Display{})
	require.NoError(t, err)
	require.Equal(t, NoColor(), plain.Dark)

	for document, want := range map[string]string{
		"good = 5":                   "line 1: ",
		"\ngood = \"red\"":           "line 2: good: must be a color: #rrggbb, or a number from 0 to 255",
		"up = \"256\"":               "line 1: up: must be a color",
		"text = \"\\u001b[31m\"":     "line 1: text: must be a color",
		"\n\nbetter = \"#ffffff\"":   "line 3: unknown color",
		"base = \"terminal\"":        "line 1: base: must be one of dark, light, high-contrast, high-contrast-light, color-blind, ",
		"good = \"#fff\"\nbad = \"x": "line 2: ",
	} {
		_, err := Read("mine", []byte(document), Display{Depth: TrueColor})
		var wrong *FileError
		require.ErrorAs(t, err, &wrong, document)
		require.Contains(t, err.Error(), want, document)
	}
}

func paint(style Style) string {
	var out strings.Builder
	style.Paint(&out, "x")
	return out.String()
}

// A theme file can set the background, which decides for which terminals it is made if that is not painted.
func TestThemeFileBackground(t *testing.T) {
	t.Parallel()
	document := []byte("base = \"nord\"\nbackground = \"#fafafa\"\ntext = \"#101010\"\n")
	mine, err := Read("mine", document, Display{Depth: TrueColor})
	require.NoError(t, err)
	require.Equal(t, LightKind, mine.Kind)
	require.Contains(t, paint(mine.Dark.Text), "48;2;250;250;250")
	require.Equal(t, mine.Dark, mine.Light)

	mine, err = Read("mine", document, Display{Depth: TrueColor, Transparent: true})
	require.NoError(t, err)
	require.Equal(t, "mine", mine.Light.Name)
	require.False(t, mine.Light.Text.HasBackground())
	require.Equal(t, "nord", mine.Dark.Name, "its base, as its own text would be black on black")
	require.Equal(t, "mine", mine.Unknown.Name)

	auto, ok := Adapt("auto", Display{Depth: TrueColor, Transparent: true})
	require.True(t, ok)
	require.Equal(t, Terminal(), auto.Unknown, "readable on every background")
	auto, _ = Adapt("auto", Display{Depth: Sixteen})
	require.Equal(t, []Theme{Terminal(), TerminalOnLight()}, []Theme{auto.Dark, auto.Light})
}

// named returns a built-in theme for a terminal of this depth, whose background is not known.
func named(name string, depth Depth) (Theme, bool) {
	found, ok := Adapt(name, Display{Depth: depth})
	return found.Unknown, ok
}
