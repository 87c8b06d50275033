package e2e_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
)

var wallHead = regexp.MustCompile(` head (\S+) \(`)

// A wall follows the chain across a restart of the node without a key, and changes pages.
func TestWall(t *testing.T) {
	t.Parallel()
	address := freeAddress(t)
	node := startNetwork(t, address)
	file := filepath.Join(t.TempDir(), "office.toml")
	require.NoError(t, os.WriteFile(file, []byte(`
title = "office"
rotate = "2s"
[[page]]
title = "chain"
[[page.row]]
[[page.row.panel]]
kind = "head"
[[page]]
title = "balance"
[[page.row]]
[[page.row.panel]]
kind = "account"
accounts = ["`+node.treasury+`"]
`), 0o600))
	x := start(t, terminal.Size{Columns: 100, Rows: 30}, "wall", file, "--base-url", node.baseURL)
	first := x.WaitUntil("the head", patience, shows(`^ Home › Wall › office › chain$`, `╭ Head ─`, `[█▀▄]{3}`, `epoch \d+`, wallHead.String()))
	x.WaitUntil("the second page", patience, shows(`^ Home › Wall › office › balance$`, `[█▀▄]{3}`))
	x.WaitUntil("the first page, with a newer head", patience, func(screen string) bool {
		found := wallHead.FindStringSubmatch(screen)
		return shows(`^ Home › Wall › office › chain$`)(screen) && found != nil && found[1] != wallHead.FindStringSubmatch(first)[1]
	})

	node.stop()
	x.WaitUntil("the alert, over all panels", patience, shows(`╭ Alert ─`, `enter back to the pages`))
	x.Key("enter")
	x.WaitUntil("the outage, over the last head", patience, shows(`╭ Head ─.* (failed|ago|waiting).* ╮$`, `[█▀▄]{3}`))
	startNetwork(t, address)
	x.WaitUntil("the head again", patience, func(screen string) bool {
		return shows(`^ Home › Wall › office › chain$`, `╭ Head ─+╮$`, `[█▀▄]{3}`)(screen)
	})
	x.Type("p")
	x.WaitUntil("no rotation", patience, shows(`paused · p resume`))
	x.Key("esc")
	x.WaitUntil("Home", patience, shows(`^ Home$`))
	x.Key("ctrl+c")
	require.Zero(t, x.ExitStatus(patience))
}
