package notify_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/config"
	"foredeck/tui/live"
	"foredeck/tui/notify"
	"foredeck/tui/text"
)

// down returns an alert about a node, in a phase.
func down(phase live.Phase) live.Alert {
	alert := live.Alert{
		Condition: live.Condition{Kind: config.AlertNodeDown, Number: 3, Severity: config.Critical, Began: began(), Facts: live.Facts{Node: "h:1"}},
		Phase:     phase, At: began(), Text: text.Const("node h:1 down: refused"),
	}
	if phase == live.End {
		alert.Ended = began().Add(time.Minute)
		alert.At, alert.Text = alert.Ended, text.Const("node h:1 up again after 1m")
	}
	return alert
}

// Each service gets the form that its documentation has.
func TestServices(t *testing.T) {
	t.Parallel()
	type request struct{ path, token, body string }
	for name, c := range map[string]struct {
		receiver   config.Receiver
		begin, end request
	}{
		"slack": {
			config.Receiver{Format: "slack"},
			request{"/hook", "", `{"text":"[critical] testnet: node h:1 down: refused"}`},
			request{"/hook", "", `{"text":"[ended] testnet: node h:1 up again after 1m"}`},
		},
		"discord": {
			config.Receiver{Format: "discord"},
			request{"/hook", "", `{"allowed_mentions":{"parse":[]},"content":"[critical] testnet: node h:1 down: refused"}`},
			request{"/hook", "", `{"allowed_mentions":{"parse":[]},"content":"[ended] testnet: node h:1 up again after 1m"}`},
		},
		"telegram": {
			config.Receiver{Format: "telegram", To: "-100", Key: config.Secret{Variable: "KEY"}},
			request{"/hook/botsecret/sendMessage", "", `{"chat_id":"-100","text":"[critical] testnet: node h:1 down: refused"}`},
			request{"/hook/botsecret/sendMessage", "", `{"chat_id":"-100","text":"[ended] testnet: node h:1 up again after 1m"}`},
		},
		"ntfy": {
			config.Receiver{Format: "ntfy", To: "ops", Key: config.Secret{Variable: "KEY"}},
			request{"/hook", "Bearer secret", `{"message":"node h:1 down: refused","priority":5,"title":"foredeck testnet","topic":"ops"}`},
			request{"/hook", "Bearer secret", `{"message":"node h:1 up again after 1m","priority":3,"title":"foredeck testnet","topic":"ops"}`},
		},
		"alertmanager": {
			config.Receiver{Format: "alertmanager"},
			request{"/hook/api/v2/alerts", "", `[{"annotations":{"summary":"node h:1 down: refused"},"endsAt":"2026-11-22T12:04:29.5Z",` +
				`"labels":{"alertname":"foredeck_node_down","id":"node_down-1795262669-3","network":"testnet","node":"h:1","severity":"critical"},"startsAt":"2026-11-21T12:04:29.5Z"}]`},
			request{"/hook/api/v2/alerts", "", `[{"annotations":{"summary":"node h:1 up again after 1m"},"endsAt":"2026-11-21T12:05:29.5Z",` +
				`"labels":{"alertname":"foredeck_node_down","id":"node_down-1795262669-3","network":"testnet","node":"h:1","severity":"critical"},"startsAt":"2026-11-21T12:04:29.5Z"}]`},
		},
		"pagerduty": {
			config.Receiver{Format: "pagerduty", Key: config.Secret{Variable: "KEY"}},
			request{"/hook", "", `{"dedup_key":"testnet/node_down-1795262669-3","event_action":"trigger","payload":{"component":"node_down","custom_details":{"text":"node h:1 down: refused",` +
				`"id":"node_down-1795262669-3","kind":"node_down","phase":"begin","severity":"critical","network":"testnet","time":"2026-11-21T12:04:29.5Z","time_us":1795262669500000,` +
				`"since":"2026-11-21T12:04:29.5Z","node":"h:1"},"group":"testnet","severity":"critical","source":"h:1","summary":"node h:1 down: refused","timestamp":"2026-11-21T12:04:29.5Z"},` +
				`"routing_key":"secret"}`},
			request{"/hook", "", `{"dedup_key":"testnet/node_down-1795262669-3","event_action":"resolve","payload":{"component":"node_down","custom_details":{"text":"node h:1 up again after 1m",` +
				`"id":"node_down-1795262669-3","kind":"node_down","phase":"end","severity":"critical","network":"testnet","time":"2026-11-21T12:05:29.5Z","time_us":1795262729500000,` +
				`"since":"2026-11-21T12:04:29.5Z","duration_s":60,"node":"h:1"},"group":"testnet","severity":"critical","source":"h:1","summary":"node h:1 up again after 1m","timestamp":"2026-11-21T12:05:29.5Z"},` +
				`"routing_key":"secret"}`},
		},
		"body": {
			config.Receiver{Format: "json", Body: `{content: .text, at: .time_us, phase}`, Key: config.Secret{Variable: "KEY"}},
			request{"/hook", "Bearer secret", `{"at":1795262669500000,"content":"node h:1 down: refused","phase":"begin"}`},
			request{"/hook", "Bearer secret", `{"at":1795262729500000,"content":"node h:1 up again after 1m","phase":"end"}`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := make(chan request, 4)
			server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				got <- request{r.URL.Path, r.Header.Get("Authorization"), string(body)}
			}))
			defer server.Close()
			c.receiver.Name, c.receiver.URL, c.receiver.Severity = "it", server.URL+"/hook", "warning"
			to := notify.Receivers{Services: []config.Receiver{c.receiver}, Network: "testnet", Environment: func(string) string { return "secret" }}
			n := notify.New(t.Context())
			for _, phase := range []live.Phase{live.Begin, live.End} {
				require.Empty(t, n.Send(to, down(phase))())
			}
			require.Equal(t, c.begin, <-got)
			require.Equal(t, c.end, <-got)
			outcomes := n.Try(t.Context(), to)
			require.Len(t, outcomes, 1)
			require.NoError(t, outcomes[0].Err)
			require.Contains(t, (<-got).body, "nothing is wrong")
			require.Contains(t, (<-got).body, "nothing is wrong")
		})
	}
}

