package live

import (
	"strconv"
	"time"

	"foredeck/client/health"
	"foredeck/config"
	"foredeck/tui/text"
)

// Text describes the condition in a phase.
func (c *Condition) Text(phase Phase, now time.Time) text.Safe {
	switch {
	case c.Note != "":
		return text.Clean(c.Note)
	case c.Cancelled != "":
		return text.Format("no longer monitored: %s (%s)", c.began(now), text.Clean(c.Cancelled))
	case phase == End:
		return c.ended()
	case phase == Reminder && c.Kind != config.AlertSilent: // that states its duration
		return text.Format("%s, for %s", c.began(now), text.Elapsed(c.Duration(now)))
	}
	return c.began(now)
}

// Describe describes the condition as it is now: the end if it is over.
func (c *Condition) Describe(now time.Time) text.Safe {
	if c.IsOpen() {
		return c.Text(Begin, now)
	}
	return c.Text(End, now)
}

// began describes the condition while it lasts.
func (c *Condition) began(now time.Time) text.Safe {
	f := &c.Facts
	switch c.Kind {
	case config.AlertMissed:
		if f.LeftOutBy != "" {
			return text.Format("%s left out at %s (%s so far)%s", c.validator(), height(f.SinceHeight), misses(f.Count), c.leftOut())
		}
		return text.Format("%s stopped voting at %s (%s so far%s)", c.validator(), height(f.SinceHeight), misses(f.Count), onNodes(f))
	case config.AlertMissedOften:
		return text.Format("%s missed %s of the last %s blocks, at %s%s", c.validator(), text.Integer(f.Count), text.Integer(uint64(f.Window)), height(f.Height), c.leftOut())
	case config.AlertSlow:
		if f.Count > 1 {
			return text.Format("%s slow blocks since %s, longest gap %s s", text.Integer(f.Count), height(f.SinceHeight), seconds(f.WorstSeconds))
		}
		return text.Format("block %s: slow, %s s", height(f.Height), seconds(f.GapSeconds))
	case config.AlertFewVotes:
		if f.Count > 1 {
			return text.Format("few votes in %s blocks since %s, fewest %s", text.Integer(f.Count), height(f.SinceHeight), votes(f.FewestVotes, f.Members))
		}
		return text.Format("block %s: few votes, %s", height(f.Height), votes(f.Votes, f.Members))
	case config.AlertSilent:
		switch {
		case f.Nodes > 1 && f.NodesAtHead > 0:
			return text.Format("chain halted: %s of %s at %s for %s", text.Integer(uint64(f.NodesAtHead)), text.Plural(f.Nodes, "node"), height(f.SinceHeight), silentFor(f))
		case f.Nodes > 1 && f.NodesSilent == f.Nodes:
			return text.Format("none of %s nodes answers, no block for %s: is this machine offline?", text.Integer(uint64(f.Nodes)), silentFor(f))
		case f.Nodes > 1:
			return text.Format("none of %s nodes serves the chain, no block for %s", text.Integer(uint64(f.Nodes)), silentFor(f))
		}
		silence := text.Format("no new block for %s", silentFor(f))
		if f.SinceHeight != nil {
			silence = text.Format("%s, last block %s", silence, height(f.SinceHeight))
		}
		if f.Error != "" {
			silence = text.Format("%s (%s)", silence, text.Clean(f.Error))
		}
		return silence
	case config.AlertNodeDown:
		down := text.Format("%s down", c.node())
		switch f.NodeState {
		case health.Limited.String(), health.NoBlocks.String(), health.OtherChain.String():
			return text.Format("%s does not serve the chain: %s", c.node(), text.Clean(f.Error))
		case health.Failing.String():
			down = text.Format("%s failing", c.node())
		case health.Invalid.String():
			down = text.Format("%s sends invalid responses", c.node())
		}
		if f.Error != "" {
			down = text.Format("%s: %s", down, text.Clean(f.Error))
		}
		return down
	case config.AlertNodeLagging:
		switch {
		case f.Lag == nil:
			return text.Format("%s has no blocks", c.node())
		case f.Height == nil:
			return text.Format("%s is %s behind", c.node(), blocks(*f.Lag))
		case f.NodeState == health.Frozen.String():
			return text.Format("%s frozen at %s, %s behind %s", c.node(), height(f.Height), blocks(*f.Lag), text.Plural(f.Ahead, "other node"))
		}
		return text.Format("%s is %s behind, at %s", c.node(), blocks(*f.Lag), height(f.Height))
	case config.AlertFork:
		if c.Subject != "" {
			return text.Format("%s is on a fork: its block %s differs from that of the other nodes", c.node(), height(f.Height))
		}
		if f.ReplacedFrom == nil {
			return text.Format("chain replaced: the node serves another chain since block %s", height(f.ReplacedUpTo))
		}
		return text.Format("chain forked: the node replaced blocks %s to %s", height(f.ReplacedFrom), height(f.ReplacedUpTo))
	case config.AlertEpoch:
		began := text.Format("epoch %s began at block %s", height(f.Epoch), height(f.Height))
		if f.Members != nil {
			began = text.Format("%s, %s members", began, text.Integer(uint64(*f.Members)))
		}
		return began
	case config.AlertNoProposals:
		none := text.Format("%s proposed no block for %s rounds", c.validator(), text.Integer(f.Rounds))
		if f.SinceHeight != nil {
			none = text.Format("%s, last at %s", none, height(f.SinceHeight))
		}
		return none
	case config.AlertMargin:
		return c.marginBegan()
	case config.AlertState, config.AlertLockup, config.AlertStake, config.AlertFailed:
		return c.stakeBegan(now)
	case config.AlertWatchDown:
		return text.Format("watch %s does not watch: %s", text.Clean(c.Subject), text.Clean(f.Error))
	}
	return c.priceText()
}

