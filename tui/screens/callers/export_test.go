package callers_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/tuitest"
)

func TestCopyAndExport(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter", "enter", "f", "t", "y")
	require.Equal(t, "0x9c0e", d.Clipboard()[:6])
	d.Press("u")
	d.Shows("amounts: raw digits (u: hex next)", " 900000 ")
	d.Press("e", "enter")
	name, lines := d.Exported()
	require.Equal(t, "local-calls-coin-transfer-by-0x88fb1ca1.csv", name)
	require.Len(t, lines, 39, "the titles and the calls")
}
