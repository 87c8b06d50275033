package load

import (
	"time"

	"foredeck/client/health"
	"foredeck/client/transport"
	"foredeck/tui/text"
)

// Checks are the nodes of a network that are checked one by one, and what was found.
type Checks struct {
	Nodes    []health.Node
	Checker  *health.Checker // of Nodes; nil if there are none
	Statuses []health.Status // of Nodes by the latest check, in the same order; nil before the first
}

// recentCheck is the age up to which a check says how a node is now.
const recentCheck = 15 * time.Second

// CheckedNodes returns the state of nodes according to their requests and to checks, whichever is newer. checker may be nil.
func CheckedNodes(nodes Nodes, checker *health.Checker) Nodes {
	if nodes == nil || checker == nil {
		return nodes
	}
	return &checkedNodes{nodes, checker}
}

type checkedNodes struct {
	nodes   Nodes
	checker interface{ Statuses() []health.Status }
}

// Snapshot returns the merged states.
func (c *checkedNodes) Snapshot() transport.NodesSnapshot {
	s := c.nodes.Snapshot()
	for _, status := range c.checker.Statuses() {
		for i := range s.Nodes {
			if s.Nodes[i].BaseURL == status.BaseURL && s.At.Sub(status.RoundAt) < recentCheck {
				merge(&s.Nodes[i], &status)
			}
		}
	}
	return s
}

// merge updates the state of a node by a check.
func merge(n *transport.NodeStatus, check *health.Status) {
	fail := func(since time.Time, cause error) {
		if n.FailingSince.IsZero() || n.FailingSince.After(since) {
			n.FailingSince = since
		}
		n.LastError, n.LastErrorAt = cause, check.RoundAt
	}
	if check.LastAnswer.After(n.LastErrorAt) {
		n.FailingSince = time.Time{} // it worked in between
	}
	switch check.State {
	case health.Unknown:
	case health.Silent:
		if !n.LastResponse.After(check.NoAnswerSince) {
			fail(check.NoAnswerSince, foundProblem{text.Const("no answer")})
		}
	case health.Down:
		if !n.LastResponse.After(check.CheckedAt) {
			fail(check.NoAnswerSince, reason(check))
		}
	case health.Failing, health.Invalid, health.Limited:
		if !n.LastResponse.After(check.CheckedAt) {
			fail(check.Since, reason(check))
		}
	case health.Forked:
		fail(check.Since, foundProblem{text.Const("fork")})
	case health.OtherChain:
		fail(check.Since, foundProblem{text.Const("another chain")})
	case health.NoBlocks:
		fail(check.Since, foundProblem{text.Const("no blocks")})
	case health.Lagging:
		fail(check.Since, foundProblem{text.Format("%s blocks behind", text.Integer(check.Lag))})
	case health.Frozen:
		fail(check.Since, foundProblem{text.Format("frozen, %s blocks behind", text.Integer(check.Lag))})
	default:
		if check.LastAnswer.After(n.LastErrorAt) && check.LastAnswer.After(n.LastResponse) {
			n.LastResponse, n.Latency = check.LastAnswer, check.Latency
		}
	}
}

// reason returns why a node fails: an answer that cannot be read is no error of the request.
func reason(check *health.Status) error {
	if check.LastError != nil {
		return check.LastError
	}
	return foundProblem{text.Clean(check.State.String())}
}

// foundProblem is a problem of a node that checks found and requests do not show.
type foundProblem struct{ cause text.Safe }

func (f foundProblem) Error() string { return f.cause.String() }
