package tui

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOneWalksTheRowsThatAreShown(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 157, record: ordinary}})
	openBusy(d)
	d.press("/", "swap", "enter", "enter")
	d.shows("› seq 156")
	var walked []string
	for range 5 {
		d.press("J")
		walked = append(walked, d.crumb())
	}
	require.Equal(t, []string{"seq 147", "seq 138", "seq 129", "seq 120", "seq 111"}, walked, "also those that are loaded on the way")
	d.press("K")
	require.Equal(t, "seq 120", d.crumb())
	d.press("esc")
	d.shows("▸ 120", "filter: swap")
	d.press("esc", "S", "S", "g", "enter")
	lowest := d.crumb()
	d.press("J")
	require.NotEqual(t, lowest, d.crumb())
	d.press("K")
	require.Equal(t, lowest, d.crumb())
	d.press("K")
	d.shows("this is the first record of the list")
}

func TestAWalkThroughAFilterThatMatchesNothingMoreStops(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 357, record: ordinary}})
	openBusy(d)
	d.press("/", "^350$", "enter", "enter", "J")
	d.shows("none of the 100 records that came is a row of the list: J looks on", "› seq 350")
	d.press("J", "J", "J", "J")
	d.shows("this is the last record of the list")
	d.press("K")
	d.shows("this is the first record of the list")
}

// crumb is the last part of the breadcrumb.
func (d *deck) crumb() string {
	crumbs := strings.Split(strings.Split(d.screen(), "\n")[1], " › ")
	return crumbs[len(crumbs)-1]
}
