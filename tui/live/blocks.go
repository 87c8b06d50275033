package live

import (
	"time"

	"foredeck/config"
)

// IsSlow reports whether a gap exceeds the limit.
func (m *Monitor) IsSlow(gap time.Duration) bool {
	rule := m.rules[config.AlertSlow]
	return rule.Severity != config.Off && gap > rule.Limit
}

// GapLimit returns the longest gap that is not slow, 0 if there is no limit.
func (m *Monitor) GapLimit() time.Duration {
	rule := m.rules[config.AlertSlow]
	if rule.Severity == config.Off {
		return 0
	}
	return rule.Limit
}

// HasFewVotes reports whether a certificate has fewer votes than the limit.
func (m *Monitor) HasFewVotes(row *Row) bool {
	rule := m.rules[config.AlertFewVotes]
	return rule.Severity != config.Off && row.Members > 0 && int(row.Votes)*100 < rule.Count*int(row.Members)
}

// IsMissedOften reports whether a member missed a greater part of its blocks than the limit allows.
func (m *Monitor) IsMissedOften(misses, blocks int) bool {
	rule := m.rules[config.AlertMissedOften]
	return rule.Severity != config.Off && rule.Window > 0 && misses*rule.Window >= rule.Count*max(blocks, 1)
}

// Member returns the committee index of the user's validator, -1 if none is set.
func (m *Monitor) Member() int {
	if m.validator.Member == nil {
		return -1
	}
	return *m.validator.Member
}

// checkEpoch reports the first block of an epoch.
func (m *Monitor) checkEpoch(row *Row, now time.Time) {
	if m.last == nil || m.last.Epoch == nil || !row.HasEpoch() || *m.last.Epoch == row.Epoch {
		return
	}
	facts := Facts{Height: new(row.Height), Epoch: new(row.Epoch)}
	if row.Members > 0 {
		facts.Members = new(row.Members)
	}
	m.event(config.AlertEpoch, facts, "", now)
}

// checkVote evaluates the vote of the user's validator.
func (m *Monitor) checkVote(row *Row, found *outcome, now time.Time) {
	member, k := m.Member(), key{kind: config.AlertMissed}
	voted, eligible := row.Voted(member)
	found.eligible, found.missed = eligible, eligible && !voted
	switch {
	case eligible && voted:
		m.run = 0
		m.good(k, new(row.Height), now, nothing)
	case eligible:
		if m.run == 0 {
			m.runStart = row.Height
		}
		m.run++
		m.missed(row, found, now)
	case row.Members > 0 && member >= int(row.Members):
		m.run = 0
		for _, kind := range []config.AlertKind{config.AlertMissed, config.AlertMissedOften} {
			if c := m.find(key{kind: kind}); c != nil {
				m.cancel(c, "the committee has no such member", now)
			}
		}
	}
}

// leftOutBy returns the author in whose blocks the recent misses of the user's validator are, with that block, and its name; empty if there is
// none.
func (m *Monitor) leftOutBy(row *Row) (author, name string) {
	by, made := missesBy{}, map[string]int{}
	misses, blocks := 0, 0
	add := func(author string, missed bool) {
		blocks++
		made[author]++
		if missed {
			misses++
			by[author]++
		}
	}
	for _, o := range m.recent {
		if o.eligible && o.height < row.Height {
			add(o.author, o.missed)
		}
	}
	add(row.Author, row.Missed(m.Member()))
	delete(by, "")
	author = by.leftOutBy(misses, blocks, func(author string) int { return made[author] })
	if author != "" && m.validator.Proposer != nil {
		name = m.validator.Proposer(author)
	}
	return author, name
}

// missed counts a missed vote. The condition begins once enough votes were missed in a row.
func (m *Monitor) missed(row *Row, found *outcome, now time.Time) {
	k := key{kind: config.AlertMissed}
	rule := m.rules[k.kind]
	isOpen := m.find(k) != nil
	if rule.Severity == config.Off || !isOpen && m.run < uint64(max(rule.Count, 1)) {
		return
	}
	found.covered = true
	m.bad(k, now, now, func(f *Facts) {
		f.Height = new(row.Height)
		if f.LeftOutBy, f.LeftOutName = m.leftOutBy(row); f.LeftOutBy != row.Author {
			f.LeftOutBy, f.LeftOutName = "", ""
		}
		switch {
		case !isOpen:
			f.SinceHeight, f.Count = new(m.runStart), m.run
			for i := len(m.recent) - 1; i >= 0 && m.recent[i].height >= m.runStart; i-- {
				m.recent[i].covered = true
			}
			return
		case f.Count == 0: // a fork replaced the earlier misses
			f.SinceHeight = new(row.Height)
		}
		f.Count++
	})
}

