package tui_test

import (
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/config"
	"foredeck/tui"
	"foredeck/tui/keymap"
	"foredeck/tui/store"
	"foredeck/tui/tuitest"
)

func openPrice(t *testing.T) *tuitest.Deck {
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57}, Pairs: tuitest.WatchedPairs})
	d.Press("move_usdt", "enter")
	d.Wait(3)
	return d
}

func TestMouse(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Click("quiet ") // moves focus from the box to the row
	d.Shows("▸ quiet")
	d.Click("busy ")
	d.Shows("▸ busy")
	d.Click("busy ")
	d.Shows("Account busy › Sent", "▸ 56")
	d.Wheel(tea.MouseButtonWheelDown)
	d.Shows("▸ 53")
	d.Wheel(tea.MouseButtonWheelUp)
	d.Shows("▸ 56")
	d.Click("51 ")
	d.Shows("▸ 51")
	d.Click("5 Resources")
	d.Shows("[5 Resources]")
	d.Click("CoinStore<Coin2>    0x1")
	d.Click("CoinStore<Coin2>    0x1")
	d.Shows("› CoinStore<Coin2>", "▾ CoinStore<Coin2>")
	d.Click("frozen")
	d.Shows("path   .frozen")
	d.Press("y")
	require.Equal(t, "false", d.Clipboard())
	d.Click("? help")
	d.Shows("Keys on this screen")
	d.Press("esc")
	d.Press("P")
	d.Shows("pinned: ")
	d.Click("Home")
	d.Shows("Go to")
	d.Click("busy › CoinStore<Coin2>")
	d.Shows("▸ 12:04")
	d.Click("busy › CoinStore<Coin2>")
	d.Shows("Account busy › Resources")
	d.Send(tea.MouseMsg{X: 500, Y: 500, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
	d.Send(tea.MouseMsg{X: 0, Y: 0, Action: tea.MouseActionMotion})
	d.Press("%")
	d.Shows("the terminal selects text")
	d.Press("%")
	d.Shows("click selects")
}

// A click on the title of a column sorts by it: in its direction, in the other, and then in the order of the node.
func TestMouseOnColumnTitles(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 130, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter")
	d.Click("STATUS ")
	d.Shows("loaded rows sorted by STATUS▴", "▸ 56")
	d.Click("STATUS▴  ")
	d.Shows("sorted by STATUS▾")
	d.Click("FUNCTION ")
	d.Shows("sorted by FUNCTION▴")
	d.Click("FUNCTION▴  ")
	d.Click("FUNCTION▾  ")
	d.Shows("sorting cleared")
	d.Hides("FUNCTION▴", "FUNCTION▾", "STATUS▾")
}

func TestMouseOnScreens(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: tuitest.NewChain()}})
	d.Press("busy", "enter")
	d.Press("enter")
	d.Click("expiry")
	d.Press("y")
	require.Contains(t, d.Clipboard(), "UTC")
	d.Click("block ")
	d.Press("y")
	require.Equal(t, "48211858", d.Clipboard(), "the clicked panel has focus")
	d.Click("3 Events")
	d.Shows("[3 Events")

	d = tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: tuitest.NewChain()}})
	d.Press("0x1::shapes", "enter")
	d.Click("4 Bytecode")
	d.Click("LdConst")
	d.Shows("7 of 87")
	for y, line := range strings.Split(d.Frame(), "\n") {
		if strings.Contains(line, "nothing") {
			d.Send(tea.MouseMsg{X: 10, Y: y, Action: tea.MouseActionPress, Button: tea.MouseButtonWheelDown})
			break
		}
	}
	d.Shows("▸ nothing", "native: implemented by")

	d = tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: tuitest.NewChain()}})
	d.Press("esc", "space", "b")
	d.Press("enter")
	d.Click("author ")
	d.Press("y")
	require.Contains(t, d.Clipboard(), "0x")
	d.Click("3 Raw JSON")
	d.Shows("[3 Raw JSON]")
}

// While an overlay is open, clicks on the screen do nothing.
func TestMouseOutsideOverlay(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter")
	for _, opens := range []string{"=", "Y", ":"} {
		d.Press(opens)
		before := d.Body()
		for _, words := range []string{"2 Coin", "▸ 56", "36  "} {
			d.Click(words)
			require.Equal(t, before, d.Body(), "%s, %s", opens, words)
		}
		d.Press("esc")
	}
	d.Shows("▸ 56")
	d.Press("Y")
	d.Wheel(tea.MouseButtonWheelDown)
	d.Press("esc")
	d.Shows("▸ 56")
}

func TestMouseOnPrices(t *testing.T) {
	t.Parallel()
	d := openPrice(t)
	d.Click("eth_usdt")
	d.Shows("Price › eth_usdt", "▸ eth_usdt")
	d.Click("move_usdt ")
	d.Shows("Price › move_usdt")
	d.ClickAt(" 4h", 1)
	d.Shows("1h [4h] 12h")
	d.ClickAt("s  1m", 3)
	d.Shows("30s [1m] 5m")
	d.Click("[1m]")
	d.Shows("30s [1m] 5m")
}

