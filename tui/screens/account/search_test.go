package account_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/tuitest"
)

func TestSearchValue(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter")
	d.Press("5", "enter", "/")
	d.Hides("? help")
	d.Press("2")
	d.Shows("[5 Resources]", "/ 2", "1 of 2", "enter apply  esc clear")
	d.Press("backspace", "COUNT")
	d.Shows("no hits")
	d.Press("backspace", "backspace", "backspace", "backspace", "backspace", "count(", "down")
	d.Shows("missing closing )")
	d.Press("enter")
	d.Shows("/ count", "? help", "next match")
	d.Press("esc")
	d.Hides("/ count", "next match")
	d.Shows("[5 Resources]", "path")
	d.Press("n", "J", "K", "esc")
	d.Shows("▸ CoinStore<Coin0>")
}

func TestSelectedValueIsShownInFull(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Press("treasury", "enter")
	d.Press("5", "end", "enter", "*", "down", "down")
	d.Shows("path   .coin.value")
	require.Regexp(t, `value  = [0-9,]+\.[0-9]{8}   "[0-9]+" `, d.Frame())
	d.Shows("Coin<NativeCoin>", "u64  = ", "type   u64")
	d.Press("up")
	d.Shows("path   .coin ", "type   0x1::coin::Coin<0x1::native_coin::NativeCoin>")
	require.NotRegexp(t, `value  = [0-9,]+\.[0-9]{8} `, d.Frame())
}
