package tui

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/theme"
)

// askedPaths is the paths that were asked for, with what stands behind them.
type askedPaths struct {
	next http.RoundTripper
	lock sync.Mutex
	urls []string
}

func (a *askedPaths) RoundTrip(request *http.Request) (*http.Response, error) {
	a.lock.Lock()
	a.urls = append(a.urls, request.URL.RequestURI())
	a.lock.Unlock()
	return a.next.RoundTrip(request)
}

// since gives what was asked for since the last time.
func (a *askedPaths) since() string {
	a.lock.Lock()
	defer a.lock.Unlock()
	urls := strings.Join(a.urls, "\n")
	a.urls = nil
	return urls
}

func newAsked(t *testing.T, s setup) (*deck, *askedPaths) {
	seen := &askedPaths{}
	s.theme = theme.NoColour()
	s.transport = func(next http.RoundTripper) http.RoundTripper { seen.next = next; return seen }
	return newDeck(t, 100, 30, s), seen
}

func TestALookPastEveryCacheAsksForWhatIsRemembered(t *testing.T) {
	d, asked := newAsked(t, setup{handler: fixture{records: 57, record: ordinary}})
	openBusy(d)
	d.press("enter")
	d.shows("types: module ABI")
	asked.since()
	d.press("esc", "R", "enter")
	d.pass(1)
	d.press("esc")
	d.pass(1)
	d.pass(1)
	require.Contains(t, asked.since(), "/modules/coin", "the types of the selected record")

	d, asked = newAsked(t, setup{handler: fixture{records: 57, record: ordinary, chain: newTestChain()}})
	openBlocks(d)
	d.press("enter")
	height := "/height/48211907"
	require.Contains(t, asked.since(), height)
	d.press("esc", "enter")
	require.NotContains(t, asked.since(), height, "a block is final, and kept")
	before := d.body()
	d.press("R")
	require.Contains(t, asked.since(), height)
	require.Equal(t, before, d.body())
	d.press("esc", "R")
	require.Contains(t, asked.since(), height)
}

// The rows on the screen are read anew at once, also where the next older ones are wanted, or are being asked for: those come in
// their turn.
func TestALookPastEveryCacheNearTheOldestBlock(t *testing.T) {
	d, asked := newAsked(t, setup{handler: fixture{records: 57, record: ordinary, chain: newTestChain()}})
	openBlocks(d)
	d.press("end")
	d.held = true
	d.press("end") // near the oldest row that is here: older ones are asked for, and do not come yet
	d.shows("▸ 48,211,6")
	newest := regexp.MustCompile(`│   (48,211,\d+)`).FindStringSubmatch(d.screen())
	require.NotEmpty(t, newest)
	shown := "/height/" + strings.ReplaceAll(newest[1], ",", "") + "?"
	asked.since()
	d.press("R")
	d.held = false
	d.release()
	require.Contains(t, asked.since(), shown, "after those that were being asked for")
	d.press("R")
	first := asked.since()
	require.Contains(t, first, shown)
}

// A look that another takes the place of is not made to its end.
func TestALookPastEveryCacheEndsTheOneBefore(t *testing.T) {
	d, asked := newAsked(t, setup{handler: fixture{records: 57, record: ordinary}, pairs: watchedPairs})
	d.press("move_usdt", "enter")
	d.wait(10)
	asked.since()
	d.held = true
	d.press("R")
	first := len(d.waiting)
	d.press("R")
	d.waiting = d.waiting[:first]
	d.release()
	require.NotContains(t, asked.since(), fmt.Sprintf("endDate=%d&", d.now.UnixMilli()))
}

func TestALookPastEveryCacheReadsPricesAnew(t *testing.T) {
	d, asked := newAsked(t, setup{handler: fixture{records: 57, record: ordinary}, pairs: watchedPairs})
	d.press("move_usdt", "enter")
	d.wait(10)
	require.Contains(t, asked.since(), "/history")
	d.wait(2)
	require.NotContains(t, asked.since(), "/history")
	loaded := regexp.MustCompile(`\d+ of [\d,]+ loaded`).FindString(d.screen())
	require.NotEmpty(t, loaded)
	d.press("R")
	d.shows(loaded)
	d.wait(20)
	require.GreaterOrEqual(t, strings.Count(asked.since(), "/history?"), 2)
	d.shows(loaded)
}
