package tui

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui/keymap"
)

// body is the screen without the frame's rows.
func (d *deck) body() string {
	lines := strings.Split(d.screen(), "\n")
	return strings.Join(lines[2:len(lines)-2], "\n")
}

// At every place the panel with the keys can have all of the room, its keys go on acting, and both ways back lead to what was there.
func TestThePanelWithTheKeysHasAllOfTheRoom(t *testing.T) {
	enumerates(t)
	zoomed := map[string]bool{}
	for name, scene := range scenes {
		for _, size := range [][2]int{{120, 40}, {100, 30}, {80, 24}} {
			d := newDeck(t, size[0], size[1], scene.setup(theme.NoColour()))
			scene.play(d)
			if d.model.overlay.Open() != nil || !d.model.history.CanZoom() || keymap.Captures(d.model.history.Visible(), "z") {
				continue
			}
			before := d.body()
			d.press("z")
			require.True(t, d.model.history.Zoomed())
			frame := d.screen()
			require.Equal(t, 1, strings.Count(frame, "┌"), "%s at %v:\n%s", name, size, frame)
			require.Contains(t, frame, "z all panels")
			for range 3 {
				d.press("down", "tab", "up")
				require.True(t, d.model.history.Zoomed(), name)
				if keymap.Captures(d.model.history.Visible(), "z") {
					break // the keys went to a text, which is no panel
				}
				require.Equal(t, 1, strings.Count(d.body(), "┌"), "%s at %v:\n%s", name, size, d.screen())
			}
			zoomed[strings.SplitN(name, "-", 2)[0]] = true

			for _, back := range []string{"z", "esc"} {
				d := newDeck(t, size[0], size[1], scene.setup(theme.NoColour()))
				scene.play(d)
				d.press("z", back)
				require.False(t, d.model.history.Zoomed())
				require.Equal(t, before, d.body(), "%s at %v, %s", name, size, back)
			}
		}
	}
	for _, place := range []string{"home", "account", "transaction", "module", "view", "calls", "blocks", "block"} {
		require.True(t, zoomed[place], "%s is nowhere", place)
	}
}

func TestLeavingThePlaceShowsAllPanels(t *testing.T) {
	d := newDeck(t, 100, 30, setup{theme: theme.NoColour(), handler: fixture{records: 57, record: ordinary}})
	openBusy(d)
	d.press("z")
	d.hides("┌ Account ───", "┌ Selected ───")
	d.press("enter")
	d.shows("┌ Block and signature ───")
	d.press("esc")
	d.shows("┌ Account ───", "┌ Selected ───")

	d.press("z", "`")
	require.False(t, d.model.history.Zoomed(), "the requests are another place")
	d.press("`")
	require.True(t, d.model.history.Zoomed(), "which was looked at in front of this one")
	d.press("/", "swap", "esc")
	require.True(t, d.model.history.Zoomed(), "esc ends the text first")
	d.press("/", "swap", "enter", "esc")
	require.False(t, d.model.history.Zoomed())
	d.shows("swap")
}

func TestALongValueIsWholeWhereItIsAlone(t *testing.T) {
	d := newDeck(t, 62, 20, setup{theme: theme.NoColour()})
	d.openTreasury()
	d.press("5", "/", "^account$", "enter", "enter", "down")
	d.shows("Resources › Account", "path   .authentication_key")
	whole := func() bool {
		joined := strings.Join(strings.Fields(d.body()), "")
		return regexp.MustCompile(`value"0x[0-9a-f]{64}"`).MatchString(joined)
	}
	require.False(t, whole(), d.screen())
	d.press("z")
	require.True(t, whole(), d.screen())
	d.shows("path   .authentication_key")
}
