package home_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/config"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/tuitest"
)

func TestSaveAccountTab(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Press("treasury", "enter")
	d.Press("2", "b")
	d.Shows("treasury-coin")
	d.Press("enter", "5", "enter", "down", "b")
	d.Shows("> treasury-authentication_key")
	d.Press("esc", "esc", "esc", "esc")
	require.Regexp(t, `treasury-coin +coin transfers +1,200`, d.LineWith("treasury-coin "))
	require.Regexp(t, `treasury +account +1,200`, d.LineWith("   treasury "))
}

func TestOpenSavedLocationFromAnywhere(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	change := func() string { return d.LineWith("treasury ") }
	for range 40 {
		d.ProduceBlock()
	}
	d.Press("esc", "r")
	require.Regexp(t, ` 1,\d+ +\+\d+ `, change())
	d.Advance(time.Second)
	d.Press("space", "h", ":", "account treasury", "enter", "esc")
	require.NotRegexp(t, ` 1,\d+ +\+\d+ `, change())
	for range 40 {
		d.ProduceBlock()
	}
	d.Press("esc", "r")
	require.Regexp(t, ` 1,\d+ +\+\d+ `, change(), "the count restarts")
}

func TestRecentLocationsAreUnique(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Press("treasury", "enter")
	d.Press("enter", "esc", "esc")
	d.Press("treasury", "enter")
	d.Press("esc")
	d.Press("0x1::coin::balance", "enter", "enter", "esc", "esc", "esc", "esc")
	recent := d.Frame()
	require.Equal(t, 1, strings.Count(recent, " treasury › Sent "), recent)
	require.Regexp(t, `12:04  view +0x1::coin::balance `, recent)
	require.Regexp(t, `12:04  module +0x1::coin::balance `, recent)
	require.Regexp(t, `12:04  transaction  treasury › seq 1,199 `, recent)
	require.Regexp(t, `12:04  account +treasury › Sent `, recent)
}

func TestGoingHomeFocusesInput(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Press("tab", "down", "space", "h", "treasury")
	d.Shows("> treasury") // from Home itself
	d.Press("esc", "tab", "down", "enter", "space", "h", "treasury")
	d.Shows("> treasury")
	d.Press("esc", "tab", "down", "enter", "esc", "treasury")
	d.Hides("> treasury") // restores the previous state
	d.Press("space", "h", "quiet", "tab", "space", "h")
	d.Hides("> quiet")
	d.Press("busy")
	d.Shows("> busy")
}

// The user's name for an address takes precedence over the network's, and the address is listed once.
func TestAddressWithTwoNamesIsListedOnce(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	framework := d.Deps().Names.List()[0]
	settings := *d.Deps().Config
	settings.Names = []config.Name{{Name: "boss", Address: framework.Address.String()}}
	d.Deps().Configure(&settings)
	d.Send(screen.StoreMsg{})
	require.Equal(t, 1, strings.Count(d.Frame(), " boss "))
	d.Hides(" " + framework.Name + " ")
}

func TestSavedNumbersDropDecimalsFirst(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	link, err := target.ParseLink("simulated/account/" + d.Network.Accounts()[0].Address.Short() + "/resources/0x1::coin::CoinStore<0x1::native_coin::NativeCoin>#.coin.value")
	require.NoError(t, err)
	d.Deps().Store.SetBookmark(store.Bookmark{Name: "the-longest-of-all-names", Link: link, Value: "1", At: tuitest.Start})
	d.Press("treasury", "enter")
	d.Press("esc")
	require.Regexp(t, `the-longest…  value +[0-9,]+\.[0-9]*…? +\+[0-9,]+\.[0-9]*…? `, d.LineWith("the-longest"))
}

func TestHomeClearsNodeError(t *testing.T) {
	t.Parallel()
	wire := &tuitest.FailingTransport{}
	wire.On.Store(true)
	d := tuitest.New(t, 100, 30, tuitest.Setup{Transport: wire.Wrap, NoNames: true})
	d.Shows("! no response from")
	wire.On.Store(false)
	d.Advance(time.Minute)
	d.Hides("no response from")
}

func TestRenameStartsWithBuiltInName(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Press("treasury", "enter")
	d.Press("=")
	d.Shows("> treasury")
	d.Press("-1", "enter")
	d.Shows("Account treasury-1 › Sent")
}
