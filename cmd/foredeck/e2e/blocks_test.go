package e2e_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
)

// Blocks are followed across an outage.
func TestBlocksFollowAcrossOutage(t *testing.T) {
	t.Parallel()
	address := freeAddress(t)
	node := startNetwork(t, address)
	x := start(t, terminal.Size{Columns: 100, Rows: 30}, "--base-url", node.baseURL)
	x.WaitUntil("Home", patience, shows(`^ Home`))
	x.Type(" ")
	x.WaitUntil("the menu", patience, shows(`╭ Go to ─`, `b  blocks`))
	x.Type("b")
	x.WaitUntil("the blocks", patience, shows(`^ Home › Blocks$`, `╭ Head ─.* following ╮$`, `▸ +\S+ .* \d+/31`, `^│ +\d\S+ .* \d+/31`, `·····`))
	x.Type("m")
	x.WaitUntil("the dialog", patience, shows(`╭ My validator ─`))
	x.Type("5")
	x.Key("enter")
	x.WaitUntil("my votes", patience, shows(`my validator: \d+ of \d+`))
	x.Key("down")
	x.WaitUntil("the block below", patience, shows(`^ Home › Blocks$`, `viewing`))
	x.Key("enter")
	x.WaitUntil("a block", patience, shows(`^ Home › Blocks › block \S+$`, `parent digest matches block \S+  ✓`, `validator  05`))
	x.Key("esc")
	x.WaitUntil("the blocks", patience, shows(`^ Home › Blocks$`, `viewing`))
	x.Type("f")
	x.WaitUntil("the newest", patience, shows(`╭ Head ─.* following ╮$`))

	node.stop()
	x.WaitUntil("the outage", patience, shows(`no response for \d+s`, `! alert: node .*down`))
	startNetwork(t, address)
	x.WaitUntil("blocks again", patience, shows(`╭ Head ─.* following ╮$`))
	x.Type("a")
	x.WaitUntil("what the outage was", patience, shows(`^ Home › Blocks › Alerts$`, `up again|chain replaced`))
	x.Key("esc")
	x.WaitUntil("the blocks", patience, shows(`^ Home › Blocks$`))
	x.Type("S")
	x.WaitUntil("the statistics", patience, shows(`^ Home › Blocks › Statistics$`, `╭ Members ─`, `MISSED`))
	x.Key("ctrl+c")
	require.Zero(t, x.ExitStatus(patience))
}
