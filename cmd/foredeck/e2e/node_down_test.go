package e2e_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
)

func TestNodeOutage(t *testing.T) {
	t.Parallel()
	address := freeAddress(t)
	node := startNetwork(t, address)
	x := start(t, terminal.Size{Columns: 100, Rows: 30}, node.treasury, "--base-url", node.baseURL)
	list := waitForList(t, x, "the transactions that treasury sent", anyList)
	x.Key("down", "down", "down")
	list = waitForList(t, x, "the fourth row selected", func(l sentList) bool { return l.selected == list.selected-3 })

	node.stop()
	failed := shows(`^╭ Account ─.* failed, \S+ old ╮$`, `^╭ Sent transactions ─.* failed, \S+ old · `,
		`^│ no response from `+node.baseURL+`\b`, `^│ r retry · .*node`, `connection refused \S+ +\d\d:\d\d:\d\d `)
	var stale sentList
	x.WaitUntil("the panels' word that the node does not respond, over the old rows", patience, func(screen string) bool {
		var ok bool
		stale, ok = readSentList(screen)
		return ok && failed(screen)
	})
	require.Equal(t, list.selected, stale.selected)
	require.Equal(t, list.rows[:len(stale.rows)], stale.rows)

	x.Key("down")
	waitForList(t, x, "the next row selected: keys are alive", func(l sentList) bool { return l.selected == list.selected-1 })
	x.Key("enter")
	x.WaitFor(`^ Home › Account \S+ › Sent › seq `+commas(list.selected-1)+`$`, patience)
	x.Key("esc")
	x.WaitUntil("the list, which failed again", patience, failed)
	x.Key("r")
	x.WaitUntil("the list, which failed again", patience, failed)

	startNetwork(t, address)
	x.Key("r")
	x.WaitUntil("the old rows, updated again", patience, func(screen string) bool {
		l, ok := readSentList(screen)
		return ok && l.selected == list.selected-1 && !strings.Contains(screen, "failed") && !strings.Contains(screen, "no response") &&
			shows(`^╭ Account ─.* updated \S+ ago ╮$`, ` ok +\d\d:\d\d:\d\d `)(screen)
	})
}

func TestNodeStartsLate(t *testing.T) {
	t.Parallel()
	address := freeAddress(t)
	x := start(t, terminal.Size{Columns: 100, Rows: 30}, "0x1", "--base-url", "http://"+address)
	failed := shows(`^╭ Account ─.* failed ╮$`, `^╭ Sent transactions ─.* failed\b`, `^│ no response from http://`+address+`\b`, `r retry`)
	x.WaitUntil("that nobody responds", patience, failed)
	x.Key("r")
	x.WaitUntil("that still nobody responds", patience, failed)
	startNetwork(t, address)
	x.Key("r")
	x.WaitUntil("the account", patience, shows(`^╭ Account ─.* updated \S+ ago ╮$`, `^│ sequence 0 `, `no transactions sent from this address`))
}
