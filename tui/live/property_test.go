package live_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/client"
	"foredeck/config"
	"foredeck/tui/live"
)

// Whatever happens, the alerts of a condition that reach the receivers are a begin, reminders, and an end if it is over, in the order of
// time; conditions of the same kind and subject follow each other.
func TestAlertsAlternate(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		rules := config.DefaultAlerts()
		rules[config.AlertMissed].Count = rapid.IntRange(1, 3).Draw(rt, "in a row")
		rules[config.AlertMissedOften] = config.AlertRule{Severity: config.Info, Count: 3, Window: 10}
		rules[config.AlertNoProposals].Count = 5
		for kind := range rules {
			rules[kind].Repeat = time.Duration(rapid.IntRange(0, 90).Draw(rt, "repeat")) * time.Second
		}
		c := newChain(rules)
		check := newChecker(rt)
		height := uint64(100)
		for range rapid.IntRange(1, 150).Draw(rt, "steps") {
			before, acknowledged := c.now, map[string]bool{}
			for _, open := range c.Open() {
				acknowledged[open.ID()] = open.Acknowledged
			}
			step(rt, c, &height)
			check.clockSet = check.clockSet || c.now.Before(before)
			check.alerts(c.alerts, rules, acknowledged)
			c.alerts = nil
			check.open(c.Open())
		}
	})
}

// step does one random thing.
func step(rt *rapid.T, c *chain, height *uint64) {
	kind := config.AlertKind(rapid.IntRange(0, config.AlertKinds-1).Draw(rt, "kind"))
	switch rapid.IntRange(0, 16).Draw(rt, "step") {
	default:
		*height++
		fallthrough
	case 0: // the newest block again
		block := c.block(*height)
		if rapid.Bool().Draw(rt, "missed") {
			block = c.block(*height, 17, 1, 2, 3, 4, 5, 6, 7, 8, 9)
		}
		if rapid.Bool().Draw(rt, "other author") {
			block.Author = "0x18"
		}
		block.Epoch = new(*height / 40)
		if rapid.IntRange(0, 5).Draw(rt, "bare") == 0 {
			block.Certificate, block.Timestamp = nil, nil
		}
		c.pass(block)
	case 1:
		*height += 5
		c.add(c.Update(client.BlockUpdate{Kind: client.BlocksSkipped, First: *height - 4, Last: *height}, c.now))
	case 2:
		c.branch++
		depth := min(rapid.Uint64Range(1, 20).Draw(rt, "depth"), *height-1)
		c.add(c.Update(client.BlockUpdate{Kind: client.BlocksReplaced, First: *height - depth + 1, Last: *height, Block: c.block(*height - depth)}, c.now))
		*height -= depth
	case 3:
		c.branch++
		c.add(c.Update(client.BlockUpdate{Kind: client.ChainReplaced, First: 50, Last: *height}, c.now))
		*height = 49
	case 4:
		c.add(c.Update(client.BlockUpdate{Kind: client.BlockUpdateKind(rapid.IntRange(int(client.NodeSilent), int(client.NodeBack)).Draw(rt, "update")), Last: *height}, c.now))
	case 5:
		var nodes []live.Node
		for _, name := range []string{"a", "b"}[:rapid.IntRange(0, 2).Draw(rt, "nodes")] {
			nodes = append(nodes, live.Node{Name: name, Down: rapid.Bool().Draw(rt, "down"), Height: height, Lag: rapid.Uint64Range(0, 40).Draw(rt, "lag")})
		}
		c.add(c.Nodes(nodes, c.now))
	case 6:
		c.wait(rapid.IntRange(1, 100).Draw(rt, "seconds"))
	case 7:
		c.now = c.now.Add(time.Duration(rapid.IntRange(-10, 10).Draw(rt, "hours")) * time.Hour)
	case 8:
		c.Acknowledge("")
	case 9:
		silence := live.Silence{Kind: &kind}
		if rapid.Bool().Draw(rt, "all") {
			silence.Kind = nil
		}
		if rapid.Bool().Draw(rt, "for a time") {
			silence.Until = c.now.Add(30 * time.Second)
		}
		c.AddSilence(silence)
	case 10:
		c.RemoveSilence(nil, "")
	case 11:
		rules := c.Rules()
		rules[kind].Severity = config.Severity(rapid.IntRange(int(config.Off), int(config.Critical)).Draw(rt, "severity"))
		c.add(c.SetRules(rules, c.now))
	case 12:
		stored, err := json.Marshal(c.State())
		require.NoError(rt, err)
		var state live.MonitorState
		require.NoError(rt, json.Unmarshal(stored, &state))
		c.Monitor = live.NewMonitor(c.Rules(), state)
		c.add(c.SetValidator(validator(17), c.now))
	}
}

