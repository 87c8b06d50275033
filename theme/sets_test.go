package theme

import (
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/muesli/termenv"
	"github.com/stretchr/testify/require"
)

// luminance returns the relative luminance of a color as defined by WCAG 2.
func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	require.Regexp(t, `^#[0-9a-fA-F]{6}$`, hex)
	part := func(from int) float64 {
		value, err := strconv.ParseUint(hex[from:from+2], 16, 8)
		require.NoError(t, err)
		share := float64(value) / 255
		if share <= 0.04045 {
			return share / 12.92
		}
		return math.Pow((share+0.055)/1.055, 2.4)
	}
	return 0.2126*part(1) + 0.7152*part(3) + 0.0722*part(5)
}

func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	lighter, darker := luminance(t, a), luminance(t, b)
	if lighter < darker {
		lighter, darker = darker, lighter
	}
	return (lighter + 0.05) / (darker + 0.05)
}

// as256 returns the color that a terminal with 256 colors shows.
func as256(hex string) string {
	return termenv.ConvertToRGB(termenv.ANSI256.Color(hex)).Hex()
}

func TestContrast(t *testing.T) {
	require.InDelta(t, 21, contrast(t, "#000000", "#ffffff"), 0.01)
	for name, s := range sets {
		minimum := 4.5
		if name == "high-contrast" {
			minimum = 7
		}
		require.Len(t, s.colors, 18+CurveCount, "%s has every color", name)
		for token, c := range s.colors {
			if token == "border" || token == "hint" || token == "surface" || token == "open_tab" || strings.HasPrefix(token, "selected") {
				continue // compared below
			}
			for _, shown := range []string{c.hex, as256(c.hex)} {
				require.GreaterOrEqual(t, contrast(t, shown, s.background.hex), minimum, "%s of %s as %s", token, name, shown)
			}
		}
		for _, as := range []func(string) string{func(hex string) string { return hex }, as256} {
			require.GreaterOrEqual(t, contrast(t, as(s.colors["selected"].hex), as(s.colors["selected_background"].hex)), minimum, "selected of %s", name)
		}
		for _, as := range []func(string) string{func(hex string) string { return hex }, as256} {
			require.GreaterOrEqual(t, contrast(t, as(s.colors["hint"].hex), as(s.background.hex)), 3.5, "hint of %s", name)
			require.GreaterOrEqual(t, contrast(t, as(s.colors["open_tab"].hex), as(s.colors["accent"].hex)), minimum, "open tab of %s", name)
			require.GreaterOrEqual(t, contrast(t, as(s.colors["faint"].hex), as(s.colors["surface"].hex)), 4.0, "tab of %s", name)
			for _, key := range []string{"good", "warn", "bad", "up", "down", "accent", "link"} {
				require.GreaterOrEqual(t, contrast(t, as(s.colors[key].hex), as(s.colors["selected_background"].hex)), 3.0, "selected %s of %s", key, name)
			}
		}
		require.GreaterOrEqual(t, contrast(t, s.colors["border"].hex, s.background.hex), 3.0, "border of %s", name)
	}
}

// Users who confuse red and green can distinguish blue and orange.
func TestColorBlindThemeUsesBlueAndOrange(t *testing.T) {
	colors := sets["color-blind"].colors
	require.Equal(t, colors["up"], colors["good"])
	require.Equal(t, colors["down"], colors["bad"])
	blue, orange := colors["up"].hex, colors["down"].hex
	require.Greater(t, blue[5:7], blue[1:3], "more blue than red")
	require.Greater(t, orange[1:3], orange[5:7], "more red than blue")
}

func TestThemesAtEachDepth(t *testing.T) {
	for name := range sets {
		for depth, want := range map[Depth]string{
			NoColors: `^x$`, Sixteen: "^\x1b\\[(3[0-7]|9[0-7])[;m]", TwoHundredFiftySix: "^\x1b\\[38;5;", TrueColor: "^\x1b\\[38;2;",
		} {
			look, ok := Named(name, depth)
			require.True(t, ok)
			require.Regexp(t, want, paint(look.Good), "%s at %d", name, depth)
		}
	}
	for _, depth := range []Depth{Sixteen, TwoHundredFiftySix, TrueColor} {
		look, ok := Named("terminal", depth)
		require.True(t, ok)
		require.Equal(t, Terminal(), look)
	}
	_, ok := Named("nowhere", TrueColor)
	require.False(t, ok)
}

// Every meaning has a style in every theme.
func TestThemesAreComplete(t *testing.T) {
	for name := range sets {
		look, _ := Named(name, TrueColor)
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
	for _, name := range []string{"terminal", "dark", "light", "high-contrast", "color-blind"} {
		for depth := NoColors; depth <= TrueColor; depth++ {
			look, _ := Named(name, depth)
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

func TestThemeFileColorAlias(t *testing.T) {
	for _, key := range []string{"selected_background", "selected_ground"} {
		read, err := Read("mine", []byte(key+" = \"#123456\"\n"), TrueColor)
		require.NoError(t, err)
		require.Contains(t, paint(read.Selected), "48;2;18;52;86", key)
		require.Equal(t, key == "selected_ground", read.Warning != "")
	}
	both, err := Read("mine", []byte("selected_background = \"#123456\"\nselected_ground = \"#ffffff\"\n"), TrueColor)
	require.NoError(t, err)
	require.Contains(t, paint(both.Selected), "48;2;18;52;86")
	require.Equal(t, "line 2: selected_ground is now selected_background; the old name still works", both.Warning)
}

func TestFormerThemeName(t *testing.T) {
	now, ok := Named("color-blind", TrueColor)
	require.True(t, ok)
	former, ok := Named("colour-blind", TrueColor)
	require.True(t, ok)
	require.Equal(t, now, former)
	read, err := Read("mine", []byte("base = \"colour-blind\"\n"), TrueColor)
	require.NoError(t, err)
	require.Equal(t, now.Good, read.Good)
	require.Equal(t, "line 1: colour-blind is now color-blind; the old name still works", read.Warning)
}

func TestThemeFile(t *testing.T) {
	look, err := Read("mine", []byte("base = \"light\"\n# a comment\ngood = \"#123456\"\nwarn = \"3\"\nup = \"200\"\n"), TrueColor)
	require.NoError(t, err)
	light, _ := Named("light", TrueColor)
	require.Equal(t, "mine", look.Name)
	require.Equal(t, light.Bad, look.Bad)
	require.Contains(t, paint(look.Good), "\x1b[38;2;18;52;86;")
	require.Contains(t, paint(look.Warn), "\x1b[33;")
	require.Contains(t, paint(look.Up), "\x1b[38;5;200;")
	plain, err := Read("mine", nil, NoColors)
	require.NoError(t, err)
	require.Equal(t, NoColor(), plain)

	for document, want := range map[string]string{
		"good = 5":                   "line 1: ",
		"\ngood = \"red\"":           "line 2: good: must be a color: #rrggbb, or a number from 0 to 255",
		"up = \"256\"":               "line 1: up: must be a color",
		"text = \"\\u001b[31m\"":     "line 1: text: must be a color",
		"\n\nbetter = \"#ffffff\"":   "line 3: unknown color",
		"base = \"terminal\"":        "line 1: base: must be one of dark, light, high-contrast, color-blind",
		"good = \"#fff\"\nbad = \"x": "line 2: ",
	} {
		_, err := Read("mine", []byte(document), TrueColor)
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