func TestMouseWithBoundKeys(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}, Options: func(o *tui.Options) {
		o.Reading.Bindings, _ = keymap.NewBindings(tui.Keys(), []config.Binding{
			{Action: "list.down", Keys: []string{","}}, {Action: "list.up", Keys: []string{"."}}, {Action: "account.tab", Keys: []string{"f5", "f6", "f7", "f8", "f9"}},
			{Action: "deck.help", Keys: []string{"f1"}}, {Action: "account.open", Keys: []string{"f2"}},
		})
	}})
	d.Press("busy", "enter")
	d.Wheel(tea.MouseButtonWheelDown)
	d.Shows("▸ 53")
	d.Click("51 ")
	d.Shows("▸ 51")
	d.Click("f6 Coin")
	d.Shows("[f6 Coin]")
	d.Click("f5 Sent")
	d.Click("f1 help")
	d.Shows("Keys on this screen")
	d.Press("esc")
	d.Click("51 ")
	d.Shows("seq 51")
}

func TestMouseOffCommand(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("esc", ":", "mouse off")
	d.Shows("mouse off", "click and wheel")
	d.Press("enter")
	d.Shows("the terminal selects text")
	d.Press(":", "mouse off", "enter")
	d.Shows("the terminal selects text") // the command sets the state
	d.Press(":", "mouse on", "enter")
	d.Shows("wheel scrolls, click selects")
}

// With the setting, the mouse is off from the start.
func TestMouseOffSetting(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}, Config: "mouse = false\n"})
	d.Press("esc", ":", "mouse off")
	require.Regexp(t, `mouse off .* now`, d.Frame())
	d.Press("esc", "esc", "%")
	d.Shows("wheel scrolls, click selects")
}

// The switch is kept over starts. One that says what the config file does leaves that in effect.
func TestMouseSwitchIsKept(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "state")
	for _, start := range []struct {
		config string
		isOn   bool // at the start
		press  string
	}{{"", true, "%"}, {"", false, ""}, {"mouse = true\n", false, "%"}, {"mouse = false\n", false, "%"}, {"mouse = false\n", true, ""}} {
		state, err := store.Open(path)
		require.NoError(t, err)
		d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}, Config: start.config, Store: state})
		d.Press("esc", ":", "mouse on")
		require.Equal(t, start.isOn, strings.Contains(d.LineWith("click and wheel"), "now"), "%+v", start)
		if d.Press("esc", "esc"); start.press != "" {
			d.Press(start.press)
		}
		require.NoError(t, state.Flush())
	}
}

func TestMouseOnHome(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: tuitest.NewChain()}})
	d.Press("0x1::coin::balance")
	d.Click("  account ")
	d.Shows("▸ account")
	d.Click("quiet ")
	d.Shows("▸ quiet")
	d.Press("x") // not typed: the box has lost focus
	d.Click("> 0x1::coin::balance")
	d.Press("s")
	d.Shows("> 0x1::coin::balances")
	d.Press("backspace")
	d.Click("type  ")
	d.Click("▸ type")
	d.Shows("[2 Structs]")

	d = tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: tuitest.NewChain()}})
	d.ReceiveUntil("worst")
	d.Click("interval")
	d.Hides("Home › Blocks")
	d.Click("interval")
	d.Shows("Home › Blocks")
}

func TestMouseOnViewForm(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("0x1::coin::balance", "enter", "v")
	d.Press("0x1::native_coin::NativeCoin")
	d.Click("#0 ")
	d.Press("busy")
	d.Shows("▸ #0", "✓ 0x88fb")
	d.Click("T0 ")
	d.Shows("▸ T0")
	d.Click("[ Run ]")
	d.Shows("▸ [ Run ]", "HISTORY")
	d.Click("120,455,102,400    ") // not clickable
	d.Shows("▸ [ Run ]")
	d.Click("BCS")
	d.Shows("[BCS]")
	d.Click("[off]")
	d.Shows("repeat [5s]")
	for range 6 {
		d.Click("repeat ")
	}
	d.Shows("repeat [off]")
	d.Click("[ Copy as command ]")
	require.Contains(t, d.Clipboard(), "foredeck view 0x1::coin::balance")
	d.Click("#0 ")
	d.Press("backspace")
	d.Shows("not run with these arguments")
	d.Click("12:04:31    ")
	d.Shows("▸ 12:04:31", "✓ 0x88fb")
}

func TestMouseOnVoters(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: tuitest.NewChain()}})
	d.Press("esc", "space", "b")
	d.Shows("▸ 48,211,907")
	d.ClickAt("00      ·", 8+21-3)
	d.Shows("▸ 48,211,9", "viewing")
	d.Hides("▸ 48,211,907")
	before := d.Crumb()
	d.ClickAt("00      ·", 8+21-3)
	require.NotEqual(t, before, d.Crumb(), "a click on the selected block opens it")
	d.Click("25·")
	d.Shows("25   ")
	d.Press("left")
	d.Shows("24   ")
}

