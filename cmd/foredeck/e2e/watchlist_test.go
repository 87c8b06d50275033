package e2e_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
)

// A trader sorts and groups the watchlist and adds a pair, which is watched only if the service has it. All of it is there
// again when the deck is opened another time.
func TestWatchlistIsArranged(t *testing.T) {
	t.Parallel()
	profile := environment(t)
	size := terminal.Size{Columns: 180, Rows: 45}
	x := terminal.Start(t, size, terminal.Options{Environment: profile}, program)
	x.WaitUntil("Home", patience, home)
	x.Type("btc_usdt")
	x.Key("enter")
	x.WaitFor(`▸ btc_usdt +[0-9,.]+ +[+-]?[0-9.]+% .*[├●][─●]+[┤●]`, patience) // price, change and range
	x.Type("W")
	x.WaitFor(`Watch`, patience)
	x.Type("eht_usdt")
	x.Key("enter")
	x.WaitFor(`not watched: the price service does not know eht_usdt; did you mean eth_usdt\?`, patience)
	x.Type("jw")
	x.WaitFor(`unwatched: eth_usdt`, patience)
	x.Type("k")
	x.WaitFor(`Price › sol_usdt`, patience)
	x.Type("W")
	x.WaitFor(`Watch`, patience)
	x.Type("eth_usdt")
	x.Key("enter")
	x.WaitFor(`watching eth_usdt: shown on Home`, patience)
	x.WaitFor(`Price › eth_usdt`, patience)
	x.Type("m")
	x.WaitFor(`Group of eth_usdt`, patience)
	x.Key("enter")
	x.WaitFor(`New group with eth_usdt`, patience)
	x.Type("majors")
	x.Key("enter")
	x.WaitFor(`▾ majors  1`, patience)
	x.Type("oo")
	x.WaitFor(`watchlist sorted by 24-hour change, largest first`, patience)
	x.WaitFor(`Watchlist ─+ change ▾`, patience)
	x.Key("ctrl+c")
	require.Zero(t, x.ExitStatus(patience))

	x = terminal.Start(t, size, terminal.Options{Environment: profile}, program, "eth_usdt")
	x.WaitFor(`Watchlist ─+ change ▾`, patience)
	x.WaitFor(`(?s)sol_usdt .*▾ majors  1.*▸ eth_usdt`, patience)
	x.Key("ctrl+c")
	require.Zero(t, x.ExitStatus(patience))
}
