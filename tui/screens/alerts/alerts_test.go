package alerts_test

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"foredeck/client"
	"foredeck/config"
	"foredeck/tui"
	"foredeck/tui/live"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/tuitest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// raise raises alerts: a node that is down, one that lags behind, and two that are over.
func raise(d *tuitest.Deck) {
	monitored, now := d.Deps().Monitor, d.Now()
	add := func(alerts []live.Alert) { d.Deps().Raise(alerts) }
	add(monitored.Cross("move_usdt > 0.62", live.Facts{Pair: "move_usdt", Condition: "> 0.62", Price: "0.6201", State: "crossed up"}, true, now.Add(-25*time.Hour)))
	add(monitored.Update(client.BlockUpdate{Kind: client.ChainReplaced, Last: tuitest.NewestHeight}, now.Add(-2*time.Hour)))
	height := uint64(tuitest.NewestHeight)
	nodes := []live.Node{{Name: "a:28000", Down: true, Reason: "connection refused", Since: now.Add(-50 * time.Second)}, {Name: "b:28001", Height: &height, Lag: 30}}
	add(monitored.Nodes(nodes, now))
	d.Send(screen.SpinnerMsg{}) // delivers what was posted
}

func TestFrames(t *testing.T) {
	scenes := map[string]tuitest.Scene{}
	for name, keys := range map[string][]string{
		"list": nil, "limits": {"tab", "down"}, "acknowledged": {"down", "A"}, "silence": {"s"}, "silenced": {"s", "down", "down", "down", "enter"},
		"prompt": {"tab", "down", "down", "enter"}, "maximized": {"z"},
	} {
		scenes[name] = tuitest.Scene{AllSizes: name == "list", Play: func(d *tuitest.Deck) {
			raise(d)
			d.Press("esc", ":", "alerts", "enter")
			d.Press(keys...)
		}}
	}
	scenes["empty"] = tuitest.Scene{Keys: []string{"esc", ":", "alerts", "enter"}}
	tuitest.Frames(t, scenes)
}

func deck(t *testing.T) *tuitest.Deck {
	d := tuitest.New(t, 100, 36, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: tuitest.NewChain()}, Pairs: tuitest.WatchedPairs})
	raise(d)
	d.Press("esc", ":", "alerts", "enter")
	return d
}

func TestOpenConditionsComeFirst(t *testing.T) {
	t.Parallel()
	d := deck(t)
	d.Shows("2 open · 4 alerts", "▸ warning ", "node b:28001 is 30 blocks behind, at 48,211,907", "critical ", "50s", "node a:28000 down: connection refused",
		"ended ", "chain replaced", "move_usdt > 0.62: crossed up at 0.6201")
	d.Press("down", "enter")
	d.Shows("Home › Networks")
	d.Press("[", "down", "enter")
	d.Shows("Home › Blocks › block 48,211,907")
	d.Press("[", "end", "enter")
	d.Shows("Price › move_usdt")
}

// Several alerts are copied, a line each.
func TestRange(t *testing.T) {
	t.Parallel()
	d := deck(t)
	d.Press("v", "down", "y")
	d.Shows("copied 2 rows: ")
	copied := d.Clipboard()
	require.Contains(t, copied, "node b:28001 is 30 blocks behind")
	require.Contains(t, copied, "\n")
	d.Shows("▌warning", "▸▌critical")
	d.Press("tab") // the limits have no range
	_, ok := screen.RangeOf(d.Screen())
	require.False(t, ok)
	d.Press("tab", "esc")
	d.Hides("▌warning")
	d.Shows("Home › Blocks › Alerts")
}

// The selected condition stays selected when an alert is added above it, and the first row stays the newest.
func TestSelectionStays(t *testing.T) {
	t.Parallel()
	d := deck(t)
	d.Press("end")
	d.Shows("▸ ended ")
	raise(d)
	require.Contains(t, d.LineWith("▸ "), "move_usdt")
	d.Press("home")
	nodes := []live.Node{{Name: "c", Down: true}}
	d.Deps().Raise(d.Deps().Monitor.Nodes(nodes, d.Now()))
	d.Wait(1)
	require.Contains(t, d.LineWith("▸ "), "node c down")
}

func TestAcknowledge(t *testing.T) {
	t.Parallel()
	d := deck(t)
	d.Shows("local !1")
	d.Press("down", "A")
	d.Hides("local !1")
	d.Shows("acknowledged: no reminders until it ends")
	bells := strings.Count(d.Bell.String(), "\a")
	d.Wait(45 * 60)
	require.Equal(t, bells, strings.Count(d.Bell.String(), "\a"))
	require.Contains(t, d.LineWith("node a:28000"), "acknowledged")
}

