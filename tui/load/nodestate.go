package load

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"foredeck/client"
	"foredeck/client/transport"
	"foredeck/tui/text"
)

const (
	// slowLatency is the latency from which a node counts as slow.
	slowLatency = time.Second
	// oldAnswer is the age of the last response from which a node does not count as healthy: it may have failed since.
	oldAnswer = 30 * time.Second
	// briefWait is the longest pause before a retry that is not shown.
	briefWait = time.Second
)

// Severity rates the state of the nodes.
type Severity int

// The severities.
const (
	Idle    Severity = iota // unknown, since nothing was requested recently
	Healthy                 // the node responds
	Warning                 // slow, waiting, or replaced by another node
	Failed                  // no node responds as it should
)

// NodeState describes the nodes of a network in a few words.
type NodeState struct {
	Severity Severity
	// Forms are the descriptions from the longest to the shortest, such as "failed over to :28001 (28000: connection refused 50s)" and
	// "failed over to :28001".
	Forms          []text.Safe
	IsOneOfSeveral bool // the network has several nodes, of which Forms name one
	// Problem is a description without times, empty if the node is healthy or idle.
	Problem text.Safe
}

// Nodes reports the state of the nodes, as *transport.Nodes does.
type Nodes interface {
	Snapshot() transport.NodesSnapshot
}

// NodeState describes the nodes according to their last requests.
func (l *Loader) NodeState() NodeState {
	var s transport.NodesSnapshot
	if l.nodes != nil {
		s = l.nodes.Snapshot()
	}
	if state, ok := waitState(&s); ok {
		return state
	}
	if len(s.Nodes) > 0 {
		if state, ok := newNodesView(&s).state(); ok {
			state.IsOneOfSeveral = len(s.Nodes) > 1
			return state
		}
	}
	took, known := l.Latency()
	switch health := l.Health(); {
	case !health.IsEmpty() && !(l.lastCallUnanswered() && respondedSince(&s)):
		return problemState(Failed, health, health)
	case len(s.Nodes) > 0 && s.Last >= 0:
		state := newNodesView(&s).healthy()
		state.IsOneOfSeveral = len(s.Nodes) > 1
		return state
	case !known && l.InFlight() > 0:
		return NodeState{Severity: Idle, Forms: []text.Safe{text.Const("no response yet")}}
	case !known:
		return NodeState{Severity: Idle, Forms: []text.Safe{text.Const("no requests yet")}}
	case took >= slowLatency:
		return problemState(Warning, text.Const("slow"), text.Format("%s slow", text.Latency(took)), text.Const("slow"))
	}
	return NodeState{Severity: Healthy, Forms: []text.Safe{text.Format("%s ok", text.Latency(took)), text.Const("ok")}}
}

// WithPrices returns the state with that of the price service in its place, while that answers and nothing is requested from the nodes:
// their last answer is no news then. answered is when it last did, zero if never.
func (s NodeState) WithPrices(answered, now time.Time) NodeState {
	if s.Severity == Idle && !answered.IsZero() && now.Sub(answered) < oldAnswer {
		return NodeState{Severity: Healthy, Forms: []text.Safe{text.Const("nodes idle, prices ok"), text.Const("prices ok"), text.Const("ok")}}
	}
	return s
}

// lastCallUnanswered reports whether the latest call had no response.
func (l *Loader) lastCallUnanswered() bool {
	kind := Kind(l.health.Load())
	return kind == Unreachable || kind == TimedOut
}

// respondedSince reports whether the node that answered last has not failed since, such as while only the chain is followed.
func respondedSince(s *transport.NodesSnapshot) bool {
	return s.Last >= 0 && len(s.Nodes) > 0 && s.Nodes[s.Last].LastResponse.After(s.Nodes[s.Last].LastErrorAt)
}

// problemState returns a state with a problem.
func problemState(severity Severity, problem text.Safe, forms ...text.Safe) NodeState {
	return NodeState{Severity: severity, Forms: forms, Problem: problem}
}

// NodeNames returns a short name for each node of the network by base URL. It is empty if there is only one node.
func (l *Loader) NodeNames() map[string]text.Safe {
	if l.nodes == nil {
		return nil
	}
	s := l.nodes.Snapshot()
	if len(s.Nodes) < 2 {
		return nil
	}
	bases, names := baseURLs(&s), map[string]text.Safe{}
	for i, name := range transport.NodeNames(bases) {
		names[bases[i]] = text.Clean(name)
	}
	return names
}

