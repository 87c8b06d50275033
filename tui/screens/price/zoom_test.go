package price_test

import (
	"testing"

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
