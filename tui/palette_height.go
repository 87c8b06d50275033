package tui

import (
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	box "foredeck/tui/widget/palette"
)

// height is the line height N, which goes to a height in the list of the place one is at; nil where it is none.
func (p *pool) height(words []string) []match {
	if p.seeker == nil || len(words) != 2 || words[0] != "height" {
		return nil
	}
	height, err := strconv.ParseUint(strings.ReplaceAll(words[1], ",", ""), 10, 64)
	if err != nil {
		return nil
	}
	line, seeker := "height "+strconv.FormatUint(height, 10), p.seeker
	p.acts[line] = func() tea.Cmd { return seeker.GoTo(height) }
	return []match{{Candidate: box.Candidate{Line: line, Does: "go there in this list"}, rank: here, begins: true}}
}
