package tui

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/screen"
	"foredeck/tui/target"
)

// openLink types a link into the box of Home.
func openLink(d *deck, link string) { d.press(link, "enter") }

func TestLinksOpenPlaces(t *testing.T) {
	const store = "0x1::coin::CoinStore<0x1::native_coin::NativeCoin>"
	for link, words := range map[string][]string{
		"simulated/account/TREASURY":                                       {"Home › Account treasury › Sent", "▸ 1,199"},
		"simulated/account/TREASURY/coin":                                  {"Account treasury › Coin moves"},
		"simulated/account/TREASURY/automated":                             {"Account treasury › Automated"},
		"simulated/account/0x1/modules":                                    {"Account framework › Modules", "0x1::coin"},
		"simulated/account/TREASURY/resources":                             {"Account treasury › Resources"},
		"simulated/account/TREASURY/resources/" + store:                    {"Resources › CoinStore<NativeCoin>", "path   ."},
		"simulated/account/TREASURY/resources/" + store + "#.coin.value":   {"Resources › CoinStore<NativeCoin>", "path   .coin.value"},
		"simulated/account/TREASURY/resources/" + store + "#.coin.nothing": {"Resources › CoinStore<NativeCoin>", "! there is no .coin.nothing in it", "path   .coin"},
		"simulated/account/TREASURY/resources/0x1::coin::Nothing":          {"Account treasury › Resources", "! no resource 0x1::coin::Nothing at this address"},
		"simulated/account/Treasury/coin":                                  {"Account treasury › Coin moves"},
		"simulated/module/framework::coin":                                 {"Home › Module 0x1::coin"},
		"simulated/module/0x1::coin":                                       {"Home › Module 0x1::coin"},
		"simulated/module/0x1::coin::balance":                              {"Home › Module 0x1::coin", "▸ balance"},
		"simulated/module/0x1::coin::CoinStore":                            {"Home › Module 0x1::coin", "▸ CoinStore"},
		"simulated/view/0x1::coin::balance?type=0x1::native_coin::NativeCoin&arg=treasury": {
			"Home › Module 0x1::coin › balance › Run", "0x1::native_coin::NativeCoin ", "treasury ", `"0x1::native_coin::NativeCoin"`},
		"simulated/view/0x1::coin::transfer": {"Home › Module 0x1::coin", "! this is no view function: it cannot be run"},
		"simulated/view/0x1::coin::nothing":  {"Home › Module 0x1::coin", "has no function nothing"},
		"simulated/block/1154":               {"Home › block 1,154"},
		"simulated/blocks":                   {"Home › Blocks", "following"},
		"simulated/price/btc_usdt":           {"! btc_usdt is a price, which this version does not open"},
		"mainnet/account/0x1":                {"! 0x0000…0001: it is on another network: foredeck --network mainnet"},
		"simulated/account/0x1/nowhere":      {`! tab "nowhere" of the link: there are sent, coin, automated, modules, resources`},
	} {
		t.Run(link, func(t *testing.T) {
			d := newDeck(t, 100, 30, setup{})
			openLink(d, withTreasury(d, link))
			d.shows(words...)
		})
	}
}

// withTreasury puts the address of treasury into a link.
func withTreasury(d *deck, link string) string {
	const mark = "TREASURY"
	for i := range len(link) - len(mark) + 1 {
		if link[i:i+len(mark)] == mark {
			return link[:i] + d.network.Accounts()[0].Address.String() + link[i+len(mark):]
		}
	}
	return link
}

func TestTheBoxSaysWhatALinkOpens(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	d.press(withTreasury(d, "simulated/account/TREASURY/resources/0x1::coin::A#.b"))
	d.shows("▸ link         treasury  0xb713", " › resources › 0x1::coin::A › .b")
	d.press("esc", "simulated/view/0x1::coin::balance?arg=1")
	d.shows("▸ link         0x1::coin::balance › Run")
	d.press("esc", "mainnet/module/0x1::coin")
	d.shows("▸ link         0x1::coin  it is on another network: foredeck --network mainnet")
	d.press("enter")
	d.shows("> mainnet/module/0x1::coin")
	d.press("esc", "simulated/")
	d.shows("no link: a link is NETWORK/account/ADDRESS/TAB")
}

