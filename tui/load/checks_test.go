package load

import (
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client/health"
	"foredeck/client/transport"
	"foredeck/tui/text"
)

// fixed are constant states.
type fixed struct {
	snapshot transport.NodesSnapshot
	statuses []health.Status
}

func (f *fixed) Snapshot() transport.NodesSnapshot {
	s := f.snapshot
	s.Nodes = append([]transport.NodeStatus(nil), s.Nodes...)
	return s
}

func (f *fixed) Statuses() []health.Status { return f.statuses }

// Checks know more than the last request of a node; the newer of the two counts.
func TestCheckedNodes(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 12, 4, 29, 0, time.UTC)
	ago := func(seconds int) time.Time { return now.Add(-time.Duration(seconds) * time.Second) }
	answered := transport.NodeStatus{LastResponse: ago(10), Latency: 20 * time.Millisecond}
	refused := transport.NodeStatus{LastResponse: ago(90), FailingSince: ago(50), LastErrorAt: ago(40), LastError: syscall.ECONNREFUSED}
	down := health.Status{State: health.Down, CheckedAt: ago(1), NoAnswerSince: ago(3), LastError: syscall.ECONNREFUSED}
	well := health.Status{State: health.OK, CheckedAt: ago(1), LastAnswer: ago(1), Latency: 5 * time.Millisecond}
	for name, c := range map[string]struct {
		nodes  []transport.NodeStatus
		last   int
		checks []health.Status
		words  string
	}{
		"down":        {[]transport.NodeStatus{answered, {}}, 0, []health.Status{down, well}, ":1 connection refused 3s"},
		"silent":      {[]transport.NodeStatus{answered, {}}, 0, []health.Status{{State: health.Silent, NoAnswerSince: ago(2)}, well}, ":1 no answer 2s"},
		"lagging":     {[]transport.NodeStatus{answered, {}}, 0, []health.Status{{State: health.Lagging, Since: ago(4), Lag: 12}, well}, ":1 12 blocks behind 4s"},
		"forked":      {[]transport.NodeStatus{answered, {}}, 0, []health.Status{{State: health.Forked, Since: ago(4)}, well}, ":1 fork 4s"},
		"invalid":     {[]transport.NodeStatus{answered, {}}, 0, []health.Status{{State: health.Invalid, Since: ago(4), CheckedAt: ago(1)}, well}, ":1 invalid 4s"},
		"another one": {[]transport.NodeStatus{answered, {}}, 0, []health.Status{well, down}, ":1 ok, :2 connection refused 3s"},
		"failed over": {[]transport.NodeStatus{refused, answered}, 1, []health.Status{down, well}, "failed over to :2 (1: connection refused 50s)"},
		"mended in between": {[]transport.NodeStatus{refused, answered}, 1, []health.Status{{State: health.Silent, NoAnswerSince: ago(2), LastAnswer: ago(3)}, well},
			"failed over to :2 (1: no answer 2s)"},
		"just now":        {[]transport.NodeStatus{answered, {}}, 0, []health.Status{{State: health.Silent, NoAnswerSince: now}, well}, ":1 no answer 1s"},
		"mended":          {[]transport.NodeStatus{refused, answered}, 1, []health.Status{well, well}, ":2 5 ms ok"},
		"answered since":  {[]transport.NodeStatus{{LastResponse: now, Latency: time.Millisecond}, {}}, 0, []health.Status{down, well}, ":1 1 ms ok"},
		"long ago":        {[]transport.NodeStatus{{LastResponse: ago(300)}, {}}, 0, []health.Status{well, well}, ":1 5 ms ok"},
		"not checked":     {[]transport.NodeStatus{{LastResponse: ago(300)}, {}}, 0, []health.Status{{}, {}}, ":1 last answer 5m ago"},
		"none of both":    {[]transport.NodeStatus{answered, answered}, 0, []health.Status{down, down}, "none of 2 nodes answers 3s"},
		"requests failed": {[]transport.NodeStatus{refused, {}}, 0, []health.Status{{}, well}, ":1 connection refused 50s"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := &fixed{transport.NodesSnapshot{At: now, Last: c.last, Nodes: c.nodes}, c.checks}
			for i, base := range []string{"http://h:1", "http://h:2"} {
				f.snapshot.Nodes[i].BaseURL, f.statuses[i].BaseURL, f.statuses[i].RoundAt = base, base, ago(1)
			}
			loader := NewLoader(func() time.Time { return now })
			loader.Connect(Traffic{Nodes: &checkedNodes{f, f}})
			state := loader.NodeState()
			require.Equal(t, c.words, state.Forms[0].String())
			require.Equal(t, state.Severity <= Healthy, state.Problem.IsEmpty())

			for i := range f.statuses { // checks have stopped
				f.statuses[i].RoundAt = ago(60)
			}
			loader.Connect(Traffic{Nodes: f})
			unchecked := loader.NodeState()
			loader.Connect(Traffic{Nodes: &checkedNodes{f, f}})
			require.Equal(t, unchecked, loader.NodeState())
		})
	}
	require.Nil(t, CheckedNodes(nil, nil))
	require.Equal(t, text.Const("fork"), Cause(foundProblem{text.Const("fork")}))
}

func TestSeveralUnusedNodesFail(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 12, 4, 29, 0, time.UTC)
	failing := transport.NodeStatus{FailingSince: now.Add(-time.Minute), LastErrorAt: now, LastError: syscall.ECONNREFUSED}
	nodes := []transport.NodeStatus{{BaseURL: "http://h:1", LastResponse: now}, failing, failing}
	nodes[1].BaseURL, nodes[2].BaseURL = "http://h:2", "http://h:3"
	loader := NewLoader(func() time.Time { return now })
	loader.Connect(Traffic{Nodes: &fixed{snapshot: transport.NodesSnapshot{At: now, Nodes: nodes}}})
	require.Equal(t, text.Const(":1 ok, 2 of 3 nodes failing"), loader.NodeState().Forms[0])
}
