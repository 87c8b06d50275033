// Package notify sends alerts to the receivers of the user: the alert command and the webhook.
package notify

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"foredeck/client/move"
	"foredeck/tui/live"
	"foredeck/tui/text"
)

// Message is an alert as receivers get it: the body of the webhook, and the variables of the command. Values that are unknown or do
// not apply are absent.
type Message struct {
	Text            string    `json:"text"`
	ID              string    `json:"id"` // of the condition: the same at its begin, in reminders, and at its end
	Kind            string    `json:"kind"`
	Phase           string    `json:"phase"`
	Severity        string    `json:"severity"`
	Network         string    `json:"network"`
	Time            time.Time `json:"time"`                 // of the alert
	TimeMicros      int64     `json:"time_us"`              // the same in microseconds since 1970
	Since           time.Time `json:"since"`                // begin of the condition
	DurationSeconds *int64    `json:"duration_s,omitempty"` // since its begin; absent in the alert about that
	LateSeconds     int64     `json:"late_s,omitzero"`      // since the alert, if it could not be sent for more than a minute
	live.Facts
}

// NewMessage returns the message for an alert of a network.
func NewMessage(network string, alert live.Alert) Message {
	m := Message{
		Text: alert.Text.String(), ID: alert.ID(), Kind: alert.Kind.String(), Phase: string(alert.Phase), Severity: alert.Severity.String(), Network: network,
		Time: alert.At.UTC(), TimeMicros: alert.At.UnixMicro(), Since: alert.Began.UTC(), Facts: alert.Facts,
	}
	if alert.Phase != live.Begin {
		m.DurationSeconds = new(int64(alert.Duration(alert.At) / time.Second))
	}
	for _, remote := range []*string{&m.Network, &m.Node, &m.Error, &m.Validator, &m.Pair, &m.Price, &m.Condition, &m.Level, &m.Value, &m.State, &m.BackBelow, &m.BackAbove} {
		*remote = text.Clean(*remote).String()
	}
	return m
}

// JSON returns the message in JSON.
func (m *Message) JSON() []byte {
	encoded, _ := move.EncodeJSON(m) // its fields are strings, numbers and times
	return encoded
}

// variables are the names of the variables that do not consist of FOREDECK_ and the name in JSON.
var variables = map[string]string{"text": "FOREDECK_ALERT", "kind": "FOREDECK_ALERT_KIND", "id": "FOREDECK_ALERT_ID"}

// Environment returns the message as environment variables: one for each value in JSON, and the last with the JSON itself.
func (m *Message) Environment() []string {
	var environment []string
	document := m.JSON()
	decoder := json.NewDecoder(bytes.NewReader(document))
	decoder.UseNumber()
	_, _ = decoder.Token() // the brace
	for decoder.More() {
		key, _ := decoder.Token()
		value, _ := decoder.Token()
		name, isSpecial := variables[fmt.Sprint(key)]
		if !isSpecial {
			name = "FOREDECK_" + strings.ToUpper(fmt.Sprint(key))
		}
		environment = append(environment, name+"="+fmt.Sprint(value))
	}
	return append(environment, "FOREDECK_ALERT_JSON="+string(document))
}