// checker checks the order of alerts.
type checker struct {
	rt       *rapid.T
	reported map[string]live.Alert // last alert of each condition that receivers got
	ids      map[string]string     // of the open condition of a kind and subject
	clockSet bool                  // the clock was set back
}

func newChecker(rt *rapid.T) *checker {
	return &checker{rt: rt, reported: map[string]live.Alert{}, ids: map[string]string{}}
}

func (c *checker) alerts(alerts []live.Alert, rules config.Alerts, acknowledged map[string]bool) {
	for _, alert := range alerts {
		id, subject := alert.ID(), alert.Kind.String()+" "+alert.Subject
		require.False(c.rt, alert.Text.IsEmpty())
		require.NotEqual(c.rt, config.Off, alert.Severity)
		isEvent := alert.Phase == live.Begin && !alert.IsOpen()
		switch open := c.ids[subject]; {
		case isEvent:
		case alert.Phase == live.End:
			require.Equal(c.rt, id, open)
			delete(c.ids, subject)
		case open == "":
			require.Equal(c.rt, live.Begin, alert.Phase)
			c.ids[subject] = id
		default:
			require.Equal(c.rt, id, open, "one condition at a time")
		}
		if alert.Silenced {
			continue
		}
		before, found := c.reported[id]
		switch alert.Phase {
		case live.Begin:
			require.False(c.rt, found, "begins once: %s", alert.Text)
		case live.Reminder:
			require.True(c.rt, found)
			require.NotEqual(c.rt, live.End, before.Phase)
			require.False(c.rt, acknowledged[id], "an acknowledged condition has no reminders")
			require.Positive(c.rt, rules[alert.Kind].Repeat)
			if !c.clockSet {
				require.GreaterOrEqual(c.rt, alert.At.Sub(before.At), rules[alert.Kind].Repeat)
			}
		case live.End:
			require.True(c.rt, found, "no end without a begin: %s", alert.Text)
			require.NotEqual(c.rt, live.End, before.Phase)
		}
		c.reported[id] = alert
	}
}

// open checks that the open conditions are those that began and did not end.
func (c *checker) open(open []live.Condition) {
	require.Len(c.rt, c.ids, len(open))
	for _, condition := range open {
		require.Equal(c.rt, condition.ID(), c.ids[condition.Kind.String()+" "+condition.Subject])
	}
}

// Every missed vote is counted exactly once, however blocks repeat.
func TestMissesAreCountedOnce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		c := newChain(config.DefaultAlerts())
		misses, counted := uint64(0), uint64(0)
		for height := range rapid.Uint64Range(1, 200).Draw(rt, "blocks") {
			block := c.block(height)
			if rapid.IntRange(0, 4).Draw(rt, "missed") == 0 {
				block = c.block(height, 17)
				misses++
			}
			for range rapid.IntRange(1, 2).Draw(rt, "times") {
				c.pass(block)
			}
		}
		for _, alert := range c.alerts {
			if alert.Phase == live.End {
				counted += alert.Facts.Count
			}
		}
		for _, open := range c.Open() {
			counted += open.Facts.Count
		}
		require.Equal(rt, misses, counted)
	})
}
