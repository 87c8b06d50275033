package tui

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// openCalls goes from the account busy to its calls of the function that its newest transaction calls.
func openCalls(d *deck) {
	openBusy(d)
	d.press("enter", "f", "t")
}

func TestCallsOfAFunctionAreFound(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	openCalls(d)
	d.shows("transfer › Calls", "[1 by busy]  2 by 0x1", "Calls of 0x1::coin::transfer", "38 of 57 looked at, end", "▸ 56 ", "0x5e01…77b0, 255600000000")
	d.press("down", "enter")
	d.shows("seq 54", "row 2 of calls of transfer")
	d.press("J", "J", "esc")
	d.shows("▸ 52 ")
	d.press("2")
	d.shows("1 by busy  [2 by 0x1]", "no transaction that this account sent calls the function", "0 of 0 looked at, end")
	d.press("1")
	d.shows("▸ 52 ")
	d.press("r")
	d.shows("▸ 52 ", "38 of 57 looked at, end")
}

func TestCallsAreFilteredAndSorted(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	openCalls(d)
	d.press("down", "down", "/", "255[0-5]")
	d.shows("/ 255[0-5]", "4 of 38 calls", "▸ 53 ", "2551", "38 of 57 looked at, end")
	d.hides("2556")
	d.press("enter", "S")
	d.shows("the loaded calls are sorted by SEQ▾", "SEQ▾", "▸ 53 ")
	d.press("S")
	d.shows("sorted by SEQ▴", "▸ 53 ")
	d.press("end", "enter")
	d.shows("seq 54")
	d.press("K")
	d.shows("seq 53")
	d.press("J", "J")
	d.shows("seq 54")
	d.press("esc", "r")
	d.shows("▸ 54 ", "4 of 38 calls")
	d.press("/", "nowhere")
	d.shows("no call that was found matches", "0 of 38 calls")
	d.press("esc")
	d.shows("SEQ▴")
	d.press("S", "S", "S", "S", "S", "S", "S")
	d.shows("the rows are in the node's order again")
	d.hides("▴", "▾")
	d.press("home")
	d.shows("▸ 56 ")
}

func TestCallsAreWrittenAsTheyAreListed(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	openCalls(d)
	d.press("/", "255[0-5]", "enter", "e")
	d.shows("the 4 rows that match", "CSV, the whole list")
	d.press("enter")
	name, lines := exported(t, d)
	require.Equal(t, "local-calls-coin-transfer-by-0x88fb1ca1-matching.csv", name)
	require.Len(t, lines, 5, "the titles and the rows")
	d = newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	openCalls(d)
	d.press("e", "enter")
	_, lines = exported(t, d)
	require.Len(t, lines, 39, "calls of this function alone")
}

// What was looked through for a pattern while another account's calls were shown goes on where it stopped.
func TestCallsAreFilteredOnAfterAnotherTab(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 4001, record: ordinary}})
	openCalls(d)
	for range 60 {
		d.press("end")
	}
	d.shows(" of 4,001 looked at, end")
	d.held = true
	d.press("/", "S", "enter", "2")
	d.release()
	d.press("1", "down")
	d.shows("2,667 of 2,667 calls")
}

// rare is a transaction that calls something else than most only every so often.
func rare(every int) func(int) string {
	return func(sequence int) string {
		record := ordinary(sequence * 9)
		record = strings.Replace(record, fmt.Sprintf(`"sequence_number": %d, "gas`, sequence*9), fmt.Sprintf(`"sequence_number": %d, "gas`, sequence), 1)
		if sequence%every != 0 {
			record = strings.ReplaceAll(record, "0x1::coin::transfer", "0x1::coin::burn")
		}
		return record
	}
}

func TestCallsAreLookedForInSteps(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 2000, record: rare(1400)}})
	openBusy(d)
	d.press("enter", "f")
	d.shows("Module 0x1::coin", "▸ balance") // burn is none of its functions
	for range 2 {
		d.press("down")
	}
	d.shows("▸ transfer")
	d.press("t")
	d.shows("none among the newest 520 that it sent: ↓ looks at more", "↓ look at more")
	d.press("down")
	d.shows("1 of 1,020 looked at", "▸ 1,400", "not all was looked at")
	d.press("enter", "J")
	d.shows("seq 0")
	d.press("J")
	d.shows("this is the last record of the list")
	d.press("esc")
	d.shows("2 of 2,000 looked at, end", "▸ 0 ")
}

func TestALookForCallsThatFails(t *testing.T) {
	line := &broken{}
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}, transport: func(next http.RoundTripper) http.RoundTripper { line.next = next; return line }})
	openBusy(d)
	d.press("enter", "f")
	line.on.Store(true)
	d.press("t")
	d.shows("failed", "no answer from "+baseURL, "r asks again")
	line.on.Store(false)
	d.press("r")
	d.shows("38 of 57 looked at, end")
	line.on.Store(true)
	d.press("r")
	d.shows("! no answer from "+baseURL, "failed, 0s old · 38 of 57 looked at, end", "r asks again")
	d.press("down")
	d.shows("failed, 0s old", "▸ 54 ")
	require.Zero(t, d.model.deps.Loader.InFlight())
}
