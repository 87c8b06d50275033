package tui

import (
	"slices"
	"strings"
	"testing"

	"foredeck/config"

	"github.com/stretchr/testify/require"
)

func TestAJourneyThroughThePalette(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	d.press(":")
	d.shows("┌ Command ─", "a command as in a shell", "type a line", "tab complete  enter run  ctrl+n/p history  esc close")
	d.press("account tre")
	d.shows("▸ account treasury", "open account", "saved", "also a shell command:  foredeck account treasury", "1 match", "ranked: this screen, saved, recent, all")
	d.press("tab")
	d.shows(": account treasury")
	d.press("enter")
	d.shows("Home › Account treasury › Sent", "▸ 1,199")

	d.press(":", "order", "enter")
	d.shows("oldest first", "▸ 0 ")
	d.press(":", "tab 5", "enter")
	d.shows("› Resources", "CoinStore<Usdx>")
	d.press(":", "resource treasury native")
	d.shows("▸ resource treasury", "NativeCoin>'", "on treas")
	d.press("enter")
	d.shows("Resources › CoinStore<NativeCoin>")

	d.press(":", "0x1::coin", "enter")
	d.shows("› Module 0x1::coin")
	d.press(":", "view bal")
	d.shows("▸ view 0x1::coin::balance            run a view function")
	d.press("tab")
	d.press(" --type-arg nat")
	d.shows("▸ view 0x1::coin::b…coin::NativeCoin", "seen")
	d.press("tab", " --arg treasury", "enter")
	d.shows("› Module 0x1::coin › balance › Run", "0x1::native_coin::NativeCoin ", "✓ 0xb713")

	d.press("enter", "esc", ":", "bal")
	d.shows("view 0x1::coin::b…n --arg treasury", "run a view function   run")

	d.press("esc", "ctrl+p")
	d.shows("▸ run ", "enter run")
	d.press("ctrl+p", "ctrl+p")
	d.shows(": module 0x1::coin")
	d.press("ctrl+n")
	d.shows(": …::balance --type-arg 0x1::native_coin::NativeCoin --arg treasury")
	d.press("ctrl+n", "esc")
	d.hides("Command")
}

func TestTheLineAsItStandsAndWhatIsKnown(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	d.press("0x1::coin", "enter", "esc")
	d.press(":")
	for line, first := range map[string]string{
		"account 0x1":                   "account 0x1",
		"account a":                     "account automation",
		"account beef":                  "account beef",
		"0x1":                           "account framework",
		"tre":                           "account treasury",
		"1154":                          "block 1154",
		"btc_usdt":                      "price btc_usdt",
		"0x1::coin::CoinStore":          "0x1::coin::CoinStore",
		"0x1::coin":                     "module 0x1::coin",
		"module 0x1::co":                "module 0x1::coin",
		"view 0x1::coin::bal":           "view 0x1::coin::balance",
		"view 0x1::coin::balance":       "view 0x1::coin::balance",
		"txs treasury --ki":             "txs treasury --kind KIND",
		"txs treasury --kind c":         "txs treasury --kind coin",
		"resource treasury":             "resource treasury TYPE",
		"simulated/account/0x1/modules": "simulated/account",
		"account":                       "account ADDRESS",
		"acc":                           "account treasury",
		"help":                          "help",
		"deck.he":                       "help",
	} {
		d.press("ctrl+u", "end", "ctrl+u")
		d.press(line)
		d.shows("▸ " + first)
	}
}

