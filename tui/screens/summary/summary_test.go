package summary_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"foredeck/tui/tuitest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestFrames(t *testing.T) {
	tuitest.Frames(t, map[string]tuitest.Scene{
		"sent":   {Keys: []string{"busy", "enter", "#", "down"}, AllSizes: true},
		"whole":  {Keys: []string{"busy", "enter", "#", "G", "3"}},
		"filter": {Keys: []string{"busy", "enter", "#", "/", "count:>2", "enter"}},
		"events": {Executed: true, Keys: []string{"local/events/" + tuitest.Deposits, "enter", "#"}},
	})
}

func deck(t *testing.T) *tuitest.Deck {
	return tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 257}})
}

// countOf returns the number of records of the selected group.
func countOf(d *tuitest.Deck) string {
	before, _, _ := strings.Cut(d.LineWith("▸ "), "%")
	words := strings.Fields(before)
	return words[len(words)-2]
}

// The summary counts what is loaded, then the whole list; a row filters the list to exactly its records.
func TestSumUpAndFilter(t *testing.T) {
	t.Parallel()
	d := deck(t)
	d.Press("busy", "enter", "#")
	d.Shows("Sent › Summary", "1 Function", "120 transactions", "of what is loaded, G all")
	d.Press("G")
	d.Shows("257 transactions", "the whole list")
	d.Press("down")
	count := countOf(d)
	d.Press("enter")
	d.Shows("Sent transactions", "fn:=", "status:=", count+" of 257")
	d.Press("#")
	d.Shows(count+" transactions, 1 group", "100.0%")
	d.Press("esc", "esc", "#")
	d.Shows("257 transactions")
}

// Every grouping counts every record once, and its rows filter the list to as many.
func TestEachGroupingFiltersToItsRow(t *testing.T) {
	t.Parallel()
	d := deck(t)
	d.Press("busy", "enter", "#", "G")
	for _, key := range []string{"1", "2", "3", "4", "5"} {
		d.Press(key)
		d.Shows("257 transactions")
		count := countOf(d)
		d.Press("enter")
		d.Shows(count + " of 257 · all loaded")
		d.Press("esc", "#")
	}
}

func TestLoadingStops(t *testing.T) {
	t.Parallel()
	line := &tuitest.FailingTransport{}
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 900}, Transport: line.Wrap})
	d.Press("busy", "enter", "#")
	line.On.Store(true)
	d.Press("G")
	d.Shows("120 transactions", "failed, G continues", "! no response from")
	line.On.Store(false)
	d.Press("G")
	d.Shows("900 transactions", "the whole list")
	require.Zero(t, d.Deps().Loader.InFlight())
}

func TestExport(t *testing.T) {
	t.Parallel()
	d := deck(t)
	d.Press("busy", "enter", "#", "G", "4", "e", "enter")
	name, lines := d.Exported()
	require.Equal(t, "local-summary-day.csv", name)
	require.Equal(t, "day,count,percent,fee,without_fee,gas_used,first_height,last_height,first_time_us,last_time_us", lines[0])
	require.Greater(t, len(lines), 1)
}

// Events are grouped by the fields of their struct, with the sum of their amounts.
func TestEvents(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: tuitest.NewChain(), Executed: true}})
	d.Press("local/events/"+tuitest.Deposits, "enter", "#")
	d.Shows("Summary of Events of", "1 account", "AMOUNT", "quiet", "events,")
	d.Press("enter")
	d.Shows("account:=0x", "Events of 0x1::ledger::Deposit")
}
