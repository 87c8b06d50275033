package block

import (
	"encoding/json"
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/live"
	"foredeck/tui/pane"
	"foredeck/tui/render"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

const voterWidth = 5

func (m *Model) certificatePanel(area pane.Area) widget.Panel {
	th := m.deps.Theme
	p := widget.Panel{Title: text.In(th.Title, "Certificate"), State: text.In(th.Faint, "of this block")}
	if m.block == nil {
		return p
	}
	certificate := m.block.Certificate
	if certificate == nil {
		p.Body = []text.Line{render.NotGiven.In(th.Faint)}
		return p
	}
	kind := text.Line{{Text: orNone(certificate.Kind)}, {Text: text.Const("   vote kind "), Style: th.Faint}, {Text: orNone(certificate.VoteKind)}}
	needed, isKnown := live.Required(certificate.Kind, m.row.Members, uint64(m.row.Members))
	votes := text.Clean(fmt.Sprintf("%d of %d", m.row.Votes, m.row.Members)).In(m.deps.VotesStyle(&m.row))
	if isKnown && uint64(m.row.Votes) < needed {
		votes = text.In(th.Warn, "%s!", votes.Text())
	}
	if isKnown {
		votes = append(votes, text.Span{Text: text.Const("   required "), Style: th.Faint}, text.Span{Text: text.Clean(fmt.Sprint(needed))})
	}
	room := max(area.Width-pane.FactLabel, 8)
	p.Body = []text.Line{
		m.line(text.Const("kind"), kind), m.line(text.Const("votes"), votes), m.validatorLine(),
		m.line(text.Const("committee"), m.committee(certificate.Committee)),
		m.line(text.Const("signature"), text.CutMiddle(signature(certificate.Signature), room).Line()),
		nil,
		text.In(th.Faint, "required of members with equal stakes;"),
		text.In(th.Faint, "the certificate does not name them"),
	}
	return p
}

func orNone(remote string) text.Safe {
	if remote == "" {
		return text.None
	}
	return text.Clean(remote)
}

func (m *Model) validatorLine() text.Line {
	th, member := m.deps.Theme, m.deps.Monitor.Member()
	voted, ok := m.row.Voted(member)
	switch {
	case member < 0:
		return m.line(text.Const("validator"), text.In(th.Faint, "not set · %s on Blocks", m.deps.Key("blocks.my_validator")))
	case !ok:
		return m.line(text.Const("validator"), text.In(th.Faint, "%s ? not in this committee", m.member(member)))
	case voted:
		return m.line(text.Const("validator"), text.In(th.Text, "%s voted", m.member(member)))
	}
	return m.line(text.Const("validator"), text.In(th.Bad, "%s × missed", m.member(member))).
		AnnounceAs(func() text.Safe { return text.Format("validator %s missed this vote", m.member(member)) })
}

// committee returns the committee id and compares it with the parent's.
func (m *Model) committee(name string) text.Line {
	th := m.deps.Theme
	if name == "" {
		return render.NotGiven.In(th.Faint)
	}
	line := text.Short(text.Clean(name)).Line()
	if m.height == 0 {
		return line
	}
	parent := m.blocks.Cached(m.height - 1)
	switch {
	case parent == nil || parent.Certificate == nil:
		return line
	case parent.Certificate.Committee == name:
		return append(line, text.Span{Text: text.Const("   same as parent"), Style: th.Faint})
	}
	return append(line, text.Span{Text: text.Const("   differs from parent"), Style: th.Warn})
}

// maxSignature limits the length of a displayed signature in characters.
const maxSignature = 400

func signature(raw json.RawMessage) text.Safe {
	var kinds map[string]string
	if json.Unmarshal(raw, &kinds) == nil && len(kinds) == 1 {
		for kind, digits := range kinds {
			return text.Format("%s  %s", text.Clean(kind), text.Short(text.Clean(digits[:min(len(digits), maxSignature)])))
		}
	}
	if len(raw) == 0 {
		return render.NotGiven
	}
	return text.Short(text.Clean(string(raw[:min(len(raw), maxSignature)])))
}

// membersPerLine returns the number of members on a line of the panel.
func (m *Model) membersPerLine() int { return max(m.voters.Width/max(m.seat.width, 1), 1) }

// selectVoter selects a member of the committee by index, if it exists.
func (m *Model) selectVoter(to int) tea.Cmd {
	if to >= 0 && to < int(m.row.Members) {
		m.voter = to
	}
	return nil
}

// voterRows are the members as the keys that move in lists see them.
type voterRows struct{ *Model }

// Len returns the number of members.
func (r voterRows) Len() int { return int(r.row.Members) }

// Move selects the member delta lines below.
func (r voterRows) Move(delta int) { r.selectVoter(r.voter + delta*r.membersPerLine()) }

// Page selects the first or the last member.
func (r voterRows) Page(delta float64) {
	if delta < 0 {
		r.Select(0)
		return
	}
	r.Select(r.Len() - 1)
}

// Select selects a member.
func (r voterRows) Select(member int) { r.selectVoter(member) }

// votersPanel draws the votes by committee index.
func (m *Model) votersPanel(area pane.Area) widget.Panel {
	th := m.deps.Theme
	p := widget.Panel{Title: m.title(text.Const("Votes by member"), areaVoters)}
	if m.block == nil {
		return p
	}
	members := int(m.row.Members)
	p.State = text.Clean(fmt.Sprintf("%d of %d", m.row.Votes, members)).In(th.Faint)
	if members == 0 {
		p.Body = []text.Line{render.NotGiven.In(th.Faint)}
		return p
	}
	line := m.membersPerLine()
	foot := m.votersFoot(area.Width)
	room := max((area.Height-len(foot))/(m.seat.bar+1), 1)
	first := 0
	if at := m.voter / line; at >= room {
		first = at - room + 1
	}
	for at := first * line; at < members && at < (first+room)*line; at += line {
		p.Body = append(p.Body, m.barLines(at, min(at+line, members))...)
		p.Body = append(p.Body, m.voterLine(at, min(at+line, members)))
	}
	for len(p.Body)+len(foot) > max(area.Height, 1) && len(foot) > 0 {
		foot = foot[:len(foot)-1]
	}
	p.Body = append(p.Body, foot...)
	return p
}

func (m *Model) voterLine(from, to int) text.Line {
	th := m.deps.Theme
	var line text.Line
	for member := from; member < to; member++ {
		voted, _ := m.row.Voted(member)
		number, mark := text.Span{Text: m.seatLabel(member), Style: th.Hint}, text.Span{Text: text.Const("·"), Style: th.Plot}
		if !voted {
			number.Style, mark = th.Bad, text.Span{Text: text.Const("×"), Style: th.Bad}
		}
		if member == m.deps.Monitor.Member() {
			number.Style = th.Accent
		}
		cell := text.Line{number, mark}
		if member == m.voter && m.focus == areaVoters {
			cell = cell.Selected(&th)
		}
		line = append(line, cell.Fit(m.seat.width).WithHit(&text.Hit{IsPoint: true, Target: member})...)
	}
	if m.focus != areaVoters || m.voter < from || m.voter >= to {
		return line.Silent() // absent members are listed below
	}
	return line.WithAnnouncement(&text.Announcement{Text: m.announceVote, Row: m.voter, Rows: int(m.row.Members), Selected: true})
}

func (m *Model) announceVote(member int) text.Safe {
	vote := text.Format("member %s", m.member(member))
	switch voted, ok := m.row.Voted(member); {
	case !ok:
		return text.Format("%s: no data", vote)
	case voted:
		return text.Format("%s voted", vote)
	}
	return text.Format("%s did not vote", vote)
}

const maxAbsent = 3

// votersFoot draws the legend and the recent votes of the selected member, or of the absent ones.
func (m *Model) votersFoot(width int) []text.Line {
	th := m.deps.Theme
	nameHint := text.Format("%s name member", m.deps.Key("deck.name"))
	foot := []text.Line{nil, text.In(th.Faint, "· voted   × missed   %s", nameHint).AnnounceAs(func() text.Safe { return nameHint })}
	if m.focus == areaVoters {
		return append(foot, m.recentVotes(m.voter).Fit(width))
	}
	var absent []int
	for member := range int(m.row.Members) {
		if m.row.Missed(member) {
			absent = append(absent, member)
		}
	}
	for _, member := range absent[:min(len(absent), maxAbsent)] {
		foot = append(foot, append(text.In(th.Faint, "absent  "), m.recentVotes(member)...).Fit(width))
	}
	if more := len(absent) - maxAbsent; more > 0 {
		foot = append(foot, text.In(th.Faint, "%s more absent", text.Integer(uint64(more))))
	}
	return slices.Clip(foot)
}

// footReserve returns the largest number of lines below the members.
func (m *Model) footReserve() int {
	absent := 0
	for member := range int(m.row.Members) {
		if m.row.Missed(member) {
			absent++
		}
	}
	return 2 + max(min(absent, maxAbsent+1), 1)
}

// member returns the number of a member, and its name in the committee of the block.
func (m *Model) member(member int) text.Safe {
	var committee *client.Committee
	if m.block != nil && m.block.Epoch != nil {
		committee, _ = m.deps.Committees.Get(*m.block.Epoch)
	}
	name := m.deps.Names.InCommittee(committee, member)
	if name.IsEmpty() {
		return live.Member(member)
	}
	return text.Format("%s %s", live.Member(member), name)
}

// recentVotes summarizes how a member voted in this block and the loaded ones before it.
func (m *Model) recentVotes(member int) text.Line {
	streak, misses, total := 0, 0, 0
	running := true
	for height := m.height; total < maxCountedBlocks; height-- {
		row := m.blocks.Block(height)
		if height == m.height {
			row = &m.row
		}
		if row == nil {
			break
		}
		total++
		missed := row.Missed(member)
		if running = running && missed; running {
			streak++
		}
		if missed {
			misses++
		}
		if height == 0 {
			break
		}
	}
	summary := text.Safe{}
	if streak > 1 {
		summary = text.Clean(fmt.Sprintf("   %d misses in a row", streak))
	}
	if total > 1 {
		summary = text.Concat(summary, text.Clean(fmt.Sprintf("   %d of %d missed", misses, total)))
	}
	return text.Line{{Text: m.member(member)}, {Text: summary, Style: m.deps.Theme.Faint}}
}
