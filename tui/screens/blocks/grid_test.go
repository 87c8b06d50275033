package blocks_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/tuitest"
)

// crosshair returns the selected member's line, and the column of the selected block.
func crosshair(d *tuitest.Deck) (line string, column int) {
	mark := d.LineWith("▲")
	return d.SelectedRow(), len([]rune(mark[:strings.Index(mark, "▲")]))
}

// The crosshair moves to any member and block, and opens the block.
func TestCrosshair(t *testing.T) {
	t.Parallel()
	d, _ := blocksDeck(t, nil)
	d.Resize(80, 24)
	d.Press("v")
	_, newest := crosshair(d)
	d.Press("j", "down", "h", "left")
	line, column := crosshair(d)
	require.Equal(t, newest-2, column)
	d.Press("s")
	d.Shows("12-21 of 41 members")
	again, _ := crosshair(d)
	require.Equal(t, strings.Fields(line)[0], strings.Fields(again)[0], "the member stays selected in another order")
	d.Press("G")
	line, _ = crosshair(d)
	require.Equal(t, "40", strings.Fields(line)[0])
	d.Shows("32-41 of 41 members")
	d.Press("g")
	line, _ = crosshair(d)
	require.Equal(t, "00", strings.Fields(line)[0])

	// Far to the left, the columns scroll.
	d.Press("H", "H", "H", "h")
	_, column = crosshair(d)
	require.Less(t, column, newest)
	height := strings.Trim(strings.Fields(d.LineWith("▲"))[1], "▲")
	if height == "" {
		height = strings.Fields(d.LineWith("▲"))[2]
	}
	d.Press("enter")
	d.Shows("block " + height)
}

// Missed votes have their own mark, and the start of an epoch is a line between its blocks.
func TestVotesShowMissesAndEpochs(t *testing.T) {
	t.Parallel()
	d, _ := blocksDeck(t, nil)
	d.Press("v", "s")
	const first = 48_211_898 // of epoch 214
	line := []rune(d.LineWith("▸ 00"))
	border := strings.Index(string(line[3:]), "│")
	require.Positive(t, border)
	cells := []rune(string(line[3:])[:border])
	for i, mark := range cells[len(cells)-20:] {
		height := first - 20 + i
		want := '·'
		if !tuitest.Voted(height, 0) {
			want = '×'
		}
		require.Equal(t, string(want), string(mark), "block %d", height)
	}
	d.Shows("│214", "· voted × missed")
	d.Press("left")
	d.Shows("00 voted for 48,211,906")
}

// The user's validator is always visible, above the others.
func TestVotesPinMyValidator(t *testing.T) {
	t.Parallel()
	d, _ := blocksDeck(t, nil)
	d.Resize(80, 24)
	d.Press("m", "2", "enter", "v")
	d.Shows("02 mine")
	d.Press("pgdown", "pgdown")
	d.Shows("02 mine")
	d.Press("G")
	require.NotContains(t, d.SelectedRow(), "02 mine")
	d.Shows("02 mine")
	d.Press("home")
	require.Contains(t, d.SelectedRow(), "02 mine")
	d.Press("down")
	require.NotContains(t, d.SelectedRow(), "02 mine")
	d.Shows("02 mine")
}
