package tui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/client/localnet"
)

func TestAListIsFiltered(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	openBusy(d)
	d.press("down", "down", "/", "2")
	d.hides("? help")
	d.shows("[1 Sent]", "/ 2", "filter: 2 · ", "▸ 54 ")
	d.press("backspace", "^fail")
	d.shows("filter: ^fail · 2 of 20 loaded", "▸ 48 ", "  39 ")
	d.press("(")
	d.shows("missing closing )", "filter: ^fail · 2 of 20 loaded")
	d.press("enter")
	d.shows("/ ^fail", "? help", "esc clear", "of 20 loaded")
	d.press("enter")
	d.shows("seq 48")
	d.press("esc")
	d.shows("filter: ^fail", "▸ 48 ")
	d.press("esc")
	d.hides("filter:")
	d.shows("▸ 48 ")
	d.press("esc")
	d.shows("Go to")
}

// TestScrollingLoadsOn scrolls in a list of which nothing matches: each key asks for one page, and none is asked for without.
func TestScrollingLoadsOn(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 400, record: ordinary}})
	openBusy(d)
	d.press("/", "nowhere", "enter")
	d.shows("no loaded row matches: ↓ loads more", "0 of 20 loaded")
	d.press("down")
	d.shows("0 of 120 loaded")
	d.press("pgdown")
	d.shows("0 of 220 loaded")
	d.press("/", "backspace", "backspace", "backspace", "backspace", "backspace", "backspace", "backspace", "fail", "enter", "end")
	d.shows("filter: fail · ", "of 320 loaded")
	d.press("esc", "end", "end", "/", "nowhere", "enter")
	d.shows("no row matches", "0 of 400 loaded")
}

func TestTheFilterOfAListGoesAlongWhenItIsTurnedAround(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	openBusy(d)
	d.press("/", "fail", "enter", "s")
	d.shows("oldest first · 20 loaded", "filter: fail · 2 of 20 loaded", "▸ 3 ")
	d.press("esc", "s")
	d.shows("newest first", "▸ 48 ")
	d.hides("filter:")
}

func TestLoadedRowsAreSorted(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	openBusy(d)
	var sorted []string
	for range 13 {
		d.press("S")
		_, said, found := strings.Cut(d.screen(), "the loaded rows are sorted by ")
		if found {
			sorted = append(sorted, strings.Fields(said)[0])
			d.shows(", sorted by "+strings.Fields(said)[0], "  "+strings.Fields(said)[0]+" ", "▸ 56 ")
		}
	}
	require.Equal(t, []string{"SEQ▾", "SEQ▴", "STATUS▴", "STATUS▾", "TYPE▴", "TYPE▾", "FUNCTION▴", "FUNCTION▾", "FEE▾", "FEE▴", "AGE▾", "AGE▴"}, sorted)
	d.shows("in the node's order again")
	d.hides("sorted by")
	d.press("S", "S", "S", "g")
	d.shows("▸ 48   ✗ Fail")
	d.press("S", "g")
	d.shows("▸ 56   ✓ Success")
	d.press("/", "transfer", "enter", "end")
	d.shows("sorted by STATUS▾", "of 57 loaded")
}

func TestModulesAndResourcesAreFiltered(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	openBusy(d)
	d.press("5", "/", "coin1>", "enter")
	d.shows("1 of 20 loaded", "▸ CoinStore<Coin1>", "CoinStore<Coin1>   ")
	d.press("r")
	d.shows("1 of 20 loaded", "▸ CoinStore<Coin1>")
	d.press("enter", "/", "881", "enter", "esc", "esc", "esc")
	d.shows("▸ CoinStore<Coin1>", "CoinStore<Coin0>")
	d.press("4", "/", "~m5", "enter", "S", "S", "S")
	d.shows("filter: ~m5", "sorted by FUNCTIONS▾")
	d.press("esc")
	d.hides("filter:")
}

// TestRowsThatComeInKeepTheSelectedOne filters and sorts the list of an account that goes on sending.
func TestRowsThatComeInKeepTheSelectedOne(t *testing.T) {
	for _, keys := range [][]string{{"/", "transfer", "enter"}, {"S", "S", "S", "S", "S", "S", "S"}, {"S", "/", "!transfer", "enter"}} {
		d := newDeck(t, 120, 40, setup{network: localnet.Options{Seed: 7}})
		d.openTreasury()
		d.press(keys...)
		d.press("down", "down", "down")
		before := d.selectedRow()
		for range 40 {
			d.produce()
			d.pass(6 * time.Second)
			require.Equal(t, before, d.selectedRow())
		}
	}
}

// selectedRow is the first words of the selected row of a list.
func (d *deck) selectedRow() string {
	_, row, _ := strings.Cut(d.screen(), "▸ ")
	return fmt.Sprint(strings.Fields(row)[:4])
}

// TestManyRowsAreLookedAtInSlices holds the messages back that go on with looking: keys are answered meanwhile.
func TestManyRowsAreLookedAtInSlices(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 5000, record: ordinary}})
	openBusy(d)
	for range 30 {
		d.press("end")
	}
	d.shows("3,020 loaded")
	d.press("g", "/")
	d.held = true
	d.press("swap")
	d.shows("of 3,020 loaded", "▸ 4,998 ")
	d.press("down", "down")
	d.shows("▸ 4,980 ")
	shown := strings.Count(d.screen(), "swap_exact")
	require.Positive(t, shown)
	d.release()
	d.shows("filter: swap · 336 of 3,020 loaded", "▸ 4,980 ")
	d.press("enter", "S", "S", "S", "g", "esc")
	d.shows("sorted by STATUS▴")
}

// TestAnyFilterAndOrder compares what is shown with all rows that match.
func TestAnyFilterAndOrder(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		d := newDeck(t, 100, 200, setup{handler: fixture{records: 90, record: ordinary}})
		openBusy(d)
		d.press("end")
		pattern := rapid.SampledFrom([]string{"fail", "!fail", "^0x1::", "~swpin", "script|multisig", "8"}).Draw(rt, "pattern")
		want := strings.Count(d.screen(), "✗ Fail")
		d.press("/", pattern, "enter")
		for range rapid.IntRange(0, 13).Draw(rt, "sorts") {
			d.press("S")
		}
		switch pattern {
		case "fail":
			require.Equal(rt, want, strings.Count(d.screen(), "✗ Fail"))
			require.NotContains(rt, d.screen(), "✓ Success")
		case "!fail":
			require.Equal(rt, 90-want, strings.Count(d.screen(), "✓ Success"))
			require.NotContains(rt, d.screen(), "✗ Fail")
		}
		d.press("esc")
		require.Equal(rt, want, strings.Count(d.screen(), "✗ Fail"))
	})
}

func TestSavedAndRecentPlacesAreFiltered(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	openBusy(d)
	d.press("enter", "esc", "esc")
	d.press("esc", "/", "q")
	d.shows("/ q", "filter: 1 of 2", "▸ quiet", "enter keep  esc clear")
	d.hides("busy   account")
	d.press("enter", "enter")
	d.shows("Account quiet")
	d.press("esc")
	d.shows("▸ quiet", "/ q")
	d.press("esc")
	d.shows("busy", "quiet")
	d.press("tab", "tab", "/", "seq", "enter")
	d.shows("▸ 12:04  transaction  busy › seq 56", "filter: 1 of 3")
	d.press("enter")
	d.shows("seq 56", "6 Raw JSON")
	d.press("space", "h", "tab", "tab", "tab", "/", "(")
	d.shows("missing closing )")
	d.press("tab", "/")
	d.hides("missing")
}
