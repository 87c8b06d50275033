// Package render formats records for display. Screens and commands share it, so that both use the same words.
package render

import (
	"bytes"
	"encoding/json"
	"strconv"
	"time"

	"foredeck/client"
	"foredeck/theme"
	"foredeck/tui/load"
	"foredeck/tui/text"
)

// NotGiven replaces a field that records of this kind should have but the node did not send.
var NotGiven text.Safe = text.Const("not sent by the node")

// Status returns the status with its mark: ✓ Success, ✗ Fail. Unknown ones get a ? and are shown as sent.
func Status(status string) text.Safe {
	switch status {
	case "Success":
		return text.Const("✓ Success")
	case "Fail", "Invalid":
		return text.Format("✗ %s", text.Clean(status))
	case "":
		return text.Const("? –")
	}
	return text.Format("? %s", text.Bounded(status))
}

// StatusStyle returns the style of the status: success is quiet.
func StatusStyle(th theme.Theme, status string) theme.Style {
	switch status {
	case "Success":
		return th.Faint
	case "Fail", "Invalid":
		return th.Bad
	}
	return th.Warn
}

// Call describes the call of a transaction in one line: the function, or the payload kind if there is none.
func Call(record *client.Transaction) text.Safe {
	payload := record.Payload
	none := payload == nil || payload.Kind == "" && payload.Function == ""
	switch {
	case none && record.Problems != nil:
		return load.Malformed(record.Problems)
	case none && record.Type != "":
		return text.Bounded(record.Type)
	case none:
		return text.None
	case payload.Kind == "multisig" && payload.Function == "":
		return text.Const("multisig (no payload)")
	case payload.Kind == "multisig":
		return text.Format("multisig %s", text.Bounded(payload.Function))
	case payload.Kind == "automation_registration" && payload.Function == "":
		return text.Const("register (no function name)")
	case payload.Kind == "automation_registration":
		return text.Format("register %s", text.Bounded(payload.Function))
	case payload.Function != "":
		return text.Bounded(payload.Function)
	case payload.Kind == "script":
		return text.Const("script (no function name)")
	}
	return text.Bounded(payload.Kind)
}

// Fee returns the exact fee paid, in the unit with the given decimals. If the node did not send the gas used, it is the fee
// limit, preceded by ≤.
func Fee(record *client.Transaction, units text.Units, decimals int) text.Safe {
	if fee := record.Fee(); fee != nil {
		return units.Write(fee, decimals)
	}
	if limit := record.FeeCap(); limit != nil {
		return text.Format("≤%s", units.Write(limit, decimals))
	}
	return text.None
}

// Age returns the age of the record's block.
func Age(record *client.Transaction, now time.Time) text.Safe {
	at := record.BlockTime()
	if at == nil {
		return text.None
	}
	return text.Age(at.Time(), now)
}

// Number formats an optional integer.
func Number(n *uint64) text.Safe {
	if n == nil {
		return text.None
	}
	return text.Integer(*n)
}

// Value formats JSON in one line: a non-empty string without its quotes, anything else as compact JSON with its exact digits.
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

// Digits returns a number without digit groups, or "" for nil.
func Digits(n *uint64) text.Safe {
	if n == nil {
		return text.Safe{}
	}
	return text.Clean(strconv.FormatUint(*n, 10))
}

// IntDigits returns a number without digit groups.
func IntDigits(n int) text.Safe { return text.Clean(strconv.Itoa(n)) }
