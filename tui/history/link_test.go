package history_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/tuitest"
)

// openLink types a link into the box of Home.
func openLink(d *tuitest.Deck, link string) { d.Press(link, "enter") }

func TestLinks(t *testing.T) {
	t.Parallel()
	const store = "0x1::coin::CoinStore<0x1::native_coin::NativeCoin>"
	for link, words := range map[string][]string{
		"simulated/account/TREASURY":                                       {"Home › Account treasury › Sent", "▸ 1,199"},
		"simulated/account/TREASURY/coin":                                  {"Account treasury › Coin transfers"},
		"simulated/account/TREASURY/automated":                             {"Account treasury › Automated"},
		"simulated/account/0x1/modules":                                    {"Account framework › Modules", "0x1::coin"},
		"simulated/account/TREASURY/resources":                             {"Account treasury › Resources"},
		"simulated/account/TREASURY/resources/" + store:                    {"Resources › CoinStore<NativeCoin>", "path   ."},
		"simulated/account/TREASURY/resources/" + store + "#.coin.value":   {"Resources › CoinStore<NativeCoin>", "path   .coin.value"},
		"simulated/account/TREASURY/resources/" + store + "#.coin.nothing": {"Resources › CoinStore<NativeCoin>", "! path not found: .coin.nothing", "path   .coin"},
		"simulated/account/TREASURY/resources/0x1::coin::Nothing":          {"Account treasury › Resources", "! no resource 0x1::coin::Nothing at this address"},
		"simulated/account/Treasury/coin":                                  {"Account treasury › Coin transfers"},
		"simulated/module/framework::coin":                                 {"› Modules › Module 0x1::coin"},
		"simulated/module/0x1::coin":                                       {"› Modules › Module 0x1::coin"},
		"simulated/module/0x1::coin::balance":                              {"› Modules › Module 0x1::coin", "▸ balance"},
		"simulated/module/0x1::coin::CoinStore":                            {"› Modules › Module 0x1::coin", "▸ CoinStore"},
		"simulated/view/0x1::coin::balance?type=0x1::native_coin::NativeCoin&arg=treasury": {
			"› Modules › Module 0x1::coin › balance › Run", "0x1::native_coin::NativeCoin ", "treasury ", `"0x1::native_coin::NativeCoin"`},
		"simulated/view/0x1::coin::deposit":                             {"› Modules › Module 0x1::coin", "! deposit is neither a view nor an entry function"},
		"simulated/call/0x1::coin::transfer?type=u8&arg=treasury&arg=7": {"› Modules › Module 0x1::coin › transfer › Call", "treasury ", "--type-args u8 --args"},
		"simulated/view/0x1::coin::nothing":                             {"› Modules › Module 0x1::coin", "exposes no function nothing"},
		"simulated/block/1154":                                          {"Home › Blocks › block 1,154"},
		"simulated/blocks":                                              {"Home › Blocks", "following"},
		"simulated/price/btc_usdt":                                      {"! btc_usdt: opening a price is not supported"},
		"mainnet/account/0x1":                                           {"! 0x0000…0001: on another network: run foredeck --network mainnet"},
		"simulated/account/0x1/nowhere":                                 {`! tab "nowhere" of the link: must be one of sent, coin, automated, modules, resources`},
	} {
		t.Run(link, func(t *testing.T) {
			d := tuitest.New(t, 100, 30, tuitest.Setup{})
			openLink(d, withTreasury(d, link))
			d.Shows(words...)
		})
	}
}

// withTreasury puts the address of treasury into a link.
func withTreasury(d *tuitest.Deck, link string) string {
	const mark = "TREASURY"
	for i := range len(link) - len(mark) + 1 {
		if link[i:i+len(mark)] == mark {
			return link[:i] + d.Network.Accounts()[0].Address.String() + link[i+len(mark):]
		}
	}
	return link
}

