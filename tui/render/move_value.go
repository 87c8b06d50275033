package render

import (
	"math/big"
	"strings"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/text"
)

// longestMoveValue bounds the bytes of a value that are looked at for drawing it: more than any window has columns in the
// lines that it gets.
const longestMoveValue = 4_000

// mostMoveValues bounds the values that are written in one line.
const mostMoveValues = 40

// Amounts says how integers are written.
type Amounts struct {
	Units text.Units
	// Decimals is how many decimals an integer of this type has; nil: none.
	Decimals func(typed string) int
}

func (a Amounts) of(typed string) int {
	if a.Decimals == nil {
		return 0
	}
	return a.Decimals(typed)
}

// MoveValue is a value that a view function returned as it is read (integers in groups, addresses by their names), and raw,
// as the node sent it: "same" where that is no different, empty for a null.
func MoveValue(value client.MoveValue, nameOf func(move.Address) text.Safe, amounts Amounts) (shown, raw text.Safe) {
	raw = MovePlain(value)
	shown = raw
	if number, ok := MoveInteger(value); ok {
		shown = amounts.Units.Write(number, amounts.of(value.Type))
	} else if address, err := move.ParseAddress(string(raw)); err == nil && value.Type == "address" {
		shown = text.Short(raw)
		if name := nameOf(address); name != "" {
			shown = name + "  " + shown
		}
	}
	switch {
	case value.JSON == nil:
		return shown, ""
	case shown == raw:
		return shown, "same"
	}
	return shown, raw
}

// MoveValues is all that a view function returned in a line.
func MoveValues(values []client.MoveValue, nameOf func(move.Address) text.Safe, amounts Amounts) text.Safe {
	if len(values) == 0 {
		return "nothing"
	}
	var line text.Safe
	for i, value := range values[:min(len(values), mostMoveValues)] {
		if i > 0 {
			line += ", "
		}
		shown, _ := MoveValue(value, nameOf, amounts)
		line += shown
	}
	return line
}

// MovePlain is a value in a line as the node sent it, cut where it is longer than any window. A null, which the node sends for
// a value that it cannot write, is null.
func MovePlain(value client.MoveValue) text.Safe {
	switch {
	case value.JSON == nil:
		return "null"
	case len(value.JSON) > longestMoveValue:
		return text.Clean(strings.ToValidUTF8(string(value.JSON[:longestMoveValue]), "")) + "…"
	}
	return Value(value.JSON)
}

// MoveInteger reads a value of an integer type.
func MoveInteger(value client.MoveValue) (*big.Int, bool) {
	if len(value.JSON) > longestWord {
		return nil, false
	}
	switch value.Type {
	case "u8", "u16", "u32", "u64", "u128", "u256":
		return new(big.Int).SetString(strings.Trim(string(value.JSON), `"`), 10)
	}
	return nil, false
}
