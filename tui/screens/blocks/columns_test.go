package blocks_test

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/tui/tuitest"
)

// A window of 160 columns has room for the selected block, the authors and the block times beside the list.
func TestThreeColumns(t *testing.T) {
	t.Parallel()
	d, _ := blocksDeck(t, nil)
	d.Send(tea.WindowSizeMsg{Width: 159, Height: 50})
	d.Hides("Block 48,211,907", "Authors", "Block times")
	d.Send(tea.WindowSizeMsg{Width: 160, Height: 50})
	d.Wait(6)
	d.Shows("Block 48,211,907", "2026-11-21 12:04:29.491", "0.81 s after parent", "91,044 +1 of epoch 214", "Authors", "Block times", "p50")
	d.Hides("no blocks to count")
	d.Press("down", "down")
	d.Shows("Block 48,211,905")
	d.Hides("Block 48,211,907")
	d.Press("z")
	d.Hides("Authors")
}

// The members that missed the selected block are marked beside it, the others are not.
func TestVotesOfSelectedBlock(t *testing.T) {
	t.Parallel()
	d, _ := blocksDeck(t, nil)
	d.Send(tea.WindowSizeMsg{Width: 160, Height: 50})
	for _, height := range []int{tuitest.NewestHeight, tuitest.NewestHeight - 1} {
		missed := 0
		for member := range tuitest.Members {
			if !tuitest.Voted(height, member) {
				missed++
			}
		}
		_, panel, _ := strings.Cut(d.Frame(), "of epoch")
		panel, _, _ = strings.Cut(panel, "all fields")
		marks := 0
		for line := range strings.Lines(panel) {
			if columns := strings.Split(line, "││"); len(columns) == 3 {
				marks += strings.Count(columns[1], "×")
			}
		}
		require.Equal(t, missed, marks, height)
		d.Press("down")
	}
}

// The statistics of a window of 160 columns have the authors below the block times, until they replace the members.
func TestAuthorsBesideMembers(t *testing.T) {
	t.Parallel()
	d, _ := blocksDeck(t, nil)
	d.Send(tea.WindowSizeMsg{Width: 160, Height: 50})
	d.Press("S")
	d.Shows("╭ Members", "╭ Authors", "╭ Block times")
	d.Press("tab")
	d.Hides("╭ Members")
	require.Equal(t, 1, strings.Count(d.Frame(), "╭ Authors"))
}

// The user's validator is the first of the members, in every order.
func TestStatisticsPinMyValidator(t *testing.T) {
	t.Parallel()
	d, _ := blocksDeck(t, nil)
	d.Press("m", "2", "enter", "S")
	for range 4 {
		lines := strings.Split(d.Frame(), "\n")
		require.Contains(t, lines[d.LineOf("MEMBER")+1], "02 (mine)")
		d.Press("s")
	}
}
