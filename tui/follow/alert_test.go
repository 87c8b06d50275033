package follow_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/tui"
	"foredeck/tui/live"
	"foredeck/tui/notify"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/text"
	"foredeck/tui/tuitest"
)

// report raises an alert about a price.
func report(d *tuitest.Deck, condition string) {
	d.Deps().Raise(d.Deps().Monitor.Cross(condition, live.Facts{Pair: "move_usdt", Condition: condition, Price: "0.6201", State: "crossed up"}, true, d.Now()))
	d.Send(screen.SpinnerMsg{}) // delivers what was posted
}

// down reports that the node does not respond, or that it does again.
func down(d *tuitest.Deck, isDown bool) {
	update := client.BlockUpdate{Kind: client.NodeBack}
	if isDown {
		update.Kind = client.NodeSilent
	}
	d.Deps().Raise(d.Deps().Monitor.Update(update, d.Now()))
	d.Send(screen.SpinnerMsg{}) // delivers what was posted
}

func TestReceivers(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("needs sh")
	}
	facts := filepath.Join(t.TempDir(), "facts")
	var posted []notify.Message
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var message notify.Message
		_ = json.Unmarshal(body, &message)
		posted = append(posted, message)
	}))
	defer server.Close()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Options: func(o *tui.Options) {
		o.Reading.Settings.AlertCommand = []string{"sh", "-c", `echo "$FOREDECK_PHASE $FOREDECK_ALERT_KIND $FOREDECK_NETWORK" >> "$0"`, facts}
		o.Reading.Settings.AlertWebhook = server.URL
	}})
	down(d, true)
	down(d, false)
	content, err := os.ReadFile(facts)
	require.NoError(t, err)
	require.Equal(t, "begin node_down simulated\nend node_down simulated\n", string(content))
	require.Len(t, posted, 2)
	require.Equal(t, posted[0].ID, posted[1].ID)

	d.Deps().Monitor.AddSilence(live.Silence{})
	down(d, true)
	require.Len(t, posted, 2, "silenced")
	require.Equal(t, 1, strings.Count(d.Bell.String(), "\a"), "the end does not ring")

	d = tuitest.New(t, 100, 30, tuitest.Setup{Options: func(o *tui.Options) {
		o.Replayed, o.Reading.Settings.AlertCommand = true, []string{"sh", "-c", `touch "$0"`, facts + "2"}
	}})
	report(d, "> 0.62")
	require.NoFileExists(t, facts+"2", "a recording runs no command")
	require.Zero(t, d.Bell.Len())
	d.Press("esc", ":", "alerts", "enter")
	d.Shows("move_usdt > 0.62")

	d = tuitest.New(t, 100, 30, tuitest.Setup{Options: func(o *tui.Options) {
		o.Reading.Settings.AlertCommand = []string{filepath.Join(t.TempDir(), "nowhere")}
	}})
	report(d, "x")
	d.Shows("! alert command failed:")
}

// The header counts open critical conditions, and the title shows the newest alert until it is seen or has ended.
func TestMarkAndTitle(t *testing.T) {
	t.Parallel()
	var terminal bytes.Buffer
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}, Options: func(o *tui.Options) { o.Terminal = &terminal }})
	d.Hides("local !1")
	down(d, true)
	d.Shows("local !1", "! alert: node down")
	require.Contains(t, terminal.String(), "\a\x1b]2;! node down · foredeck\a")
	report(d, "> 0.62")
	require.True(t, strings.HasSuffix(terminal.String(), "\a\x1b]2;! move_usdt > 0.62: crossed up at 0.6201 · foredeck\a"))
	down(d, false)
	d.Hides("local !1")
	require.True(t, strings.HasSuffix(terminal.String(), "\x1b]2;! move_usdt > 0.62: crossed up at 0.6201 · foredeck\a"))
	d.Press("esc")
	require.True(t, strings.HasSuffix(terminal.String(), "\x1b]2;foredeck\a"), "seen")
	length := terminal.Len()
	d.Press("down")
	require.Equal(t, length, terminal.Len())
}

// The message of an alert stays until a key is pressed: those of failed requests do not hide it, as in an outage.
func TestAlertStays(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	failed := screen.StatusMsg{Text: text.Const("no response · r retry"), Warn: true}
	down(d, true)
	d.Send(failed)
	d.Shows("! alert: node down")
	report(d, "> 0.62")
	d.Shows("! alert: move_usdt > 0.62")
	d.Press("esc")
	d.Hides("! alert")
	d.Send(failed)
	d.Shows("! no response")
}

// Screen reader mode rings the bell and leaves the window title alone: it sends no escape sequences.
func TestNoTitleInLineMode(t *testing.T) {
	t.Parallel()
	var terminal bytes.Buffer
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}, Options: func(o *tui.Options) { o.Terminal = &terminal }})
	tui.NewLineMode(d.Model, io.Discard)
	down(d, true)
	down(d, false)
	d.Press("esc")
	require.Equal(t, "\a", terminal.String())
}

