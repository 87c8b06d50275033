package blocks

import (
	"slices"
	"sort"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/blockindex"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/panel"
)

const (
	memberWidth = 8 // columns of a member's number or name
	missedWidth = 5 // columns of the number of missed votes
	// legendLines is the number of lines below the grid.
	legendLines = 2
)

// voter is a line of the grid.
type voter struct {
	member, misses int
}

// gridPanel draws the votes for the blocks from the first visible row down, one column per block, newest on the right.
func (m *Model) gridPanel(width, height int) panel.Panel {
	th := m.deps.Theme
	frame, frameHeight := panel.Frame(m.size.IsPlain())
	p := panel.Panel{Title: text.In(th.Strong, "Votes by member"), Plain: m.size.IsPlain()}
	rows := m.gridBlocks(max(width-frame-memberWidth-missedWidth, 1))
	p.State = text.In(th.Faint, "%s blocks", text.Integer(uint64(len(rows))))
	if len(rows) == 0 {
		return p
	}
	voters := m.voters(rows)
	listed := m.listedVoters(voters, max(height-frameHeight-1-legendLines, 1))
	title := text.In(th.Faint, "MEMBER").Fit(memberWidth)
	title = append(title, axis(len(rows)).In(th.Faint).Fit(len(rows))...)
	p.Body = []text.Line{append(title, text.Span{Text: text.Const(" MISS"), Style: th.Faint}).Silent()}
	for _, v := range listed {
		p.Body = append(p.Body, m.gridLine(v, rows))
	}
	if rest := len(voters) - len(listed); rest > 0 {
		number, missed := text.Integer(uint64(rest)), unlistedMisses(voters, listed)
		line := append(text.In(th.Faint, "…").Fit(memberWidth), text.Span{Text: text.Format("%s more, %s", number, missed), Style: th.Faint})
		p.Body = append(p.Body, line.AnnounceAs(func() text.Safe { return text.Format("%s more members: %s", number, missed) }))
	}
	legend := []text.Line{m.selectionLine(rows), text.In(th.Faint, "■ voted · no vote ? no data").Silent()}
	p.Body = append(p.Body, legend[:max(min(len(legend), height-frameHeight-len(p.Body)), 0)]...)
	return p
}

// selectionLine marks the column of the selected block, with its height beside the mark if there is room.
func (m *Model) selectionLine(rows []*blockindex.Row) text.Line {
	th, selected := m.deps.Theme, m.row()
	if selected == nil || selected.Kind == blockindex.Hole {
		return nil
	}
	height := text.Integer(selected.Height)
	announcement := func() text.Safe { return text.Format("selected: %s", height) }
	at := slices.IndexFunc(rows, func(row *blockindex.Row) bool { return row.Height == selected.Height })
	line := text.Spaces(memberWidth).Line()
	switch {
	case at < 0: // left of the visible columns
		return append(line, text.Span{Text: text.Format("← %s", height), Style: th.Accent}).AnnounceAs(announcement)
	case at >= text.Width(height)+1:
		mark := text.Format("%s ▲", height)
		return append(line, text.Span{Text: text.Concat(text.Spaces(at+1-text.Width(mark)), mark), Style: th.Accent}).AnnounceAs(announcement)
	}
	mark := text.Const("▲")
	if at+2+text.Width(height) <= len(rows) {
		mark = text.Format("%s %s", mark, height)
	}
	return append(line, text.Span{Text: text.Concat(text.Spaces(at), mark), Style: th.Accent}).AnnounceAs(announcement)
}

// listedVoters returns the members that get a line. Beside the block list, members without missed votes are omitted.
// The user's validator is always included, last.
func (m *Model) listedVoters(voters []voter, lines int) []voter {
	count := len(voters)
	if m.mode != modeVotes && !m.showsGrid {
		count = slices.IndexFunc(voters, func(v voter) bool { return v.misses == 0 })
		if count < 0 {
			count = len(voters)
		}
	}
	if count > lines || count < len(voters) {
		count = min(count, lines-1) // the remaining line counts the omitted members
	}
	listed := slices.Clone(voters[:max(count, 0)])
	if mine := slices.IndexFunc(voters, m.isMine); mine >= len(listed) && lines > 1 {
		listed = append(listed[:min(len(listed), lines-2)], voters[mine])
	}
	return listed
}

