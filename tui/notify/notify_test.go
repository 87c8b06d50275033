package notify_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/config"
	"foredeck/tui/live"
	"foredeck/tui/notify"
	"foredeck/tui/store"
	"foredeck/tui/text"
)

func began() time.Time { return time.Date(2026, 11, 21, 12, 4, 29, 500_000_000, time.UTC) }

// missed returns an alert about 17 missed votes.
func missed() live.Alert {
	return live.Alert{
		Condition: live.Condition{
			Kind: config.AlertMissed, Number: 3, Severity: config.Critical, Began: began(), Ended: began().Add(17 * time.Second),
			Facts: live.Facts{Height: new(uint64(1_567)), SinceHeight: new(uint64(1_550)), Count: 17, Member: new(0)},
		},
		Phase: live.End, At: began().Add(17 * time.Second), Text: text.Const("your validator (00) voting again at 1,567 after 17 misses"),
	}
}

func numbered(number uint64) live.Alert {
	alert := missed()
	alert.Facts.Count = number
	return alert
}

func TestFacts(t *testing.T) {
	t.Parallel()
	message := notify.NewMessage("testnet", missed())
	document := `{"text":"your validator (00) voting again at 1,567 after 17 misses","id":"missed-1795262669-3","kind":"missed","phase":"end","severity":"critical",` +
		`"network":"testnet","time":"2026-11-21T12:04:46.5Z","time_us":1795262686500000,"since":"2026-11-21T12:04:29.5Z","duration_s":17,` +
		`"height":1567,"since_height":1550,"count":17,"member":0}`
	require.Equal(t, document, string(message.JSON()))
	require.Equal(t, []string{
		"FOREDECK_ALERT=your validator (00) voting again at 1,567 after 17 misses", "FOREDECK_ALERT_ID=missed-1795262669-3", "FOREDECK_ALERT_KIND=missed",
		"FOREDECK_PHASE=end", "FOREDECK_SEVERITY=critical", "FOREDECK_NETWORK=testnet", "FOREDECK_TIME=2026-11-21T12:04:46.5Z", "FOREDECK_TIME_US=1795262686500000",
		"FOREDECK_SINCE=2026-11-21T12:04:29.5Z", "FOREDECK_DURATION_S=17", "FOREDECK_HEIGHT=1567", "FOREDECK_SINCE_HEIGHT=1550", "FOREDECK_COUNT=17", "FOREDECK_MEMBER=0",
		"FOREDECK_ALERT_JSON=" + document,
	}, message.Environment())

	alert := missed()
	alert.Phase, alert.Facts = live.Begin, live.Facts{Node: "a\x00\x1b[2J", Error: "<b> & \u202e"}
	message = notify.NewMessage("x", alert)
	environment := strings.Join(message.Environment(), "\n")
	require.NotContains(t, environment, "DURATION", "unknown at the begin")
	require.Contains(t, environment, "FOREDECK_NODE=a␀␛[2J\nFOREDECK_ERROR=<b> & <U+202E>\n")
}

func TestCommand(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("needs sh")
	}
	file := filepath.Join(t.TempDir(), "facts")
	n := notify.New(t.Context())
	to := notify.Receivers{Command: []string{"sh", "-c", `echo "$FOREDECK_COUNT $FOREDECK_ALERT_JSON" >> "$0"`, file}, Network: "testnet"}
	var waits []func() []text.Safe
	for number := range uint64(20) {
		waits = append(waits, n.Send(to, numbered(number+1)))
	}
	for _, wait := range waits {
		require.Empty(t, wait())
	}
	content, err := os.ReadFile(file)
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSpace(string(content)), "\n")
	require.Len(t, lines, 20)
	for i, line := range lines {
		count, document, _ := strings.Cut(line, " ")
		var sent notify.Message
		require.NoError(t, json.Unmarshal([]byte(document), &sent))
		require.Equal(t, uint64(i+1), sent.Count, "in order")
		require.Equal(t, strconv.Itoa(i+1), count)
	}

	to.Command = []string{filepath.Join(t.TempDir(), "nowhere")}
	failures := n.Send(to, missed())()
	require.Len(t, failures, 1)
	require.Contains(t, failures[0].String(), "alert command failed: ")
	require.Empty(t, n.Send(to, missed())(), "reported once")
	to.Command = []string{"true"}
	require.Empty(t, n.Send(to, missed())())
	to.Command = []string{"false"}
	require.Equal(t, "alert command failed: exit status 1", n.Send(to, missed())()[0].String(), "reported again after a success")
}

