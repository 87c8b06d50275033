package tui_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/tuitest"
)

func requested(t *testing.T, s tuitest.Setup) (*tuitest.Deck, *tuitest.Requested) {
	requests := &tuitest.Requested{}
	s.Transport = requests.Over
	return tuitest.New(t, 100, 30, s), requests
}

func TestALookPastEveryCacheAsksForWhatIsRemembered(t *testing.T) {
	t.Parallel()
	d, asked := requested(t, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter")
	d.Press("enter")
	d.Shows("types: module ABI")
	asked.Since()
	d.Press("esc", "R", "enter")
	d.Pass(1)
	d.Press("esc")
	d.Pass(1)
	d.Pass(1)
	require.Contains(t, asked.Since(), "/modules/coin", "the types of the selected record")

	d, asked = requested(t, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: tuitest.NewChain()}})
	d.Press("esc", "space", "b")
	d.Press("enter")
	height := "/height/48211907"
	require.Contains(t, asked.Since(), height)
	d.Press("esc", "enter")
	require.NotContains(t, asked.Since(), height, "a block is final, and kept")
	before := d.Body()
	d.Press("R")
	require.Contains(t, asked.Since(), height)
	require.Equal(t, before, d.Body())
	d.Press("esc", "R")
	require.Contains(t, asked.Since(), height)
}

// Visible rows are reloaded at once, even if older ones are needed or being loaded: those come in
// their turn.
func TestALookPastEveryCacheNearTheOldestBlock(t *testing.T) {
	t.Parallel()
	d, asked := requested(t, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: tuitest.NewChain()}})
	d.Press("esc", "space", "b")
	d.Press("end")
	d.Held = true
	d.Press("end") // near the oldest loaded row: older ones are requested, and have not arrived
	d.Shows("▸ 48,211,6")
	newest := regexp.MustCompile(`│   (48,211,\d+)`).FindStringSubmatch(d.Frame())
	require.NotEmpty(t, newest)
	shown := "/height/" + strings.ReplaceAll(newest[1], ",", "") + "?"
	asked.Since()
	d.Press("R")
	d.Held = false
	d.Release()
	require.Contains(t, asked.Since(), shown, "after those that were being loaded")
	d.Press("R")
	first := asked.Since()
	require.Contains(t, first, shown)
}

// A refresh that another one replaces is canceled.
func TestALookPastEveryCacheEndsTheOneBefore(t *testing.T) {
	t.Parallel()
	d, asked := requested(t, tuitest.Setup{Handler: tuitest.Node{Records: 57}, Pairs: tuitest.WatchedPairs})
	d.Press("move_usdt", "enter")
	d.Wait(10)
	asked.Since()
	d.Held = true
	d.Press("R")
	first := len(d.Waiting)
	d.Press("R")
	d.Waiting = d.Waiting[:first]
	d.Release()
	require.NotContains(t, asked.Since(), fmt.Sprintf("endDate=%d&", d.Now().UnixMilli()))
}

func TestALookPastEveryCacheReadsPricesAnew(t *testing.T) {
	t.Parallel()
	d, asked := requested(t, tuitest.Setup{Handler: tuitest.Node{Records: 57}, Pairs: tuitest.WatchedPairs})
	d.Press("move_usdt", "enter")
	d.Wait(10)
	require.Contains(t, asked.Since(), "/history")
	d.Wait(2)
	require.NotContains(t, asked.Since(), "/history")
	loaded := regexp.MustCompile(`\d+ of [\d,]+ loaded`).FindString(d.Frame())
	require.NotEmpty(t, loaded)
	d.Press("R")
	d.Shows(loaded)
	d.Wait(20)
	require.GreaterOrEqual(t, strings.Count(asked.Since(), "/history?"), 2)
	d.Shows(loaded)
}