func TestLinkCandidate(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Press(withTreasury(d, "simulated/account/TREASURY/resources/0x1::coin::A#.b"))
	d.Shows("▸ link         treasury  0xb713", " › resources › 0x1::coin::A › .b")
	d.Press("esc", "simulated/view/0x1::coin::balance?arg=1")
	d.Shows("▸ link         0x1::coin::balance › Run")
	d.Press("esc", "mainnet/module/0x1::coin")
	d.Shows("▸ link         0x1::coin  on another network: run foredeck --network mainnet")
	d.Press("enter")
	d.Shows("> mainnet/module/0x1::coin")
	d.Press("esc", "simulated/")
	d.Shows("invalid link: must be NETWORK/account/ADDRESS/TAB")
}

// Opening the link of a screen opens the same screen.
func TestScreensReturnTheirLink(t *testing.T) {
	t.Parallel()
	for _, keys := range [][]string{
		{"busy", "enter", "down"}, {"busy", "enter", "2"}, {"busy", "enter", "3"}, {"busy", "enter", "4"}, {"busy", "enter", "5", "enter"},
		{"busy", "enter", "5", "down", "enter", "*", "down", "down"}, {"0x1::coin::balance", "enter", "v", "u8", "tab", "a b&c=#?"},
	} {
		d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
		d.Press(keys...)
		placed, ok := d.Screen().(screen.Linkable)
		require.True(t, ok)
		link, ok := placed.Link()
		require.True(t, ok)
		before := d.Frame()
		read, err := target.ParseLink(link.String())
		require.NoError(t, err, link.String())

		d.Press("esc", "esc", "space", "h", "esc", "esc", "tab", "tab", "tab")
		d.Press("esc")
		d.Send(screen.OpenLinkMsg{Link: read})
		again, ok := d.Screen().(screen.Linkable).Link()
		require.True(t, ok)
		require.Equal(t, link, again, before)
	}
}

func TestFirstLink(t *testing.T) {
	t.Parallel()
	link, err := target.ParseLink("local/view/0x1::coin::balance?type=u8&arg=busy")
	require.NoError(t, err)
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{}, First: &link})
	d.Shows("› Modules › Module 0x1::coin › balance › Run", "busy")
	d.Press("esc", "esc")
	d.Shows("› Modules › Module 0x1::coin", "▸ balance")
	d.Press("esc", "esc")
	d.Shows("Go to")
}

// A key cancels the load that a link waits for.
func TestKeysCancelLink(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Paused = true
	openLink(d, "local/view/0x1::coin::balance?type=u8&arg=busy")
	d.Press("2")
	d.Resume()
	d.Shows("› Modules › Module 0x1::coin")
	d.Hides("Run")

	d = tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Paused = true
	openLink(d, "local/account/"+tuitest.Busy+"/resources/0x1::coin::CoinStore<0x1::coin_5::Coin5>")
	d.Press("down")
	d.Resume()
	d.Shows("Account busy › Resources")
	d.Hides("Resources › ")
}

// A link loads the pages up to its resource, also after a failure.
func TestLinkToDistantResource(t *testing.T) {
	t.Parallel()
	line := &tuitest.FailingTransport{}
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 300},
		Transport: line.Wrap})
	line.On.Store(true)
	openLink(d, "local/account/"+tuitest.Busy+"/resources/"+"0x1::coin::CoinStore<0x1::coin_250::Coin250>")
	d.Shows("no response")
	line.On.Store(false)
	d.Press("r")
	d.Shows("Resources › CoinStore<Coin250>")
}

// The form of a view function opens once its module is loaded, also after failures.
func TestLinkToViewDuringFailure(t *testing.T) {
	t.Parallel()
	line := &tuitest.FailingTransport{}
	d := tuitest.New(t, 100, 30, tuitest.Setup{Transport: line.Wrap})
	line.On.Store(true)
	d.Press(":", "view 0x1::coin::balance --type-arg u8 --arg treasury", "enter")
	d.Shows("› Modules › Module 0x1::coin", "connection refused", "balance: the form opens once the module is loaded")
	placed, _ := d.Screen().(screen.Linkable)
	link, ok := placed.Link()
	require.True(t, ok)
	require.Equal(t, "simulated/view/0x1::coin::balance?type=u8&arg=treasury", link.String())
	d.Press("down", "r")
	d.Shows("connection refused")
	line.On.Store(false)
	d.Press("r")
	d.Shows("› balance › Run", "T0", "u8", "treasury", "✓ 0xb713")
}