// A receiver gets alerts of its severity and above; what fails is named, without the key.
func TestServiceSeverityAndErrors(t *testing.T) {
	t.Parallel()
	posts := make(chan string, 4)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		posts <- r.URL.Path
		if r.URL.Path != "/" {
			w.WriteHeader(http.StatusForbidden)
		}
	}))
	defer server.Close()
	n := notify.New(t.Context())
	to := notify.Receivers{Services: []config.Receiver{{Name: "ops", URL: server.URL, Format: "slack", Severity: "critical"}}, Network: "testnet"}
	alert := down(live.Begin)
	alert.Severity = config.Warning
	require.Empty(t, n.Send(to, alert)())
	require.Empty(t, posts)
	alert.Severity = config.Critical
	require.Empty(t, n.Send(to, alert)())
	require.Equal(t, "/", <-posts)

	to.Services = []config.Receiver{{Name: "bot", URL: server.URL, Format: "telegram", To: "1", Severity: "info", Key: config.Secret{Variable: "KEY"}}}
	to.Environment = func(string) string { return "hidden" }
	failures := n.Send(to, alert)()
	require.Len(t, failures, 1)
	require.Regexp(t, `^receiver bot failed: 127\.0\.0\.1:\d+ responded with 403 Forbidden$`, failures[0].String())
	to.Services[0].Key = config.Secret{File: "/nowhere/key"}
	require.Contains(t, n.Try(t.Context(), to)[0].Err.Error(), "its key: open /nowhere/key")
	require.NoError(t, notify.CheckBody(`{a: .text}`))
	require.ErrorContains(t, notify.CheckBody(`{a: .text`), "body: ")
	require.ErrorContains(t, notify.CheckBody(`empty`), "no result")
}
