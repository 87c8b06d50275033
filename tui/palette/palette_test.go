package palette_test

import (
	"strings"
	"testing"

	"foredeck/config"
	"foredeck/tui"
	"foredeck/tui/command"
	"foredeck/tui/tuitest"
)

func TestPalette(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Press(":")
	d.Shows("╭ Command ─", "a shell command: account treasury", "type a command", "tab complete  enter run  ctrl+n/p history  esc close")
	d.Press("account tre")
	d.Shows("▸ account treasury", "open account", "saved", "shell command:  foredeck account treasury", "1 match", "order: this screen, saved, recent, everything")
	d.Press("tab")
	d.Shows(": account treasury")
	d.Press("enter")
	d.Shows("Home › Account treasury › Sent", "▸ 1,199")

	d.Press(":", "order", "enter")
	d.Shows("oldest first", "▸ 0 ")
	d.Press(":", "tab 5", "enter")
	d.Shows("› Resources", "CoinStore<Usdx>")
	d.Press(":", "resource treasury native")
	d.Shows("▸ resource treasury", "NativeCoin>'", "on treas")
	d.Press("enter")
	d.Shows("Resources › CoinStore<NativeCoin>")

	d.Press(":", "0x1::coin", "enter")
	d.Shows("› Module 0x1::coin")
	d.Press(":", "view bal")
	d.Shows("▸ view 0x1::coin::balance            run a view function")
	d.Press("tab")
	d.Press(" --type-arg nat")
	d.Shows("▸ view 0x1::coin::b…coin::NativeCoin", "seen")
	d.Press("tab", " --arg treasury", "enter")
	d.Shows("› Module 0x1::coin › balance › Run", "0x1::native_coin::NativeCoin ", "✓ 0xb713")

	d.Press("enter", "esc", ":", "bal")
	d.Shows("view 0x1::coin::b…n --arg treasury", "run a view function   run")

	d.Press("esc", "ctrl+p")
	d.Shows("▸ run ", "enter run")
	d.Press("ctrl+p", "ctrl+p")
	d.Shows(": module 0x1::coin")
	d.Press("ctrl+n")
	d.Shows(": …::balance --type-arg 0x1::native_coin::NativeCoin --arg treasury")
	d.Press("ctrl+n", "esc")
	d.Hides("Command")
}

func TestFirstCandidate(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Press("0x1::coin", "enter", "space", "h")
	d.Press(":")
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
		d.Press("ctrl+u", "end", "ctrl+u")
		d.Press(line)
		d.Shows("▸ " + first)
	}
}

func TestInvalidLines(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	for line, why := range map[string]string{
		"doctor":                   "runs only in a shell",
		"blocks --last 5":          "--last works only in the shell",
		"gas":                      "in the deck, the form of a call shows it",
		"table 0x5":                "in the deck, press enter on the handle in its resource",
		"account treasury -o json": "--output works only in the shell",
		"price btc_usdt":           "no screen for it in this version",
		"mainnet/account/0x1":      "on another network",
	} {
		d.Press(":", line)
		d.Shows(why[:min(len(why), 24)])
		d.Press("enter")
		d.Shows("! "+why, "╭ Command") // it stays open
		d.Press("esc")
	}
	for line, wrong := range map[string]string{
		"account 0xzz":        "not hex",
		"nonsense here":       `"nonsense": unknown command`,
		"nonsense":            "esc, then ctrl+p lists all commands",
		"nettworks":           "did you mean networks?",
		"account 'open":       "unclosed quote",
		"txs treasury --none": `"--none": unknown option of txs`,
		"zzzz":                "not a saved name, an address or a command",
	} {
		d.Press(":", line)
		d.Shows(wrong, "0 matches")
		d.Press("enter", "tab", "down", "pgdown")
		d.Shows("╭ Command")
		d.Press("esc")
	}
}

// Every action of a screen is found by its id.
func TestActionsAreListed(t *testing.T) {
	t.Parallel()
	for _, keys := range [][]string{{"esc"}, {"busy", "enter"}, {"busy", "enter", "5", "enter"}, {"0x1::coin", "enter"}, {"busy", "enter", "enter"}, {"0x1::coin::balance", "enter", "v", "esc"}} {
		d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
		d.Press(keys...)
		d.Press(":")
		for _, action := range tui.Screens.Of(d.Screen()).Actions(d.Screen()) {
			d.Press("ctrl+u", action.ID)
			d.Hides(" 0 matches")
		}
	}
}

// The cost of a key does not grow with the session.
func BenchmarkPaletteKey(b *testing.B) {
	d := tuitest.New(b, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	settings := *d.Deps().Config
	for i := range 1000 {
		settings.Names = append(settings.Names, config.Name{Name: "account " + strings.Repeat("x", i%30), Address: "0x0"})
	}
	d.Deps().Configure(&settings)
	d.Press("0x1::coin", "enter", "esc", "busy", "enter", "5", "end", "end", ":", "view 0x1::coin::b")
	for b.Loop() {
		d.Press("a", "backspace")
	}
}

func TestBookmarkAndCopyLines(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Press("0x1::coin::supply", "enter", "v", "0x1::native_coin::NativeCoin", "enter", "esc", "b", "enter")
	d.Press("space", "h", ":", "supply")
	d.Shows("▸ view 0x1::coin::s…coin::NativeCoin run a view function   supply")
	d.Press("esc", ":", "account treasury", "enter", ":", "copy li")
	d.Shows("▸ copy link", "to the clipboard")
	d.Press("enter")
	d.Shows("copied: simulated/account/0x")
}

// A line that opens a screen closes the requests.
func TestLineClosesRequests(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Press("esc", "`", ":", "account treasury", "enter")
	d.Shows("Home › Account treasury › Sent", "▸ 1,199")
}

// The shell command names the current network.
func TestShellCommandNamesNetwork(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press(":", "account busy")
	d.Shows("shell command:  foredeck account busy --base-url", tuitest.BaseURL)
	d.Press("ctrl+u", "module")
	d.Shows("foredeck module ADDRESS::NAME --base-url", tuitest.BaseURL)
	d.Press("ctrl+u", "account busy --base-url http://other.example")
	d.Shows("shell command:  foredeck account busy --base-url", "http://other.example")
	d.Hides(tuitest.BaseURL)
}

func TestLineCopiedFromShell(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Press(":", "foredeck account treasury", "enter")
	d.Shows("Home › Account treasury › Sent")
	d.Press(":", "filter", "enter", "nothing")
	d.Shows("/ nothing")
}

func TestTypeIsNotViewFunction(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Press(":", "0x1::coin::CoinStore")
	d.Shows("▸ 0x1::coin::CoinStore")
	d.Hides("run a view function")
	d.Press("ctrl+u", "0x1::coin::balance")
	d.Shows("view 0x1::coin::balance", "run a view function")
}

// Every argument of every command can be typed and completed.
func TestEveryCommandCompletes(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	for _, c := range command.All() {
		d.Press(":", c.Name+" 0", "tab", " 0", "tab", " --")
		d.Shows(": " + c.Name + " ")
		d.Press("esc")
	}
}

// A group of accounts completes where one can stand for its members, and nowhere else.
func TestGroupsComplete(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 3}, Config: "[groups]\nteam = [\"0x1\"]\n"})
	d.Press("esc", ":", "resource @")
	d.Shows("resource @saved", "resource @team")
	d.Press("esc", ":", "view 0x1::coin::balance --arg @t")
	d.Shows("--arg @team")
	d.Press("esc", ":", "account @t")
	d.Hides("account @team")
}
