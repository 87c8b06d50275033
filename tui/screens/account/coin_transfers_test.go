package account_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/tuitest"
)

func TestCoinTransfersShowAmounts(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {100, 30}, {140, 40}} {
		d := tuitest.New(t, size[0], size[1], tuitest.Setup{Handler: tuitest.Node{Records: 57}})
		d.Press("busy", "enter")
		d.Press("2")
		require.Regexp(t, `FUNCTION .* AMOUNT `, d.Frame())
		require.Regexp(t, `0x1::coin::transfer +-2\.5 `, d.Frame())
	}
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Press("treasury", "enter")
	d.Press("2")
	require.Regexp(t, ` [+-][0-9,]+\.[0-9…]+ `, d.Frame())
	d.Press("m")
	d.Shows(" AMOUNT ")
}
