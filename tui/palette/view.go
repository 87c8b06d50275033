package palette

import (
	"errors"
	"strings"

	"foredeck/theme"
	"foredeck/tui/command"
	"foredeck/tui/text"
	"foredeck/tui/widget"
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
	// maxSpoken bounds the candidates that screen reader mode reads for what is typed.
	maxSpoken = 3
)

// View draws the box.
func (b *box) View(roomWidth, roomHeight int) []text.Line {
	frameWidth, frameHeight := widget.Frame(false)
	width := min(max(boxWidth, roomWidth*3/5), roomWidth)
	inside := max(width-frameWidth, 1)
	room := max(roomHeight-frameHeight, 1)
	hints := b.hints(inside, shellLines)
	above, below := inputLines, len(hints)
	if room < inputLines+hintLines+listRows { // a small window has no room for blank lines and hints
		hints, above, below = b.hints(inside, 1), 1, 0
		if room > listRows {
			below = 1
		}
	}
	b.rows = max(min(listRows, room-above-below), 0)
	body := append([]text.Line{b.input(inside)}, make([]text.Line, above-1)...)
	body = append(body, text.Height(b.list(inside), b.rows)...)
	body = append(body, hints[len(hints)-below:]...)
	th := b.palette.deps.Theme
	return widget.Panel{Title: text.In(th.Strong, "Command"), Body: body}.Draw(th, width, min(len(body)+frameHeight, roomHeight))
}

func (b *box) input(inside int) text.Line {
	const prompt = ": "
	th := b.palette.deps.Theme
	line := append(text.In(th.Accent, prompt), widget.DrawInput(th, b.typed, inside-len(prompt))...)
	line = line.WithAnnouncement(&text.Announcement{Selected: true, Text: func(int) text.Safe { return text.Input(text.Clean(b.typed.Value())) }})
	return append(line, text.Line{{}}.AnnounceAs(b.best)...)
}

// best returns the words of the first candidates.
func (b *box) best() text.Safe {
	var words []text.Safe
	for i := range min(len(b.found.Candidates), maxSpoken) {
		words = append(words, b.words(i))
	}
	return text.Join(words, text.Const("; "))
}

// words returns the words of a candidate.
func (b *box) words(i int) text.Safe {
	candidate := b.found.Candidates[i]
	words := text.Short(text.Clean(candidate.Line[:min(len(candidate.Line), maxShown)]))
	if !candidate.Wants.IsEmpty() {
		words = text.Format("%s %s", words, candidate.Wants)
	}
	for _, more := range []text.Safe{candidate.Does, candidate.Remark, candidate.Why} {
		if !more.IsEmpty() {
			words = text.Format("%s, %s", words, more)
		}
	}
	return words
}

// list draws the candidates around the chosen one, or the reason that there are none.
func (b *box) list(inside int) []text.Line {
	th := b.palette.deps.Theme
	if len(b.found.Candidates) == 0 {
		if b.found.Err == nil {
			return []text.Line{
				text.In(th.Faint, "a shell command: account treasury"),
				text.In(th.Faint, "an action on this screen: refresh"),
				text.In(th.Faint, "a location: an address, 0x1::coin, a link"),
			}
		}
		return b.refusal(inside)
	}
	var all []int // indexes of candidates; -1 is a blank line
	chosen := 0
	for i, candidate := range b.found.Candidates {
		if candidate.Below && i > 0 {
			all = append(all, -1)
		}
		if i == b.choice {
			chosen = len(all)
		}
		all = append(all, i)
	}
	b.first = max(min(b.first, chosen), chosen-b.rows+1, 0)
	b.first = max(min(b.first, len(all)-b.rows), 0)
	var lines []text.Line
	for _, row := range all[b.first:min(b.first+b.rows, len(all))] {
		if row < 0 {
			lines = append(lines, nil)
			continue
		}
		announcement := &text.Announcement{Row: row, Rows: len(b.found.Candidates), Selected: row == b.choice && b.moved, Text: b.words}
		lines = append(lines, b.line(row, inside).WithHit(&text.Hit{Rows: row - b.choice}).WithAnnouncement(announcement))
	}
	return lines
}

