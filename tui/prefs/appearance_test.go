package prefs_test

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui"
	"foredeck/tui/terminal"
	"foredeck/tui/tuitest"
)

func named(name string) (theme.Adaptive, error) {
	named, _ := theme.Adapt(name, theme.Display{Depth: theme.TrueColor})
	return named, nil
}

func transparent(name string) (theme.Adaptive, error) {
	named, _ := theme.Adapt(name, theme.Display{Depth: theme.TrueColor, Transparent: true})
	return named, nil
}

func TestASCII(t *testing.T) {
	t.Parallel()
	for name, keys := range map[string][]string{
		"home": {"esc"}, "arguments": {"busy", "enter"}, "value": {"busy", "enter", "5", "enter"}, "events": {"busy", "enter", "enter", "3"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := tuitest.New(t, 100, 30, tuitest.Setup{Theme: theme.NoColor(), Handler: tuitest.Node{Records: 57}})
			d.Press(keys...)
			want := strings.Split(d.Model.View(), "\n")
			settings := *d.Deps().Config
			settings.ASCII = true
			d.Model.Configure(&settings)
			got := strings.Split(d.Model.View(), "\n")
			require.Len(t, got, len(want))
			for i := range want {
				require.Equal(t, ansi.StringWidth(want[i]), ansi.StringWidth(got[i]))
				for _, r := range got[i] {
					require.Less(t, r, rune(0x80), "%q", r)
				}
			}
		})
	}
}

func TestThemes(t *testing.T) {
	t.Parallel()
	mine, err := theme.Read("mine", []byte(`good = "#123456"`), theme.Display{Depth: theme.TrueColor})
	require.NoError(t, err)
	var failure error
	names := []string{"terminal", "dark", "mine"}
	read := func(name string) (theme.Adaptive, error) {
		switch name {
		case "mine":
			return mine, failure
		case "fern":
			return theme.Read(name, nil, theme.Display{Depth: theme.TrueColor})
		case "gone":
			return theme.Adaptive{}, fmt.Errorf("stat gone.toml: %w", fs.ErrNotExist)
		}
		return named(name)
	}
	d := tuitest.New(t, 100, 30, tuitest.Setup{Theme: theme.Terminal(), Handler: tuitest.Node{Records: 5}, Options: func(o *tui.Options) {
		o.Themes.Names, o.Themes.Read, o.Themes.List = names, read, func() []string { return names }
	}})
	d.Press("busy", "enter", "enter", "6", ":", "theme da")
	d.Shows("theme dark")
	d.Press("enter")
	require.Equal(t, "dark", d.Deps().Theme.Name)
	d.Shows("theme dark applied")
	require.NotContains(t, d.Model.View(), "\x1b[36m", "the open screen uses the new theme")

	d.Press(":", "theme mine", "enter")
	require.Equal(t, mine.Unknown, d.Deps().Theme)
	d.Press("ctrl+l") // clears the status message
	d.ReportFiles()
	require.Empty(t, d.Model.Status().Text, "the file has not changed")

	old := mine
	mine, err = theme.Read("mine", []byte(`good = "#654321"`), theme.Display{Depth: theme.TrueColor})
	require.NoError(t, err)
	failure = errors.New("mine.toml, line 3: there is no such color")
	d.ReportFiles()
	require.Equal(t, old.Unknown, d.Deps().Theme)
	d.Shows("! theme mine: mine.toml, line 3: there is no such color; keeping the current theme")
	d.Press("ctrl+l")
	d.ReportFiles()
	require.Empty(t, d.Model.Status().Text, "reported once")
	failure = nil
	d.ReportFiles()
	require.Equal(t, mine.Unknown, d.Deps().Theme)
	d.Shows("theme mine reloaded")

	// A theme file that the user adds.
	d.Press(":", "theme fern")
	d.Shows("theme fern   ")
	d.Press("enter")
	d.Shows("theme fern applied")
	names = append(names, "fern")
	d.Press(":", "theme f")
	d.ReportFiles()
	for _, field := range d.Deps().ConfigFile.Fields() {
		if field.Key() == "theme" {
			require.Contains(t, field.Choices, "fern")
		}
	}
	d.Shows("▸ theme fern  ")
	d.Press("enter")
	d.Shows("theme fern applied")
	d.Press(":", "theme gone", "enter")
	d.ReportFiles()
	d.Shows("! theme \"gone\" not found; keeping the current theme")
}

// auto is dark or light as the terminal is, terminal has colors for both, and a theme that paints its own background does not change.
func TestBackground(t *testing.T) {
	t.Parallel()
	auto, err := named("auto")
	require.NoError(t, err)
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}, Options: func(o *tui.Options) {
		o.Themes.Theme, o.Themes.Read = auto, named
	}})
	require.Equal(t, "dark", d.Deps().Theme.Name, "until the terminal answers")
	d.Send(terminal.BackgroundMsg{Light: true})
	require.Equal(t, "light", d.Deps().Theme.Name)
	d.Send(terminal.BackgroundMsg{Light: false})
	require.Equal(t, "dark", d.Deps().Theme.Name)
	d.Press("esc", ":", "theme au")
	require.Regexp(t, `theme auto +apply theme +now`, ansi.Strip(d.Model.View()))
	d.Press("esc", ":", "theme terminal", "enter")
	require.Equal(t, theme.Terminal(), d.Deps().Theme)
	d.Send(terminal.BackgroundMsg{Light: true})
	require.Equal(t, theme.TerminalOnLight(), d.Deps().Theme)
	d.Press(":", "theme nord", "enter")
	require.Equal(t, "nord", d.Deps().Theme.Name, "on its own background")
}

// Without a painted background a theme of the other kind is replaced by its partner, as its text would not be readable.
func TestTransparentBackground(t *testing.T) {
	t.Parallel()
	nord, err := transparent("nord")
	require.NoError(t, err)
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}, Options: func(o *tui.Options) {
		o.Themes.Theme, o.Themes.Read = nord, transparent
	}})
	require.Equal(t, "nord", d.Deps().Theme.Name)
	require.False(t, d.Deps().Theme.Text.HasBackground())
	d.Send(terminal.BackgroundMsg{Light: true})
	require.Equal(t, "nord-light", d.Deps().Theme.Name)
	require.False(t, d.Deps().Theme.Text.HasBackground())
	require.True(t, d.Deps().Theme.Selected.HasBackground(), "the selection is visible")
	d.Press("esc", ":", "theme nord")
	require.Regexp(t, `theme nord +apply theme +now`, ansi.Strip(d.Model.View()), "the chosen name stays")
	d.Press("esc", ":", "theme rose-pine-dawn", "enter")
	require.Equal(t, "rose-pine-dawn", d.Deps().Theme.Name)
	d.Send(terminal.BackgroundMsg{Light: false})
	require.Equal(t, "rose-pine", d.Deps().Theme.Name)
}
