// Package metrics collects figures about a chain, its nodes and its alerts, and writes them in the text format of Prometheus.
package metrics

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"sync"

	"foredeck/client"
	"foredeck/client/health"
	"foredeck/config"
	"foredeck/tui/live"
	"foredeck/tui/notify"
	"foredeck/tui/text"
)

const (
	// maxGaps is the number of block intervals that the quantiles are computed from.
	maxGaps = 1000
	// maxAuthors limits the number of authors, which come from the network. The blocks of further ones are counted together.
	maxAuthors = 1000
	// maxAuthor is the length in columns to which authors are cut. Addresses, of 66 columns, are complete.
	maxAuthor = 100
	// maxMembers limits the number of committee members.
	maxMembers = 10_000
)

// Names looks up the names of members and authors, empty if they have none. It must be safe for concurrent use.
type Names interface {
	Member(member int) text.Safe
	Author(author string) text.Safe
}

// Metrics holds the figures. It is safe for concurrent use.
type Metrics struct {
	version string
	names   Names

	lock      sync.Mutex
	blocks    uint64
	skipped   uint64
	reverted  uint64
	rounds    uint64 // without a block
	last      *live.Row
	voted     *live.Row         // the newest one whose votes were known later; nil if there is none
	stake     live.Stake        // of the user's validator
	stakes    *client.Committee // weighs the votes of its epoch; nil if no stakes are known
	gaps      []float64         // of the newest blocks in seconds, a ring
	gap       int               // index of the next one in gaps
	gapSum    float64           // of all gaps
	gapCount  uint64
	members   []memberVotes
	authors   map[string]uint64
	validator *int
	connected bool
	nodes     []health.Status
	open      []live.Condition
	began     [config.AlertKinds]uint64
	failures  uint64 // of receivers
	refused   bool   // the config file, when it was read last
	receivers []notify.Delivery
}

type memberVotes struct{ votes, misses uint64 }

// New returns empty metrics of a version of the program.
func New(version string, names Names) *Metrics {
	return &Metrics{version: version, names: names, authors: map[string]uint64{}}
}

// SetValidator sets the committee index of the user's validator, nil for none.
func (m *Metrics) SetValidator(member *int) {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.validator = member
}

// SetCommittee sets the committee whose stakes weigh the votes of blocks of its epoch, nil if they are unknown. It must not change later.
func (m *Metrics) SetCommittee(committee *client.Committee) {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.stakes = committee
}

// SetStake sets what the chain says of the stake of the user's validator.
func (m *Metrics) SetStake(stake live.Stake) {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.stake = stake
}

// SetNames replaces the names, as after a change of the config file.
func (m *Metrics) SetNames(names Names) {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.names = names
}

// SetConfigRead sets whether the last reading of the config file was taken as a whole.
func (m *Metrics) SetConfigRead(taken bool) {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.refused = !taken
}

// Block adds the next block of the chain.
func (m *Metrics) Block(row *live.Row) {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.connected = true
	m.blocks++
	if parent := m.last; parent != nil && parent.Height+1 == row.Height {
		if gap, ok := live.GapBetween(parent, row); ok {
			m.addGap(gap.Seconds())
		}
		if parent.HasRound() && row.HasRound() && parent.Epoch == row.Epoch && row.Round > parent.Round {
			m.rounds += row.Round - parent.Round - 1
		}
	}
	m.addVotes(row)
	// Authors are counted as they are written: two samples with the same labels would make all figures unreadable.
	if author := text.Cut(text.Bounded(row.Author), maxAuthor).String(); author != "" {
		if _, known := m.authors[author]; !known && len(m.authors) >= maxAuthors {
			author = "other"
		}
		m.authors[author]++
	}
	m.last = row
}

// Votes adds the votes for a block that was added before they were known.
func (m *Metrics) Votes(row *live.Row) {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.addVotes(row)
	m.voted = row
}

func (m *Metrics) addVotes(row *live.Row) {
	for member := range min(int(row.Members), maxMembers) {
		if member == len(m.members) {
			m.members = append(m.members, memberVotes{})
		}
		if voted, _ := row.Voted(member); voted {
			m.members[member].votes++
		} else {
			m.members[member].misses++
		}
	}
}

func (m *Metrics) addGap(seconds float64) {
	m.gapSum += seconds
	m.gapCount++
	if len(m.gaps) < maxGaps {
		m.gaps = append(m.gaps, seconds)
		return
	}
	m.gaps[m.gap] = seconds
	m.gap = (m.gap + 1) % maxGaps
}

// Skipped adds blocks that were skipped.
func (m *Metrics) Skipped(blocks uint64) {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.skipped += blocks
	m.last, m.voted = nil, nil
}

