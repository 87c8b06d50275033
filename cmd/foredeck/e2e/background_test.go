package e2e_test

import (
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

func TestThemeMatchesBackground(t *testing.T) {
	t.Parallel()
	dark := startHome(t, terminal.Options{})
	dark.Type("treasury")
	dark.WaitFor(`^│ > treasury +│$`, patience)
	require.Contains(t, dark.Output(), cyan)
	require.NotContains(t, dark.Output(), blue)
	leave(t, dark)

	light := startHome(t, terminal.Options{Ground: color.White})
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
			x := startHome(t, terminal.Options{}, variable)
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
