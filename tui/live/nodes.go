package live

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"time"

	"foredeck/client"
	"foredeck/client/health"
	"foredeck/config"
)

// Node is the state of a node.
type Node struct {
	Name   string       // without secrets
	Host   string       // its host and port, which receivers get; Name if empty
	State  health.State // health.Unknown if Down, Height, Lag and Fork say all
	Down   bool         // it does not serve the chain: no response, errors, no blocks, or those of another chain
	Since  time.Time    // since when it is down
	Reason string       // why it is down
	Height *uint64      // of its newest block, nil if unknown
	Voters []bool       // of the certificate of that block, nil if unknown
	Lag    uint64       // number of blocks behind the best node
	Ahead  int          // number of nodes that have newer blocks
	Fork   *health.Fork // nil if its blocks are those of the other nodes
}

func (n *Node) host() string { return cmp.Or(n.Host, n.Name) }

// serves reports whether the node has blocks of the chain.
func (n *Node) serves() bool { return !n.Down && n.Fork == nil && n.Height != nil }

// NodesOf returns the states of checked nodes. Those that were not checked yet are omitted. explain describes an error in one line.
func NodesOf(statuses []health.Status, explain func(error) string) []Node {
	var nodes []Node
	for i := range statuses {
		s := &statuses[i]
		if s.State == health.Unknown {
			continue
		}
		n := Node{Name: s.Name, State: s.State, Since: s.Since}
		if parsed, err := url.Parse(s.BaseURL); err == nil {
			n.Host = parsed.Host
		}
		switch s.State {
		case health.Silent:
			n.Down, n.Reason = true, "no response"
		case health.Limited:
			n.Down, n.Reason = true, "rate limited (429)"
			if s.NextCheck.Sub(s.RoundAt) > time.Second {
				n.Reason += " until " + s.NextCheck.UTC().Format("15:04:05 UTC")
			}
		case health.NoBlocks:
			n.Down, n.Reason = true, "has no blocks"
		case health.OtherChain:
			n.Down, n.Reason = true, "on another chain"
			if s.ChainID != nil {
				n.Reason = "on another chain, " + strconv.FormatUint(*s.ChainID, 10)
			}
		case health.Down, health.Failing, health.Invalid:
			n.Down = true
			if s.LastError != nil {
				n.Reason = explain(s.LastError)
			}
		default:
			if s.Head == nil {
				break
			}
			n.Height, n.Lag, n.Voters = &s.Head.Height, s.Lag, s.Head.Voters
			for j := range statuses {
				if other := &statuses[j]; other.Head != nil && other.State.Serves() && other.Head.Height > s.Head.Height {
					n.Ahead++
				}
			}
		}
		n.Fork = s.Fork
		nodes = append(nodes, n)
	}
	return nodes
}

// following is the state of the node that serves the blocks, as client.WatchBlocks reports it.
type following struct {
	down, behind bool
	reason       string
	height       *uint64
	lag          uint64
}

func newFollowing(update client.BlockUpdate) following {
	f := following{down: update.Kind == client.NodeSilent, behind: update.Kind == client.NodeBehind}
	if update.Err != nil {
		f.reason = update.Err.Error()
	} else if f.behind {
		f.height, f.lag = new(update.First), update.Last-min(update.First, update.Last)
	}
	return f
}

// wakeGrace is how long nodes may be unreachable after the machine was asleep.
const wakeGrace = 10 * time.Second

func (m *Monitor) isWakingUp(now time.Time) bool {
	return !m.woke.IsZero() && now.Sub(m.woke) < wakeGrace
}

// followGrace is how long the follower waits for the check of the nodes to find the cause of its problem.
const followGrace = 10 * time.Second

// Nodes evaluates the states of the nodes of the network. Conditions of nodes that are not among them end. Without a call, problems of
// the node that is followed count.
func (m *Monitor) Nodes(nodes []Node, now time.Time) []Alert {
	m.nodes = slices.Clone(nodes)
	for _, c := range slices.Clone(m.open) {
		if c.Kind != config.AlertPrice && c.Kind != config.AlertWatchDown && !IsOfStake(c.Kind) && c.Subject != "" && !slices.ContainsFunc(nodes, func(n Node) bool { return n.Name == c.Subject }) {
			m.cancel(c, "the network does not have the node any more", now)
		}
	}
	m.noteHead(now)
	m.noteMissing()
	m.checkNodes(now)
	return m.take()
}

// noteMissing notes on how many of the nodes the vote of the user's validator is missing while it misses votes: a certificate is what a node has
// collected, so that one can lack a vote that others have.
func (m *Monitor) noteMissing() {
	c, member := m.find(key{kind: config.AlertMissed}), m.Member()
	if c == nil || m.run == 0 || c.Facts.SinceHeight == nil {
		return
	}
	missing, nodes := 0, 0
	for i := range m.nodes {
		if n := &m.nodes[i]; n.serves() && *n.Height >= *c.Facts.SinceHeight && member < len(n.Voters) {
			nodes++
			if !n.Voters[member] {
				missing++
			}
		}
	}
	if nodes > 0 {
		c.Facts.NodesMissing, c.Facts.Nodes = missing, nodes
	}
}