// unlistedMisses summarizes the missed votes of the omitted members.
func unlistedMisses(voters, listed []voter) text.Safe {
	maxMisses := 0
	for _, v := range voters {
		if !slices.Contains(listed, v) {
			maxMisses = max(maxMisses, v.misses)
		}
	}
	if maxMisses == 0 {
		return text.Const("none missed")
	}
	return text.Format("up to %s", text.Integer(uint64(maxMisses)))
}

// axis labels the ends of the grid if there is room.
func axis(width int) text.Safe {
	const older, newer = "older", "newer"
	if width < len(older)+len(newer)+2 {
		return text.Safe{}
	}
	return text.Clean(older + " " + strings.Repeat("─", width-len(older)-len(newer)-2) + " " + newer)
}

// gridBlocks returns up to limit blocks from the first visible row down, oldest first.
func (m *Model) gridBlocks(limit int) []*blockindex.Row {
	var rows []*blockindex.Row
	for i := m.rows.First(); i < m.blocks.Len() && len(rows) < limit && i < m.rows.First()+2*limit; i++ {
		if row := m.blocks.Row(i); row.Kind == blockindex.Block {
			rows = append(rows, row)
		}
	}
	slices.Reverse(rows)
	return rows
}

// point selects the block of a clicked column, or opens it if it is selected.
func (m *Model) point(at screen.ClickMsg) tea.Cmd {
	rows := m.gridBlocks(at.Target)
	if at.Column >= len(rows) {
		return nil
	}
	clicked, selected := rows[at.Column], m.row()
	if selected != nil && selected.Kind == blockindex.Block && selected.Height == clicked.Height {
		return m.open()
	}
	m.rows.Select(m.blocks.IndexOf(clicked.Height))
	m.syncSelection()
	return m.loadOlder()
}

func (m *Model) isMine(v voter) bool { return v.member == m.blocks.Watch.MemberIndex() }

// voters returns the members by missed votes, maxMisses first, and the user's validator last.
func (m *Model) voters(rows []*blockindex.Row) []voter {
	var voters []voter
	for _, row := range rows {
		for member := len(voters); member < int(row.Members); member++ {
			voters = append(voters, voter{member: member})
		}
		for member := range voters {
			if row.Missed(member) {
				voters[member].misses++
			}
		}
	}
	sort.SliceStable(voters, func(i, j int) bool {
		a, b := voters[i], voters[j]
		if m.isMine(a) != m.isMine(b) {
			return m.isMine(b)
		}
		return a.misses > b.misses
	})
	return voters
}

func (m *Model) gridLine(v voter, rows []*blockindex.Row) text.Line {
	th := m.deps.Theme
	style := th.Text
	if m.isMine(v) {
		style = th.Accent
	}
	label := m.member(v.member)
	if m.isMine(v) && m.deps.Names.Member(v.member).IsEmpty() {
		label = text.Format("%s mine", blockindex.Member(v.member))
	}
	line := text.Cut(label, memberWidth-1).In(style).Fit(memberWidth)
	labels := len(line)
	for _, row := range rows {
		glyph, style := text.Const("·"), th.Bad
		if voted, ok := row.Voted(v.member); !ok {
			glyph, style = text.Const("?"), th.Faint
		} else if voted {
			glyph, style = text.Const("■"), th.Good
		}
		if last := len(line) - 1; last >= labels && line[last].Style == style {
			line[last].Text = text.Concat(line[last].Text, glyph)
		} else {
			line = append(line, text.Span{Text: glyph, Style: style})
		}
	}
	line[labels:].WithHit(&text.Hit{IsPoint: true, Target: len(rows)})
	misses := text.Integer(uint64(v.misses))
	line = append(line, text.Span{Text: text.Concat(text.Spaces(missedWidth-text.Width(misses)), misses)})
	return line.AnnounceAs(func() text.Safe { return announceMisses(label, v, rows) })
}

// maxAnnouncedMisses is the number of missed blocks that an announcement names.
const maxAnnouncedMisses = 5

// announceMisses returns the announcement of a grid line.
func announceMisses(name text.Safe, v voter, rows []*blockindex.Row) text.Safe {
	sentence := text.Format("member %s missed %s", name, text.Integer(uint64(v.misses))) // the title announces the total
	count := 0
	for _, row := range slices.Backward(rows) {
		if !row.Missed(v.member) {
			continue
		}
		if count == maxAnnouncedMisses {
			return text.Format("%s and older", sentence)
		}
		if count++; count == 1 {
			sentence = text.Format("%s: ", sentence)
		} else {
			sentence = text.Format("%s, ", sentence)
		}
		sentence = text.Concat(sentence, text.Integer(row.Height))
	}
	return sentence
}
