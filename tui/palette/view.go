package palette

import (
	"strings"

	"foredeck/tui/text"
	"foredeck/tui/widget/input"
	"foredeck/tui/widget/panel"
)

const (
	boxWidth     = 72 // more in a wide window
	listRows     = 9
	doesWidth    = 22
	remarkWidth  = 9
	pointerWidth = 2
	// minLineWidth is the width of the column of lines at which the other columns are dropped.
	minLineWidth = 28
	// maxShown bounds the part of a line that is drawn, wider than any window.
	maxShown = 1000
	// inputLines and hintLines are above and below the candidates, each with a blank line.
	inputLines, hintLines = 2, 3
	// shellLines bounds the lines of the shell command. It gets more than one because the network is at its end.
	shellLines = 2
)

// View draws the box within a body of this size.
func (m *Input) View(roomWidth, roomHeight int) []text.Line {
	frameWidth, frameHeight := panel.Frame(false)
	width := min(max(boxWidth, roomWidth*3/5), roomWidth)
	inside := max(width-frameWidth, 1)
	room := max(roomHeight-frameHeight, 1)
	hints := m.hints(inside, shellLines)
	above, below := inputLines, len(hints)
	if room < inputLines+hintLines+listRows { // a small window has no room for blank lines and hints
		hints, above, below = m.hints(inside, 1), 1, 0
		if room > listRows {
			below = 1
		}
	}
	m.rows = max(min(listRows, room-above-below), 0)
	body := append([]text.Line{m.input(inside)}, make([]text.Line, above-1)...)
	body = append(body, text.Height(m.list(inside), m.rows)...)
	body = append(body, hints[len(hints)-below:]...)
	box := panel.Panel{Title: text.In(m.deps.Theme.Strong, "Command"), Body: body}
	return box.Draw(m.deps.Theme, width, min(len(body)+frameHeight, roomHeight))
}

func (m *Input) input(inside int) text.Line {
	const prompt = ": "
	return append(text.In(m.deps.Theme.Accent, prompt), input.Draw(m.deps.Theme, m.box, inside-len(prompt))...)
}

// list draws the candidates around the chosen one, or the reason that there are none.
func (m *Input) list(inside int) []text.Line {
	th := m.deps.Theme
	if len(m.found.Candidates) == 0 {
		if m.found.Err == nil {
			return []text.Line{
				text.In(th.Faint, "a shell command: account treasury"),
				text.In(th.Faint, "an action on this screen: refresh"),
				text.In(th.Faint, "a location: an address, 0x1::coin, a link"),
			}
		}
		var lines []text.Line
		for _, part := range text.Wrap(text.Clean(m.found.Err.Error()), inside, max(m.rows, 1)) {
			lines = append(lines, text.In(th.Bad, part))
		}
		return lines
	}
	var all []int // indexes of candidates; -1 is a blank line
	chosen := 0
	for i, candidate := range m.found.Candidates {
		if candidate.Below && i > 0 {
			all = append(all, -1)
		}
		if i == m.choice {
			chosen = len(all)
		}
		all = append(all, i)
	}
	m.first = max(min(m.first, chosen), chosen-m.rows+1, 0)
	m.first = max(min(m.first, len(all)-m.rows), 0)
	var lines []text.Line
	for _, row := range all[m.first:min(m.first+m.rows, len(all))] {
		if row < 0 {
			lines = append(lines, nil)
			continue
		}
		announcement := &text.Announcement{Row: row, Rows: len(m.found.Candidates), Selected: row == m.choice}
		lines = append(lines, m.line(row, inside).WithHit(&text.Hit{Rows: row - m.choice}).WithAnnouncement(announcement))
	}
	return lines
}

func (m *Input) line(i, inside int) text.Line {
	th, candidate := m.deps.Theme, m.found.Candidates[i]
	does, remark := doesWidth, remarkWidth
	if inside-does-remark < minLineWidth {
		remark = 0
	}
	if inside-does < minLineWidth {
		does = 0
	}
	pointer, style := text.Safe("  "), th.Text
	if i == m.choice {
		pointer = "▸ "
	}
	if candidate.Why != "" {
		style = th.Faint
	}
	room := inside - does - remark
	shown := text.CutMiddle(text.Short(text.Clean(candidate.Line[:min(len(candidate.Line), maxShown)])), max(room-pointerWidth-1, 0)) // lines differ at both ends; leave a space after them
	line := text.Line{{Text: pointer, Style: style}, {Text: shown, Style: style}}
	if candidate.Wants != "" {
		line = append(line, text.Span{Text: " " + candidate.Wants, Style: th.Faint})
	}
	line = line.Fit(room)
	if does == 0 {
		return line.Fit(inside)
	}
	if candidate.Why != "" {
		return append(line, text.Span{Text: text.Cut(candidate.Why, does+remark), Style: th.Faint}).Fit(inside)
	}
	line = append(line, text.In(th.Faint, candidate.Does).Fit(does-1)...)
	line = append(line, text.Span{Text: " "})
	return append(line, text.In(th.Faint, text.Cut(candidate.Remark, remark))...).Fit(inside)
}

// hints draws the key hints and the equivalent shell command of the chosen line, in at most maxShell lines.
func (m *Input) hints(inside, maxShell int) []text.Line {
	th := m.deps.Theme
	lines := []text.Line{nil, text.In(th.Faint, m.hint)}
	chosen, ok := m.Chosen()
	if !ok || chosen.Shell == "" {
		return append(lines, nil)
	}
	label := text.Line{{Text: "shell command:  ", Style: th.Faint}}
	written := strings.SplitAfter(string(text.Clean(chosen.Shell[:min(len(chosen.Shell), maxShown)])), " ")
	room, first := inside-label.Width(), 0
	part := func(words []string) text.Safe { return text.Safe(strings.TrimRight(strings.Join(words, ""), " ")) }
	for first < len(written) && (maxShell == 1 || text.Width(part(written[:first+1])) <= room) {
		first++
	}
	lines = append(lines, append(label, text.Span{Text: part(written[:first])}).Fit(inside))
	if first < len(written) {
		lines = append(lines, text.Plain(part(written[first:])).Fit(inside))
	}
	return lines
}
