package wall_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"foredeck/tui"
	"foredeck/tui/tuitest"
	"foredeck/tui/wallfile"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// values is a wall with the panels that no built-in wall has, and some that cannot show what the file names.
const values = `
rotate = "0s"
[[page]]
title = "values"
  [[page.row]]
  height = 2
    [[page.row.panel]]
    kind = "account"
    accounts = ["busy"]
    [[page.row.panel]]
    kind = "account"
    title = "balances"
    accounts = ["busy", "nosuch", "0x1"]
    [[page.row.panel]]
    kind = "view"
    function = "0x1::coin::balance"
    type_args = ["0x1::native_coin::NativeCoin"]
    args = ["0x1"]
  [[page.row]]
    [[page.row.panel]]
    kind = "account"
    accounts = ["nosuch"]
    [[page.row.panel]]
    kind = "saved"
    name = "nosuch"
    [[page.row.panel]]
    kind = "price"
    pair = "btc_usdt"
    [[page.row.panel]]
    kind = "view"
    function = "0x1::coin::nosuch"
`

// withFile opens the wall of a file at the start.
func withFile(t *testing.T, document string) func(*tui.Options) {
	wall, err := wallfile.Parse([]byte(document))
	require.NoError(t, err)
	return func(o *tui.Options) { o.Wall = wall }
}

// openBlocks loads blocks and sets the user's validator, then opens the wall.
var openValidator = []string{"esc", "space", "b", "m", "17", "enter", ":", "wall", "enter"}

func TestFrames(t *testing.T) {
	tuitest.Frames(t, map[string]tuitest.Scene{
		"validator": {Keys: openValidator, AllSizes: true},
		"votes":     {Keys: append(openValidator, "right"), AllSizes: true},
		"market": {AllSizes: true, Keys: []string{":", "wall market", "enter"}, Play: func(d *tuitest.Deck) { d.Wait(20) },
			Setup: func(s *tuitest.Setup) { s.Pairs = tuitest.WatchedPairs }},
		"watchlist": {Keys: []string{":", "wall", "enter"}, Play: func(d *tuitest.Deck) {
			d.Wait(20)
			d.Press("right")
		}, Setup: func(s *tuitest.Setup) { s.Pairs = tuitest.AllPairs }},
		"values":  {AllSizes: true, Setup: func(s *tuitest.Setup) { s.Options = withFile(t, values) }, Play: func(d *tuitest.Deck) { d.Wait(1) }},
		"refused": {Chain: func(c *tuitest.Chain) { c.NeedsToken = true }, Keys: []string{":", "wall validator", "enter"}},
	})
}
