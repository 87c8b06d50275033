package live

import (
	"math"
	"strconv"
	"time"

	"foredeck/client"
	"foredeck/config"
	"foredeck/tui/text"
)

// marginCalm is how far above the limit the margin must rise, in percent of it, for the condition to end.
const marginCalm = 10

// SetCommittee sets the committee whose stakes weigh the votes of blocks of its epoch. nil: the stakes of the newest epoch cannot be read, and
// members count the same. Blocks of an epoch after that of a committee are not weighed until its own, or nil, is set: members and stakes would
// give two different margins. The committee must not change later.
func (m *Monitor) SetCommittee(committee *client.Committee) { m.stakes = committee }

// checkMargin evaluates how much of the margin to a halt the votes of a block leave.
func (m *Monitor) checkMargin(row *Row, found *outcome, now time.Time) {
	k := key{kind: config.AlertMargin}
	rule := m.rules[k.kind]
	if rule.Severity == config.Off || m.stakes != nil && row.HasEpoch() && m.stakes.Epoch != row.Epoch {
		return
	}
	margin, isKnown := NewMargin(row, m.stakes)
	share, hasMargin := margin.Left()
	if !isKnown || !hasMargin {
		return
	}
	note := func(f *Facts) {
		f.ByStake, f.Margin = margin.ByStake, percentOf(share)
		f.Present, f.Needed = percentOf(float64(margin.Present)/float64(margin.Total)), percentOf(float64(margin.Needed)/float64(margin.Total))
	}
	switch limit := float64(rule.Count); {
	case 100*share < limit:
		found.thin = true
		m.bad(k, now, now, func(f *Facts) {
			f.countBlock(row)
			if note(f); f.LowestMargin == nil || *f.LowestMargin > *f.Margin {
				f.LowestMargin = f.Margin
			}
		})
	case 100*share >= min(limit+marginCalm, 100):
		m.good(k, new(row.Height), now, note)
	default:
		if c := m.find(k); c != nil {
			c.calm, c.calmHeight = nil, nil
		}
	}
}

// percentOf returns a share in percent, rounded down to a tenth: a margin never looks greater than it is.
func percentOf(share float64) *float64 { return new(math.Floor(share*1000) / 10) }

// marginBegan describes a small margin while it lasts.
func (c *Condition) marginBegan() text.Safe {
	f := &c.Facts
	of := text.Const("members")
	if f.ByStake {
		of = text.Const("the stake")
	}
	figures := text.Format("%s of %s voted, %s needed", percent(f.Present), of, percent(f.Needed))
	if f.Count > 1 {
		return text.Format("margin to a halt small in %s since %s, lowest %s, now %s left: %s", blocks(f.Count), height(f.SinceHeight), percent(f.LowestMargin), percent(f.Margin), figures)
	}
	return text.Format("block %s: %s of the margin to a halt left: %s", height(f.Height), percent(f.Margin), figures)
}

func percent(value *float64) text.Safe {
	if value == nil {
		return text.None
	}
	return text.Clean(percentText(*value))
}

func percentText(percent float64) string { return strconv.FormatFloat(percent, 'f', 1, 64) + "%" }
