package tui

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCoinMovesTellHowMuchMoved(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {100, 30}, {140, 40}} {
		d := newDeck(t, size[0], size[1], setup{handler: fixture{records: 57, record: ordinary}})
		openBusy(d)
		d.press("2")
		require.Regexp(t, `FUNCTION .* MOVED `, d.screen())
		require.Regexp(t, `0x1::coin::transfer +-2\.5 `, d.screen())
	}
	d := newDeck(t, 100, 30, setup{})
	d.openTreasury()
	d.press("2")
	require.Regexp(t, ` [+-][0-9,]+\.[0-9…]+ `, d.screen())
	d.press("m")
	d.shows(" MOVED ")
}

func TestTheSelectedValueIsShownInFull(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	d.openTreasury()
	d.press("5", "end", "enter", "*", "down", "down")
	d.shows("path   .coin.value")
	require.Regexp(t, `value  [0-9,]+\.[0-9]{8}   "[0-9]+" `, d.screen())
	d.press("up")
	d.shows("path   .coin ")
	require.NotRegexp(t, `value  [0-9,]+\.[0-9]{8} `, d.screen())
}
