package e2e_test

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// chainFault is a fault of the chain or its committee: all nodes see it.
type chainFault struct {
	name        string
	flips, ends []string // paths of the admin API
	kind        string   // of the alert
	begun       string   // its text, as a regular expression
	ended       string
	exit        int    // of watch --once
	metric      string // a line of the metrics, as a regular expression
	deck        string // what the deck's header says, as a regular expression
	says        string // what the deck says elsewhere
}

// onNodes returns the paths of a switch of all three nodes.
func onNodes(flip string) (paths []string) {
	for node := 1; node <= 3; node++ {
		paths = append(paths, fmt.Sprintf("/nodes/%d/%s", node, flip))
	}
	return paths
}

// onMembers returns the paths of a switch of some members of the committee.
func onMembers(first, last int, flip string) (paths []string) {
	for member := first; member <= last; member++ {
		paths = append(paths, fmt.Sprintf("/members/%d/%s", member, flip))
	}
	return paths
}

var chainFaults = []chainFault{
	{
		"all stopped", onNodes("stop"), onNodes("resume"), "silent",
		`^none of 3 nodes answers, no block for \d+s: is this machine offline\?$`, `^new block \S+ after \S+ without one$`,
		3, `foredeck_up 0`, `!1 .*none of 3 nodes answers`, ``,
	},
	{ // soon after the other one: it stays open for some time, so that it does not begin and end with each block
		"all frozen", onNodes("freeze"), onNodes("resume"), "silent",
		`^chain halted: [23] of 3 nodes at \S+ for \d+s$`, `^new block \S+ after \S+ without one$`,
		15, `foredeck_alerts_active\{kind="silent"\} 1`, `!1 .*head \S+ halted for \S+, on [23] of 3 nodes`, ``,
	},
	{
		"member dropped", onMembers(17, 17, "drop"), onMembers(17, 17, "resume"), "missed",
		`^your validator \(17\) stopped voting at \S+ \(\d+ misses so far\)`, `^your validator \(17\) voting again at \S+ after \d+ misses`,
		11, `foredeck_alerts_active\{kind="missed"\} 1`, `!1 .*head \S+ \(\S+\)`, `your validator \(17\) stopped voting at`,
	},
	{
		"ten members dropped", onMembers(18, 27, "drop"), onMembers(18, 27, "resume"), "few_votes",
		`^(block \S+: few votes, \d+/31|few votes in \d+ blocks since \S+, fewest \d+/31)`, `^enough votes again at \S+ after \S+ blocks? with few`,
		14, `foredeck_alerts_active\{kind="few_votes"\} 1`, `!1 .*head \S+ \(\S+\)`, `few votes`,
	},
}

// The alert, the page and the deck distinguish a halted chain from nodes that do not answer, and both from a validator that does not vote. Each
// is reported once, and its end once.
func TestChainFaults(t *testing.T) {
	t.Parallel()
	n := startNetwork(t, "127.0.0.1:0", "--nodes", "3", "--block-time", "250ms")
	w := witness(t, n.nodes, "[alerts.silent]\nafter = \"3s\"\n[alerts.missed]\nin_row = 4\n[alerts.few_votes]\nseverity = \"critical\"\n",
		[]string{"missed_often", "slow", "epoch", "no_proposals", "margin", "validator_state", "lockup", "stake_change", "failed_proposals", "node_down", "node_lagging", "fork"}, "--validator", "17")
	w.deck.Type(" b")
	w.deck.WaitFor(`^╭ Head ─`, patience)
	w.deck.Type("m")
	w.deck.WaitFor(`^.*╭ My validator ─`, patience)
	w.deck.Type("17")
	w.deck.Key("enter")
	w.deck.WaitFor(`my validator is 17`, patience)
	var expected []string // IDs of the alerts
	for _, f := range chainFaults {
		t.Run(f.name, func(t *testing.T) {
			w.t, w.bell.t, n.t = t, t, t
			for _, path := range f.flips {
				n.flip(path)
			}
			begin := w.bell.wait(f.kind, "begin")
			require.Regexp(t, f.begun, begin.Text)
			w.eventually(f.metric, regexp.MustCompile(`(?m)^`+f.metric).MatchString)
			w.deck.WaitUntil("the fault in the deck", patience, shows(`^ ▟ foredeck +three .*`+f.deck, f.says))
			status, printed := w.once()
			require.Equal(t, f.exit, status, "watch --once: %s", printed)
			for _, path := range f.ends {
				n.flip(path)
			}
			ended := w.bell.wait(f.kind, "end")
			require.Equal(t, begin.ID, ended.ID)
			require.Regexp(t, f.ended, ended.Text)
			t.Logf("%s; %s", begin.Text, ended.Text)
			expected = append(expected, begin.ID, ended.ID)
			w.header("that all is well again", wellHeader)
		})
	}
	w.t, w.bell.t, n.t = t, t, t
	var reported []string
	for _, alert := range w.end() {
		reported = append(reported, alert.ID)
	}
	require.Equal(t, expected, reported)
}