// Reverted adds blocks that the node has replaced by others.
func (m *Metrics) Reverted(blocks uint64) {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.reverted += blocks
	m.last, m.voted = nil, nil
}

// SetConnected sets whether the node that is followed responds.
func (m *Metrics) SetConnected(connected bool) {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.connected = connected
}

// SetNodes sets the states of the nodes.
func (m *Metrics) SetNodes(nodes []health.Status) {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.nodes = nodes
}

// SetAlerts sets the open conditions and counts those that began.
func (m *Metrics) SetAlerts(open []live.Condition, alerts []live.Alert) {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.open = open
	for _, alert := range alerts {
		if alert.Phase == live.Begin {
			m.began[alert.Kind]++
		}
	}
}

// NotificationFailed counts a failure of the alert command or the webhook.
func (m *Metrics) NotificationFailed() {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.failures++
}

// SetReceivers sets the states of the receivers of alerts.
func (m *Metrics) SetReceivers(receivers []notify.Delivery) {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.receivers = receivers
}

// Write writes all metrics.
func (m *Metrics) Write(w io.Writer) error {
	var e exposition
	m.lock.Lock()
	m.writeChain(&e)
	m.writeVotes(&e)
	m.writeStake(&e)
	m.writeNodes(&e)
	m.writeAlerts(&e)
	m.lock.Unlock()
	return e.writeTo(w)
}

func (m *Metrics) writeChain(e *exposition) {
	e.family("foredeck_build_info", gauge, "Version of foredeck.")
	e.sample(1, label{"version", m.version})
	e.single("foredeck_config_last_reload_successful", gauge, "Whether the config file, as it was read last, has no error.", number(!m.refused))
	e.single("foredeck_up", gauge, "Whether the node that is followed responds.", number(m.connected))
	e.single("foredeck_blocks_total", counter, "Blocks that were followed.", float64(m.blocks))
	e.single("foredeck_blocks_skipped_total", counter, "Blocks that were skipped, because they were too many or pruned.", float64(m.skipped))
	e.single("foredeck_blocks_reverted_total", counter, "Blocks that the node replaced by others, as after a fork.", float64(m.reverted))
	e.single("foredeck_rounds_skipped_total", counter, "Rounds without a block.", float64(m.rounds))
	if last := m.last; last != nil {
		e.single("foredeck_head_height", gauge, "Height of the newest block.", float64(last.Height))
		if at, ok := last.Time(); ok {
			e.single("foredeck_head_timestamp_seconds", gauge, "Time of the newest block, in seconds since 1970.", float64(at.UnixMicro())/1e6)
		}
		if last.HasEpoch() {
			e.single("foredeck_epoch", gauge, "Epoch of the newest block.", float64(last.Epoch))
		}
		if last.HasRound() {
			e.single("foredeck_round", gauge, "Round of the newest block.", float64(last.Round))
		}
		if m.voted != nil && last.Members == 0 {
			last = m.voted
		}
		if last.Members > 0 {
			e.single("foredeck_committee_members", gauge, "Members of the committee of the newest block.", float64(last.Members))
			e.single("foredeck_certificate_votes", gauge, "Votes in the certificate of the newest block.", float64(last.Votes))
			if margin, ok := live.NewMargin(last, nil); ok {
				e.single("foredeck_certificate_spare_votes", gauge, "Votes in the certificate of the newest block above those that it needs, of members with equal stakes. One more absence than that stops the chain.", float64(margin.Spare()))
			}
			if margin, ok := live.NewMargin(last, m.stakes); ok {
				if left, ok := margin.Left(); ok {
					e.single("foredeck_margin_ratio", gauge, "Part of the margin to a halt that the newest block leaves: 1 if all voted, 0 if one more absence stops the chain. By stake if the stakes are known.", left)
				}
			}
		}
	}
	e.family("foredeck_block_interval_seconds", summary, fmt.Sprintf("Time between a block and its parent; quantiles of the newest %d blocks.", maxGaps))
	sorted := slices.Sorted(slices.Values(m.gaps))
	for _, share := range []float64{0.5, 0.9, 0.99} {
		if len(sorted) > 0 {
			e.sample(sorted[min(int(share*float64(len(sorted))), len(sorted)-1)], label{"quantile", formatValue(share)})
		}
	}
	e.suffixed("_sum", m.gapSum)
	e.suffixed("_count", float64(m.gapCount))
}

