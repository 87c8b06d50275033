package notify

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/itchyny/gojq"

	"foredeck/client/move"
	"foredeck/config"
	"foredeck/tui/live"
	"foredeck/tui/text"
)

// openAlert is how long Alertmanager keeps an alert that has not ended. Reminders renew it.
const openAlert = 24 * time.Hour

// accepts reports whether a receiver gets alerts of a severity.
func accepts(r *config.Receiver, severity string) bool {
	var least, given config.Severity
	if least.UnmarshalText([]byte(r.Severity)) != nil || given.UnmarshalText([]byte(severity)) != nil {
		return true
	}
	return given >= least
}

// postTo sends a message to a service.
func (n *Notifier) postTo(ctx context.Context, r *config.Receiver, environment func(string) string, m *Message) error {
	key, err := r.Key.Read(ctx, "", environment)
	if err != nil {
		return fmt.Errorf("its key: %w", err)
	}
	body, err := bodyOf(ctx, r, m, key)
	if err != nil {
		return err
	}
	bearer := key
	if r.Format == "pagerduty" || r.Format == "telegram" {
		bearer = "" // it is in the body or the address
	}
	return n.client.PostAs(ctx, r.Address(key), bearer, body)
}

// bodyOf returns the body for a service.
func bodyOf(ctx context.Context, r *config.Receiver, m *Message, key string) ([]byte, error) {
	if r.Body != "" {
		return template(ctx, r.Body, m)
	}
	var body any
	switch r.Format {
	case "slack":
		body = map[string]string{"text": m.line()}
	case "discord":
		body = map[string]any{"content": m.line(), "allowed_mentions": map[string]any{"parse": []string{}}}
	case "telegram":
		body = map[string]string{"chat_id": r.To, "text": m.line()}
	case "ntfy":
		body = map[string]any{"topic": r.To, "title": "foredeck " + m.Network, "message": m.Text, "priority": m.priority()}
	case "pagerduty":
		body = pagerDuty(m, key)
	case "alertmanager":
		body = alertmanager(m)
	default:
		return m.JSON(), nil
	}
	encoded, err := move.EncodeJSON(body)
	return encoded, err
}

// line is the alert in one line.
func (m *Message) line() string {
	word := m.Severity
	switch live.Phase(m.Phase) {
	case live.End:
		word = "ended"
	case live.Reminder:
		word += ", reminder"
	}
	return fmt.Sprintf("[%s] %s: %s", word, m.Network, m.Text)
}

// priority is that of ntfy: 5 is the highest.
func (m *Message) priority() int {
	switch {
	case m.Phase == string(live.End) || m.Severity == config.Info.String():
		return 3
	case m.Severity == config.Critical.String():
		return 5
	}
	return 4
}

// pagerDuty returns an event of https://developer.pagerduty.com/docs/send-alert-event (Events v2).
func pagerDuty(m *Message, key string) any {
	action := "trigger"
	if m.Phase == string(live.End) {
		action = "resolve"
	}
	return map[string]any{
		"routing_key": key, "event_action": action, "dedup_key": m.Network + "/" + m.ID,
		"payload": map[string]any{
			"summary": text.Cut(text.Clean(m.Text), 1000).String(), "source": cmp.Or(m.Node, m.Network), "severity": m.Severity,
			"timestamp": m.Time, "component": m.Kind, "group": m.Network, "custom_details": json.RawMessage(m.JSON()),
		},
	}
}

// alertmanager returns the body of POST /api/v2/alerts of Prometheus Alertmanager. The labels of an alert are the same at its begin and its
// end; what has no end, such as a new epoch, is over after five minutes.
func alertmanager(m *Message) any {
	labels := map[string]string{"alertname": "foredeck_" + m.Kind, "network": m.Network, "severity": m.Severity, "id": m.ID}
	if m.Node != "" {
		labels["node"] = m.Node
	}
	ends := m.Time.Add(openAlert)
	switch isEvent := m.Kind == config.AlertEpoch.String() || m.Kind == config.AlertFork.String() && m.Node == ""; {
	case m.Phase == string(live.End):
		ends = m.Time
	case isEvent:
		ends = m.Time.Add(5 * time.Minute)
	}
	return []any{map[string]any{"labels": labels, "annotations": map[string]string{"summary": m.Text}, "startsAt": m.Since, "endsAt": ends}}
}

// template returns the first result of a program of jq on the JSON of a message.
func template(ctx context.Context, program string, m *Message) ([]byte, error) {
	query, err := gojq.Parse(program)
	if err != nil {
		return nil, fmt.Errorf("body: %w", err)
	}
	decoder := json.NewDecoder(bytes.NewReader(m.JSON()))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, err
	}
	result, ok := query.RunWithContext(ctx, value).Next()
	if err, failed := result.(error); failed {
		return nil, fmt.Errorf("body: %w", err)
	}
	if !ok {
		return nil, errors.New("body: the program has no result")
	}
	return gojq.Marshal(result)
}

// CheckBody reports why a program of jq cannot be the body of a receiver, nil if it can.
func CheckBody(program string) error {
	if strings.TrimSpace(program) == "" {
		return nil
	}
	m := NewMessage("testnet", live.Alert{Condition: live.Condition{Kind: config.AlertSilent, Severity: config.Critical}, Phase: live.Begin, At: time.Now()})
	_, err := template(context.Background(), program, &m)
	return err
}

// Outcome is what a receiver answered.
type Outcome struct {
	Receiver text.Safe
	Err      error // nil if it took the alert
}

// Try sends an alert that says that it is a test to each receiver once, whatever severity it gets.
func (n *Notifier) Try(ctx context.Context, to Receivers) (outcomes []Outcome) {
	now := time.Now()
	alert := live.Alert{
		Condition: live.Condition{Kind: config.AlertSilent, Severity: config.Critical, Began: now, Note: "this is a test of foredeck config check --try: nothing is wrong"},
		Phase:     live.Begin, At: now, Text: text.Const("this is a test of foredeck config check --try: nothing is wrong"),
	}
	begin := NewMessage(to.Network, alert)
	alert.Phase = live.End
	end := NewMessage(to.Network, alert) // closes what the begin opened
	all := n.of(&to)
	outcomes = make([]Outcome, len(all))
	var trying sync.WaitGroup
	for i, receiver := range all {
		outcomes[i].Receiver = receiver.queue.name
		trying.Go(func() {
			if outcomes[i].Err = receiver.send(ctx, &begin); outcomes[i].Err == nil {
				outcomes[i].Err = receiver.send(ctx, &end)
			}
		})
	}
	trying.Wait()
	return outcomes
}
