// votegrid.go has the parts of a grid of votes: a line per committee member, a column per block. Votes are quiet, missed ones stand
// out.

package live

import (
	"slices"
	"sort"

	"foredeck/theme"
	"foredeck/tui/text"
)

// MissedWidth is the number of columns of the number of missed votes.
const MissedWidth = 6

// Voter is a line of the grid.
type Voter struct {
	Member, Misses int
}

// Voters returns the members of the committees of the rows with mine first and then by missed votes, most first, or by index. mine is -1 if the
// user has no validator.
func Voters(rows []Row, mine int, byIndex bool) []Voter {
	var voters []Voter
	for i := range rows {
		for member := len(voters); member < int(rows[i].Members); member++ {
			voters = append(voters, Voter{Member: member})
		}
		for member := range rows[i].Absent() {
			voters[member].Misses++
		}
	}
	if byIndex {
		return voters
	}
	sort.SliceStable(voters, func(i, j int) bool {
		a, b := voters[i], voters[j]
		if (a.Member == mine) != (b.Member == mine) {
			return a.Member == mine
		}
		return a.Misses > b.Misses
	})
	return voters
}

// Listed returns the members that get one of the lines: the first ones. If there are more, the last line is to count them.
func Listed(voters []Voter, lines int) []Voter {
	if len(voters) > lines {
		lines--
	}
	return voters[:max(min(lines, len(voters)), 0)]
}

// UnlistedVoters summarizes the missed votes of the members that have no line.
func UnlistedVoters(voters, listed []Voter) text.Safe {
	maxMisses := 0
	for _, v := range voters {
		if !slices.Contains(listed, v) {
			maxMisses = max(maxMisses, v.Misses)
		}
	}
	if maxMisses == 0 {
		return text.Const("none missed")
	}
	return text.Format("up to %s", text.Integer(uint64(maxMisses)))
}

// VoteAxis labels the ends of the grid and the starts of epochs if there is room. rows are the columns, oldest first.
func VoteAxis(rows []Row) text.Safe {
	const older, newer = "older ", " newer"
	line := []rune{}
	for range rows {
		line = append(line, '─')
	}
	if len(line) >= len(older)+len(newer)+2 {
		copy(line, []rune(older))
		copy(line[len(line)-len(newer):], []rune(newer))
	}
	for i := range rows {
		if rows[i].Kind != Epoch {
			continue
		}
		label := []rune("│" + text.Integer(rows[i].Epoch).String() + " ")
		copy(line[i:], label)
	}
	return text.Clean(string(line))
}

// VoteMark returns the mark of a member in a column.
func VoteMark(th *theme.Theme, row *Row, member int) (mark text.Safe, style theme.Style) {
	voted, ok := row.Voted(member)
	switch {
	case row.Kind == Epoch:
		return text.Const("│"), th.Border
	case row.Kind == Hole:
		return text.Const("┊"), th.Hint
	case !ok:
		return text.Const("?"), th.Faint
	case voted:
		return text.Const("·"), th.Plot
	}
	return text.Const("×"), th.Bad
}

// AppendVote appends a mark to the line, to its last span if that is one of the grid and has the same style. labels is the number of spans
// before the grid.
func AppendVote(line text.Line, labels int, mark text.Safe, style theme.Style) text.Line {
	if last := len(line) - 1; last >= labels && line[last].Style == style {
		line[last].Text = text.Concat(line[last].Text, mark)
		return line
	}
	return append(line, text.Span{Text: mark, Style: style})
}

// Misses returns the last column of a line: the number of missed votes.
func Misses(th *theme.Theme, v Voter) []text.Span {
	misses := text.Span{Text: text.Integer(uint64(v.Misses)), Style: th.Text}
	if v.Misses == 0 {
		misses.Style = th.Faint
	}
	return []text.Span{{Text: text.Spaces(MissedWidth - text.Width(misses.Text))}, misses}
}

// maxAnnouncedMisses is the number of missed blocks that an announcement names.
const maxAnnouncedMisses = 5

// AnnounceVotes returns the announcement of a line: the total, and the newest missed blocks.
func AnnounceVotes(name text.Safe, v Voter, rows []Row) text.Safe {
	sentence := text.Format("member %s missed %s", name, text.Integer(uint64(v.Misses))) // the title announces the total
	count := 0
	for i := range slices.Backward(rows) {
		if !rows[i].Missed(v.Member) {
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
		sentence = text.Concat(sentence, text.Integer(rows[i].Height))
	}
	return sentence
}
