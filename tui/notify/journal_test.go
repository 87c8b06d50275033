package notify_test

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/config"
	"foredeck/tui/live"
	"foredeck/tui/notify"
	"foredeck/tui/text"
)

// What became of each alert is known for each receiver: when it was sent, why it was not, and that it is tried again.
func TestDelivered(t *testing.T) {
	t.Parallel()
	busy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) }))
	defer busy.Close()
	fine := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer fine.Close()
	n := notify.New(t.Context())
	alert := missed()
	alert.Phase, alert.Severity, alert.At = live.Begin, config.Warning, time.Now()
	require.Nil(t, n.Delivered(alert.ID()))
	to := notify.Receivers{Command: []string{filepath.Join(t.TempDir(), "nowhere")}, Webhook: busy.URL, Services: []config.Receiver{
		{Name: "pager", URL: fine.URL, Format: "json", Severity: "critical"}, {Name: "chat", URL: fine.URL, Format: "json", Severity: "info"},
	}}
	n.Send(to, alert)()
	clock := func(time.Time) text.Safe { return text.Const("14:02:03") }
	var said []string
	for _, delivery := range n.Delivered(alert.ID()) {
		said = append(said, delivery.Describe(clock).String())
	}
	require.Len(t, said, 4)
	require.Contains(t, said, "sent to receiver chat 14:02:03")
	require.Contains(t, said, "not sent to receiver pager: it does not take alerts of the severity warning")
	require.Regexp(t, "^not sent to alert command: .*nowhere", said[0])
	require.Regexp(t, "^alert webhook will be tried again: .*503", said[1])

	alert.Phase = live.End
	n.Send(notify.Receivers{Services: to.Services[1:]}, alert)()
	require.Equal(t, "sent to receiver chat (end) 14:02:03", n.Delivered(alert.ID())[3].Describe(clock).String())
	for number := range uint64(600) {
		other := missed()
		other.Number = 1000 + number
		n.Send(notify.Receivers{Services: to.Services[:1]}, other)
	}
	require.Nil(t, n.Delivered(alert.ID()), "the newest are remembered")
}