func (m *Metrics) writeVotes(e *exposition) {
	labels := make([][]label, len(m.members))
	for i := range m.members {
		labels[i] = []label{{"member", strconv.Itoa(i)}, {"name", m.names.Member(i).String()}}
	}
	e.family("foredeck_member_votes_total", counter, "Votes of a committee member, by its index in the committee.")
	for i, member := range m.members {
		e.sample(float64(member.votes), labels[i]...)
	}
	e.family("foredeck_member_misses_total", counter, "Blocks without the vote of a committee member, by its index in the committee.")
	for i, member := range m.members {
		e.sample(float64(member.misses), labels[i]...)
	}
	e.family("foredeck_proposals_total", counter, "Blocks of an author.")
	for _, author := range slices.Sorted(maps.Keys(m.authors)) {
		e.sample(float64(m.authors[author]), label{"author", author}, label{"name", m.names.Author(author).String()})
	}
	if m.validator != nil {
		e.family("foredeck_validator_info", gauge, "Committee index of your validator.")
		e.sample(1, label{"member", strconv.Itoa(*m.validator)}, label{"name", m.names.Member(*m.validator).String()})
	}
}

func (m *Metrics) writeNodes(e *exposition) {
	each := func(name, help string, value func(*health.Status) (float64, bool)) {
		e.family(name, gauge, help)
		for i := range m.nodes {
			if v, ok := value(&m.nodes[i]); ok {
				e.sample(v, label{"node", m.nodes[i].Name})
			}
		}
	}
	each("foredeck_node_up", "Whether the node serves the chain: no alert that it is down is open.", func(s *health.Status) (float64, bool) {
		isDown := slices.ContainsFunc(m.open, func(c live.Condition) bool { return c.Kind == config.AlertNodeDown && c.Subject == s.Name })
		return number(!isDown), s.State != health.Unknown
	})
	e.family("foredeck_node_state", gauge, "State of the node: 1 for the current one.")
	for i := range m.nodes {
		for _, state := range health.States() {
			e.sample(number(m.nodes[i].State == state), label{"node", m.nodes[i].Name}, label{"state", state.String()})
		}
	}
	each("foredeck_node_head_height", "Height of the newest block of the node.", func(s *health.Status) (float64, bool) {
		if s.Head == nil {
			return 0, false
		}
		return float64(s.Head.Height), true
	})
	each("foredeck_node_lag_blocks", "Blocks that the node is behind the best one.", func(s *health.Status) (float64, bool) {
		return float64(s.Lag), s.Head != nil
	})
	each("foredeck_node_latency_seconds", "Median response time of the last requests to the node.", func(s *health.Status) (float64, bool) {
		return s.P50.Seconds(), s.P50 > 0
	})
	each("foredeck_node_latency_p95_seconds", "95th percentile of the response time of the last requests to the node.", func(s *health.Status) (float64, bool) {
		return s.P95.Seconds(), s.P95 > 0
	})
	each("foredeck_node_error_ratio", "Share of the last requests to the node that failed, 0 to 1.", func(s *health.Status) (float64, bool) {
		return s.ErrorRate(), s.Requests > 0
	})
}

func (m *Metrics) writeAlerts(e *exposition) {
	open := map[config.AlertKind]int{}
	for _, condition := range m.open {
		open[condition.Kind]++
	}
	e.family("foredeck_alerts_active", gauge, "Alert conditions that are open, by kind.")
	for kind := range config.AlertKind(config.AlertKinds) {
		e.sample(float64(open[kind]), label{"kind", kind.String()})
	}
	e.family("foredeck_alerts_total", counter, "Alert conditions that began, by kind.")
	for kind := range config.AlertKind(config.AlertKinds) {
		e.sample(float64(m.began[kind]), label{"kind", kind.String()})
	}
	e.family("foredeck_alert_start_timestamp_seconds", gauge, "Begin of the open alert conditions, in seconds since 1970.")
	for _, condition := range m.open {
		e.sample(float64(condition.Began.UnixMilli())/1e3, label{"id", condition.ID()}, label{"kind", condition.Kind.String()},
			label{"severity", condition.Severity.String()}, label{"subject", text.Clean(condition.Subject).String()})
	}
	e.single("foredeck_notification_failures_total", counter, "Alerts that a receiver failed to take.", float64(m.failures))
	receivers := func(name string, of kind, help string, value func(*notify.Delivery) float64) {
		e.family(name, of, help)
		for i := range m.receivers {
			e.sample(value(&m.receivers[i]), label{"receiver", m.receivers[i].Receiver.String()})
		}
	}
	receivers("foredeck_notifications_total", counter, "Alerts that the receiver took.", func(d *notify.Delivery) float64 { return float64(d.Sent) })
	receivers("foredeck_notifications_waiting", gauge, "Alerts that the receiver has not taken yet.", func(d *notify.Delivery) float64 { return float64(d.Waiting) })
	receivers("foredeck_notifications_failing", gauge, "Whether the last attempt to send an alert to the receiver failed.", func(d *notify.Delivery) float64 {
		return number(!d.Failure.IsEmpty())
	})
}

func number(condition bool) float64 {
	if condition {
		return 1
	}
	return 0
}