// Watch evaluates the state of another watch: why it does not watch, or "" if it does.
func (m *Monitor) Watch(name, reason string, now time.Time) []Alert {
	k := key{config.AlertWatchDown, name}
	m.checkNode(k, reason != "", m.rules[k.kind].Limit, now, func(f *Facts) { f.Error = reason })
	return m.take()
}

// noteHead notes that the chain has a new block, by the highest one of the nodes that serve it: it has not halted, although the node
// that is followed may send none.
func (m *Monitor) noteHead(now time.Time) {
	head := uint64(0)
	for i := range m.nodes {
		if n := &m.nodes[i]; n.serves() {
			head = max(head, *n.Height)
		}
	}
	if head > m.head && m.head > 0 {
		m.quiet = 0
		m.good(key{kind: config.AlertSilent}, &head, now, nothing)
	}
	if head > 0 {
		m.head = head
	}
}

// noteNodes adds to the facts about a silent chain what its nodes say: a chain has halted if they agree.
func (m *Monitor) noteNodes(f *Facts) {
	f.Nodes, f.NodesAtHead, f.NodesSilent = len(m.nodes), 0, 0
	for i := range m.nodes {
		switch n := &m.nodes[i]; {
		case n.State == health.Silent || n.State == health.Down:
			f.NodesSilent++
		case n.serves() && *n.Height == m.head:
			f.NodesAtHead++
		}
	}
	if f.NodesAtHead > 0 && f.Nodes > 1 {
		f.SinceHeight = new(m.head)
	}
}

func (m *Monitor) checkNodes(now time.Time) {
	down, lagging := m.rules[config.AlertNodeDown].Limit, m.rules[config.AlertNodeLagging]
	anyDown, anyLagging := false, false
	for i := range m.nodes {
		n := &m.nodes[i]
		anyDown = anyDown || n.Down
		if k := (key{config.AlertNodeDown, n.Name}); n.Down && !n.Since.IsZero() && n.Since.Before(now) && m.failed[k].IsZero() && !m.isWakingUp(now) {
			m.failed[k] = n.Since
		}
		m.checkNode(key{config.AlertNodeDown, n.Name}, n.Down, down, now, func(f *Facts) {
			if f.Node, f.Error = n.host(), n.Reason; n.State > health.Unknown {
				f.NodeState = n.State.String()
			}
		})
		if n.Down {
			delete(m.failed, key{config.AlertFork, n.Name})
		} else {
			m.checkNode(key{config.AlertFork, n.Name}, n.Fork != nil, 0, now, func(f *Facts) {
				f.Node, f.Height, f.ReplacedFrom, f.ReplacedUpTo = n.host(), new(n.Fork.Height), new(n.Fork.First), new(n.Fork.Height)
			})
		}
		if n.Down || n.Height == nil {
			delete(m.failed, key{config.AlertNodeLagging, n.Name})
			continue
		}
		lags := n.Lag >= uint64(max(lagging.Count, 1))
		anyLagging = anyLagging || lags
		m.checkNode(key{config.AlertNodeLagging, n.Name}, lags, lagging.Limit, now, func(f *Facts) {
			if f.Node, f.Height, f.Lag = n.host(), n.Height, &n.Lag; n.State == health.Frozen {
				f.NodeState, f.Ahead = n.State.String(), n.Ahead
			}
		})
	}
	m.checkFollowing(anyDown, anyDown || anyLagging, now)
}

// checkFollowing evaluates the node that is followed. It is skipped while a known state of the nodes explains its problem.
func (m *Monitor) checkFollowing(explainsDown, explainsBehind bool, now time.Time) {
	f, grace := &m.follow, time.Duration(0)
	if len(m.nodes) > 0 {
		grace = followGrace
	}
	if k := (key{kind: config.AlertNodeDown}); f.down && explainsDown {
		delete(m.failed, k)
	} else {
		m.checkNode(k, f.down, m.rules[k.kind].Limit+grace, now, func(facts *Facts) { facts.Error = f.reason })
	}
	if k := (key{kind: config.AlertNodeLagging}); f.behind && explainsBehind {
		delete(m.failed, k)
	} else {
		m.checkNode(k, f.behind, m.rules[k.kind].Limit+grace, now, func(facts *Facts) {
			if facts.Height = f.height; f.height != nil {
				facts.Lag = new(f.lag)
			}
		})
	}
}

// checkNode evaluates a condition of a node, which begins once it was bad for a time.
func (m *Monitor) checkNode(k key, bad bool, limit time.Duration, now time.Time, note func(f *Facts)) {
	if !bad {
		delete(m.failed, k)
		m.good(k, nil, now, nothing)
		return
	}
	since, found := m.failed[k]
	if !found {
		since, m.failed[k] = now, now
	}
	if m.isWakingUp(now) {
		limit = max(limit, wakeGrace)
	}
	if now.Sub(since) >= limit || m.find(k) != nil {
		m.bad(k, since, now, note)
	}
}
