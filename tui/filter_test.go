package tui

import (
	"fmt"
	"strings"
	"testing"
)

// selectedRow is the first words of the selected row of a list.
func (d *deck) selectedRow() string {
	_, row, _ := strings.Cut(d.screen(), "▸ ")
	return fmt.Sprint(strings.Fields(row)[:4])
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
