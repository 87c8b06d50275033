package notify_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/health"
	"foredeck/config"
	"foredeck/tui/live"
	"foredeck/tui/tuitest/effort"
)

// watchedChain is a chain of 31 members on three nodes, with at most one fault at a time.
type watchedChain struct {
	*live.Monitor
	height uint64
	fault  config.AlertKind
	isBad  bool
}

// step lets five seconds pass and returns the alerts.
func (w *watchedChain) step() (alerts []live.Alert) {
	time.Sleep(5 * time.Second) // on the bubble's clock
	now := time.Now()
	is := func(kind config.AlertKind) bool { return w.isBad && w.fault == kind }
	if !is(config.AlertSilent) {
		w.height++
		voters := slices.Repeat([]bool{true}, 31)
		voters[17] = !is(config.AlertMissed)
		if is(config.AlertFewVotes) {
			for member := range 14 {
				voters[member] = false
			}
		}
		row := live.NewRow(client.Block{
			Height: w.height, Digest: fmt.Sprintf("0x%064x", w.height), Timestamp: new(client.Timestamp(now.UnixMicro())), Epoch: new(uint64(1)), Round: &w.height,
			Certificate: &client.Certificate{Kind: "Quorum", Voters: voters},
		})
		alerts = w.Block(&row, now)
	}
	nodes := []live.Node{{Name: "a", Height: &w.height}, {Name: "b", Height: &w.height}, {Name: "c", Height: &w.height}}
	switch sick := &nodes[2]; {
	case is(config.AlertNodeDown):
		sick.Down, sick.Reason, sick.Since = true, "refused", now
	case is(config.AlertNodeLagging):
		sick.Lag, sick.State, sick.Ahead = 50, health.Frozen, 2
	case is(config.AlertFork):
		sick.Fork = &health.Fork{Height: w.height, First: w.height, Digest: "0x1", Expected: "0x2", ReferenceName: "a"}
	}
	return slices.Concat(alerts, w.Nodes(nodes, now), w.Tick(now, true))
}

// In a month with 200 faults of the chain, its nodes and the validator, a receiver that is down a tenth of the time gets the begin and the end
// of the alert of each fault exactly once and in order, through restarts of the watch, and nothing else.
func TestMonthOfAWatch(t *testing.T) {
	effort.SkipUnderRace(t)
	faults, quiet := 20, 20*time.Minute
	if effort.Long {
		faults, quiet = 200, 6*time.Hour
	}
	synctest.Test(t, func(t *testing.T) {
		random := rand.New(rand.NewPCG(35, 4))
		s := newStation(t)
		s.end()
		s.to.Command = []string{"sh", "-c", `test -e "$0/down" && exit 75; echo "$FOREDECK_ALERT_KIND $FOREDECK_PHASE" >> "$0/got"`, s.folder}
		s.start()
		rules := config.DefaultAlerts()
		for kind := range rules {
			rules[kind].Repeat = 0
		}
		rules[config.AlertSlow].Severity, rules[config.AlertEpoch].Severity = config.Off, config.Off
		rules[config.AlertMargin].Severity = config.Off // few votes leave no margin: two alerts for one fault
		monitor := func(state live.MonitorState) *live.Monitor {
			m := live.NewMonitor(rules, state)
			m.SetValidator(live.Validator{Member: new(17)}, time.Now())
			return m
		}
		w := &watchedChain{Monitor: monitor(live.MonitorState{}), height: 1_000}
		run := func(length time.Duration) {
			for until := time.Now().Add(length); time.Now().Before(until); {
				for _, alert := range w.step() {
					s.notifier.Send(s.to, alert)
				}
			}
		}
		kinds := []config.AlertKind{config.AlertSilent, config.AlertMissed, config.AlertFewVotes, config.AlertNodeDown, config.AlertNodeLagging, config.AlertFork}
		var want []string
		for range faults {
			w.isBad = false
			run(quiet/2 + time.Duration(random.Int64N(int64(quiet))))
			s.setDown(random.IntN(10) == 0)
			w.fault, w.isBad = kinds[random.IntN(len(kinds))], true
			run(time.Duration(120+random.IntN(900)) * time.Second)
			if random.IntN(8) == 0 { // the watch starts again, while the fault lasts
				s.end()
				s.start()
				w.Monitor = monitor(w.State())
			}
			run(time.Minute)
			want = append(want, w.fault.String()+" begin", w.fault.String()+" end")
		}
		w.isBad = false
		s.setDown(false)
		run(2 * time.Hour)
		synctest.Wait()
		require.Equal(t, strings.Join(want, "\n"), strings.Join(s.got(), "\n"))
		require.Empty(t, w.Open())
		s.end()
	})
}
