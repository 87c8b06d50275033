package block

import (
	"foredeck/theme"
	"foredeck/tui/live"
	"foredeck/tui/text"
)

// seat is the size of a member in the panel of votes.
type seat struct {
	width int // with the gap to the next
	bar   int // lines of the bar above the number; 0 without one
}

const (
	maxSeatWidth = 14
	maxSeatBar   = 4
	seatGap      = 1
	// namedSeat is the width of a seat from which it has the name of its member.
	namedSeat = 10
)

// seatFor returns the largest seats with which all members have room. Bars are about as high as they are wide.
func seatFor(members, width, height int) seat {
	best, size := seat{width: voterWidth}, 0
	for bar := 1; bar <= maxSeatBar; bar++ {
		for wide := voterWidth; wide <= min(maxSeatWidth, width); wide++ {
			perLine := width / wide
			lines := (members + perLine - 1) / perLine * (bar + 1)
			if isLarger := min(2*bar, wide-seatGap) > size; isLarger && lines <= height {
				best, size = seat{wide, bar}, min(2*bar, wide-seatGap)
			}
		}
	}
	return best
}

// seatStyle returns the style of a member's vote.
func (m *Model) seatStyle(member int, voted bool) theme.Style {
	switch {
	case !voted:
		return m.deps.Theme.Bad
	case member == m.deps.Monitor.Member():
		return m.deps.Theme.Accent
	}
	return m.deps.Theme.Plot
}

// barLines draws the bars of members: full for a vote, a base line for none.
func (m *Model) barLines(from, to int) []text.Line {
	lines := make([]text.Line, m.seat.bar)
	wide := m.seat.width - seatGap
	for i := range lines {
		for member := from; member < to; member++ {
			voted, _ := m.row.Voted(member)
			bar := text.Repeat("█", wide)
			switch {
			case voted && i == 0:
				bar = text.Repeat("▄", wide) // the upper half is the gap between the lines of members
			case !voted && i == len(lines)-1:
				bar = text.Repeat("▁", wide)
			case !voted:
				bar = text.Spaces(wide)
			}
			cell := bar.In(m.seatStyle(member, voted)).Fit(m.seat.width)
			lines[i] = append(lines[i], cell.WithHit(&text.Hit{IsPoint: true, Target: member})...)
		}
		lines[i] = lines[i].Silent()
	}
	return lines
}

// seatLabel returns the number of a member and, where it has room, its name.
func (m *Model) seatLabel(member int) text.Safe {
	if m.seat.width < namedSeat {
		return live.Member(member)
	}
	return text.Cut(m.member(member), m.seat.width-seatGap-1)
}
