package blocks

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/theme"
	"foredeck/tui/blockindex"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/panel"
)

const (
	memberWidth = 8 // of a member's number or name
	missWidth   = 5 // of the count of misses
	// legendLines is what is said below the grid.
	legendLines = 2
)

// member is a member by its number, with its name or as the user's.
func (m *Model) member(number int) text.Safe {
	name := m.deps.MemberName(number)
	switch {
	case name != "":
		return name
	case number == m.chain.Watch.MemberIndex():
		return "me (" + screen.Member(number) + ")"
	}
	return screen.Member(number)
}

// voter is one line of the grid.
type voter struct {
	member, misses int
}

// gridPanel is which members voted for the blocks from the first row of the list down: each is a column, the newest on the
// right.
func (m *Model) gridPanel(width, height int) panel.Panel {
	th := m.deps.Theme
	frame, frameHeight := panel.Frame(m.size.Plain())
	p := panel.Panel{Title: text.In(th.Strong, "Votes by member"), Plain: m.size.Plain()}
	rows := m.columnsOfVotes(max(width-frame-memberWidth-missWidth, 1))
	p.State = text.In(th.Faint, text.Integer(uint64(len(rows)))+" blocks")
	if len(rows) == 0 {
		return p
	}
	voters := m.voters(rows)
	listed := m.listed(voters, max(height-frameHeight-1-legendLines, 1))
	title := text.In(th.Faint, "MEMBER").Fit(memberWidth)
	title = append(title, text.In(th.Faint, axis(len(rows))).Fit(len(rows))...)
	p.Body = []text.Line{append(title, text.Span{Text: " MISS", Style: th.Faint}).Silent()}
	for _, one := range listed {
		p.Body = append(p.Body, m.gridLine(one, rows))
	}
	if rest := len(voters) - len(listed); rest > 0 {
		number, missed := text.Integer(uint64(rest)), fewer(voters, listed)
		line := append(text.In(th.Faint, "…").Fit(memberWidth), text.Span{Text: number + " more, " + missed, Style: th.Faint})
		p.Body = append(p.Body, line.AnnounceAs(func() text.Safe { return number + " more members: " + missed }))
	}
	legend := []text.Line{m.selectedColumn(rows), text.In(th.Faint, "■ voted · no vote ? not given").Silent()}
	p.Body = append(p.Body, legend[:max(min(len(legend), height-frameHeight-len(p.Body)), 0)]...)
	return p
}

// selectedColumn marks the column of the selected block, with its height where that finds room beside the mark.
func (m *Model) selectedColumn(rows []*blockindex.Row) text.Line {
	th, selected := m.deps.Theme, m.row()
	if selected == nil || selected.Kind == blockindex.Hole {
		return nil
	}
	height := text.Integer(selected.Height)
	said := func() text.Safe { return "selected: " + height }
	at := slices.IndexFunc(rows, func(row *blockindex.Row) bool { return row.Height == selected.Height })
	line := text.Plain(text.Spaces(memberWidth))
	switch {
	case at < 0: // further left than there is room
		return append(line, text.Span{Text: "← " + height, Style: th.Accent}).AnnounceAs(said)
	case at >= text.Width(height)+1:
		mark := height + " ▲"
		return append(line, text.Span{Text: text.Spaces(at+1-text.Width(mark)) + mark, Style: th.Accent}).AnnounceAs(said)
	}
	mark := text.Safe("▲")
	if at+2+text.Width(height) <= len(rows) {
		mark += " " + height
	}
	return append(line, text.Span{Text: text.Spaces(at) + mark, Style: th.Accent}).AnnounceAs(said)
}

// listed are the members that have a line of their own. Those without a miss have none beside the list of blocks, and mine has
// the last one always.
func (m *Model) listed(voters []voter, lines int) []voter {
	most := len(voters)
	if m.mode != modeVotes && !m.inGrid {
		most = slices.IndexFunc(voters, func(one voter) bool { return one.misses == 0 })
		if most < 0 {
			most = len(voters)
		}
	}
	if most > lines || most < len(voters) {
		most = min(most, lines-1) // a line says how many more there are
	}
	listed := slices.Clone(voters[:max(most, 0)])
	if mine := slices.IndexFunc(voters, m.isMine); mine >= len(listed) && lines > 1 {
		listed = append(listed[:min(len(listed), lines-2)], voters[mine])
	}
	return listed
}

// fewer says what the members that are not listed have missed.
func fewer(voters, listed []voter) text.Safe {
	most := 0
	for _, one := range voters {
		if !slices.Contains(listed, one) {
			most = max(most, one.misses)
		}
	}
	if most == 0 {
		return "no miss"
	}
	return "up to " + text.Integer(uint64(most))
}

// axis names the ends of the grid as far as there is room.
func axis(width int) text.Safe {
	const older, newer = "older", "newer"
	if width < len(older)+len(newer)+2 {
		return ""
	}
	return text.Safe(older + " " + strings.Repeat("─", width-len(older)-len(newer)-2) + " " + newer)
}

