package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/config"
	"foredeck/theme"
)

func TestThemes(t *testing.T) {
	path := settingsOf(t, "theme = \"mine\"\nascii = true\nmotion = false\n")
	t.Setenv("COLORTERM", "truecolor")
	t.Setenv("TERM", "xterm-256color")
	folder := filepath.Join(filepath.Dir(path), "themes")
	require.NoError(t, os.Mkdir(folder, 0o700))
	mine := filepath.Join(folder, "mine.toml")
	require.NoError(t, os.WriteFile(mine, []byte("base = \"light\"\n"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "dark.toml"), nil, 0o600), "a built-in theme takes precedence")

	flags := &globalFlags{}
	root := rootCommand(flags)
	root.SetContext(t.Context())
	settings := func() *config.Settings {
		read, err := flags.readSettings(root)
		require.NoError(t, err)
		return read
	}
	themes, err := flags.themes(settings())
	require.NoError(t, err)
	require.Equal(t, "mine", themes.Theme.Name)
	require.Equal(t, append(config.Themes[:len(config.Themes):len(config.Themes)], "mine"), themes.Names)
	light, _ := theme.Adapt("light", theme.Display{Depth: theme.TrueColor})
	require.Equal(t, light.Unknown.Good, themes.Theme.Unknown.Good)
	require.True(t, themes.Theme.Unknown.Text.HasBackground())
	require.Equal(t, config.Themes, theme.Names())

	require.NoError(t, os.WriteFile(mine, []byte("\nbase = \"nowhere\"\n"), 0o600))
	themes, err = flags.themes(settings())
	require.ErrorContains(t, err, "theme mine: mine.toml, line 2: base: must be one of dark")
	require.Equal(t, "auto", themes.Theme.Name)
	require.NoError(t, os.WriteFile(mine, []byte(strings.Repeat("#", maxThemeBytes+1)), 0o600))
	_, err = flags.themes(settings())
	require.ErrorContains(t, err, "more than the limit")

	require.NoError(t, os.Remove(mine))
	_, err = flags.themes(settings())
	require.EqualError(t, err, "theme mine: not found: foredeck themes lists all themes")

	t.Setenv("NO_COLOR", "1")
	flags.Theme = "dark"
	themes, err = flags.themes(settings())
	require.NoError(t, err)
	require.Equal(t, theme.NoColor(), themes.Theme.Unknown)
	got := foredeck(t, "account", "0x1", "--theme", "../x")
	require.Equal(t, exitUsage, got.code)
	require.Contains(t, got.stderr, `--theme "../x": must be a name that foredeck themes lists`)
	got = foredeck(t, "account", "0x1", "--theme", "nosuch", "-o", "json")
	require.Equal(t, exitUsage, got.code)
	require.Contains(t, got.stderr, "--theme \\\"nosuch\\\": not found: foredeck themes lists all themes")
}

// A theme file that cannot be read as one is reported by commands, which use the default, and by config check.
func TestBrokenTheme(t *testing.T) {
	folder := filepath.Join(filepath.Dir(settingsOf(t, "theme = \"mine\"\n")), "themes")
	require.NoError(t, os.Mkdir(folder, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "mine.toml"), []byte("base = \"dark\"\n\x00\x1b[2J garbage"), 0o600))
	got := foredeck(t, "config", "show")
	require.Equal(t, exitDone, got.code)
	require.Regexp(t, `^foredeck: theme mine: mine\.toml, line 2: .+; using the default\n$`, got.stderr)
	require.NotContains(t, got.stderr, "\x1b")
	require.Empty(t, foredeck(t, "config", "show", "-o", "json").stderr, "programs read it")

	got = foredeck(t, "config", "check")
	require.Equal(t, exitUsage, got.code)
	require.Contains(t, got.stdout, "theme mine: mine.toml, line 2: ")
	require.Contains(t, got.stderr, "the configured theme cannot be used")
}

// foredeck themes lists all themes, with the colors of each for programs.
func TestThemesCommand(t *testing.T) {
	folder := filepath.Join(filepath.Dir(settingsOf(t, "")), "themes")
	require.NoError(t, os.Mkdir(folder, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "mine.toml"), []byte("base = \"nord\"\ngood = \"#123456\"\n"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "wrong.toml"), []byte("good = 5\n"), 0o600))
	got := foredeck(t, "themes")
	require.Zero(t, got.code, got.stderr)
	require.NotContains(t, got.stdout, "\x1b")
	for _, name := range config.Themes {
		require.Regexp(t, `(?m)^`+name+` +(dark|light|both)`, got.stdout)
	}
	require.Regexp(t, `(?m)^mine +dark +nord-light +#2e3440 +#d8dee9 +#88c0d0 +#123456 `, got.stdout)
	require.Regexp(t, `(?m)^wrong +broken$`, got.stdout)

	got = foredeck(t, "themes", "solarized-light", "-o", "json")
	require.Zero(t, got.code, got.stderr)
	var shape themeShape
	require.NoError(t, json.Unmarshal([]byte(got.stdout), &shape))
	require.Equal(t, "solarized", *shape.Partner)
	require.Equal(t, theme.LightKind, shape.Kind)
	require.Equal(t, "#fdf6e3", shape.Colors["background"])
	require.Len(t, shape.Colors, len(theme.ColorKeys()))

	got = foredeck(t, "themes", "-o", "csv")
	require.Regexp(t, `(?m)^name,kind,partner,background,surface,`, got.stdout)
	require.Regexp(t, `(?m)^terminal,both,,,`, got.stdout)

	got = foredeck(t, "themes", "nrod")
	require.Equal(t, exitUsage, got.code)
	require.Contains(t, got.stderr, `NAME "nrod": not found: did you mean nord?`)
	got = foredeck(t, "themes", "wrong")
	require.Equal(t, exitUsage, got.code)
	require.Contains(t, got.stderr, "theme wrong: wrong.toml, line 1: ")
}
