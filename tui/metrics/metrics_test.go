package metrics_test

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/health"
	"foredeck/config"
	"foredeck/tui/live"
	"foredeck/tui/metrics"
	"foredeck/tui/text"
)

type names struct{}

func (names) Member(member int) text.Safe {
	if member == 1 {
		return text.Const("mine")
	}
	return text.Safe{}
}

func (names) Author(string) text.Safe { return text.Safe{} }

func block(height, round uint64, seconds float64, author string, voters ...bool) *live.Row {
	at := client.Timestamp(1_700_000_000_000_000 + uint64(math.Round(seconds*1e6)))
	epoch := uint64(4)
	row := live.NewRow(client.Block{
		Height: height, Round: &round, Epoch: &epoch, Timestamp: &at, Author: author, Certificate: &client.Certificate{Kind: "Quorum", Voters: voters},
	})
	return &row
}

func written(t *testing.T, m *metrics.Metrics) string {
	t.Helper()
	var out strings.Builder
	require.NoError(t, m.Write(&out))
	return out.String()
}

func TestChain(t *testing.T) {
	t.Parallel()
	m := metrics.New("v1", names{})
	require.Contains(t, written(t, m), "foredeck_up 0\n")
	require.NotContains(t, written(t, m), "foredeck_head_height", "no block is known")
	m.Block(block(100, 7, 0, "0xaa", true, false, true))
	m.Block(block(101, 10, 0.5, "0xbb", true, true, false))
	m.Block(block(102, 11, 2, "0xaa", true, false, false))
	m.Skipped(5)
	m.Block(block(108, 30, 60, "0xaa", true, true, true))
	m.SetValidator(new(1))
	for _, line := range []string{
		`foredeck_build_info{version="v1"} 1`, "foredeck_up 1", "foredeck_blocks_total 4", "foredeck_blocks_skipped_total 5", "foredeck_rounds_skipped_total 2",
		"foredeck_head_height 108", "foredeck_head_timestamp_seconds 1700000060", "foredeck_epoch 4", "foredeck_round 30", "foredeck_committee_members 3",
		"foredeck_certificate_votes 3", "foredeck_certificate_spare_votes 0", `foredeck_block_interval_seconds{quantile="0.5"} 1.5`, "foredeck_block_interval_seconds_sum 2", "foredeck_block_interval_seconds_count 2",
		`foredeck_member_votes_total{member="0",name=""} 4`, `foredeck_member_votes_total{member="1",name="mine"} 2`, `foredeck_member_misses_total{member="1",name="mine"} 2`,
		`foredeck_proposals_total{author="0xaa",name=""} 3`, `foredeck_validator_info{member="1",name="mine"} 1`,
	} {
		require.Contains(t, written(t, m), "\n"+line+"\n", "%s", line)
	}
	m.SetConnected(false)
	m.Reverted(3)
	require.Contains(t, written(t, m), "\nforedeck_up 0\n")
	require.Contains(t, written(t, m), "\nforedeck_blocks_reverted_total 3\n")
	require.NotContains(t, written(t, m), "foredeck_head_height", "the head is unknown until the next block")
}

// The margin is by stake in blocks of the epoch of the committee, and by members in others.
// Votes that become known after their block are those of the newest block for which they are known.
func TestLateVotes(t *testing.T) {
	t.Parallel()
	m := metrics.New("v1", names{})
	for height := range uint64(3) {
		row := block(height, height, float64(height), "0xaa", true, false, true)
		bare := *row
		bare.Members = 0
		m.Block(&bare)
		if height > 0 {
			m.Votes(row)
		}
	}
	for _, line := range []string{
		"foredeck_blocks_total 3", "foredeck_head_height 2", "foredeck_committee_members 3", "foredeck_certificate_votes 2",
		`foredeck_member_votes_total{member="0",name=""} 2`, `foredeck_member_misses_total{member="1",name="mine"} 2`,
	} {
		require.Contains(t, written(t, m), "\n"+line+"\n", "%s", line)
	}
	m.Reverted(1)
	require.NotContains(t, written(t, m), "foredeck_certificate_votes")
}

func TestMargin(t *testing.T) {
	t.Parallel()
	m := metrics.New("v1", names{})
	m.Block(block(100, 7, 0, "0xaa", true, false, true, true, true, true, true))
	require.Contains(t, written(t, m), "\nforedeck_margin_ratio 0.5\n")
	committee := client.Committee{Epoch: 4, Version: "V1", Members: make([]client.CommitteeMember, 7)}
	for i := range committee.Members {
		committee.Members[i].Stake = new(uint64(10))
	}
	committee.Members[1].Stake = new(uint64(1))
	m.SetCommittee(&committee)
	require.Contains(t, written(t, m), "\nforedeck_margin_ratio 0.95\n", "60 of 61, 41 are needed")
	m.Block(block(101, 8, 1, "0xaa", true, true, true))
	require.NotContains(t, written(t, m), "foredeck_margin_ratio", "all of three must vote")
}