// A desktop notification comes with the bell, not with the end of a condition.
func TestDesktopNotification(t *testing.T) {
	t.Parallel()
	var terminal bytes.Buffer
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}, Options: func(o *tui.Options) {
		o.Terminal, o.Desktop = &terminal, func(message text.Safe) string { return "<" + message.String() + ">" }
	}})
	down(d, true)
	require.True(t, strings.HasSuffix(terminal.String(), "\a\x1b]2;! node down · foredeck\a<node down>"), "%q", terminal.String())
	down(d, false)
	require.Equal(t, 1, strings.Count(terminal.String(), "<"))
}

// Open conditions and past ones survive a restart, which does not ring again.
func TestRestart(t *testing.T) {
	t.Parallel()
	setup := tuitest.Setup{Handler: tuitest.Node{Records: 57}, Store: tuitest.EmptyStore(t)}
	d := tuitest.New(t, 100, 30, setup)
	down(d, true)
	report(d, "> 0.62")
	d.Wait(1)
	d = tuitest.New(t, 100, 30, setup)
	require.Zero(t, strings.Count(d.Bell.String(), "\a"))
	d.Press("esc", ":", "alerts", "enter")
	d.Shows("1 open · 2 alerts", "critical", "node down", "move_usdt > 0.62")
}

// Decks on one state run the alert command once for each alert that they all raise, also when the one that ran it is gone.
func TestDecksOnOneState(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("needs sh")
	}
	for _, count := range []int{2, 4} {
		folder := t.TempDir()
		ran := filepath.Join(folder, "ran")
		var decks []*tuitest.Deck
		for range count {
			state, err := store.Open(filepath.Join(folder, "state"))
			require.NoError(t, err)
			decks = append(decks, tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}, Store: state, Options: func(o *tui.Options) {
				o.Reading.Settings.AlertCommand = []string{"sh", "-c", `echo "$FOREDECK_PHASE" >> "$0"`, ran}
			}}))
		}
		for _, d := range decks {
			down(d, true)
		}
		for _, isDown := range []bool{false, true} {
			for _, d := range decks[1:] { // the one that sent it is killed
				down(d, isDown)
			}
		}
		content, err := os.ReadFile(ran)
		require.NoError(t, err)
		require.Equal(t, "begin\nend\nbegin\n", string(content), "%d decks", count)
	}
}

// moved moves the mean price of move_usdt, and waits until a deck that polls has seen it.
func moved(to float64, decks ...*tuitest.Deck) {
	for _, d := range decks {
		d.MeanPrices["move_usdt"] = to
	}
	for range 15 {
		for _, d := range decks {
			d.Wait(1)
		}
	}
}

// ringing counts the times that a deck rings for alerts on move_usdt.
type ringing struct{ count int }

func (r *ringing) Write(written []byte) (int, error) {
	if bytes.HasPrefix(written, []byte("\a\x1b]2;! move_usdt")) {
		r.count++
	}
	return len(written), nil
}

// A price alert rings once on every screen, with an overlay open, while prices are paused, and for a pair that is not on screen.
func TestPriceAlertRingsEverywhere(t *testing.T) {
	t.Parallel()
	var terminal ringing
	d := tuitest.New(t, 100, 30, tuitest.Setup{
		Handler: tuitest.Node{Records: 57}, Pairs: []string{"move_usdt", "btc_usdt"}, Store: tuitest.EmptyStore(t), Options: func(o *tui.Options) { o.Terminal = &terminal },
	})
	d.Press(":", "move_usdt", "enter")
	d.Wait(3)
	d.Press("a", "> 0.7", "enter")
	rings := 0
	for _, keys := range [][]string{
		{"esc", "esc"}, {":", "blocks", "enter"}, {":", "btc_usdt", "enter"}, {":", "move_usdt", "enter"}, {"p"}, {"?"}, {"esc", "esc", ":", "settings", "enter"}, {":"}, {"esc", "/"},
	} {
		d.Press(keys...)
		moved(0.6, d)
		require.Equal(t, rings, terminal.count, "%v", keys)
		moved(0.8, d)
		rings++
		require.Equal(t, rings, terminal.count, "%v", keys)
	}
}

