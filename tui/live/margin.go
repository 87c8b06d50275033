package live

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"foredeck/client"
	"foredeck/tui/text"
)

// Required returns the weight that a kind of certificate needs of the total weight of a number of members, which is that number if all have
// the same; ok is false for kinds that are not known. Committees of five or fewer members use the same numbers for the kinds of BCFT as for
// the others.
func Required(kind string, members int32, total uint64) (weight uint64, ok bool) {
	if total == 0 {
		return 0, false
	}
	third, fifth := (total-1)/3, (total-1)/5
	if members <= 5 {
		kind = strings.TrimPrefix(kind, "Bcft")
	}
	switch kind {
	case "Validity":
		return third + 1, true
	case "Quorum":
		return total - third, true
	case "Unanimous":
		return total, true
	case "BcftValidity":
		return fifth + 1, true
	case "BcftQuorum": // 2f+c+1 with c = f
		return 3*fifth + 1, true
	case "BcftFallbackViewChange":
		return total - 2*fifth, true
	case "ClanMajority":
		return (total-1)/2 + 1, true
	}
	return 0, false
}

// Margin is how far the votes of a block are from a halt of the chain.
type Margin struct {
	Needed, Present, Total uint64 // weights
	ByStake                bool   // the weights are stakes, not numbers of members
	// Stop are the fewest members whose absence leaves too little: those that voted with the greatest weights, the greatest first.
	Stop []int
}

// weights returns the weight of each member of a block, their sum, and whether weights are stakes: those of the committee, if it is that of the
// epoch of the block and its members are in the order of votes.
func weights(row *Row, committee *client.Committee) (weight func(member int) uint64, total uint64, byStake bool) {
	if committee != nil && committee.IsOrdered() && len(committee.Members) == int(row.Members) && committee.Epoch == row.Epoch && row.HasEpoch() {
		if total, isKnown := committee.Stake(); isKnown && total > 0 {
			return func(member int) uint64 { return *committee.Members[member].Stake }, total, true
		}
	}
	return func(int) uint64 { return 1 }, uint64(row.Members), false
}

// NewMargin returns the margin of a block. Votes weigh as much as the stakes of the members, if the committee of its epoch is known with
// the order of its members; otherwise all weigh the same. ok is false for a block without certificate, or with one of an unknown kind.
func NewMargin(row *Row, committee *client.Committee) (m Margin, ok bool) {
	if row.Kind != Block || row.Members == 0 {
		return m, false
	}
	weight, total, byStake := weights(row, committee)
	m.Total, m.ByStake = total, byStake
	if m.Needed, ok = Required(row.Certificate, row.Members, m.Total); !ok {
		return m, false
	}
	present := make([]int, 0, row.Members)
	for member := range int(row.Members) {
		if !row.Missed(member) {
			present = append(present, member)
			m.Present += weight(member)
		}
	}
	slices.SortStableFunc(present, func(a, b int) int { return cmp.Compare(weight(b), weight(a)) })
	left := m.Present
	for i, member := range present {
		if left < m.Needed {
			break
		}
		left -= weight(member)
		m.Stop = present[:i+1]
	}
	return m, true
}

// Spare returns the weight above what is needed; 0 if there is none.
func (m *Margin) Spare() uint64 { return m.Present - min(m.Present, m.Needed) }

// Left returns which part of the margin that there is if all vote is left, 0 to 1. ok is false if there is none: each member must vote.
func (m *Margin) Left() (share float64, ok bool) {
	if m.Needed >= m.Total {
		return 0, false
	}
	return float64(m.Spare()) / float64(m.Total-m.Needed), true
}

// Percent returns Spare in percent of the total weight.
func (m *Margin) Percent() float64 { return 100 * float64(m.Spare()) / float64(m.Total) }

// Words describes the margin in brief, such as "3 more absences stop the chain".
func (m *Margin) Words() text.Safe {
	switch len(m.Stop) {
	case 0:
		return text.Const("too few votes")
	case 1:
		return text.Const("1 more absence stops the chain")
	}
	more := text.Integer(uint64(len(m.Stop)))
	if !m.ByStake {
		return text.Format("any %s more absences stop the chain", more)
	}
	return text.Format("%s more absences stop the chain", more)
}

// Brief is Words in a few columns, such as "13 from a halt".
func (m *Margin) Brief() text.Safe {
	return text.Format("%s from a halt", text.Integer(uint64(len(m.Stop))))
}

// Figures describes the weights: what is needed and present, in members or in percent of the stake.
func (m *Margin) Figures() text.Safe {
	if m.ByStake {
		percent := func(weight uint64) text.Safe { return text.Clean(formatPercent(float64(weight) / float64(m.Total))) }
		return text.Format("%s of the stake voted, %s needed, margin %s", percent(m.Present), percent(m.Needed), percent(m.Spare()))
	}
	return text.Format("%s of %s voted, %s needed, margin %s", text.Integer(m.Present), text.Integer(m.Total), text.Integer(m.Needed), text.Integer(m.Spare()))
}

// formatPercent rounds down, so that a margin never looks greater than it is.
func formatPercent(fraction float64) string {
	return fmt.Sprintf("%.1f%%", math.Floor(fraction*1000)/10)
}

// maxNamed is the number of members that are named.
const maxNamed = 6

// Named is Words with the members whose absence would stop the chain, by what name returns of each. Members of the same weight are not
// listed.
func (m *Margin) Named(name func(member int) text.Safe) text.Safe {
	if !m.ByStake || len(m.Stop) == 0 {
		return m.Words()
	}
	var names []text.Safe
	for _, member := range m.Stop[:min(len(m.Stop), maxNamed)] {
		names = append(names, name(member))
	}
	if more := len(m.Stop) - maxNamed; more > 0 {
		names = append(names, text.Format("%s more", text.Integer(uint64(more))))
	}
	return text.Format("%s (%s)", m.Words(), text.Join(names, text.Const(", ")))
}