// waitState describes requests that wait for a retry. ok is false if none does.
func waitState(s *transport.NodesSnapshot) (state NodeState, ok bool) {
	for _, wait := range s.Waits {
		left := wait.Until.Sub(s.At)
		if left <= 0 || left < briefWait && wait.Status != 429 {
			continue
		}
		cause := waitCause(wait)
		long := text.Format("%s: %s", cause, retryIn(left))
		state = problemState(Warning, cause, long, retryIn(left), text.Format("wait %s", countdown(left)))
		if len(s.Nodes) > 1 {
			name := nameOf(s, wait.BaseURL)
			state.Forms = append([]text.Safe{text.Format("%s %s", name, long)}, state.Forms...)
			state.Problem = text.Format("%s %s", name, cause)
		}
		return state, true
	}
	return NodeState{}, false
}

// Cause returns why a node gave no proper response, in a few words: connection refused, no answer, failing (503).
func Cause(err error) text.Safe {
	cause, isStatus := transport.StatusOf(err)
	if status, ok := errors.AsType[*client.StatusError](err); ok {
		cause, isStatus = status.Status, true
	}
	timeout := interface{ Timeout() bool }(nil)
	switch {
	case isStatus && cause == 429:
		return text.Const("rate limited (429)")
	case isStatus:
		return text.Format("failing (%s)", text.Clean(strconv.Itoa(cause)))
	case errors.Is(err, context.DeadlineExceeded) || errors.As(err, &timeout) && timeout.Timeout():
		return text.Const("no answer")
	}
	if cause, _, ok := explainCertificate(err); ok {
		return text.Clean(cause)
	}
	return text.Clean(rootCause(err))
}

// nodesView describes nodes of which at least one is known.
type nodesView struct {
	at    time.Time
	nodes []transport.NodeStatus
	names []string
	last  int // index of the node that answered last, or else of the one that failed last
}

func newNodesView(s *transport.NodesSnapshot) *nodesView {
	v := &nodesView{s.At, s.Nodes, transport.NodeNames(baseURLs(s)), s.Last}
	if v.last < 0 {
		v.last = 0
	}
	return v
}

func baseURLs(s *transport.NodesSnapshot) []string {
	bases := make([]string, len(s.Nodes))
	for i := range s.Nodes {
		bases[i] = s.Nodes[i].BaseURL
	}
	return bases
}

// nameOf returns the short name of a node.
func nameOf(s *transport.NodesSnapshot, baseURL string) text.Safe {
	bases := baseURLs(s)
	for i, name := range transport.NodeNames(bases) {
		if bases[i] == baseURL {
			return text.Clean(name)
		}
	}
	return text.Clean(baseURL)
}

// age returns the time since an instant, at least 1s.
func (v *nodesView) age(since time.Time) text.Safe {
	return text.Elapsed(max(v.at.Sub(since), time.Second))
}

// problem describes why a node does not work, in words, with the time since when. ok is false if it works, as far as known.
func (v *nodesView) problem(i int) (cause text.Safe, since time.Time, ok bool) {
	n := &v.nodes[i]
	switch {
	case isSilent(n, v.at) && !n.LastResponse.After(n.SilentSince):
		return text.Const("no answer"), n.SilentSince, true
	case !n.FailingSince.IsZero():
		return Cause(n.LastError), n.FailingSince, true
	}
	return text.Safe{}, time.Time{}, false
}

// isSilent reports whether a request to a node has no response for long.
func isSilent(n *transport.NodeStatus, at time.Time) bool {
	return !n.SilentSince.IsZero() && at.Sub(n.SilentSince) >= silentAfter
}