func TestWebhook(t *testing.T) {
	t.Parallel()
	message := notify.NewMessage("testnet", missed())
	bodies := make(chan string, 1)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		bodies <- string(body)
	}))
	defer server.Close()
	send := func(address string) []text.Safe {
		return notify.New(t.Context()).Send(notify.Receivers{Webhook: address, Network: "testnet"}, missed())()
	}
	require.Empty(t, send(server.URL))
	require.Equal(t, string(message.JSON()), <-bodies)

	moved := httptest.NewServer(http.RedirectHandler(server.URL, http.StatusTemporaryRedirect))
	defer moved.Close()
	failures := send(moved.URL + "/secret")
	require.Len(t, failures, 1)
	require.Regexp(t, `^alert webhook failed: 127.0.0.1:\d+: redirects to another address: set that in alert_webhook$`, failures[0].String())
}

// A webhook that hangs delays neither the command nor the caller, and its failure is reported once.
func TestHangingWebhook(t *testing.T) {
	t.Parallel()
	hang := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-hang }))
	defer server.Close()
	defer close(hang)
	file := filepath.Join(t.TempDir(), "ran")
	n := notify.New(t.Context())
	n.Send(notify.Receivers{Webhook: server.URL}, missed())
	require.Empty(t, n.Send(notify.Receivers{Command: []string{os.Args[0], "-test.run=^$", "-test.testlogfile=" + file}}, missed())())
	require.FileExists(t, file)
}

// Alerts that a receiver is too slow for are dropped, which is reported once.
func TestSlowReceiver(t *testing.T) {
	t.Parallel()
	hang, arrived := make(chan struct{}), make(chan struct{}, 2500)
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		arrived <- struct{}{}
		<-hang
	}))
	defer server.Close()
	n := notify.New(t.Context())
	waits := []func() []text.Safe{n.Send(notify.Receivers{Webhook: server.URL}, missed())}
	<-arrived
	for range 2100 {
		waits = append(waits, n.Send(notify.Receivers{Webhook: server.URL}, missed()))
	}
	close(hang)
	var failures []text.Safe
	for _, wait := range waits {
		failures = append(failures, wait()...)
	}
	require.Equal(t, []text.Safe{text.Const("alert webhook failed: too slow: some alerts were not sent")}, failures)
	require.Len(t, arrived, 1999, "the newest")
}

// Of several processes on one state file, one runs the command for each alert and calls the webhook. They need not see it at the same
// time or with the same number.
func TestOneProcessSends(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("needs sh")
	}
	for _, processes := range []int{2, 4} {
		folder := t.TempDir()
		ran := filepath.Join(folder, "ran")
		var posted atomic.Int32
		server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { posted.Add(1) }))
		defer server.Close()
		var notifiers []*notify.Notifier
		var receivers []notify.Receivers
		for range processes {
			state, err := store.Open(filepath.Join(folder, "state"))
			require.NoError(t, err)
			notifiers = append(notifiers, notify.New(t.Context()))
			receivers = append(receivers, notify.Receivers{
				Command: []string{"sh", "-c", `echo "$FOREDECK_PHASE" >> "$0"`, ran}, Webhook: server.URL, Network: "testnet", Store: state,
			})
		}
		const alerts = 3
		var waits []func() []text.Safe
		for number := range alerts {
			for i, n := range notifiers {
				alert := numbered(uint64(number))
				alert.Number, alert.At = uint64(10*i+number), alert.At.Add(time.Duration(number)*time.Minute+time.Duration(i)*time.Second)
				waits = append(waits, n.Send(receivers[i], alert))
			}
		}
		for _, wait := range waits {
			require.Empty(t, wait())
		}
		content, err := os.ReadFile(ran)
		require.NoError(t, err)
		require.Equal(t, strings.Repeat("end\n", alerts), string(content), "%d processes", processes)
		require.EqualValues(t, alerts, posted.Load())
	}
}

// An alert that cannot be agreed on with other processes is sent.
func TestUnusableStateDoesNotKeepAlertsBack(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "folder")
	state, err := store.Open(filepath.Join(folder, "state"))
	require.NoError(t, err, "there is none yet")
	require.NoError(t, os.WriteFile(folder, nil, 0o600)) // a file, so that no state can be written
	ran := filepath.Join(t.TempDir(), "ran")
	to := notify.Receivers{Command: []string{os.Args[0], "-test.run=^$", "-test.testlogfile=" + ran}, Store: state}
	require.Empty(t, notify.New(t.Context()).Send(to, missed())())
	require.FileExists(t, ran)
}