// What price alerts report stays on screen until it is acknowledged, all of them. Decks on one state ring once together, and show it both.
func TestBanner(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "state")
	var terminal ringing
	deck := func() *tuitest.Deck {
		state, err := store.Open(path)
		require.NoError(t, err)
		return tuitest.New(t, 160, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}, Pairs: []string{"move_usdt", "btc_usdt"}, Store: state, Options: func(o *tui.Options) { o.Terminal = &terminal }})
	}
	first := deck()
	first.Press(":", "move_usdt", "enter")
	first.Wait(3)
	first.Press("a", "> 0.7", "enter", "a", "> 0.75", "enter")
	second := deck()
	moved(0.6, first, second)
	first.Press("a", "> 0.72", "enter") // the second deck learns of it
	moved(0.8, first, second)
	require.Equal(t, 3, terminal.count)
	for _, d := range []*tuitest.Deck{first, second} {
		d.Press("down", "up")
		d.Shows("! alert: move_usdt > 0.72: crossed up at 0.", "move_usdt > 0.75: crossed up at 0.", " · ! chart · esc acknowledges")
		d.Press("esc")
		d.Hides("crossed up at")
	}
	first.Press("A")
	first.Shows("Price alerts")
	require.Len(t, second.Deps().Store.Alerts(), 3)
	first.Deps().Prices.RemoveAlert(first.Deps().Store.Alerts()[0])
	moved(0.8, first, second)
	require.Len(t, second.Deps().Store.Alerts(), 2, "one that was removed elsewhere does not come back")
}

// A key leads from the banner to the chart, with the crosshair on the bar in which the alert rang, one alert after the other, from any screen;
// so does enter on the alert in their list, later too.
func TestBannerLeadsToTheChart(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 160, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}, Pairs: []string{"move_usdt", "btc_usdt"}})
	d.Press(":", "move_usdt", "enter")
	d.Wait(3)
	d.Press("a", "> 0.7", "enter", "a", "> 0.75", "enter")
	moved(0.6, d)
	d.Press(":", "btc_usdt", "enter")
	moved(0.8, d)
	rang := d.Deps().Monitor.Open()
	require.Len(t, rang, 2)
	d.Press("down", "up")
	d.Shows("> 0.75: crossed up at 0.", "> 0.7: crossed up at 0.", rang[1].Began.Format("15:04:05"))
	d.AdvanceClock(2 * time.Hour) // until later bars
	d.Wait(40)
	d.Press("!")
	require.Contains(t, d.Crumb(), "move_usdt")
	d.Shows(rang[1].Began.Truncate(time.Hour).Format("01-02 15:04") + " UTC  O ")
	d.Hides("> 0.75: crossed up at 0.")
	require.True(t, d.Deps().Monitor.Open()[1].Acknowledged)
	require.False(t, d.Deps().Monitor.Open()[0].Acknowledged)
	d.Press("!")
	d.Hides("crossed up at 0.")

	d.Press("esc")
	d.Send(screen.OpenScreenMsg{Name: "alerts"})
	d.Press("enter")
	d.Shows(rang[1].Began.Truncate(time.Hour).Format("01-02 15:04") + " UTC  O ")
}

// With window_title, the title follows what matters most on the screen, is written only when that changes, gives way to an alert, and comes
// back once it was seen.
func TestWindowTitle(t *testing.T) {
	t.Parallel()
	var terminal bytes.Buffer
	d := tuitest.New(t, 100, 30, tuitest.Setup{
		Config: "window_title = true\n", Handler: tuitest.Node{Records: 57}, Options: func(o *tui.Options) { o.Terminal = &terminal },
	})
	d.Press("treasury") // Home shows what is typed
	d.Wait(1)
	require.True(t, strings.HasSuffix(terminal.String(), "\x1b]2;> treasury\a"), "%q", terminal.String())
	shown := terminal.String()[strings.LastIndex(terminal.String(), "\x1b"):]
	length := terminal.Len()
	d.Wait(1)
	require.Equal(t, length, terminal.Len(), "nothing changed")
	down(d, true)
	require.True(t, strings.HasSuffix(terminal.String(), "\x1b]2;! node down · foredeck\a"), "%q", terminal.String())
	d.Press("x", "backspace")
	require.True(t, strings.HasSuffix(terminal.String(), shown), "%q", terminal.String())
}

// The message row says what the condition is now, as the vote grid above it does: not the count of its begin.
func TestMessageFollowsTheCondition(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	monitor := d.Deps().Monitor
	d.Deps().Raise(monitor.SetValidator(live.Validator{Member: new(1)}, d.Now()))
	evaluate := func(height uint64, isMissed bool) {
		row := live.NewRow(client.Block{Height: height, Certificate: &client.Certificate{Voters: []bool{true, !isMissed, true, true}}})
		d.Deps().Raise(monitor.Block(&row, d.Now()))
		d.Send(screen.SpinnerMsg{}) // delivers what was posted
	}
	const first = 1_000_000
	for height := range uint64(12) {
		evaluate(first+height, true)
	}
	require.Contains(t, d.Frame(), "! alert: your validator (01) stopped voting at 1,000,000 (12 misses so far)")
	d.Press("down")
	evaluate(first+12, true)
	require.NotContains(t, d.Frame(), "misses so far", "the key ended the message")
}