func TestLinesThatCannotRunHere(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	for line, why := range map[string]string{
		"doctor":                   "it runs in a shell alone",
		"blocks --last 5":          "the deck has no --last: run it in a shell",
		"account treasury -o json": "the deck has no --output: run it in a shell",
		"price btc_usdt":           "no screen in this version",
		"mainnet/account/0x1":      "it is on another network",
	} {
		d.press(":", line)
		d.shows(why[:min(len(why), 24)])
		d.press("enter")
		d.shows("! "+why, "┌ Command") // it stays, to be put right
		d.press("esc")
	}
	for line, wrong := range map[string]string{
		"account 0xzz":        "not hex",
		"nonsense here":       `"nonsense": no such command; there are account, txs`,
		"account 'open":       "a quote is not closed",
		"txs treasury --none": `"--none": txs has no such option`,
		"zzzz":                "no such command, saved name or address",
	} {
		d.press(":", line)
		d.shows(wrong, "0 matches")
		d.press("enter", "tab", "down", "pgdown")
		d.shows("┌ Command")
		d.press("esc")
	}
}

// Every action of a place can be called for by its word, and does what its key does.
func TestEveryActionHasALine(t *testing.T) {
	for _, keys := range [][]string{{"esc"}, {"busy", "enter"}, {"busy", "enter", "5", "enter"}, {"0x1::coin", "enter"}, {"busy", "enter", "enter"}, {"0x1::coin::balance", "enter", "v", "esc"}} {
		d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
		d.press(keys...)
		pool := d.model.newPool()
		for _, action := range d.model.actions() {
			if strings.HasPrefix(action.ID, "deck.") && strings.HasSuffix(action.ID, "commands") || action.ID == "deck.mouse" {
				continue // the palette itself; and the mouse has a line for each way
			}
			require.True(t, slices.ContainsFunc(pool.entries, func(e entry) bool { return e.id == action.ID }), action.ID)
		}
		for line := range pool.acts {
			require.NotEmpty(t, pool.find(line, false).Candidates, line)
		}
	}
}

// However much was seen, a key in the palette costs the same.
func BenchmarkPaletteKey(b *testing.B) {
	d := newDeck(b, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	settings := *d.model.deps.Config
	for i := range 1000 {
		settings.Names = append(settings.Names, config.Name{Name: "account " + strings.Repeat("x", i%30), Address: "0x0"})
	}
	d.model.configure(&settings)
	d.press("0x1::coin", "enter", "esc", "busy", "enter", "5", "end", "end", ":", "view 0x1::coin::b")
	for b.Loop() {
		d.press("a", "backspace")
	}
}

func TestWhatWasSavedAndWhatCanBeCopiedAreLines(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	d.press("0x1::coin::supply", "enter", "v", "0x1::native_coin::NativeCoin", "enter", "esc", "b", "enter")
	d.press("space", "h", ":", "supply")
	d.shows("▸ view 0x1::coin::s…coin::NativeCoin run a view function   supply")
	d.press("esc", ":", "account treasury", "enter", ":", "copy li")
	d.shows("▸ copy link", "to the clipboard")
	d.press("enter")
	d.shows("copied simulated/account/0x")
}

// A line of the palette leads away from the requests too, which lie over a place.
func TestALineOverTheRequests(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	d.press("esc", "`", ":", "account treasury", "enter")
	d.shows("Home › Account treasury › Sent", "▸ 1,199")
}

// The command for a shell asks the network that is looked at, not the simulated one.
func TestTheShellCommandNamesTheNetwork(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	d.press(":", "account busy")
	d.shows("also a shell command:  foredeck account busy --base-url", baseURL)
	d.press("ctrl+u", "module")
	d.shows("foredeck module ADDRESS::NAME --base-url", baseURL)
	d.press("ctrl+u", "account busy --base-url http://other.example")
	d.shows("also a shell command:  foredeck account busy --base-url", "http://other.example")
	d.hides(baseURL)
}

func TestALineThatWasCopiedFromAShell(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	d.press(":", "foredeck account treasury", "enter")
	d.shows("Home › Account treasury › Sent")
	d.press(":", "filter", "enter", "nothing")
	d.shows("/ nothing")
}

func TestATypeIsNoViewFunction(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	d.press(":", "0x1::coin::CoinStore")
	d.shows("▸ 0x1::coin::CoinStore")
	d.hides("run a view function")
	d.press("ctrl+u", "0x1::coin::balance")
	d.shows("view 0x1::coin::balance", "run a view function")
}
