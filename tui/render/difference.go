package render

import (
	"fmt"
	"strconv"
	"strings"

	"foredeck/client/compare"
	"foredeck/tui/text"
)

// Difference formats a value of a difference on one line: voters as their number and the members that did not vote.
func Difference(field string, value *string) text.Safe {
	switch {
	case value == nil:
		return text.Const("absent")
	case field != "certificate.voters":
		return text.Short(text.Bounded(*value))
	}
	var missing []string
	for member, voted := range *value {
		if voted == '0' {
			missing = append(missing, strconv.Itoa(member))
		}
	}
	votes := text.Clean(fmt.Sprintf("%d/%d", len(*value)-len(missing), len(*value)))
	if len(missing) == 0 {
		return votes
	}
	return text.Format("%s, without %s", votes, text.Clean(strings.Join(missing, " ")))
}

// Lag describes how many blocks node B is behind node A, less than 0 if it is ahead.
func Lag(blocks int64) text.Safe {
	switch {
	case blocks > 0:
		return text.Format("B is %s behind", text.Plural(int(blocks), "block"))
	case blocks < 0:
		return text.Format("A is %s behind", text.Plural(int(-blocks), "block"))
	}
	return text.Const("same head")
}

// LagSummary describes the lag over all samples.
func LagSummary(lag *compare.Lag) text.Safe {
	lowest, ok := lag.Quantile(0)
	if !ok {
		return text.Format("no sample, %s failed", text.Integer(lag.Failed))
	}
	median, _ := lag.Quantile(0.5)
	highest, _ := lag.Quantile(1)
	return text.Clean(fmt.Sprintf("min %d, median %d, max %d, mean %.1f blocks (%d samples, %d failed)", lowest, median, highest, lag.Mean(), lag.Samples, lag.Failed))
}

// ComparedBlocks describes how many blocks were compared and what differs.
func ComparedBlocks(counts *compare.BlockCounts) text.Safe {
	return text.Format("%s compared, %s differ (digest %s, author %s, votes %s, certificate %s)", text.Integer(counts.Compared), text.Integer(counts.Different),
		text.Integer(counts.Digest), text.Integer(counts.Author), text.Integer(counts.Votes), text.Integer(counts.Certificate))
}

// Fork describes where the chains of two nodes part.
func Fork(fork *compare.Fork) text.Safe {
	if fork.IsFirst {
		return text.Format("block %s is the first with another digest", text.Integer(fork.Height))
	}
	return text.Format("block %s has another digest; older blocks are pruned, so the fork can be older", text.Integer(fork.Height))
}

// Healed says how a fork ended.
func Healed(healed *compare.Healed) text.Safe {
	if healed.Replaced == nil {
		return text.Format("fork healed: the nodes differed in blocks %s to %s, and are equal at %s",
			text.Integer(healed.Differed.From), text.Integer(healed.Differed.To), text.Integer(healed.Height))
	}
	return text.Format("fork healed: node %s replaced its blocks %s to %s", text.Clean(healed.Side), text.Integer(healed.Replaced.From), text.Integer(healed.Replaced.To))
}

// Verdict says whether two nodes differ.
func Verdict(report *compare.Report) text.Safe {
	first := report.First
	switch {
	case report.Healed != nil:
		return Healed(report.Healed)
	case report.Fork != nil && (first == nil || report.Fork.Height < *first.Height):
		return text.Format("the nodes differ: other digests from block %s on", text.Integer(report.Fork.Height))
	case first != nil:
		return text.Format("the nodes differ: %s, the first one in block %s (%s)", text.Plural(int(report.Differences), "difference"), text.Integer(*first.Height), text.Clean(first.Field))
	case report.Differences > 0:
		return text.Format("the nodes differ: %s", text.Plural(int(report.Differences), "difference"))
	case report.Failed != nil:
		return text.Const("no difference found, but a node failed")
	}
	return text.Const("equal")
}