func TestSilence(t *testing.T) {
	t.Parallel()
	d := deck(t)
	d.Press("s")
	d.Shows("node lagging for 1 hour", "node lagging for 8 hours", "node lagging until ended", "all alerts for 1 hour", "all alerts for 8 hours", "all alerts until ended")
	d.Press("down", "down", "down", "enter")
	d.Shows("silenced until 13:04")
	d.Press("tab", "s")
	d.Shows("missed votes for 1 hour", "end: all alerts")
	d.Hides("missed votes until ended")
	d.Press("down", "down", "down", "down", "down", "enter")
	d.Hides("silenced until")
	require.Empty(t, d.Deps().Monitor.Silences())
	require.Empty(t, d.Deps().Store.MonitorState().Silences)
}

func TestLimits(t *testing.T) {
	t.Parallel()
	d := deck(t)
	limit := func() store.AlertLimit { return d.Deps().Store.AlertLimit(config.AlertSlow) }
	change := func(typed string) {
		d.Press("enter", "ctrl+u", typed, "enter")
	}
	d.Press("tab", "down", "down")
	change("never")
	d.Shows(`"never": must be a duration such as 1.5s or 2m, or off`)
	d.Press("esc")
	change("0.5")
	require.Contains(t, d.LineWith("gap over"), "500ms")
	require.Contains(t, d.LineWith("gap over"), "changed here")
	require.Equal(t, 500*time.Millisecond, d.Deps().Monitor.GapLimit())
	change("off")
	require.Contains(t, d.LineWith("gap over"), "off")
	require.Zero(t, d.Deps().Monitor.GapLimit())
	change("2s")
	require.Equal(t, store.AlertLimit{}, limit(), "as in the config file")
	change("3s")
	d.WriteConfigFile("[alerts]\nslow.over = \"5s\"\nfew_votes.under = 80\n")
	require.Equal(t, 3*time.Second, d.Deps().Monitor.GapLimit(), "what was changed here has precedence")
	require.Contains(t, d.LineWith("votes under"), "80 %")
	change(" ")
	require.Equal(t, 5*time.Second, d.Deps().Monitor.GapLimit())

	d.Press("down")
	change("101")
	d.Shows(`"101": must be a whole number from 1 to 100, or off`)
	d.Press("esc")
	change("0")
	require.Contains(t, d.LineWith("votes under"), "off")
	d.Press("down", "down")
	change("0s")
	require.Contains(t, d.LineWith("node down "), "at once")
	d.Press("down", "down", "enter") // forks have no limit
	require.Equal(t, config.Off, d.Deps().Monitor.Rules()[config.AlertFork].Severity)
	d.Press("enter")
	require.Equal(t, config.Critical, d.Deps().Monitor.Rules()[config.AlertFork].Severity)
	require.Equal(t, store.AlertLimit{}, d.Deps().Store.AlertLimit(config.AlertFork))
}

func TestTurnedOffInTheConfigFile(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 36, tuitest.Setup{Handler: tuitest.Node{Records: 57}, Config: "[alerts]\nslow.severity = \"off\"\n"})
	d.Press("esc", ":", "alerts", "enter", "down", "down")
	require.Contains(t, d.LineWith("gap over"), "off")
	d.Press("enter", "ctrl+u", "2s", "enter")
	require.Contains(t, d.LineWith("gap over"), "2s")
	require.Equal(t, config.Warning, d.Deps().Monitor.Rules()[config.AlertSlow].Severity)
}

func TestFollowOpensTheNewestBlocks(t *testing.T) {
	t.Parallel()
	for _, keys := range [][]string{nil, {"tab"}} {
		d := deck(t)
		d.Press(keys...)
		d.Press("f")
		require.Contains(t, d.Crumb(), "Blocks")
		d.ReceiveUntil("48,211,907")
		require.Contains(t, d.SelectedRow(), "48,211,907")
	}
}

// The receivers of alerts say what they took, and why they did not.
func TestDeliveries(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer server.Close()
	d := tuitest.New(t, 110, 44, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: tuitest.NewChain()}, Options: func(o *tui.Options) {
		o.Reading.Settings.AlertCommand = []string{filepath.Join(t.TempDir(), "nowhere")}
		o.Reading.Settings.AlertWebhook = server.URL
		o.Reading.Settings.Receivers = []config.Receiver{{Name: "pager", URL: server.URL, Format: "json", Severity: "critical"}}
	}})
	d.Press("esc", ":", "alerts", "enter")
	row := func(name string) string { return strings.Join(strings.Fields(d.LineWith("│   "+name)), " ") }
	d.Shows("Receivers")
	require.Contains(t, row("receiver pager"), "pager 0 0 nothing sent yet")
	raise(d)
	require.Contains(t, row("alert webhook"), "webhook 4 0 sent ")
	require.Contains(t, row("receiver pager"), "pager 2 0 sent ")
	require.Contains(t, row("alert command"), "command 0 0 failed: ")
	d.Shows("1 of 3 receivers failing")
	d.Press("tab")
	for _, words := range []string{"not sent to alert command: ", "sent to alert webhook ", "receiver pager"} {
		require.Contains(t, d.CopyForms()["deliveries"], words)
	}
	d.Press("esc") // the banner
	d.Shows("not sent to alert command: ")
	d.Resize(80, 24)
	d.Hides("Receivers")
}
