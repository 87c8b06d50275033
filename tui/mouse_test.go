package tui

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/tui/keymap"
)

// click clicks on the first place on the screen where the words stand.
func (d *deck) click(words string) {
	d.Helper()
	for y, line := range strings.Split(d.screen(), "\n") {
		if at := strings.Index(line, words); at >= 0 {
			d.send(tea.MouseMsg{X: utf8.RuneCountInString(line[:at]), Y: y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
			return
		}
	}
	require.Fail(d, words+" is not on the screen", d.screen())
}

func (d *deck) wheel(button tea.MouseButton) {
	d.send(tea.MouseMsg{X: 10, Y: 12, Action: tea.MouseActionPress, Button: button})
}

func TestTheMouse(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	d.click("quiet ") // the keys are in the box, and go to the row
	d.shows("▸ quiet")
	d.click("busy ")
	d.shows("▸ busy")
	d.click("busy ")
	d.shows("Account busy › Sent", "▸ 56")
	d.wheel(tea.MouseButtonWheelDown)
	d.shows("▸ 53")
	d.wheel(tea.MouseButtonWheelUp)
	d.shows("▸ 56")
	d.click("51 ")
	d.shows("▸ 51")
	d.click("5 Resources")
	d.shows("[5 Resources]")
	d.click("CoinStore<Coin2>    0x1")
	d.click("CoinStore<Coin2>    0x1")
	d.shows("› CoinStore<Coin2>", "▾ CoinStore<Coin2>")
	d.click("frozen")
	d.shows("path   .frozen")
	d.press("y")
	require.Equal(t, "false", d.clipboard())
	d.click("? help")
	d.shows("Keys of this place")
	d.press("esc")
	d.click("P pin")
	d.shows("pinned to the account's panel")
	d.click("Home")
	d.shows("Go to")
	d.click("busy › CoinStore<Coin2>")
	d.shows("▸ 12:04")
	d.click("busy › CoinStore<Coin2>")
	d.shows("Account busy › Resources")
	d.send(tea.MouseMsg{X: 500, Y: 500, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
	d.send(tea.MouseMsg{X: 0, Y: 0, Action: tea.MouseActionMotion})
	d.press("%")
	d.shows("the terminal selects text")
	d.press("%")
	d.shows("a click selects")
}

func TestTheMouseOnScreens(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary, chain: newTestChain()}})
	openBusy(d)
	d.press("enter")
	d.click("expires")
	d.press("y")
	require.Contains(t, d.clipboard(), "UTC")
	d.click("block ")
	d.press("y")
	require.Equal(t, "48211858", d.clipboard(), "of the panel beside, which has the keys now")
	d.click("3 Events")
	d.shows("[3 Events")

	d = newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary, chain: newTestChain()}})
	d.press("0x1::shapes", "enter")
	d.click("4 Bytecode")
	d.click("LdConst")
	d.shows("7 of 87")
	for y, line := range strings.Split(d.screen(), "\n") {
		if strings.Contains(line, "nothing") {
			d.send(tea.MouseMsg{X: 10, Y: y, Action: tea.MouseActionPress, Button: tea.MouseButtonWheelDown})
			break
		}
	}
	d.shows("▸ nothing", "native: the chain itself")

	d = newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary, chain: newTestChain()}})
	openBlocks(d)
	d.press("enter")
	d.click("author ")
	d.press("y")
	require.Contains(t, d.clipboard(), "0x")
	d.click("3 Raw JSON")
	d.shows("[3 Raw JSON]")
}

// What lies over the place has the keys: the place beside it takes no click, and hands none on as a key.
func TestTheMouseBesideAnOverlay(t *testing.T) {
	d := newDeck(t, 120, 40, setup{handler: fixture{records: 57, record: ordinary}})
	openBusy(d)
	for _, opens := range []string{"=", "Y", ":"} {
		d.press(opens)
		before := d.body()
		for _, words := range []string{"5 Resources", "▸ 56", "36  "} {
			d.click(words)
			require.Equal(t, before, d.body(), "%s, %s", opens, words)
		}
		d.press("esc")
	}
	d.shows("▸ 56")
	d.press("Y")
	d.wheel(tea.MouseButtonWheelDown)
	d.press("esc")
	d.shows("▸ 56")
}

func TestTheMouseOnPrices(t *testing.T) {
	d := openPrices(t, 100, 30, setup{})
	d.click("eth_usdt")
	d.shows("Price › eth_usdt", "▸ eth_usdt")
	d.click("move_usdt ")
	d.shows("Price › move_usdt")
	d.clickAt(" 4h", 1)
	d.shows("1h [4h] 1d")
	d.clickAt("s 1m", 2)
	d.shows("30s [1m] 5m")
	d.click("[1m]")
	d.shows("30s [1m] 5m")
}