// refusal draws why the line means nothing, and for an unknown command how to see those that there are.
func (b *box) refusal(inside int) []text.Line {
	th := b.palette.deps.Theme
	lines := text.WrapIn(th.Bad, text.Clean(b.found.Err.Error()), inside, max(b.rows, 1))
	var wrong *command.WordError
	if errors.As(b.found.Err, &wrong) && wrong.IsUnknown && len(lines)+2 <= b.rows {
		lines = append(lines, nil, text.In(th.Faint, "esc, then %s lists all commands", b.palette.deps.Key("deck.all_commands")))
	}
	return lines
}

func (b *box) line(i, inside int) text.Line {
	th, candidate := b.palette.deps.Theme, b.found.Candidates[i]
	does, remark := doesWidth, remarkWidth
	if inside-does-remark < minLineWidth {
		remark = 0
	}
	if inside-does < minLineWidth {
		does = 0
	}
	pointer, style := text.Const("  "), th.Text
	if i == b.choice {
		pointer = text.Const("▸ ")
	}
	if !candidate.Why.IsEmpty() {
		style = th.Faint
	}
	room := inside - does - remark
	shown := text.CutMiddle(text.Short(text.Clean(candidate.Line[:min(len(candidate.Line), maxShown)])), max(room-pointerWidth-1, 0)) // lines differ at both ends; leave a space after them
	line := append(text.Line{{Text: pointer, Style: style}}, b.marked(shown, style)...)
	if !candidate.Wants.IsEmpty() {
		line = append(line, text.Span{Text: text.Format(" %s", candidate.Wants), Style: th.Faint})
	}
	line = line.Fit(room)
	if does == 0 {
		return line.Fit(inside)
	}
	if !candidate.Why.IsEmpty() {
		return append(line, text.Span{Text: text.Cut(candidate.Why, does+remark), Style: th.Faint}).Fit(inside)
	}
	line = append(line, candidate.Does.In(th.Faint).Fit(does-1)...)
	line = append(line, text.Span{Text: text.Const(" ")})
	return append(line, text.Cut(candidate.Remark, remark).In(th.Faint)...).Fit(inside)
}

// marked returns a text with the typed words highlighted where they match.
func (b *box) marked(shown text.Safe, style theme.Style) text.Line {
	whole := shown.String()
	lower := strings.ToLower(whole)
	if len(lower) != len(whole) {
		return shown.In(style)
	}
	isMatch := make([]bool, len(whole))
	for _, word := range strings.Fields(strings.ToLower(b.typed.Value())) {
		if at := strings.Index(lower, word); at >= 0 {
			for i := range word {
				isMatch[at+i] = true
			}
		}
	}
	var line text.Line
	for from, i := 0, 0; i < len(whole); from = i {
		for i++; i < len(whole) && isMatch[i] == isMatch[from]; i++ {
		}
		span := text.Span{Text: text.Clean(whole[from:i]), Style: style}
		if isMatch[from] {
			span.Style = b.palette.deps.Theme.Match
		}
		line = append(line, span)
	}
	return line
}

// hints draws the key hints and the equivalent shell command of the chosen line, in at most maxShell lines.
func (b *box) hints(inside, maxShell int) []text.Line {
	th, key := b.palette.deps.Theme, b.palette.deps.Key
	keys := text.Format("%s complete · %s run · %s%s select · %s close", key("palette.complete"), key("palette.run"), key("palette.up"), key("palette.down"), key("palette.close"))
	lines := []text.Line{nil, keys.In(th.Faint).Silent()}
	chosen, ok := b.chosen()
	if !ok || chosen.Shell == "" {
		return append(lines, nil)
	}
	label := text.Line{{Text: text.Const("shell command:  "), Style: th.Faint}}
	written := strings.SplitAfter(text.Clean(chosen.Shell[:min(len(chosen.Shell), maxShown)]).String(), " ")
	room, first := inside-label.Width(), 0
	part := func(words []string) text.Safe { return text.Clean(strings.TrimRight(strings.Join(words, ""), " ")) }
	for first < len(written) && (maxShell == 1 || text.Width(part(written[:first+1])) <= room) {
		first++
	}
	lines = append(lines, append(label, text.Span{Text: part(written[:first])}).Fit(inside).Silent())
	if first < len(written) {
		lines = append(lines, part(written[first:]).Line().Fit(inside).Silent())
	}
	return lines
}
