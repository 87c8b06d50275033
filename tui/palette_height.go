package tui

import (
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/text"
	box "foredeck/tui/widget/palette"
)

// height is the line height N, which goes to a height in the list of the place one is at, else in that of the blocks; nil where
// it is none.
func (p *pool) height(words []string) []match {
	if len(words) != 2 || words[0] != "height" {
		return nil
	}
	height, err := strconv.ParseUint(strings.ReplaceAll(words[1], ",", ""), 10, 64)
	if err != nil {
		return nil
	}
	line, seeker, does := "height "+strconv.FormatUint(height, 10), p.seeker, text.Safe("go there in this list")
	p.acts[line] = func() tea.Cmd { return seeker.GoTo(height) }
	if seeker == nil {
		does = "open the blocks there"
		p.acts[line] = func() tea.Cmd { return p.seekBlock(height) }
	}
	return []match{{Candidate: box.Candidate{Line: line, Does: does}, rank: here, begins: true}}
}
