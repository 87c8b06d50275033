package tui_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui/keymap"
	"foredeck/tui/screen"
	"foredeck/tui/tuitest"
	"foredeck/tui/tuitest/effort"
)

// isZoomed reports whether the focused panel fills the body.
func isZoomed(d *tuitest.Deck) bool {
	zoom, ok := action(d, "deck.zoom")
	return ok && zoom.Help().Desc == "all panels"
}

// action returns the action with an id. ok is false if no key triggers it now.
func action(d *tuitest.Deck, id string) (found screen.Action, ok bool) {
	actions := d.Model.Actions()
	i := slices.IndexFunc(actions, func(action screen.Action) bool { return action.ID == id })
	if i < 0 {
		return screen.Action{}, false
	}
	return actions[i], true
}

// On every screen the focused panel can fill the body, its keys still work, and zoom and esc restore the panels.
func TestZoom(t *testing.T) {
	effort.SkipUnderRace(t)
	for name := range allScenes() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, size := range [][2]int{{120, 40}, {100, 30}, {80, 24}} {
				d := openScene(t, name, size[0], size[1])
				zoom, ok := action(d, "deck.zoom")
				if !ok || d.Model.HasOverlay() {
					if size == [2]int{100, 30} {
						require.NotContains(t, []string{"home", "account-sent", "transaction-raw", "module-functions", "callers", "blocks", "block"}, name)
					}
					continue
				}
				key := zoom.Keys()[0]
				before := d.Body()
				d.Press(key)
				require.True(t, isZoomed(d))
				require.Equal(t, 1, strings.Count(d.Body(), "╭"), "at %v:\n%s", size, d.Frame())
				d.Shows(key + " all panels")
				for range 3 {
					d.Press("down", "tab", "up")
					if keymap.Captures(d.Screen(), key) {
						break // the keys are typed into a text
					}
					require.True(t, isZoomed(d))
					require.Equal(t, 1, strings.Count(d.Body(), "╭"), "at %v:\n%s", size, d.Frame())
				}

				if size != [2]int{100, 30} {
					continue
				}
				for _, back := range []string{key, "esc"} {
					d := openScene(t, name, size[0], size[1])
					d.Press(key, back)
					require.False(t, isZoomed(d))
					require.Equal(t, before, d.Body(), "at %v, %s", size, back)
				}
			}
		})
	}
}

func TestZoomEnds(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Theme: theme.NoColor(), Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter")
	d.Press("z")
	d.Hides("╭ Account ───", "╭ Selected ───")
	d.Press("enter")
	d.Shows("╭ Block and signature ───")
	d.Press("esc")
	d.Shows("╭ Account ───", "╭ Selected ───")

	d.Press("z", "`")
	require.False(t, isZoomed(d), "the requests screen has its own zoom")
	d.Press("`")
	require.True(t, isZoomed(d), "the zoom of the screen below is preserved")
	d.Press("/", "swap", "esc")
	require.True(t, isZoomed(d), "esc ends the search first")
	d.Press("/", "swap", "enter", "esc")
	require.False(t, isZoomed(d))
	d.Shows("swap")
}

func TestZoomShowsFullValue(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 62, 20, tuitest.Setup{Theme: theme.NoColor()})
	d.Press("treasury", "enter")
	d.Press("5", "/", "^account$", "enter", "enter", "down")
	d.Shows("Resources › Account", "path   .authentication_key")
	whole := func() bool {
		joined := strings.Join(strings.Fields(d.Body()), "")
		return regexp.MustCompile(`value"0x[0-9a-f]{64}"`).MatchString(joined)
	}
	require.False(t, whole(), d.Frame())
	d.Press("z")
	require.True(t, whole(), d.Frame())
	d.Shows("path   .authentication_key")
}