// Where a place says by a link where it is, the link leads back to it.
func TestPlacesSayWhereTheyAre(t *testing.T) {
	for _, keys := range [][]string{
		{"busy", "enter", "down"}, {"busy", "enter", "2"}, {"busy", "enter", "3"}, {"busy", "enter", "4"}, {"busy", "enter", "5", "enter"},
		{"busy", "enter", "5", "down", "enter", "*", "down", "down"}, {"0x1::coin::balance", "enter", "v", "u8", "tab", "a b&c=#?"},
	} {
		d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
		d.press(keys...)
		placed, ok := d.model.history.Visible().(screen.Placed)
		require.True(t, ok)
		link, ok := placed.Link()
		require.True(t, ok)
		before := d.screen()
		read, err := target.ParseLink(link.String())
		require.NoError(t, err, link.String())

		d.press("esc", "esc", "space", "h", "esc", "esc", "tab", "tab", "tab")
		d.press("esc")
		d.model.deps.Post(screen.OpenLinkMsg{Link: read})
		d.pass(0)
		again, ok := d.model.history.Visible().(screen.Placed).Link()
		require.True(t, ok)
		require.Equal(t, link, again, before)
	}
}

func TestALinkIsTheFirstPlace(t *testing.T) {
	link, err := target.ParseLink("local/view/0x1::coin::balance?type=u8&arg=busy")
	require.NoError(t, err)
	d := newDeck(t, 100, 30, setup{handler: fixture{}, first: &link})
	d.shows("Home › Module 0x1::coin › balance › Run", "busy")
	d.press("esc", "esc")
	d.shows("Home › Module 0x1::coin", "▸ balance")
	d.press("esc")
	d.shows("Go to")
}

// What a link waits for is given up when a key says otherwise, and when the place is left.
func TestAKeyGivesUpWhatALinkWaitsFor(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	d.held = true
	openLink(d, "local/view/0x1::coin::balance?type=u8&arg=busy")
	d.press("2")
	d.release()
	d.shows("Home › Module 0x1::coin")
	d.hides("Run")

	d = newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	d.held = true
	openLink(d, "local/account/"+busy+"/resources/0x1::coin::CoinStore<0x1::coin_5::Coin5>")
	d.press("down")
	d.release()
	d.shows("Account busy › Resources")
	d.hides("Resources › ")
}

// A resource behind the first pages is walked to, and what a failure left is asked for again.
func TestALinkWalksToItsResource(t *testing.T) {
	line := &broken{}
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 300, record: ordinary},
		transport: func(next http.RoundTripper) http.RoundTripper { line.next = next; return line }})
	line.on.Store(true)
	openLink(d, "local/account/"+busy+"/resources/"+"0x1::coin::CoinStore<0x1::coin_250::Coin250>")
	d.shows("no answer")
	line.on.Store(false)
	d.press("r")
	d.shows("Resources › CoinStore<Coin250>")
}

// A call that was typed is not lost where the node does not answer: its form opens once the module is here.
func TestACallOutlivesAFailedLook(t *testing.T) {
	line := &broken{}
	d := newDeck(t, 100, 30, setup{transport: func(next http.RoundTripper) http.RoundTripper { line.next = next; return line }})
	line.on.Store(true)
	d.press(":", "view 0x1::coin::balance --type-arg u8 --arg treasury", "enter")
	d.shows("Home › Module 0x1::coin", "connection refused", "the form of balance opens, filled as asked, once the module is here")
	placed, _ := d.model.history.Visible().(screen.Placed)
	link, ok := placed.Link()
	require.True(t, ok)
	require.Equal(t, "simulated/view/0x1::coin::balance?type=u8&arg=treasury", link.String())
	d.press("down", "r")
	d.shows("connection refused")
	line.on.Store(false)
	d.press("r")
	d.shows("› balance › Run", "T0", "u8", "treasury", "✓ 0xb713")
}
