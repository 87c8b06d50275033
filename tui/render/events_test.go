package render_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/client"
	"foredeck/theme"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

func TestEventLines(t *testing.T) {
	t.Parallel()
	events := []client.Event{
		{Type: "0x1::coin::CoinDeposit", Data: json.RawMessage(`{"account":"0xb0b","amount":"12"}`)},
		{Type: "0x1::a::Odd", Data: json.RawMessage(`[1,2]`)},
		{Type: "0x1::a::Empty"},
	}
	shown := func(room int) []string {
		return strings.Split(text.Render(render.EventLines(events, formatter(), theme.Theme{}, 40, room)), "\n")
	}
	require.Equal(t, []string{
		"#0 0x1::coin::CoinDeposit", "   account  0xb0b", "   amount   12",
		"#1 0x1::a::Odd", "   [1,2]",
		"#2 0x1::a::Empty",
	}, shown(10))
	require.Equal(t, []string{"#0 0x1::coin::CoinDeposit", "   account  0xb0b", "   amount   12", "… 2 more"}, shown(5))
}

// Values are aligned over all events. The event of an account's stream has the coin of the module event with the same amount.
func TestEventAmounts(t *testing.T) {
	t.Parallel()
	events := []client.Event{
		{Type: "0x1::coin::CoinWithdraw", Data: json.RawMessage(`{"account":"0xb0b","amount":"1250000000","coin_type":"0x1::native_coin::NativeCoin"}`)},
		{Type: "0x1::coin::WithdrawEvent", Data: json.RawMessage(`{"amount":"1250000000"}`)},
		{Type: "0x1::coin::WithdrawEvent", Data: json.RawMessage(`{"amount":"7"}`)},
		{Type: "0x1::a::Odd", Data: json.RawMessage(`{"amount":"1250000000"}`)},
	}
	lines := strings.Split(text.Render(render.EventLines(events, formatter(), theme.Theme{}, 60, 20)), "\n")
	require.Equal(t, []string{
		"#0 0x1::coin::CoinWithdraw", "   account    0xb0b", "   amount     12.50000000", "   coin_type  0x1::native_coin::NativeCoin",
		"#1 0x1::coin::WithdrawEvent", "   amount     12.50000000",
		"#2 0x1::coin::WithdrawEvent", "   amount     7",
		"#3 0x1::a::Odd", "   amount     1250000000",
	}, lines)
}

// Whatever a node sends, the events stay in their panel.
func TestEventLinesStayInside(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		name, value := rapid.String().Draw(t, "name"), rapid.String().Draw(t, "value")
		data, err := json.Marshal(map[string]any{name: value, "財務部": []string{value}})
		require.NoError(t, err)
		if rapid.Bool().Draw(t, "broken") {
			data = data[:len(data)/2]
		}
		events := []client.Event{{Type: name, Data: data}, {Type: value, Data: data}}
		width, room := rapid.IntRange(20, 90).Draw(t, "width"), rapid.IntRange(0, 20).Draw(t, "room")
		lines := render.EventLines(events, formatter(), theme.Theme{}, width, room)
		require.LessOrEqual(t, len(lines), room)
		for _, line := range lines {
			require.LessOrEqual(t, line.Width(), width)
		}
	})
}