func TestTheMouseWithBoundKeys(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	d.model.keymap.Bindings, _ = keymap.NewBindings(Keys(), bind("list.down", ",", "list.up", ".", "account.tab", "f5 f6 f7 f8 f9", "deck.help", "f1", "account.open", "f2"))
	openBusy(d)
	d.wheel(tea.MouseButtonWheelDown)
	d.shows("▸ 53")
	d.click("51 ")
	d.shows("▸ 51")
	d.click("f6 Coin moves")
	d.shows("[f6 Coin moves]")
	d.click("f5 Sent")
	d.click("f1 help")
	d.shows("Keys of this place")
	d.press("esc")
	d.click("51 ")
	d.shows("seq 51")
}

func TestTheMouseIsGivenAwayByALine(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	d.press("esc", ":", "mouse off")
	d.shows("mouse off", "click and wheel")
	d.press("enter")
	d.shows("the terminal selects text")
	require.True(t, d.model.mouseOff)
	d.press(":", "mouse off", "enter")
	require.True(t, d.model.mouseOff, "it says what is to be, and not the other way")
	d.press(":", "mouse on", "enter")
	require.False(t, d.model.mouseOff)
}

// clickAt clicks so many columns behind where the words begin.
func (d *deck) clickAt(words string, column int) {
	d.Helper()
	for y, line := range strings.Split(d.screen(), "\n") {
		if at := strings.Index(line, words); at >= 0 {
			d.send(tea.MouseMsg{X: utf8.RuneCountInString(line[:at]) + column, Y: y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
			return
		}
	}
	require.Fail(d, words+" is not on the screen", d.screen())
}

func TestTheMouseOnHome(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary, chain: newTestChain()}})
	d.press("0x1::coin::balance")
	d.click("  account ")
	d.shows("▸ account")
	d.click("quiet ")
	d.shows("▸ quiet")
	d.press("x") // which no text takes now
	d.click("> 0x1::coin::balance")
	d.press("s")
	d.shows("> 0x1::coin::balances")
	d.press("backspace")
	d.click("type  ")
	d.click("▸ type")
	d.shows("[2 Structs]")

	d = newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary, chain: newTestChain()}})
	d.click("no block asked for yet")
	d.hides("Home › Blocks")
	d.pass(5 * time.Second)
	d.click("cadence")
	d.shows("Home › Blocks")
}

func TestTheMouseOnTheFormOfAView(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	openBalance(d)
	d.press("0x1::native_coin::NativeCoin")
	d.click("#0 ")
	d.press("busy")
	d.shows("▸ #0", "✓ 0x88fb")
	d.click("T0 ")
	d.shows("▸ T0")
	d.click("[ Run ]")
	d.shows("▸ [ Run ]", "HISTORY")
	d.click("120,455,102,400    ") // a result takes no clicks
	d.shows("▸ [ Run ]")
	d.click("BCS")
	d.shows("[BCS]")
	d.click("[off]")
	d.shows("every [5s]")
	for range 6 {
		d.click("every ")
	}
	d.shows("every [off]")
	d.click("[ Copy as command ]")
	require.Contains(t, d.clipboard(), "foredeck view 0x1::coin::balance")
	d.click("#0 ")
	d.press("backspace")
	d.shows("not run with these arguments")
	d.click("12:04:31    ")
	d.shows("▸ 12:04:31", "✓ 0x88fb")
}

func TestTheMouseOnVoters(t *testing.T) {
	d := newDeck(t, 120, 40, setup{handler: fixture{records: 57, record: ordinary, chain: newTestChain()}})
	openBlocks(d)
	d.shows("▸ 48,211,907")
	d.clickAt("00      ■", 8+21-3)
	d.shows("▸ 48,211,9", "held at")
	d.hides("▸ 48,211,907")
	before := d.model.breadcrumb().Text()
	d.clickAt("00      ■", 8+21-3)
	require.NotEqual(t, before, d.model.breadcrumb().Text(), "the selected one is opened")
	d.click("25■")
	d.shows("25   ")
	d.press("left")
	d.shows("24   ")
}

