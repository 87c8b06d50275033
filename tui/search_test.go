package tui

import "testing"

func TestTheValueOfAResourceIsSearched(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	openBusy(d)
	d.press("5", "enter", "/")
	d.hides("? help")
	d.press("2")
	d.shows("[5 Resources]", "/ 2", "1 of 2", "enter keep  esc clear")
	d.press("backspace", "COUNT")
	d.shows("no hits")
	d.press("backspace", "backspace", "backspace", "backspace", "backspace", "count(", "down")
	d.shows("missing closing )")
	d.press("enter")
	d.shows("/ count", "? help", "next hit")
	d.press("esc")
	d.hides("/ count", "next hit")
	d.shows("[5 Resources]", "path")
	d.press("n", "J", "K", "esc")
	d.shows("▸ CoinStore<Coin0>")
}

func TestASearchGoesAlongWithTheRecordsOfAList(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	openBusy(d)
	d.press("enter", "6", "/", "^sequence_number$", "enter")
	d.shows("1 of 3", `sequence_number       56`)
	d.press("J")
	d.shows("1 of 3", `sequence_number       55`, "/ ^sequence")
	d.press("1")
	d.hides("/ ^sequence")
	d.press("3", "enter")
	d.shows("/ ^sequence", "no hits")
	d.press("esc")
	d.hides("/ ^sequence")
	d.shows("[3 Events")
}

// TestASearchIsNotWaitedFor holds the search back: keys go on, and another pattern ends it.
func TestASearchIsNotWaitedFor(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	openBusy(d)
	d.press("enter", "6")
	d.held = true
	d.press("/", "hash", "down")
	d.shows("searching", "2 of ")
	d.press("esc")
	d.release()
	d.hides("searching", "/ hash")
	d.shows("2 of ")
}

func TestTheInterfaceOfAModuleIsSearched(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	d.press("0x1::coin", "enter", "5", "/", "is_view", "enter", "n", "N", "N")
	d.shows("5 of 5")
	d.press("r")
	d.shows("5 of 5")
	d.press("esc")
	d.hides("/ is_view")
	d.press("J", "K", "/", "q", "enter", "esc")
	d.shows("[5 ABI JSON]")
}
