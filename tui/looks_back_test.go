package tui

import (
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/tui/store"
)

func TestTheTitleOfAValueTellsItsAgeAndItsLooks(t *testing.T) {
	book, err := store.Open(filepath.Join(t.TempDir(), "notebook"))
	require.NoError(t, err)
	wire := &broken{}
	d := newDeck(t, 100, 30, setup{notebook: book, transport: wire.over})
	d.openTreasury()
	d.press("5", "enter")
	title := func() string { return lineWith(d, "┌ Value") }
	require.Contains(t, title(), " fresh 0s · first look ")
	d.press("D")
	d.shows("this is the first look: there is none to compare it with")

	d.press("p")
	d.pass(41 * time.Second)
	require.Contains(t, title(), " fresh 41s · first look ")
	wire.on.Store(true)
	d.press("r")
	require.Contains(t, title(), " failed, 41s old · first look ")
	d.shows(`"1200"`)
	wire.on.Store(false)

	first := d.now.Add(-41 * time.Second).Format("15:04:05")
	for range 30 {
		d.produce()
	}
	d.press("r")
	require.Contains(t, title(), " fresh 0s · ● 1 changed since "+first+" ")
	d.press("D")
	d.shows("look  " + first)
	require.Equal(t, 1, strings.Count(d.screen(), " ago"), "neither what is shown nor the same look twice")
	d.press("enter")
	d.shows("Differences", "1 changed since "+first)

	// What is copied and written is what is selected there.
	row := regexp.MustCompile(`(\.\S+) +"(\d+)" +"(\d+)"`).FindStringSubmatch(d.screen())
	require.Len(t, row, 4, d.screen())
	path, was, is := row[1], row[2], row[3]
	d.press("y")
	require.Equal(t, is, d.clipboard())
	d.press("Y")
	d.shows("value now", "value before  "+was, "path          "+path, "--path "+path)
	d.press("esc", "e", "enter")
	_, lines := exported(t, d)
	require.Equal(t, []string{"path,was,is", path + "," + was + "," + is}, lines)
}

func TestTitlesOfListsTellTheirAge(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	openBusy(d)
	d.press("p")
	for _, tab := range []string{"1", "2", "3"} {
		d.press(tab)
		require.Regexp(t, ` fresh 0s · \d+( of \?|, end) ┐`, d.screen(), tab)
	}
	d.pass(3 * time.Second)
	require.Regexp(t, ` fresh 3s · \d+( of \?|, end) ┐`, d.screen())
	d.pass(2 * time.Minute)
	require.Regexp(t, ` stale 2m · \d+( of \?|, end) ┐`, d.screen())
}

func TestTheRemarkOfATitleGivesWayToItsState(t *testing.T) {
	wire := &broken{}
	d := newDeck(t, 84, 24, setup{transport: wire.over})
	d.openTreasury()
	d.press("2")
	require.Contains(t, lineWith(d, "┌ Coin moves"), "(coin stores only, no fungible-asset stores) ───── fresh 0s · 20 of ?")
	d.press("end")
	for range 30 {
		d.produce()
	}
	d.pass(10 * time.Second)
	wire.on.Store(true)
	d.press("r")
	require.Regexp(t, `Coin moves \(coin stores only\) ─+ ▲ \d+ new above · failed, 0s old · \d+ of \?`, lineWith(d, "┌ Coin moves"))
}

// over is the line over which the deck asks.
func (b *broken) over(next http.RoundTripper) http.RoundTripper {
	b.next = next
	return b
}