// A list that tab does not lead to is given the keys by a click all the same.
func TestTheMouseOnAListWithinAPanel(t *testing.T) {
	d := newDeck(t, 120, 40, setup{handler: fixture{records: 57, record: ordinary, chain: newTestChain()}})
	openBlocks(d)
	d.press("down", "down", "enter", "B")
	d.click("0x0000…c101")
	d.shows("▸ 0x0000…c101")
	d.click("000010  ")
	d.press("up")
	d.shows("▸ 0x0000…c101") // the bytes have the keys
	d.press("tab")
	d.click("000008  ")
	d.press("up")
	d.shows("▸ 0x0000…c101")
	d.click("0x0000…c100")
	d.shows("▸ 0x0000…c100")
	d.click("000010  ")
	d.click("0x0000…c101")
	d.shows("▸ 0x0000…c101")

	// the tree of the record has a search that is being typed: it is kept
	d.press("3", "/", "author")
	d.click("height ")
	d.press("y")
	require.Equal(t, "48211905", d.clipboard())
	d.click("3 Raw JSON")
	d.shows("/ author")

	d = newDeck(t, 120, 40, setup{handler: fixture{records: 57, record: ordinary}})
	openBusy(d)
	d.press("enter", "3", "tab")
	d.click("amount ")
	d.press("y")
	require.Equal(t, "250000000", d.clipboard())
	d.click("0x1::transaction_fee::FeeStatement")
	d.shows("execution_gas_units")
	d.click("0x1::coin::CoinWithdraw")
	d.shows("amount ")
	d.press("down")
	d.shows("execution_gas_units")

	d = newDeck(t, 120, 40, setup{handler: fixture{records: 57, record: ordinary}})
	openBusy(d)
	d.press("5", "down")
	d.click("frozen")
	d.shows("path   .")
}

func TestTheMouseOnADeclaration(t *testing.T) {
	d := newDeck(t, 120, 40, setup{handler: fixture{records: 57, record: ordinary}})
	d.press("0x1::coin::CoinStore", "enter")
	d.click("0x1::event::EventHandle  ")
	d.shows("▸ 0x1::event::EventHandle")
	d.click("0x1::coin::Coin  has")
	d.click("▸ 0x1::coin::Coin  has")
	d.shows("┌ Coin ")
}

func TestTheMouseOnWhatLiesOverThePlace(t *testing.T) {
	d := newDeck(t, 120, 40, setup{handler: fixture{records: 57, record: ordinary, chain: newTestChain()}})
	openBusy(d)
	d.press("space")
	d.click("blocks, as they come")
	d.shows("Home › Account busy › Sent › Blocks")
	d.press("[", ":", "mouse")
	d.click("  mouse o")
	d.click("▸ mouse o")
	d.hides("┌ Command")
	d.shows("the terminal selects text")
}

// Who turns to a tab while a text is typed has done with the text: a search stays, a value stays as it was, and neither takes the
// tab's key for a letter.
func TestTheMouseLeavesWhatIsTyped(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	openBusy(d)
	d.press("/", "swap")
	d.click("2 Coin moves")
	d.shows("[2 Coin moves]")
	d.click("1 Sent")
	d.shows("/ swap ", "filter: swap")
	d.press("esc", "esc", "esc", "space", "s", "down", "enter")
	d.press("x")
	d.click("2 Looks")
	d.shows("[2 Looks]")
	d.click("1 Networks")
	d.press("down", "enter")
	d.shows("> http")
	d.press("x")
	d.click("▸ base_urls ")
	d.shows("> http")
	d.click("chain_id ")
	d.shows("▸ chain_id", "left as it is")
	d.hides("> http")
	d.hides("27000x")
	d.press("a")
	d.click("base_urls ")
	d.shows("▸ base_urls", "nothing is added")
}

// The row of keys names those that act while one types: a click on one of them does that alone.
func TestTheMouseOnTheKeysOfASearch(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	openBusy(d)
	d.press("/", "swap")
	d.click("enter keep")
	d.shows("filter: swap", "[1 Sent]", "enter open")
	d.press("/", "x")
	d.click("esc clear")
	d.shows("[1 Sent]")
	d.hides("filter: ")
}

// A search that is being typed in one panel does not keep the keys of another one that is clicked.
func TestTheMouseOnAnotherPanelKeepsASearch(t *testing.T) {
	d := newDeck(t, 120, 40, setup{handler: fixture{records: 57, record: ordinary, chain: newTestChain()}})
	openBlocks(d)
	d.press("down", "down", "enter", "3", "/", "author")
	d.click("07■")
	d.press("right")
	d.shows("08   ")
	d.press("2")
	d.shows("[2 Payload]")

	d = newDeck(t, 120, 40, setup{handler: fixture{records: 57, record: ordinary}})
	openBusy(d)
	d.press("enter", "3")
	d.click("amount ")
	d.press("/", "amo")
	d.click("0x1::transaction_fee::FeeStatement")
	d.shows("execution_gas_units")
	d.press("up")
	d.shows("amount ")
	d.press("1")
	d.shows("[1 Arguments]")
}