// columnsOfVotes are so many blocks, the oldest first, of which the newest is on the first row of the list.
func (m *Model) columnsOfVotes(most int) []*blockindex.Row {
	var rows []*blockindex.Row
	for i := m.rows.First(); i < m.chain.Len() && len(rows) < most && i < m.rows.First()+2*most; i++ {
		if row := m.chain.Row(i); row.Kind == blockindex.Block {
			rows = append(rows, row)
		}
	}
	slices.Reverse(rows)
	return rows
}

// point selects the block whose column was clicked in a grid of so many, and opens the one that is selected.
func (m *Model) point(at screen.PointMsg) tea.Cmd {
	rows := m.columnsOfVotes(at.Spot)
	if at.Column >= len(rows) {
		return nil
	}
	clicked, selected := rows[at.Column], m.row()
	if selected != nil && selected.Kind == blockindex.Block && selected.Height == clicked.Height {
		return m.open()
	}
	m.rows.Select(m.chain.IndexOf(clicked.Height))
	m.hold()
	return m.older()
}

func (m *Model) isMine(one voter) bool { return one.member == m.chain.Watch.MemberIndex() }

// voters are the members by their misses, those with the most first and the user's last.
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
	slices.SortStableFunc(voters, func(a, b voter) int {
		if m.isMine(a) != m.isMine(b) {
			if m.isMine(a) {
				return 1
			}
			return -1
		}
		return cmp.Compare(b.misses, a.misses)
	})
	return voters
}

func (m *Model) gridLine(one voter, rows []*blockindex.Row) text.Line {
	th := m.deps.Theme
	style := th.Text
	if m.isMine(one) {
		style = th.Accent
	}
	label := m.member(one.member)
	if m.isMine(one) && m.deps.MemberName(one.member) == "" {
		label = screen.Member(one.member) + " me"
	}
	line := text.In(style, text.Cut(label, memberWidth-1)).Fit(memberWidth)
	labels := len(line)
	var run strings.Builder
	var of theme.Style
	flush := func(next theme.Style) {
		if run.Len() > 0 && next != of {
			line = append(line, text.Span{Text: text.Safe(run.String()), Style: of})
			run.Reset()
		}
		of = next
	}
	for _, row := range rows {
		voted, given := row.Voted(one.member)
		switch {
		case !given:
			flush(th.Faint)
			run.WriteString("?")
		case voted:
			flush(th.Good)
			run.WriteString("■")
		default:
			flush(th.Bad)
			run.WriteString("·")
		}
	}
	flush(theme.Style{})
	if run.Len() > 0 {
		line = append(line, text.Span{Text: text.Safe(run.String()), Style: of})
	}
	line[labels:].WithHit(&text.Hit{IsPoint: true, Target: len(rows)})
	misses := text.Integer(uint64(one.misses))
	line = append(line, text.Span{Text: text.Spaces(missWidth-text.Width(misses)) + misses})
	return line.AnnounceAs(func() text.Safe { return missesInWords(label, one, rows) })
}

// mostMisses is how many of the newest blocks that a member missed are named.
const mostMisses = 5

// missesInWords says what a line of the grid shows.
func missesInWords(name text.Safe, one voter, rows []*blockindex.Row) text.Safe {
	words := "member " + name + " missed " + text.Integer(uint64(one.misses)) // of how many stands in the title, so that it is no news here
	named := 0
	for _, row := range slices.Backward(rows) {
		if !row.Missed(one.member) {
			continue
		}
		if named == mostMisses {
			return words + " and older ones"
		}
		if named++; named == 1 {
			words += ": "
		} else {
			words += ", "
		}
		words += text.Integer(row.Height)
	}
	return words
}

// askMember asks for the number of the user's member.
func (m *Model) askMember() tea.Cmd {
	watch, begun := &m.chain.Watch, ""
	if watch.Member != nil {
		begun = strconv.Itoa(*watch.Member)
	}
	return m.deps.Post(screen.PromptMsg{
		Title: "My member", Hint: "its number, or none; " + m.deps.Key("deck.name") + " names its author me", Begun: begun,
		Take: func(typed string) (tea.Cmd, error) {
			var mine *int
			said := text.Safe("no member is mine any more")
			if typed = strings.TrimSpace(typed); typed != "" {
				number, err := strconv.ParseUint(typed, 10, 16)
				if err != nil {
					return nil, &memberError{typed}
				}
				member := int(number)
				mine, said = &member, "member "+screen.Member(member)+" is mine: its misses are told"
			}
			watch.Member = mine
			m.deps.Store.SetMember(mine)
			return tea.Batch(m.deps.Keep(), m.deps.Post(screen.StatusMsg{Text: said})), nil
		},
	})
}

// memberError is a text that is not the number of a member.
type memberError struct{ typed string }

func (e *memberError) Error() string {
	return strconv.Quote(e.typed) + " is no member's number: 0 is the first in the list of voters"
}
