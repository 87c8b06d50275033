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
			return text.Const("framework")
		}
		return text.Safe{}
	}
	long := `"` + strings.Repeat("é", 5_000) + `"`
	for _, c := range []struct {
		typeName, sent string
		shown, raw     text.Safe
	}{
		{"u8", `7`, text.Const("7"), text.Const("same")},
		{"u64", `"120455102400"`, text.Const("120,455,102,400"), text.Const("120455102400")},
		{"u256", `"115792089237316195423570985008687907853269984665640564039457584007913129639935"`,
			text.Const("115,792,089,237,316,195,423,570,985,008,687,907,853,269,984,665,640,564,039,457,584,007,913,129,639,935"),
			text.Const("115792089237316195423570985008687907853269984665640564039457584007913129639935")},
		{"u64", `"odd"`, text.Const("odd"), text.Const("same")},
		{"address", `"0x1"`, text.Const("framework  0x1"), text.Const("0x1")},
		{"address", `"0x2"`, text.Const("0x2"), text.Const("same")},
		{"0x1::string::String", `"0x1"`, text.Const("0x1"), text.Const("same")},
		{"bool", `true`, text.Const("true"), text.Const("same")},
		{"0x1::m::S", `{"a": "\u001b"}`, text.Const(`{"a":"\u001b"}`), text.Const("same")},
		{"0x1::string::String", `"\u001b[2J"`, text.Const("␛[2J"), text.Const("same")},
		{"", ``, text.Const("null"), text.Safe{}},
		{"0x1::string::String", long, text.Clean(`"` + strings.Repeat("é", 1_999) + "…"), text.Const("same")},
	} {
		value := client.MoveValue{Type: c.typeName}
		if c.sent != "" {
			value.JSON = json.RawMessage(c.sent)
		}
		shown, raw := render.MoveValue(value, nameOf, render.Amounts{})
		require.Equal(t, c.shown, shown, c.sent)
		require.Equal(t, c.raw, raw, c.sent)
	}
	require.Equal(t, text.Const("no values"), render.MoveValues(nil, nameOf, render.Amounts{}))
	require.Equal(t, text.Const("1,000, true"), render.MoveValues([]client.MoveValue{
		{Type: "u64", JSON: json.RawMessage(`"1000"`)}, {Type: "bool", JSON: json.RawMessage(`true`)},
	}, nameOf, render.Amounts{}))
}
