package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"foredeck/config"
	"foredeck/theme"
	"foredeck/tui"
)

// mostThemeBytes is how long a theme file can be.
const mostThemeBytes = 64 << 10

// looks are how the deck is drawn. The error tells of a theme that cannot be had, and why the usual one is worn in its place.
func (f *globalFlags) looks(settings *config.Settings) (tui.Looks, error) {
	depth := theme.DepthOf(os.Environ())
	if settings.NoColour {
		depth = theme.NoColours
	}
	folder := f.themesFolder()
	looks := tui.Looks{ASCII: settings.ASCII, Still: !settings.Motion, Sizes: settings.Sizes, List: func() []string { return slices.Concat(config.Themes, ownThemes(folder)) }}
	looks.Names = looks.List()
	looks.Read = func(name string) (theme.Theme, error) { return readTheme(folder, name, depth) }
	var err error
	if looks.Theme, err = looks.Read(settings.Theme); err != nil {
		looks.Theme, _ = theme.Named("terminal", depth) // which there is
		return looks, fmt.Errorf("theme %s: %w", settings.Theme, err)
	}
	return looks, nil
}

// asksGround tells that the terminal is asked what colour it writes on: where that changes a colour, and where the question does
// not end up on the screen or the answer among the keys.
func asksGround(noColour bool) bool {
	kind := os.Getenv("TERM")
	return !noColour && theme.DepthOf(os.Environ()) != theme.NoColours && kind != "linux" && kind != "dumb" && runtime.GOOS != "windows"
}

// themesFolder is where the user's own themes are: beside the file of settings.
func (f *globalFlags) themesFolder() string {
	path, _, err := f.settingsPath()
	if err != nil {
		return "" // a machine without a home has none
	}
	return filepath.Join(filepath.Dir(path), "themes")
}

// ownThemes are the names of the files in the folder, which need not be there.
func ownThemes(folder string) []string {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil
	}
	var names []string
	for _, entry := range entries {
		if name, ok := strings.CutSuffix(entry.Name(), ".toml"); ok && !entry.IsDir() && !slices.Contains(config.Themes, name) {
			names = append(names, name)
		}
	}
	return names
}

// noThemeError is a theme of which there is neither a set nor a file.
type noThemeError struct {
	known []string
}

func (e *noThemeError) Error() string {
	return "no such theme; there are " + strings.Join(e.known, ", ")
}

func readTheme(folder, name string, depth theme.Depth) (theme.Theme, error) {
	if look, ok := theme.Named(name, depth); ok {
		return look, nil
	}
	if name != filepath.Base(name) {
		return theme.Theme{}, fs.ErrNotExist // it is a path, and no name
	}
	path := filepath.Join(folder, name+".toml")
	found, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return theme.Theme{}, &noThemeError{slices.Concat(config.Themes, ownThemes(folder))}
	}
	if err != nil {
		return theme.Theme{}, err
	}
	if found.Size() > mostThemeBytes {
		return theme.Theme{}, fmt.Errorf("%s: %d bytes are too many for a theme", filepath.Base(path), found.Size())
	}
	document, err := os.ReadFile(path)
	if err != nil {
		return theme.Theme{}, err
	}
	look, err := theme.Read(name, document, depth)
	if err != nil {
		return theme.Theme{}, fmt.Errorf("%s, %w", filepath.Base(path), err)
	}
	return look, nil
}
