package blocks_test

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/tuitest"
)

// A jump shows the height in the middle of the list, with loaded blocks on both sides.
func TestJumpShowsTheHeightInTheMiddle(t *testing.T) {
	t.Parallel()
	d, chain := blocksDeck(t, nil)
	d.Press("#", "48211850", "enter") // among the loaded blocks
	d.Shows("▸ 48,211,850")
	line := d.LineOf("▸ 48,211,850")
	for height := tuitest.NewestHeight - 357; height > tuitest.NewestHeight-600; height -= 111 { // to be loaded
		number := text.Integer(uint64(height)).String()
		d.Press("#", number, "enter")
		d.Shows("▸ "+number, "viewing "+number)
		require.Equal(t, line, d.LineOf("▸ "+number))
		above, below := d.LineOf("  "+text.Integer(uint64(height+8)).String()), d.LineOf("  "+text.Integer(uint64(height-8)).String())
		require.Less(t, above, line)
		require.Greater(t, below, line)
		require.Equal(t, 1, chain.Requests(height))
		require.InDelta(t, line-above, below-line, 1)
	}
	d.Press("#", "48211906", "enter") // near the newest one: as far as there are blocks
	d.Shows("▸ 48,211,906", "  48,211,907")
}

// Follow returns to the newest block from every mode.
func TestFollowFromEveryMode(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"", "v", "S"} {
		d, chain := blocksDeck(t, nil)
		d.Press("down", "down", mode)
		d.Shows("f follow")
		d.Press("f")
		chain.Grow(1)
		d.ReceiveUntil("height 48,211,908")
		d.Hides("viewing")
		if mode != "v" {
			d.Shows("▸ 48,211,908")
		}
	}
}

// The page keys and the wheel move in every mode.
func TestPagesAndWheelInEveryMode(t *testing.T) {
	t.Parallel()
	for mode, selected := range map[string]func(*tuitest.Deck) string{
		"":  func(d *tuitest.Deck) string { return d.LineWith("▸") },
		"v": func(d *tuitest.Deck) string { return d.LineWith("▸") },
		"S": func(d *tuitest.Deck) string { return d.LineWith("▸") },
	} {
		d, _ := blocksDeck(t, nil)
		d.Press(mode)
		first := selected(d)
		for _, keys := range [][2]string{{"pgdown", "pgup"}, {"ctrl+d", "ctrl+u"}, {"G", "g"}, {"end", "home"}, {"j", "k"}} {
			d.Press(keys[0])
			require.NotEqual(t, first, selected(d), "%q %v", mode, keys)
			d.Press(keys[1])
			require.Equal(t, first, selected(d), "%q %v", mode, keys)
		}
		y := d.LineOf("▸")
		d.Send(tea.MouseMsg{X: 20, Y: y, Button: tea.MouseButtonWheelDown, Action: tea.MouseActionPress})
		require.NotEqual(t, first, selected(d), mode)
		d.Send(tea.MouseMsg{X: 20, Y: y, Button: tea.MouseButtonWheelUp, Action: tea.MouseActionPress})
		require.Equal(t, first, selected(d), mode)
	}
}

// The author has all the room that the other columns leave.
func TestAuthorUsesTheRoom(t *testing.T) {
	t.Parallel()
	d, _ := blocksDeck(t, nil)
	author := tuitest.AuthorOf(tuitest.NewestHeight)
	d.Shows(author[:6] + "…" + author[len(author)-2:])
	d.Send(tea.WindowSizeMsg{Width: 260, Height: 40})
	d.Shows(author)
	d.Press("=", "rival", "enter")
	d.Shows("rival " + author)
	d.Send(tea.WindowSizeMsg{Width: 140, Height: 40})
	d.Shows("rival " + author[:8])
	require.True(t, strings.Contains(d.LineWith("▸"), "…"+author[len(author)-4:]))
}

// Of blocks that were skipped, only the newest are loaded, also before the block above them has arrived.
func TestSkippedBlocksAreNotAllLoaded(t *testing.T) {
	t.Parallel()
	d, chain := blocksDeck(t, nil)
	index, before := d.Deps().Blocks, chain.Count()
	chain.Grow(12_000)
	index.Skip(tuitest.NewestHeight+1, tuitest.NewestHeight+11_999)
	d.Send(screen.BlocksMsg{})
	require.NotNil(t, index.Block(tuitest.NewestHeight+11_999))
	require.Nil(t, index.Block(tuitest.NewestHeight+11_000))
	require.Less(t, chain.Count()-before, 200)
}
