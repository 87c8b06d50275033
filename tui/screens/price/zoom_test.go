package price_test

import (
	"strings"
	"testing"

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
