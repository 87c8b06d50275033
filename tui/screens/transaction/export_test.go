package transaction_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/tuitest"
)

func TestExport(t *testing.T) {
	t.Parallel()
	open := func(keys ...string) *tuitest.Deck {
		d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
		d.Press(keys...)
		return d
	}
	d := open("busy", "enter", "enter", "e", "enter")
	name, lines := d.Exported()
	require.Equal(t, "local-transaction-0x9c0e.csv", name[:len("local-transaction-0x9c0e")]+".csv")
	require.Equal(t, "path,value", lines[0])
	require.Contains(t, strings.Join(lines, "\n"), ".hash,0x9c0e")
	d = open("busy", "enter", "enter", "e", "down", "enter")
	_, lines = d.Exported()
	require.Equal(t, "{", lines[0], "the record itself")
	d.Shows("wrote 1 record to local-transaction-0x9c0e")

	d = open("0x1::coin", "enter", "e", "enter")
	name, lines = d.Exported()
	require.Equal(t, "local-module-0x1-coin-functions.csv", name)
	require.Equal(t, "function,kind,arguments,declaration", lines[0])
	require.Len(t, lines, 6)
	require.Contains(t, lines[1], "balance,view,1,")
	d = open("0x1::coin", "enter", "5", "e", "enter")
	name, lines = d.Exported()
	require.Equal(t, "local-module-0x1-coin.csv", name)
	require.Equal(t, "path,value", lines[0])
}