// A click focuses a list even if tab does not.
func TestMouseOnNestedList(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: tuitest.NewChain()}})
	d.Press("esc", "space", "b")
	d.Press("down", "down", "enter", "B")
	d.Click("0x0000…c101")
	d.Shows("▸ 0x0000…c101")
	d.Click("000010  ")
	d.Press("up")
	d.Shows("▸ 0x0000…c101") // the bytes have focus
	d.Press("tab")
	d.Click("000008  ")
	d.Press("up")
	d.Shows("▸ 0x0000…c101")
	d.Click("0x0000…c100")
	d.Shows("▸ 0x0000…c100")
	d.Click("000010  ")
	d.Click("0x0000…c101")
	d.Shows("▸ 0x0000…c101")

	// a search that is being typed in the tree stays applied
	d.Press("3", "/", "author")
	d.Click("height ")
	d.Press("y")
	require.Equal(t, "48211905", d.Clipboard())
	d.Click("3 Raw JSON")
	d.Shows("/ author")

	d = tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter")
	d.Press("enter", "3", "tab")
	d.Click("amount ")
	d.Press("y")
	require.Equal(t, "250000000", d.Clipboard())
	d.Click("0x1::transaction_fee::FeeStatement")
	d.Shows("execution_gas_units")
	d.Click("0x1::coin::CoinWithdraw")
	d.Shows("amount ")
	d.Press("down")
	d.Shows("execution_gas_units")

	d = tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter")
	d.Press("5", "down")
	d.Click("frozen")
	d.Shows("path   .")
}

func TestMouseOnDeclaration(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("0x1::coin::CoinStore", "enter")
	d.Click("0x1::event::EventHandle  ")
	d.Shows("▸ 0x1::event::EventHandle")
	d.Click("0x1::coin::Coin  has")
	d.Click("▸ 0x1::coin::Coin  has")
	d.Shows("╭ Coin ")
}

func TestMouseOnOverlay(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: tuitest.NewChain()}})
	d.Press("busy", "enter")
	d.Press("space")
	d.Click("blocks, live")
	d.Shows("Home › Blocks")
	d.Press("[", ":", "mouse")
	d.Click("  mouse o")
	d.Click("▸ mouse o")
	d.Hides("╭ Command")
	d.Shows("the terminal selects text")
}

// A click on a tab ends typing: a search stays applied, and an edited value is discarded. The tab's key is not typed.
func TestMouseEndsTyping(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter")
	d.Press("/", "swap")
	d.Click("2 Coin")
	d.Shows("[2 Coin]")
	d.Click("1 Sent")
	d.Shows("/ swap ", "filter: swap")
	d.Press("esc", "esc", "esc", "space", "s", "1", "down", "enter")
	d.Press("x")
	d.Click("2 Appearance")
	d.Shows("[2 Appearance]")
	d.Click("1 Networks")
	d.Press("down", "enter")
	d.Shows("> http")
	d.Press("x")
	d.Click("▸ base_urls ")
	d.Shows("> http")
	d.Click("chain_id ")
	d.Shows("▸ chain_id", "unchanged: ")
	d.Hides("> http")
	d.Hides("27000x")
	d.Press("a")
	d.Click("base_urls ")
	d.Shows("▸ base_urls", "nothing added")
}

// While the user types, a click on a key hint triggers only that key.
func TestMouseOnSearchKeys(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter")
	d.Press("/", "swap")
	d.Click("enter apply")
	d.Shows("filter: swap", "[1 Sent]", "enter open")
	d.Press("/", "x")
	d.Click("esc clear")
	d.Shows("[1 Sent]")
	d.Hides("filter: ")
}

// A click on another panel ends typing a search in the first one, which stays applied.
func TestMouseOnOtherPanelKeepsSearch(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: tuitest.NewChain()}})
	d.Press("esc", "space", "b")
	d.Press("down", "down", "enter", "3", "/", "author")
	d.Click("07·")
	d.Press("right")
	d.Shows("08   ")
	d.Press("2")
	d.Shows("[2 Payload]")

	d = tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter")
	d.Press("enter", "3")
	d.Click("amount ")
	d.Press("/", "amo")
	d.Click("0x1::transaction_fee::FeeStatement")
	d.Shows("execution_gas_units")
	d.Press("up")
	d.Shows("amount ")
	d.Press("1")
	d.Shows("[1 Arguments]")
}

// A click on the last crumb copies the link of the screen; a click on one before it goes there.
func TestClickCrumbs(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter", "enter")
	d.Click("seq 56")
	d.Shows("copied link: local/account/0x88fb", "seq 56")
	d.Click("Account busy")
	d.Hides("› seq 56")
	d.Shows("Account busy › Sent")
}
