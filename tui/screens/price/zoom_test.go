package price_test

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/theme"
	"foredeck/tui/screens/price"
	"foredeck/tui/tuitest"
)

func TestReadoutIsTheDrawnCandle(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 120, 40, tuitest.Setup{})
	d.Press("-", "-", "-", ">", ">", ">")
	d.Wait(30)
	rapid.Check(t, func(t *rapid.T) { price.CheckReadout(t, d.Deps()) })
}

func TestZoomKeepsTheAnchor(t *testing.T) {
	t.Parallel()
	price.CheckZoom(t, openPrices(t, 120, 40, tuitest.Setup{}).Deps(), tuitest.Start)
}

func TestGoToDate(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 120, 40, tuitest.Setup{})
	d.Press("t", "2026-10-04 07:30", "enter")
	d.Shows("10-04 07:00 UTC")
	d.Press("t", "2025-12-31", "enter")
	d.Wait(20)
	d.Shows("2025-12-31 00:00 UTC")
	for typed, shown := range map[string]string{
		"11-10": "11-10 00:00 UTC", "11-22": "2025-11-22 00:00 UTC", "11:00": "11-21 11:00 UTC", "14:00": "11-20 14:00 UTC", "Yesterday": "11-20 00:00 UTC", "today": "11-21 00:00 UTC",
	} {
		d.Press("t", typed, "enter")
		d.Wait(20)
		d.Shows(shown)
	}
	d.Press("t", "now", "enter")
	d.Shows("11-21 12:00 UTC", "~")
	d.Press("t", "someday", "enter")
	d.Shows("must be a date or a time")
	d.Press("esc")
}

// A date far in the past is loaded without what lies between: the month around it, and what indicators need before. Meanwhile the chart says
// which month is loaded and which one is wanted. From there one can scroll both ways, and return.
func TestFarDateJumps(t *testing.T) {
	t.Parallel()
	var requested atomic.Int64
	listed := time.Date(2016, 1, 1, 0, 0, 0, 0, time.UTC)
	d := openPrices(t, 120, 40, tuitest.Setup{Theme: theme.NoColor(), Traded: func(at time.Time) bool { return !at.Before(listed) }, PriceFail: func(r *http.Request) (int, string) {
		if r.URL.Path == "/history" && r.URL.Query().Get("trading_pair") == "move_usdt" {
			requested.Add(1)
		}
		return 0, ""
	}})
	d.Wait(10)
	before := requested.Load()
	d.Paused = true
	d.Press("t", "2020-01-15 07:30", "enter")
	d.Wait(2)
	d.Shows("loading 2020-01")
	d.Resume()
	d.Wait(20)
	d.Shows("2020-01-15 07:00 UTC ")
	d.Hides("loading", "settling")
	require.LessOrEqual(t, requested.Load()-before, int64(3))
	for range 12 {
		d.Press("L", "L", "L", "L", "L", "L")
		d.Wait(10)
	}
	d.Shows("2020-02-14 07:00 UTC ")
	require.LessOrEqual(t, requested.Load()-before, int64(6))
	for range 20 {
		d.Press("H", "H", "H", "H", "H", "H")
		d.Wait(10)
	}
	d.Shows("2019-12-26 07:00 UTC ")
	d.Press("t", "now", "enter")
	d.Shows("11-21 12:00 UTC", "~")
	d.Wait(10)
	require.LessOrEqual(t, requested.Load()-before, int64(12))

	d.Press("0", "t", "2019-06", "enter")
	d.Wait(20)
	d.Paused = true
	d.Wait(5)
	require.Regexp(t, `loading 20\d\d-\d\d of 20\d\d-\d\d`, d.Frame())
	d.Resume()
	d.Wait(120)
	d.Hides("loading")

	d.Press("6", "t", "2014-05", "enter")
	d.Wait(60)
	d.Shows("no data from 2014-04-27 to 2014-05-25")
	d.Press("esc")
	d.Shows("11-21 12:00 UTC", "~")
}

// A year of days is requested in a few batches of parallel calls, the newest page first, and what is missing is marked as loading.
func TestYearOfDays(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 200, 50, tuitest.Setup{Theme: theme.NoColor()})
	d.Wait(30) // the budget is full
	d.Press("-", "-", "-")
	d.Paused = true
	d.Press(">", ">", ">")
	d.Shows("Candles 1d → 1w")
	d.Resume()
	d.Wait(2)
	d.Shows("loading")
	d.Wait(60)
	d.Hides("loading")
	d.Shows("2025-11")
}

// The crosshair stays on its moment, and on screen, whatever bar size and zoom is chosen.
func TestCrosshairStays(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 120, 40, tuitest.Setup{Theme: theme.NoColor()})
	for _, start := range []string{"2026-11-20 07:30", "2026-11-21 11:30", "2026-10-04 07:30"} {
		d.Press("6", "t", start, "enter")
		for _, key := range []string{"1", "9", "+", "2", "-", "-", "3", "+", "7", "8", "<", ">", "+", "+", "4", "-", "0", "5"} {
			d.Press(key)
			d.Wait(3)
			_, label := crosshairColumn(t, d) // it is drawn
			if key == "5" || key == "1" {
				require.Contains(t, label, strings.TrimPrefix(start, "2026-")[:8], "%s after %s", start, key)
			}
			d.Hides("not loaded")
		}
		d.Press("6")
		d.Shows(strings.TrimPrefix(start, "2026-")[:8])
	}
}

// Values that depend on bars before the window are marked until these are loaded.
func TestSettlingIndicators(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 120, 40, tuitest.Setup{Theme: theme.NoColor()})
	d.Wait(30)
	d.Press("i", "enter", "ctrl+u")
	d.Press(strings.Split("macd", "")...)
	d.Press("enter", "esc")
	d.Wait(120)
	d.Hides("settling")
	d.Paused = true
	d.Press("0") // weeks
	d.Shows("~ settling: loading ")
	d.Resume()
	d.Wait(300)
	d.Hides("settling")
}
