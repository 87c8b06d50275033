package callers_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/tuitest"
)

func TestCalls(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press(openCalls()...)
	d.Shows("transfer › Calls", "[1 by busy] 2 by 0x1", "Calls of 0x1::coin::transfer", "38 of 57 scanned, end", "▸ 56 ", "0x5e01…77b0, 255600000000")
	d.Press("down", "enter")
	d.Shows("seq 54", "row 2 of calls of transfer")
	d.Press("J", "J", "esc")
	d.Shows("▸ 52 ")
	d.Press("b")
	d.Shows("> transfer")
	d.Press("enter")
	d.Shows("saved as transfer; listed on Home")
	d.Press("2")
	d.Shows("1 by busy [2 by 0x1]", "no transaction sent by this account calls the function", "0 of 0 scanned, end")
	d.Press("1")
	d.Shows("▸ 52 ")
	d.Press("r")
	d.Shows("▸ 52 ", "38 of 57 scanned, end")
}

func TestFilterAndSort(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press(openCalls()...)
	d.Press("down", "down", "/", "255[0-5]")
	d.Shows("/ 255[0-5]", "4 of 38 · all loaded", "▸ 53 ", "2551", "38 of 57 scanned, end")
	d.Hides("2556")
	d.Press("enter", "S")
	d.Shows("loaded rows sorted by SEQ▾", "SEQ▾", "▸ 53 ")
	d.Press("S")
	d.Shows("sorted by SEQ▴", "▸ 53 ")
	d.Press("end", "enter")
	d.Shows("seq 54")
	d.Press("K")
	d.Shows("seq 53")
	d.Press("J", "J")
	d.Shows("seq 54")
	d.Press("esc", "r")
	d.Shows("▸ 54 ", "4 of 38 · all loaded")
	d.Press("/", "nowhere")
	d.Shows("no loaded call matches", "0 of 38 · all loaded")
	d.Press("esc")
	d.Shows("SEQ▴")
	d.Press("S", "S", "S", "S", "S", "S", "S")
	d.Shows("sorting cleared")
	d.Hides("▴", "▾")
	d.Press("home")
	d.Shows("▸ 56 ")
}

func TestExportFiltered(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press(openCalls()...)
	d.Press("/", "255[0-5]", "enter", "e")
	d.Shows("4 matching rows", "CSV, all rows")
	d.Press("enter")
	name, lines := d.Exported()
	require.Equal(t, "local-calls-coin-transfer-by-0x88fb1ca1-matching.csv", name)
	require.Len(t, lines, 5, "the titles and the rows")
	d = tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press(openCalls()...)
	d.Press("e", "enter")
	_, lines = d.Exported()
	require.Len(t, lines, 39, "only calls of this function")
}

// A scan interrupted by switching to another account continues.
func TestFilterContinuesAfterSwitchingTabs(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 4001}})
	d.Press(openCalls()...)
	for range 60 {
		d.Press("end")
	}
	d.Shows(" of 4,001 scanned, end")
	d.Paused = true
	d.Press("/", "S", "enter", "2")
	d.Resume()
	d.Press("1", "down")
	d.Shows("2,667 of 2,667 · all loaded")
}

// rare returns a transaction that calls transfer once per given number of transactions.
func rare(every int) func(int) string {
	return func(sequence int) string {
		record := tuitest.Ordinary(sequence * 9)
		record = strings.Replace(record, fmt.Sprintf(`"sequence_number": %d, "gas`, sequence*9), fmt.Sprintf(`"sequence_number": %d, "gas`, sequence), 1)
		if sequence%every != 0 {
			record = strings.ReplaceAll(record, "0x1::coin::transfer", "0x1::coin::burn")
		}
		return record
	}
}

func TestScanStopsAtTheLimit(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 2000, Record: rare(1400)}})
	d.Press("busy", "enter")
	d.Press("enter", "f")
	d.Shows("Module 0x1::coin", "▸ balance") // the module has no function burn
	for range 2 {
		d.Press("down")
	}
	d.Shows("▸ transfer")
	d.Press("t")
	d.Shows("no calls among the newest 520 transactions · ↓ scan more", "↓ scan more")
	d.Press("down")
	d.Shows("1 of 1,020 scanned", "▸ 1,400", "scan paused")
	d.Press("enter", "J")
	d.Shows("seq 0")
	d.Press("J")
	d.Shows("last record of the list")
	d.Press("esc")
	d.Shows("2 of 2,000 scanned, end", "▸ 0 ")
}

func TestFailedRequests(t *testing.T) {
	t.Parallel()
	line := &tuitest.FailingTransport{}
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}, Transport: line.Wrap})
	d.Press("busy", "enter")
	d.Press("enter", "f")
	line.On.Store(true)
	d.Press("t")
	d.Shows("failed", "no response from "+tuitest.BaseURL, "r retry")
	line.On.Store(false)
	d.Press("r")
	d.Shows("38 of 57 scanned, end")
	line.On.Store(true)
	d.Press("r")
	d.Shows("! no response from "+tuitest.BaseURL, "failed, 0s old · 38 of 57 scanned, end", "r retry")
	d.Press("down")
	d.Shows("failed, 0s old", "▸ 54 ")
	require.Zero(t, d.Deps().Loader.InFlight())
}

// A huge window has the selected call beside the list, with its events.
func TestHugeWindow(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 160, 50, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press(openCalls("down")...)
	d.Shows("Calls of 0x1::coin::transfer", "HASH", "╮╭ Selected", "EVENTS")
}
