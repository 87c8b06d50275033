package screen_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/move"
	"foredeck/config"
	"foredeck/tui/load"
	"foredeck/tui/screen"
)

// A jump is found by the field, also in the items of lists, or by the declared type; what a node sends cannot change where it leads.
func TestJump(t *testing.T) {
	t.Parallel()
	d := &screen.Deps{Env: &screen.Env{Config: &config.Settings{Jumps: []config.Jump{
		{Field: "0x5::pool::Id", Link: "account/{}/resources"},
		{Field: "0x5::pool::Box<u64>", Link: "block/{}"},
		{Field: "0x5::pool::Position.steps.at", Link: "block/{}"},
		{Field: "0x5::pool::Position.owner", Link: "account/{}/coin"},
	}}}}
	d.Endpoint = load.Endpoint{Network: "mine"}
	position, err := move.ParseStructTag("0x5::pool::Position")
	require.NoError(t, err)
	for _, c := range []struct{ path, declared, value, link string }{
		{".id", "0x5::pool::Id", `"0x7"`, "mine/account/0x0000000000000000000000000000000000000000000000000000000000000007/resources"},
		{".id", "0x5::pool::Id", `{"inner":{"vec":["0x7"]}}`, "mine/account/0x0000000000000000000000000000000000000000000000000000000000000007/resources"},
		{".box", "0x5::pool::Box<u64>", `"7"`, "mine/block/7"},
		{".box", "0x5::pool::Box<u8>", `"7"`, ""},
		{".steps[3].at", "u64", `7`, "mine/block/7"},
		{".steps[3].at", "u64", `"0x5::"`, ""},
		{".owner", "0x5::pool::Id", `"0x7"`, "mine/account/0x0000000000000000000000000000000000000000000000000000000000000007/coin"},
		{".other", "address", `"0x7"`, ""},
		{".id", "0x5::pool::Id", `"0x7/sent?start=3"`, ""},
		{".id", "0x5::pool::Id", `"0x7#.a"`, ""},
		{".id", "0x5::pool::Id", `{"a":"0x7","b":"0x8"}`, ""},
		{".id", "0x5::pool::Id", `{"vec":[]}`, ""},
		{".id", "0x5::pool::Id", `null`, ""},
		{".", "0x5::pool::Id", `"0x7"`, ""},
		{".id", "", `"0x7"`, ""},
	} {
		link, ok := d.Jump(position, c.path, c.declared, json.RawMessage(c.value))
		require.Equal(t, c.link != "", ok, "%+v", c)
		if ok {
			require.Equal(t, c.link, link.String(), "%+v", c)
		}
	}
}