// checkMisses evaluates the votes that the user's validator missed among recent blocks, except those of the kind AlertMissed and
// those in a row that may become one.
func (m *Monitor) checkMisses(row *Row, now time.Time) {
	k := key{kind: config.AlertMissedOften}
	rule := m.rules[k.kind]
	if _, eligible := row.Voted(m.Member()); !eligible || rule.Count <= 0 {
		return
	}
	current := m.run
	if m.rules[config.AlertMissed].Severity == config.Off {
		current = 0
	}
	count, blocks := 0, 0
	for i := len(m.recent) - 1; i >= 0 && blocks < rule.Window; i-- {
		if o := &m.recent[i]; o.eligible {
			blocks++
			if o.missed && !o.covered && (current == 0 || o.height < m.runStart) {
				count++
			}
		}
	}
	note := func(f *Facts) {
		f.Height, f.Count, f.Window = new(row.Height), uint64(count), blocks
		if count >= rule.Count {
			f.LeftOutBy, f.LeftOutName = m.leftOutBy(row)
		}
	}
	switch {
	case count >= rule.Count:
		m.bad(k, now, now, func(f *Facts) {
			if note(f); f.SinceHeight == nil {
				f.SinceHeight = new(row.Height)
			}
		})
	case count <= rule.Count/2:
		m.good(k, new(row.Height), now, note)
	}
}

// checkGap evaluates the time between the block and its parent.
func (m *Monitor) checkGap(row *Row, found *outcome, now time.Time) {
	at, ok := row.Time()
	if !ok || m.last == nil || m.last.Time == nil || m.last.Height+1 != row.Height {
		return
	}
	k, gap := key{kind: config.AlertSlow}, at.Sub(m.last.Time.Time())
	if found.slow = m.IsSlow(gap); !found.slow {
		m.good(k, new(row.Height), now, nothing)
		return
	}
	m.bad(k, now, now, func(f *Facts) {
		f.countBlock(row)
		f.GapSeconds = secondsOf(gap)
		if f.WorstSeconds == nil || *f.WorstSeconds < *f.GapSeconds {
			f.WorstSeconds = f.GapSeconds
		}
	})
}

// checkVotes evaluates the number of votes in the certificate.
func (m *Monitor) checkVotes(row *Row, found *outcome, now time.Time) {
	if row.Members == 0 {
		return
	}
	k := key{kind: config.AlertFewVotes}
	if found.fewVotes = m.HasFewVotes(row); !found.fewVotes {
		m.good(k, new(row.Height), now, nothing)
		return
	}
	m.bad(k, now, now, func(f *Facts) {
		f.countBlock(row)
		f.Votes = new(row.Votes)
		if f.FewestVotes == nil || *f.FewestVotes > row.Votes {
			f.FewestVotes, f.Members = new(row.Votes), new(row.Members)
		}
	})
}

// countBlock adds a bad block.
func (f *Facts) countBlock(row *Row) {
	if f.Count == 0 {
		f.SinceHeight = new(row.Height)
	}
	f.Height = new(row.Height)
	f.Count++
}

// checkProposal evaluates whether the user's validator proposes blocks.
func (m *Monitor) checkProposal(row *Row, now time.Time) {
	k := key{kind: config.AlertNoProposals}
	if m.validator.IsAuthor == nil || row.Author == "" {
		return
	}
	m.rounds += m.roundsTo(row)
	if m.validator.IsAuthor(row.Author) {
		m.good(k, new(row.Height), now, func(f *Facts) { f.Rounds = m.rounds })
		m.rounds, m.proposed = 0, new(row.Height)
		return
	}
	if rule := m.rules[k.kind]; rule.Count > 0 && m.rounds >= uint64(rule.Count) {
		m.bad(k, now, now, func(f *Facts) { f.Height, f.SinceHeight, f.Rounds = new(row.Height), m.proposed, m.rounds })
	}
}

// roundsTo returns the number of rounds between the newest block and its child. Rounds are counted from the start of an epoch.
func (m *Monitor) roundsTo(row *Row) uint64 {
	last := m.last
	if last == nil || last.Round == nil || !row.HasRound() || last.Epoch == nil || *last.Epoch != row.Epoch || row.Round <= *last.Round {
		return 1
	}
	return row.Round - *last.Round
}

// checkSilence evaluates the time without a new block.
func (m *Monitor) checkSilence(now time.Time, following bool) {
	k := key{kind: config.AlertSilent}
	limit := m.rules[k.kind].Limit
	if limit <= 0 || m.quiet < limit || !following && m.find(k) == nil {
		return
	}
	if c := m.find(k); c != nil && c.calm != nil { // there were blocks in between: the chain has halted again
		c.Facts.Height = c.calmHeight
		m.end(c, now)
	}
	m.bad(k, now, now, func(f *Facts) {
		f.SilentSeconds, f.Error = new(int64(m.quiet/time.Second)), m.follow.reason
		if m.last != nil {
			f.SinceHeight = &m.last.Height
		}
		m.noteNodes(f)
	})
}

// endSilence notes a new block.
func (m *Monitor) endSilence(row *Row, now time.Time) {
	m.good(key{kind: config.AlertSilent}, new(row.Height), now, nothing)
	m.quiet = 0
}