// onNodes says on which nodes a vote is missing, if more than one tells.
func onNodes(f *Facts) text.Safe {
	switch {
	case f.Nodes < 2:
		return text.Safe{}
	case f.NodesMissing == 2 && f.Nodes == 2:
		return text.Const(", on both nodes")
	case f.NodesMissing == f.Nodes:
		return text.Format(", on all %s nodes", text.Integer(uint64(f.Nodes)))
	}
	return text.Format(", on %s of %s nodes", text.Integer(uint64(f.NodesMissing)), text.Integer(uint64(f.Nodes)))
}

// ended describes the end of the condition.
func (c *Condition) ended() text.Safe {
	f := &c.Facts
	switch c.Kind {
	case config.AlertMissed:
		if f.Count == 0 {
			return text.Format("%s voting again at %s: the node replaced the blocks without its vote", c.validator(), height(f.Height))
		}
		return text.Format("%s voting again at %s after %s%s", c.validator(), height(f.Height), misses(f.Count), c.leftOut())
	case config.AlertMissedOften:
		return text.Format("%s misses fewer votes since %s: %s of the last %s blocks", c.validator(), height(f.Height), text.Integer(f.Count), text.Integer(uint64(f.Window)))
	case config.AlertSlow:
		return text.Format("blocks on time again at %s after %s slow, longest gap %s s", height(f.Height), text.Integer(f.Count), seconds(f.WorstSeconds))
	case config.AlertFewVotes:
		return text.Format("enough votes again at %s after %s with few, fewest %s", height(f.Height), blocks(f.Count), votes(f.FewestVotes, f.Members))
	case config.AlertSilent:
		return text.Format("new block %s after %s without one", height(f.Height), silentFor(f))
	case config.AlertNodeDown:
		return text.Format("%s up again after %s", c.node(), text.Elapsed(c.Duration(c.Ended)))
	case config.AlertNodeLagging:
		return text.Format("%s caught up after %s", c.node(), text.Elapsed(c.Duration(c.Ended)))
	case config.AlertFork:
		if c.Subject == "" { // an event
			return c.began(c.Ended)
		}
		again := text.Format("%s has the blocks of the other nodes again after %s", c.node(), text.Elapsed(c.Duration(c.Ended)))
		if f.ReplacedFrom != nil {
			again = text.Format("%s; it replaced at least its blocks %s to %s", again, height(f.ReplacedFrom), height(f.ReplacedUpTo))
		}
		return again
	case config.AlertNoProposals:
		return text.Format("%s proposed block %s after %s rounds", c.validator(), height(f.Height), text.Integer(f.Rounds))
	case config.AlertState, config.AlertLockup, config.AlertStake, config.AlertFailed:
		return c.stakeEnded()
	case config.AlertMargin:
		return text.Format("margin to a halt restored at %s: %s left after %s with less, lowest %s", height(f.Height), percent(f.Margin), blocks(f.Count), percent(f.LowestMargin))
	case config.AlertWatchDown:
		return text.Format("watch %s watches again after %s", text.Clean(c.Subject), text.Elapsed(c.Duration(c.Ended)))
	case config.AlertPrice:
		if f.State == "back" {
			return c.priceEnded()
		}
	}
	return c.began(c.Ended)
}

func (c *Condition) validator() text.Safe {
	number := text.Const("?")
	if c.Facts.Member != nil {
		number = Member(*c.Facts.Member)
	}
	if c.Facts.Validator != "" {
		return text.Format("your validator (%s %s)", number, text.Clean(c.Facts.Validator))
	}
	return text.Format("your validator (%s)", number)
}

func (c *Condition) node() text.Safe {
	if c.Subject == "" {
		return text.Const("node")
	}
	return text.Format("node %s", text.Clean(c.Subject))
}

// leftOut says which proposer left out the votes; empty if none is known to.
func (c *Condition) leftOut() text.Safe {
	if c.Facts.LeftOutBy == "" {
		return text.Safe{}
	}
	proposer := text.Clean(c.Facts.LeftOutName)
	if proposer.IsEmpty() {
		proposer = text.Short(text.Clean(c.Facts.LeftOutBy))
	}
	return text.Format(": its recent misses are mostly in blocks of %s, which leaves its votes out", proposer)
}

func height(height *uint64) text.Safe {
	if height == nil {
		return text.None
	}
	return text.Integer(*height)
}

func misses(count uint64) text.Safe {
	if count == 1 {
		return text.Const("1 miss")
	}
	return text.Format("%s misses", text.Integer(count))
}

func blocks(count uint64) text.Safe { return text.Plural(int(min(count, 1<<62)), "block") }

func seconds(gap *float64) text.Safe {
	if gap == nil {
		return text.None
	}
	return text.Clean(strconv.FormatFloat(*gap, 'f', 2, 64))
}

func votes(votes, members *int32) text.Safe {
	if votes == nil || members == nil {
		return text.None
	}
	return text.Clean(strconv.Itoa(int(*votes)) + "/" + strconv.Itoa(int(*members)))
}

func silentFor(f *Facts) text.Safe {
	if f.SilentSeconds == nil {
		return text.None
	}
	return text.Elapsed(time.Duration(*f.SilentSeconds) * time.Second)
}
