package tui

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestManyArgumentsOpenAtTheTop(t *testing.T) {
	many := func(sequence int) string {
		record := ordinary(sequence)
		return strings.Replace(record, `"arguments": [`, `"arguments": [`+strings.Repeat(`"1", `, 5), 1)
	}
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 3, record: many}})
	openBusy(d)
	d.press("down", "down", "enter")
	d.shows("│ function   0x1::coin::transfer", "│ type args  T0", "#6", "┌ [1 Arguments]", "─ raw ┐")
	d.hides(" above · ", " below · ")

	longer := func(sequence int) string {
		return strings.Replace(many(sequence), `"arguments": [`, `"arguments": [`+strings.Repeat(`"1", `, 5), 1)
	}
	d = newDeck(t, 100, 30, setup{handler: fixture{records: 3, record: longer}})
	openBusy(d)
	d.press("down", "down", "enter")
	d.shows("│ function   0x1::coin::transfer", "▸ #0", "─ … 5 below · raw ┐")
	d.press("end")
	d.shows("▸ #11", "─ … 5 above · raw ┐")
	d.hides("function   0x1")
}

func TestWhatStandsBelowTheArgumentsStaysInItsPlace(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {100, 30}, {120, 40}} {
		d := newDeck(t, size[0], size[1], setup{handler: fixture{records: 57, record: ordinary}})
		openBusy(d)
		d.press("enter")
		moves := lineOf(t, d.screen(), "moves ")
		d.press("down")
		require.Equal(t, moves, lineOf(t, d.screen(), "moves "), "%v", size)
	}
}

func TestWhatIsPinnedShowsInSmallWindows(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}, {100, 30}, {120, 40}} {
		d := newDeck(t, size[0], size[1], setup{})
		d.openTreasury()
		d.press("5", "P")
		d.shows("pinned  Account ")
		d.press("1")
		d.shows("pinned  Account ", "sequence 1,200")
	}
}

func TestListsKeepTheirColumnsInWiderWindows(t *testing.T) {
	for _, size := range [][2]int{{100, 30}, {120, 40}, {139, 40}, {140, 40}, {200, 60}} {
		d := newDeck(t, size[0], size[1], setup{})
		d.openTreasury()
		d.pass(time.Second)
		for _, title := range []string{"SEQ ", "STATUS ", "FUNCTION ", " FEE ", "AGE ", "HASH "} { // the type is that of all
			require.Contains(t, lineWith(d, "SEQ "), title, "%v", size)
		}
		rows := strings.Count(d.screen(), " ✓ Success ") + strings.Count(d.screen(), " ✗ Fail ")
		require.Greater(t, rows, size[1]-23, "%v: the list fills its panel", size)
	}
}