func TestStake(t *testing.T) {
	t.Parallel()
	m := metrics.New("v1", names{})
	require.NotContains(t, written(t, m), "foredeck_validator_", "nothing is known")
	m.SetStake(live.Stake{State: client.StatePendingInactive, Stake: new(uint64(70)), FailedProposals: new(uint64(3)), LockedUntil: new(time.Unix(1_700_000_000, 0))})
	for _, line := range []string{
		`foredeck_validator_state{state="active"} 0`, `foredeck_validator_state{state="pending_inactive"} 1`, "foredeck_validator_stake 70", "foredeck_validator_failed_proposals 3",
		"foredeck_validator_lockup_end_timestamp_seconds 1700000000",
	} {
		require.Contains(t, written(t, m), "\n"+line+"\n", "%s", line)
	}
	require.NotContains(t, written(t, m), "foredeck_validator_proposals")
}

func TestNodesAndAlerts(t *testing.T) {
	t.Parallel()
	m := metrics.New("v1", names{})
	m.SetNodes([]health.Status{
		{Name: "a:1", State: health.OK, Head: &health.Head{Height: 12}, P50: 20 * time.Millisecond, P95: 50 * time.Millisecond, Requests: 8, Errors: 2},
		{Name: "b:2", State: health.Down, LastError: errors.New("refused"), Requests: 4, Errors: 4},
		{Name: "c:3"},
	})
	open := live.Condition{Kind: config.AlertNodeDown, Subject: "b:2", Number: 3, Severity: config.Critical, Began: time.Unix(1_700_000_000, 0)}
	m.SetAlerts([]live.Condition{open}, []live.Alert{{Condition: open, Phase: live.Begin}, {Condition: open, Phase: live.Reminder}})
	m.NotificationFailed()
	got := written(t, m)
	for _, line := range []string{
		`foredeck_node_up{node="a:1"} 1`, `foredeck_node_up{node="b:2"} 0`, `foredeck_node_state{node="b:2",state="down"} 1`, `foredeck_node_state{node="b:2",state="ok"} 0`,
		`foredeck_node_head_height{node="a:1"} 12`, `foredeck_node_lag_blocks{node="a:1"} 0`, `foredeck_node_latency_seconds{node="a:1"} 0.02`,
		`foredeck_node_latency_p95_seconds{node="a:1"} 0.05`, `foredeck_node_error_ratio{node="a:1"} 0.25`, `foredeck_alerts_active{kind="node_down"} 1`,
		`foredeck_alerts_active{kind="missed"} 0`, `foredeck_alerts_total{kind="node_down"} 1`, "foredeck_notification_failures_total 1",
		`foredeck_alert_start_timestamp_seconds{id="node_down-1700000000-3",kind="node_down",severity="critical",subject="b:2"} 1700000000`,
	} {
		require.Contains(t, got, "\n"+line+"\n", "%s", line)
	}
	require.NotContains(t, got, `foredeck_node_up{node="c:3"}`, "it was not checked yet")
	require.NotContains(t, got, `foredeck_node_lag_blocks{node="b:2"}`)
}

// Every line is a comment or a sample of the family above it, whatever the network sends.
func TestHostileValues(t *testing.T) {
	t.Parallel()
	m := metrics.New("v\"\\\n1", names{})
	for i := range 1_200 {
		m.Block(block(uint64(i), uint64(i), float64(i), fmt.Sprintf("%04d\"}\n\x1b[2J\xff", i)+strings.Repeat("z", i), true))
	}
	form := regexp.MustCompile(`^([a-z_0-9]+)(\{([a-z_]+="([^"\\\n]|\\.)*",?)+\})? (-?[0-9.e+-]+|NaN)$`)
	family, authors := "", 0
	for _, line := range strings.Split(strings.TrimSuffix(written(t, m), "\n"), "\n") {
		if strings.HasPrefix(line, "# ") {
			family = strings.Fields(line)[2]
			continue
		}
		require.Regexp(t, form, line)
		require.True(t, strings.HasPrefix(line, family), "%s in %s", line, family)
		require.NotContains(t, line, "\x1b")
		if family == "foredeck_proposals_total" {
			authors++
		}
	}
	require.Equal(t, 1_001, authors, "further authors are counted together")
	require.Contains(t, written(t, m), `foredeck_proposals_total{author="other",name=""} 200`)
}

// The number and size of the series are limited, and no two are the same, whatever a node sends.
func TestCardinality(t *testing.T) {
	t.Parallel()
	m := metrics.New("v1", names{})
	voters := make([]bool, 12_000)
	for i := range 3_000 {
		author := fmt.Sprintf("%d%s", i/2, []string{"\x00", "␀"}[i%2]) // the same when it is written
		m.Block(block(uint64(i), uint64(i), float64(i), author+strings.Repeat("x", 10_000), voters[:12_000*(i%2)]...))
	}
	series := map[string]bool{}
	for line := range strings.Lines(written(t, m)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		name := line[:strings.LastIndexByte(line, ' ')]
		require.False(t, series[name], "twice: %s", name)
		require.Less(t, len(name), 600)
		series[name] = true
	}
	require.Less(t, len(series), 25_000)
}
