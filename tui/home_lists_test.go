package tui

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/target"
)

func TestATabOfAnAccountIsSavedBesideTheAccount(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	d.openTreasury()
	d.press("2", "b")
	d.shows("treasury-coin")
	d.press("enter", "5", "enter", "down", "b")
	d.shows("> treasury-authentication_key")
	d.press("esc", "esc", "esc", "esc")
	require.Regexp(t, `treasury-coin +coin moves +0x`, lineWith(d, "treasury-coin "))
	require.Regexp(t, `treasury +account +0x`, lineWith(d, "   treasury "))
}

func TestOpeningASavedPlaceFromAnywhereIsALook(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	change := func() string { return lineWith(d, "treasury ") }
	for range 40 {
		d.produce()
	}
	d.press("esc", "r")
	require.Regexp(t, `seq \+\d+ │`, change())
	d.pass(time.Second)
	d.press("space", "h", ":", "account treasury", "enter", "esc")
	require.NotRegexp(t, `seq \+\d+ │`, change())
	for range 40 {
		d.produce()
	}
	d.press("esc", "r")
	require.Regexp(t, `seq \+\d+ │`, change(), "it is counted anew")
}

func TestRecentPlacesAreThereOnce(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	d.openTreasury()
	d.press("enter", "esc", "esc")
	d.openTreasury()
	d.press("esc")
	d.press("0x1::coin::balance", "enter", "enter", "esc", "esc", "esc")
	recent := d.screen()
	require.Equal(t, 1, strings.Count(recent, " treasury › Sent "), recent)
	require.Regexp(t, `12:04  view +0x1::coin::balance `, recent)
	require.Regexp(t, `12:04  module +0x1::coin::balance `, recent)
	require.Regexp(t, `12:04  transaction  treasury › seq 1,199 `, recent)
	require.Regexp(t, `12:04  account +treasury › Sent `, recent)
}

func TestGoingHomeFocusesTheBox(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	d.press("tab", "down", "space", "h", "treasury")
	d.shows("> treasury") // from Home itself
	d.press("esc", "tab", "down", "enter", "space", "h", "treasury")
	d.shows("> treasury")
	d.press("esc", "tab", "down", "enter", "esc", "treasury")
	d.hides("> treasury") // one comes back to what was
}

// What the user says of an address goes before what the network says, and it is listed once.
func TestAnAddressWithTwoNamesIsListedOnce(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	framework := d.model.deps.Names.List()[0]
	d.model.deps.Names.Configure([]target.Name{{Name: "boss", Address: framework.Address}})
	d.send(screen.StoreMsg{})
	require.Equal(t, 1, strings.Count(d.screen(), " boss "))
	d.hides(" " + framework.Name + " ")
}

func TestSavedNumbersGiveUpTheirDecimalsFirst(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	link, err := target.ParseLink("simulated/account/" + d.network.Accounts()[0].Address.Short() + "/resources/0x1::coin::CoinStore<0x1::native_coin::NativeCoin>#.coin.value")
	require.NoError(t, err)
	d.model.deps.Store.SetBookmark(store.Bookmark{Name: "the-longest-of-all-names", Link: link, Value: "1", At: start})
	d.openTreasury()
	d.press("esc")
	require.Regexp(t, `the-longest…  value +[0-9,]+\.[0-9]*…? +\+[0-9,]+\.[0-9]*…? │`, lineWith(d, "the-longest"))
}

func TestHomeForgetsThatTheNodeDidNotAnswer(t *testing.T) {
	wire := &broken{}
	wire.on.Store(true)
	d := newDeck(t, 100, 30, setup{transport: wire.over, nameless: true})
	d.shows("! no answer from")
	wire.on.Store(false)
	d.pass(time.Minute)
	d.hides("no answer from")
}

func TestANameThatTheNetworkBringsIsWhereANewOneBegins(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	d.openTreasury()
	d.press("=")
	d.shows("> treasury")
	d.press("-1", "enter")
	d.shows("Account treasury-1 › Sent")
}
