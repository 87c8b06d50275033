package account_test

import (
	"testing"

	"foredeck/tui/tuitest"
)

func TestGoToSequence(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Press("treasury", "enter")
	d.Press(":", "seq 1,195", "enter") // loaded already
	d.Shows("▸ 1,195", "1,199")
	d.Press(":", "seq 700", "enter")
	d.Shows("▸ 700", "ctrl+r newest", " 699 ")
	d.Hides("1,199")
	d.Press("up", "up")
	d.Shows("▸ 701", " 700 ")
	d.Press("g", "up")
	d.Shows("▲ 100 new above")
	d.Press("up")
	d.Shows("▸ 801")
	d.Press("/", "#42", "enter")
	d.Shows("▸ 42", " 41 ")
	d.Hides("/ #42")
	d.Press("enter")
	d.Shows("› seq 42")
	d.Press("J")
	d.Shows("› seq 41")
	d.Press("K", "K", "K")
	d.Shows("› seq 44")
	d.Press(":", "seq 7", "enter")
	d.Shows("› seq 7")
	d.Press("[", "esc")
	d.Shows("▸ 44")
	d.Press("ctrl+r")
	d.Shows("1,199")
	d.Hides("ctrl+r newest")
}

func TestGoToSequenceFromAnotherTab(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Press("treasury", "enter")
	d.Press("5", ":", "seq 3", "enter")
	d.Shows("Account treasury › Sent", "▸ 3 ", "4 loaded")
	d.Press("/", "#none", "enter")
	d.Shows(`invalid sequence number "none"`)
	d.Press("esc", "esc", "esc", ":", "seq 3", "enter")
	d.Shows("seq: open an account or one of its transactions first")
}

// The options of txs have their effect in the deck.
func TestListOptions(t *testing.T) {
	t.Parallel()
	for line, words := range map[string][]string{
		"txs treasury --start 700":                      {"▸ 700", " 699 "},
		"txs treasury --start 700 --oldest-first":       {"▸ 700", " 701 ", "oldest first"},
		"txs treasury --oldest-first":                   {"▸ 0 ", " 1 "},
		"txs treasury --kind coin --type auto":          {"Coin transfers"},
		"txs treasury --kind automated --from-height 1": {"Automated"},
		"txs treasury --filter status:fail":             {"/ status:fail", "status is fail", "✗ Fail", "3 of 20 loaded"},
		"txs treasury --filter nosuch:fail":             {"/ nosuch:fail", "nosuch"},
	} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			d := tuitest.New(t, 120, 40, tuitest.Setup{})
			d.Press(":", line, "enter")
			d.Shows(words...)
		})
	}
	for line, why := range map[string]string{
		"txs treasury --type auto":     "requires --kind coin",
		"txs treasury --from-height 7": "requires --kind automated",
		"txs treasury --start newest":  "--start must be a sequence number",
		"txs treasury --limit 7":       "--limit works only in the shell",
		"txs treasury --kind all":      "only in a shell",
	} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			d := tuitest.New(t, 120, 40, tuitest.Setup{})
			d.Press(":", line, "enter")
			d.Shows(why)
		})
	}
}

// enter on a field of a tree opens what the config file has for the field, else for its type, and nothing where the value cannot be in a link.
func TestJumpOfAField(t *testing.T) {
	t.Parallel()
	open := func(jumps string, search string) *tuitest.Deck {
		d := tuitest.New(t, 120, 40, tuitest.Setup{Config: "[jumps]\n" + jumps + "\n"})
		d.Press("treasury", "enter", "5", "/", "CoinStore<0x1::native", "enter", "enter", "*", "/", search, "enter")
		return d
	}
	const byField = `"0x1::coin::CoinStore.deposit_events.counter" = "block/{}"`
	d := open(byField, "deposit_events")
	d.Press("down")
	d.Shows("enter follow")
	d.Press("enter")
	d.Shows("Home › Blocks › block ")

	const byType = `"0x1::guid::GUID" = "account/{}"` + "\n" + `"0x1::coin::Coin" = "events/0x1::coin::{}"`
	d = open(byType, "coin")
	d.Shows("enter expand or collapse") // a number is no name of a type
	d.Press("enter")
	d.Shows("Resources › CoinStore")

	// the value of Coin is its only member
	d = open(`"0x1::coin::Coin" = "block/{}"`+"\n"+`"0x1::coin::CoinStore<0x1::other::Coin>.coin" = "account/{}"`, "coin")
	d.Press("enter")
	d.Shows("Home › Blocks › block ")
}
