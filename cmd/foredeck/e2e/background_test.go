package e2e_test

import (
	"fmt"
	"image/color"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
)

const (
	backgroundQuery = "\x1b]11;?\x1b\\"
	cyan, blue      = "\x1b[36m", "\x1b[34m" // of the sixteen colors
	truecolor       = "COLORTERM=truecolor"
)

// startHome starts the deck and waits for Home.
func startHome(t *testing.T, options terminal.Options, more ...string) *terminal.Terminal {
	t.Helper()
	options.Environment = environment(t, more...)
	x := terminal.Start(t, terminal.Size{Columns: 100, Rows: 30}, options, program)
	x.WaitUntil("Home", patience, home)
	return x
}

// leave quits the deck.
func leave(t *testing.T, x *terminal.Terminal) {
	t.Helper()
	x.Key("ctrl+c")
	require.Zero(t, x.ExitStatus(patience))
}

// configFile writes a config file and returns its path.
func configFile(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.toml")
	require.NoError(t, os.WriteFile(path, []byte(content+"\n"), 0o600))
	return path
}

// backgrounds returns the background colors of all cells, as #rrggbb; "" for that of the terminal.
func backgrounds(x *terminal.Terminal) map[string]int {
	counts := map[string]int{}
	for _, row := range x.Cells() {
		for _, cell := range row {
			key := ""
			if cell.Background != nil {
				red, green, blue, _ := cell.Background.RGBA()
				key = fmt.Sprintf("#%02x%02x%02x", red>>8, green>>8, blue>>8)
			}
			counts[key]++
		}
	}
	return counts
}

// A theme paints every cell, unless the config file leaves the background of the terminal.
func TestThemePaintsBackground(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		options terminal.Options
		config  string
		most    string // the most common background
		all     bool   // every cell is painted
	}{
		"auto on dark":                 {terminal.Options{}, ``, "#15181e", true},
		"auto on light":                {terminal.Options{Ground: color.White}, ``, "#fafafa", true},
		"auto on a silent terminal":    {terminal.Options{Ground: color.White, Silent: true}, ``, "#15181e", true},
		"nord on light":                {terminal.Options{Ground: color.White}, `theme = "nord"`, "#2e3440", true},
		"nord on the light background": {terminal.Options{Ground: color.White}, "theme = \"nord\"\nbackground = \"terminal\"", "", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := startHome(t, c.options, truecolor, "FOREDECK_CONFIG="+configFile(t, c.config))
			x.WaitUntil("the background", patience, func(string) bool {
				counts := backgrounds(x)
				return counts[c.most] > 2000 && (counts[""] == 0) == c.all
			})
			if c.options.Ground == color.White && c.most == "" {
				require.Contains(t, x.Output(), "38;2;75;111;153", "the accent of nord-light")
			}
			leave(t, x)
		})
	}
}

// The first frame has the colors for the background of the terminal.
func TestFirstFrameMatchesBackground(t *testing.T) {
	t.Parallel()
	x := startHome(t, terminal.Options{Ground: color.White}, truecolor)
	x.Type("treasury")
	x.WaitFor(`^│ > treasury +│$`, patience)
	require.Contains(t, x.Output(), "48;2;250;250;250")
	require.NotContains(t, x.Output(), "48;2;21;24;30", "no flash of the dark theme")
	leave(t, x)
}

func TestThemeMatchesBackground(t *testing.T) {
	t.Parallel()
	dark := startHome(t, terminal.Options{}, "FOREDECK_CONFIG="+configFile(t, `theme = "terminal"`))
	dark.Type("treasury")
	dark.WaitFor(`^│ > treasury +│$`, patience)
	require.Contains(t, dark.Output(), cyan)
	require.NotContains(t, dark.Output(), blue)
	leave(t, dark)

	light := startHome(t, terminal.Options{Ground: color.White}, "FOREDECK_CONFIG="+configFile(t, `theme = "terminal"`))
	light.WaitUntil("the colors for a light ground", patience, func(string) bool { return strings.Contains(light.Output(), blue) })
	light.Type("treasury")
	light.WaitFor(`^│ > treasury +│$`, patience)
	leave(t, light)
}

// A late response is never interpreted as keys.
func TestLateResponseIsNotInput(t *testing.T) {
	t.Parallel()
	x := startHome(t, terminal.Options{Silent: true, Ground: color.White})
	x.WaitUntil("the query", patience, func(string) bool { return x.Responses() != "" })
	x.Type("trea")
	x.WaitFor(`^│ > trea +│$`, patience)
	x.Respond()
	x.Type("su")
	x.WaitFor(`^│ > treasu +│$`, patience)
	x.Respond()
	x.Key("backspace")
	x.WaitFor(`^│ > treas +│$`, patience)
	leave(t, x)
}

func TestNoColorSkipsBackgroundQuery(t *testing.T) {
	t.Parallel()
	for name, variable := range map[string]string{"NO_COLOR": "NO_COLOR=1", "dumb": "TERM=dumb", "console": "TERM=linux"} {
		t.Run(name, func(t *testing.T) {
			x := startHome(t, terminal.Options{}, variable, "FOREDECK_PLAIN=0")
			x.Type("treasury")
			x.WaitFor(`^. > treasury +.$`, patience)
			require.NotContains(t, x.Output(), backgroundQuery)
			leave(t, x)
		})
	}
	x := startHome(t, terminal.Options{})
	x.WaitUntil("the query", patience, func(string) bool { return strings.Contains(x.Output(), backgroundQuery) })
	leave(t, x)
}

// The deck releases terminal input to the editor.
func TestEditorOwnsTerminal(t *testing.T) {
	t.Parallel()
	editor := filepath.Join(t.TempDir(), "editor")
	require.NoError(t, os.WriteFile(editor, []byte("#!/bin/sh\ntty > \"$1\"\n"), 0o700))
	x := startHome(t, terminal.Options{}, "VISUAL="+editor)
	x.Type("0x1::coin::balance")
	x.Key("enter")
	x.WaitFor(`enter run`, patience)
	x.Type("v")
	x.WaitFor(`TYPE ARGUMENTS`, patience)
	x.Key("ctrl+e")
	x.WaitFor(`T0 .* /dev/`, patience)
	leave(t, x)
}
