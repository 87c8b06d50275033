// Package render puts records into words and cells. Screens and commands share it, so that they use the same words.
package render

import (
	"bytes"
	"encoding/json"
	"time"

	"foredeck/client"
	"foredeck/theme"
	"foredeck/tui/text"
)

// NotGiven stands for what a record of its kind should carry and the node left out.
const NotGiven text.Safe = "not given by the node"

// Status is the status with its mark: ✓ Success, ✗ Fail, ? for all that is not known, which is shown as the node gave it.
func Status(status string) text.Safe {
	switch status {
	case "Success":
		return "✓ Success"
	case "Fail", "Invalid":
		return "✗ " + text.Safe(status)
	case "":
		return "? –"
	}
	return "? " + text.Bounded(status)
}

// StatusStyle is the style that goes with the mark.
func StatusStyle(th theme.Theme, status string) theme.Style {
	switch status {
	case "Success":
		return th.Good
	case "Fail", "Invalid":
		return th.Bad
	}
	return th.Warn
}

// Call is what the transaction does, in a line: the function it calls, or what it is where it calls none.
func Call(record *client.Transaction) text.Safe {
	payload := record.Payload
	none := payload == nil || payload.Kind == "" && payload.Function == ""
	switch {
	case none && record.Problem != nil:
		return Problem(record)
	case none && record.Type != "":
		return text.Bounded(record.Type)
	case none:
		return text.None
	case payload.Kind == "multisig" && payload.Function == "":
		return "multisig (no payload)"
	case payload.Kind == "multisig":
		return "multisig " + text.Bounded(payload.Function)
	case payload.Kind == "automation_registration" && payload.Function == "":
		return "register (no function name)"
	case payload.Kind == "automation_registration":
		return "register " + text.Bounded(payload.Function)
	case payload.Function != "":
		return text.Bounded(payload.Function)
	case payload.Kind == "script":
		return "script (no function name)"
	}
	return text.Bounded(payload.Kind)
}

// Problem says what in the record was not understood; it is empty for a regular one.
func Problem(record *client.Transaction) text.Safe {
	if record.Problem == nil {
		return ""
	}
	return "odd: " + text.Bounded(record.Problem.Reason())
}

// Fee is the fee that was paid, exact, in the unit with the given number of decimals. Where the node gives no used gas it is
// the most that could have been paid, with ≤ in front.
func Fee(record *client.Transaction, units text.Units, decimals int) text.Safe {
	if fee := record.Fee(); fee != nil {
		return units.Write(fee, decimals)
	}
	if limit := record.FeeCap(); limit != nil {
		return "≤" + units.Write(limit, decimals)
	}
	return text.None
}

// Age is the age of the record's block.
func Age(record *client.Transaction, now time.Time) text.Safe {
	if record.Block == nil {
		return text.None
	}
	return text.Age(record.Block.Timestamp.Time(), now)
}

// Number is an integer that a record may lack.
func Number(n *uint64) text.Safe {
	if n == nil {
		return text.None
	}
	return text.Integer(*n)
}

// Value is a JSON value in a line: a string without its quotes (but for an empty one), all else as compact JSON, exactly as the node gave it.
func Value(raw json.RawMessage) text.Safe {
	var s string
	if len(raw) > 0 && raw[0] == '"' && json.Unmarshal(raw, &s) == nil && s != "" {
		return text.Clean(s)
	}
	var compact bytes.Buffer
	if json.Compact(&compact, raw) != nil {
		return text.Clean(string(raw))
	}
	return text.Clean(compact.String())
}