// state describes a problem of the nodes. ok is false if there is none.
func (v *nodesView) state() (state NodeState, ok bool) {
	last := &v.nodes[v.last]
	if cause, since, failed := v.problem(v.last); failed {
		return v.failure(cause, since), true
	}
	name := text.Clean(v.names[v.last])
	for i := range v.nodes[:v.last] { // nodes that are preferred to the one that answers
		cause, since, failed := v.problem(i)
		if !failed {
			continue
		}
		over := text.Format("failed over to %s", name)
		bare := text.Clean(strings.TrimPrefix(v.names[i], ":"))
		age := v.age(since)
		return problemState(Warning, text.Format("%s (%s: %s)", over, bare, cause),
			text.Format("%s (%s: %s %s)", over, bare, cause, age), text.Format("%s (%s down %s)", over, bare, age), over, text.Format("failover %s", name), text.Const("failover")), true
	}
	if problem, ok := v.otherProblem(); ok {
		return problem, true
	}
	switch {
	case isSilent(last, v.at): // while it answers other requests
		return v.waiting(Warning, text.Const("slow"), last.SilentSince), true
	case last.LastResponse.IsZero():
		return NodeState{}, false
	case v.at.Sub(last.LastResponse) >= oldAnswer:
		age := v.age(last.LastResponse)
		return v.named(NodeState{Severity: Idle, Forms: []text.Safe{text.Format("last answer %s ago", age), text.Format("idle %s", age)}}), true
	case last.Latency >= slowLatency:
		return v.named(problemState(Warning, text.Const("slow"), text.Format("%s slow", text.Latency(last.Latency)), text.Const("slow"))), true
	}
	return NodeState{}, false
}

// otherProblem describes a recent problem of nodes that are not in use, while the one that is works.
func (v *nodesView) otherProblem() (state NodeState, ok bool) {
	count := 0
	for i := range v.nodes {
		cause, since, failed := v.problem(i)
		if !failed || v.nodes[i].SilentSince.IsZero() && v.at.Sub(v.nodes[i].LastErrorAt) >= oldAnswer {
			continue
		}
		if count++; count > 1 {
			some := text.Format("%s of %s nodes failing", text.Integer(uint64(count)), text.Integer(uint64(len(v.nodes))))
			state = problemState(Warning, some, text.Format("%s ok, %s", text.Clean(v.names[v.last]), some), some)
			continue
		}
		name, used := text.Clean(v.names[i]), text.Clean(v.names[v.last])
		age := v.age(since)
		state = problemState(Warning, text.Format("%s %s", name, cause),
			text.Format("%s ok, %s %s %s", used, name, cause, age), text.Format("%s %s %s", name, cause, age), text.Format("%s down %s", name, age))
	}
	return state, count > 0
}

// failure describes a network whose node does not work.
func (v *nodesView) failure(cause text.Safe, since time.Time) NodeState {
	failing, newest := 0, since
	for i := range v.nodes {
		if _, began, failed := v.problem(i); failed {
			failing++
			if began.After(newest) {
				newest = began
			}
		}
	}
	if count := len(v.nodes); count > 1 && failing == count {
		age := v.age(newest)
		all := text.Format("none of %s nodes answers", text.Integer(uint64(count)))
		return problemState(Failed, all, text.Format("%s %s", all, age), text.Format("no answer %s", age))
	}
	if last := &v.nodes[v.last]; last.Running > 0 && isSilent(last, v.at) {
		severity := Warning
		if !last.FailingSince.IsZero() {
			severity, since = Failed, last.FailingSince // it did not answer an earlier request either
		}
		return v.waiting(severity, cause, since)
	}
	age := v.age(since)
	return v.named(problemState(Failed, cause, text.Format("%s %s", cause, age), text.Format("down %s", age)))
}

// waiting describes a node that owes the response to a request.
func (v *nodesView) waiting(severity Severity, problem text.Safe, since time.Time) NodeState {
	passed := v.at.Sub(since)
	if name := text.Clean(v.names[v.last]); len(v.nodes) > 1 {
		problem = text.Format("%s %s", name, problem)
	}
	return problemState(severity, problem, waitingFor(text.Clean(v.names[v.last]), passed), text.Format("waiting %s", wordy(passed)), text.Format("wait %s", wordy(passed)))
}

// healthy describes a node that answers.
func (v *nodesView) healthy() NodeState {
	n := &v.nodes[v.last]
	return v.named(NodeState{Severity: Healthy, Forms: []text.Safe{text.Format("%s ok", text.Latency(n.Latency)), text.Const("ok")}})
}

// named prepends forms with the name of the node.
func (v *nodesView) named(state NodeState) NodeState {
	name := text.Clean(v.names[v.last])
	first := text.Format("%s %s", name, state.Forms[0])
	if len(v.nodes) > 1 && !state.Problem.IsEmpty() {
		state.Problem = text.Format("%s %s", name, state.Problem)
	}
	if len(v.nodes) > 1 && len(state.Forms) > 1 {
		state.Forms = append([]text.Safe{first, text.Format("%s %s", name, state.Forms[1])}, state.Forms[1:]...)
		return state
	}
	state.Forms = append([]text.Safe{first}, state.Forms...)
	return state
}
