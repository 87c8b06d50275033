package history_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/screen"
	"foredeck/tui/tuitest"
)

// breadcrumb returns the row of the breadcrumb.
func breadcrumb(d *tuitest.Deck) string { return strings.TrimSpace(strings.Split(d.Frame(), "\n")[1]) }

// The breadcrumb is the location, and esc goes up through it, whatever the way to it was.
func TestBreadcrumbIsLocation(t *testing.T) {
	t.Parallel()
	for link, path := range map[string][]string{
		"simulated/account/TREASURY/tx/700":   {"Home › Account treasury › Sent › seq 700", "Home › Account treasury › Sent", "Home"},
		"simulated/account/TREASURY/coin":     {"Home › Account treasury › Coin transfers", "Home"},
		"simulated/module/0x1::coin::balance": {"Home › Account framework › Modules › Module 0x1::coin", "Home › Account framework › Modules", "Home"},
		"simulated/calls/0x1::coin::transfer?by=TREASURY": {"Home › Account framework › Modules › Module 0x1::coin › transfer › Calls",
			"Home › Account framework › Modules › Module 0x1::coin", "Home › Account framework › Modules", "Home"},
		"simulated/block/1154": {"Home › Blocks › block 1,154", "Home › Blocks", "Home"},
		"simulated/blocks":     {"Home › Blocks", "Home"},
	} {
		t.Run(link, func(t *testing.T) {
			t.Parallel()
			for _, before := range [][]string{nil, {"treasury", "enter", "5", "space", "h"}, {"0x1::coin", "enter", "space", "h"}} {
				d := tuitest.New(t, 140, 40, tuitest.Setup{})
				d.Press(before...)
				openLink(d, withTreasury(d, link))
				for i, want := range path {
					if i > 0 {
						d.Press("esc")
					}
					require.Equal(t, want, breadcrumb(d))
				}
			}
		})
	}
}

// A transaction opened from a list stays in that list when the user switches the tab of the account and returns.
func TestTransactionStaysInItsList(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 140, 40, tuitest.Setup{})
	d.Press("treasury", "enter", "2", "down", "enter")
	there := breadcrumb(d)
	require.Regexp(t, `^Home › Account treasury › Coin transfers › `, there)
	d.Press("[", "5", "]")
	require.Equal(t, there, breadcrumb(d))
	d.Press("esc")
	require.Equal(t, "Home › Account treasury › Coin transfers", breadcrumb(d))
}

// esc returns to the visited parent, with its selection.
func TestEscRestoresSelection(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 140, 40, tuitest.Setup{})
	d.Press("treasury", "enter", "down", "down")
	d.Shows("▸ 1,197")
	d.Press("enter")
	require.Equal(t, "seq 1,197", d.Crumb())
	d.Press("space", "s", "esc", "space", "h")
	openLink(d, withTreasury(d, "simulated/account/TREASURY/tx/700"))
	d.Press("esc")
	d.Shows("Home › Account treasury › Sent", "▸ 1,197")
}

// Going up is a step of the history: back returns to where the user was. Only a step to the location that the user came from goes back
// itself, so that forward returns.
func TestBackAfterUp(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 140, 40, tuitest.Setup{})
	moves := func(keysAndPlaces ...string) {
		t.Helper()
		for i := 0; i < len(keysAndPlaces); i += 2 {
			d.Press(keysAndPlaces[i])
			require.Equal(t, keysAndPlaces[i+1], breadcrumb(d), "%s, %d", keysAndPlaces[i], i)
		}
	}
	const sent, modules, module = "Home › Account treasury › Sent", "Home › Account framework › Modules", "Home › Account framework › Modules › Module 0x1::native_account"
	d.Press("treasury", "enter", "down", "enter")
	there := breadcrumb(d)
	moves("esc", sent, "]", there, "f", module, "esc", modules, "esc", "Home",
		"[", modules, "[", module, "[", there, "[", sent, "[", "Home", "[", "Home", "]", sent, "]", there, "]", module, "]", modules, "]", "Home", "]", "Home")
	moves("[", modules, "[", module, "esc", modules, "esc", "Home", "[", modules)
}

// After any sequence of moves, a location has one breadcrumb, back and forward return to it, and esc ends at Home.
func TestNavigationProperties(t *testing.T) {
	t.Parallel()
	links := []string{
		"simulated/account/TREASURY", "simulated/account/TREASURY/tx/700", "simulated/account/TREASURY/resources", "simulated/account/0x1/modules",
		"simulated/module/0x1::coin", "simulated/block/1154", "simulated/blocks", "simulated/calls/0x1::coin::transfer?by=TREASURY",
		"simulated/view/0x1::coin::balance?type=0x1::native_coin::NativeCoin&arg=treasury",
	}
	for seed := range uint64(6) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(seed, 1))
			d := tuitest.New(t, 140, 40, tuitest.Setup{})
			known := map[string]string{}
			for range 40 {
				if i := random.IntN(len(links) + 6); i < len(links) {
					d.Press("space", "h")
					openLink(d, withTreasury(d, links[i]))
				} else {
					d.Press([]string{"esc", "esc", "[", "]", "[", "esc"}[i-len(links)])
				}
				here := breadcrumb(d)
				if linkable, ok := d.Screen().(screen.Linkable); ok && here != "Home" {
					link, _ := linkable.Link()
					word := strings.SplitN(link.String(), "#", 2)[0]
					if before, seen := known[word]; seen {
						require.Equal(t, before, here, word)
					}
					known[word] = here
				}
				if d.Press("["); breadcrumb(d) != here {
					d.Press("]")
				}
				require.Equal(t, here, breadcrumb(d), "back and forward")
			}
			for range 12 {
				d.Press("esc")
			}
			require.Equal(t, "Home", breadcrumb(d))
		})
	}
}
