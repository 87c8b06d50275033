package render

import (
	"encoding/hex"
	"fmt"
	"math/big"
	"strings"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/theme"
	"foredeck/tui/text"
)

// maxMoveValueBytes bounds the part of a value that is formatted: more than its lines have columns in any window.
const maxMoveValueBytes = 4_000

// maxMoveValues bounds the values formatted in one line.
const maxMoveValues = 40

// Amounts describes how integers are formatted.
type Amounts struct {
	Units text.Units
	// Decimals returns the decimals of an integer type; nil for none.
	Decimals func(typed string) int
}

func (a Amounts) decimals(typed string) int {
	if a.Decimals == nil {
		return 0
	}
	return a.Decimals(typed)
}

// MoveValue formats a value returned by a view function: integers in groups, addresses with their names. raw is the value as the
// node sent it, "same" if equal, or "" for null.
func MoveValue(value client.MoveValue, nameOf func(move.Address) text.Safe, amounts Amounts) (shown, raw text.Safe) {
	raw = RawMoveValue(value)
	shown = raw
	if number, ok := MoveInteger(value); ok {
		shown = amounts.Units.Write(number, amounts.decimals(value.Type))
	} else if address, err := move.ParseAddress(raw.String()); err == nil && value.Type == "address" {
		shown = text.Short(raw)
		if name := nameOf(address); !name.IsEmpty() {
			shown = text.Format("%s  %s", name, shown)
		}
	}
	switch {
	case value.JSON == nil:
		return shown, text.Safe{}
	case shown == raw:
		return shown, text.Const("same")
	}
	return shown, raw
}

// MoveValues formats all results of a view function in one line.
func MoveValues(values []client.MoveValue, nameOf func(move.Address) text.Safe, amounts Amounts) text.Safe {
	if len(values) == 0 {
		return text.Const("no values")
	}
	var line text.Safe
	for i, value := range values[:min(len(values), maxMoveValues)] {
		if i > 0 {
			line = text.Format("%s, ", line)
		}
		shown, _ := MoveValue(value, nameOf, amounts)
		line = text.Concat(line, shown)
	}
	return line
}

// RawMoveValue returns a value in one line as the node sent it, truncated if it is longer than any window, or "null" if the node
// sent none.
func RawMoveValue(value client.MoveValue) text.Safe {
	switch {
	case value.JSON == nil:
		return text.Const("null")
	case len(value.JSON) > maxMoveValueBytes:
		return text.Format("%s…", text.Clean(strings.ToValidUTF8(string(value.JSON[:maxMoveValueBytes]), "")))
	}
	return Value(value.JSON)
}

// MoveInteger parses a value of an integer type.
func MoveInteger(value client.MoveValue) (*big.Int, bool) {
	if len(value.JSON) > maxScalarBytes {
		return nil, false
	}
	switch value.Type {
	case "u8", "u16", "u32", "u64", "u128", "u256":
		return new(big.Int).SetString(strings.Trim(string(value.JSON), `"`), 10)
	}
	return nil, false
}

// hexBytes is the number of bytes per line.
const hexBytes = 8

// HexLine returns line i of a hex dump: offset, bytes and ASCII.
func HexLine(body []byte, i int, th theme.Theme) text.Line {
	part := body[i*hexBytes : min((i+1)*hexBytes, len(body))]
	var digits text.Safe
	ascii := make([]byte, len(part))
	for at, b := range part {
		digits = text.Format("%s%s ", digits, text.Clean(hex.EncodeToString(part[at:at+1])))
		if ascii[at] = b; b < ' ' || b > '~' {
			ascii[at] = '.'
		}
	}
	return text.Line{
		{Text: text.Clean(fmt.Sprintf("%06x  ", i*hexBytes)), Style: th.Faint},
		{Text: text.Concat(digits, text.Spaces((hexBytes-len(part))*len("00 ")+1))},
		{Text: text.Clean(string(ascii)), Style: th.Faint},
	}
}

// HexLineCount returns the number of lines of a hex dump.
func HexLineCount(body []byte) int { return (len(body) + hexBytes - 1) / hexBytes }
