package render_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

func TestMoveValues(t *testing.T) {
	nameOf := func(address move.Address) text.Safe {
		if address == (move.Address{31: 1}) {
			return "framework"
		}
		return ""
	}
	long := `"` + strings.Repeat("é", 5_000) + `"`
	for _, c := range []struct {
		typeName, sent string
		shown, raw     text.Safe
	}{
		{"u8", `7`, "7", "same"},
		{"u64", `"120455102400"`, "120,455,102,400", "120455102400"},
		{"u256", `"115792089237316195423570985008687907853269984665640564039457584007913129639935"`,
			"115,792,089,237,316,195,423,570,985,008,687,907,853,269,984,665,640,564,039,457,584,007,913,129,639,935",
			"115792089237316195423570985008687907853269984665640564039457584007913129639935"},
		{"u64", `"odd"`, "odd", "same"},
		{"address", `"0x1"`, "framework  0x1", "0x1"},
		{"address", `"0x2"`, "0x2", "same"},
		{"0x1::string::String", `"0x1"`, "0x1", "same"},
		{"bool", `true`, "true", "same"},
		{"0x1::m::S", `{"a": "\u001b"}`, `{"a":"\u001b"}`, "same"},
		{"0x1::string::String", `"\u001b[2J"`, "␛[2J", "same"},
		{"", ``, "null", ""},
		{"0x1::string::String", long, text.Safe(`"` + strings.Repeat("é", 1_999) + "…"), "same"},
	} {
		value := client.MoveValue{Type: c.typeName}
		if c.sent != "" {
			value.JSON = json.RawMessage(c.sent)
		}
		shown, raw := render.MoveValue(value, nameOf, render.Amounts{})
		require.Equal(t, c.shown, shown, c.sent)
		require.Equal(t, c.raw, raw, c.sent)
	}
	require.Equal(t, text.Safe("no values"), render.MoveValues(nil, nameOf, render.Amounts{}))
	require.Equal(t, text.Safe("1,000, true"), render.MoveValues([]client.MoveValue{
		{Type: "u64", JSON: json.RawMessage(`"1000"`)}, {Type: "bool", JSON: json.RawMessage(`true`)},
	}, nameOf, render.Amounts{}))
}
