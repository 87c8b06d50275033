package tui_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/tuitest"
)

func newLogged(t *testing.T, s tuitest.Setup) (*tuitest.Deck, *tuitest.RequestLog) {
	requests := &tuitest.RequestLog{}
	s.Transport = requests.Wrap
	return tuitest.New(t, 100, 30, s), requests
}

func TestHardReloadBypassesCache(t *testing.T) {
	t.Parallel()
	d, requests := newLogged(t, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter")
	d.Press("enter")
	d.Shows("types: module ABI")
	requests.Since()
	d.Press("esc", "ctrl+r", "enter")
	d.Advance(1)
	d.Press("esc")
	d.Advance(1)
	d.Advance(1)
	require.Contains(t, requests.Since(), "/modules/coin", "the types of the selected record")

	d, requests = newLogged(t, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: tuitest.NewChain()}})
	d.Press("esc", "space", "b")
	d.Press("enter")
	height := "/height/48211907"
	require.Contains(t, requests.Since(), height)
	d.Press("esc", "enter")
	require.NotContains(t, requests.Since(), height, "blocks are cached")
	before := d.Body()
	d.Press("R")
	require.Contains(t, requests.Since(), height)
	require.Equal(t, before, d.Body())
	d.Press("esc", "R")
	require.Contains(t, requests.Since(), height)
}

// Visible rows are reloaded first, even while older ones are being loaded.
func TestHardReloadLoadsVisibleBlocksFirst(t *testing.T) {
	t.Parallel()
	d, requests := newLogged(t, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: tuitest.NewChain()}})
	d.Press("esc", "space", "b")
	d.Press("end")
	d.Paused = true
	d.Press("end") // near the oldest loaded row: older ones are requested
	d.Shows("▸ 48,211,6")
	newest := regexp.MustCompile(`│   (48,211,\d+)`).FindStringSubmatch(d.Frame())
	require.NotEmpty(t, newest)
	shown := "/height/" + strings.ReplaceAll(newest[1], ",", "") + "?"
	requests.Since()
	d.Press("R")
	d.Paused = false
	d.Resume()
	require.Contains(t, requests.Since(), shown, "visible rows are reloaded")
	d.Press("R")
	first := requests.Since()
	require.Contains(t, first, shown)
}

// A hard reload cancels the previous one.
func TestHardReloadCancelsPrevious(t *testing.T) {
	t.Parallel()
	d, requests := newLogged(t, tuitest.Setup{Handler: tuitest.Node{Records: 57}, Pairs: tuitest.WatchedPairs})
	d.Press("move_usdt", "enter")
	d.Wait(10)
	requests.Since()
	d.Paused = true
	d.Press("R")
	first := len(d.Pending)
	d.Press("R")
	d.Pending = d.Pending[:first]
	d.Resume()
	require.NotContains(t, requests.Since(), "/history")
}

func TestHardReloadPrices(t *testing.T) {
	t.Parallel()
	d, requests := newLogged(t, tuitest.Setup{Handler: tuitest.Node{Records: 57}, Pairs: tuitest.WatchedPairs})
	d.Press("move_usdt", "enter")
	d.Wait(10)
	require.Contains(t, requests.Since(), "/history")
	d.Wait(2)
	require.NotContains(t, requests.Since(), "/history")
	d.Press("home") // loads a second page
	d.Wait(10)
	require.Contains(t, requests.Since(), "/history")
	loaded := regexp.MustCompile(`\d+ of [\d,]+ loaded`).FindString(d.Frame())
	require.NotEmpty(t, loaded)
	d.Press("R")
	d.Shows(loaded)
	d.Wait(20)
	require.GreaterOrEqual(t, strings.Count(requests.Since(), "/history?"), 2)
	d.Shows(loaded)
}
