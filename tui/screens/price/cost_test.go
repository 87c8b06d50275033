package price_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/tui/screen"
	"foredeck/tui/screens/price"
	"foredeck/tui/tuitest"
)

// Frames must stay below a millisecond. What a frame allocates says so on any machine: what it computes again is text, lists or big numbers.
// It is not parallel, as allocations of other tests would count.
func TestFramesAreCheap(t *testing.T) {
	d := openPrices(t, 120, 40, tuitest.Setup{})
	loadRecords(t, d, time.Minute, 5_000)
	s := withIndicators(d)
	s.SetSize(screen.Size{Width: 120, Height: 38, Class: screen.Full})
	price.Center(s, "1m", 120, 0.5)
	s.View()
	frame := testing.AllocsPerRun(20, func() { s.View() })
	require.Less(t, frame, 1_700.0, "allocations of a frame")
	require.Less(t, testing.AllocsPerRun(20, func() {
		price.Tick(s)
		s.View()
	}), frame+300, "allocations more after a new price")

	loadRecords(t, d, time.Minute, 50_000)
	price.Center(s, "1m", 120, 0.5)
	s.View()
	require.InDelta(t, frame, testing.AllocsPerRun(20, func() { s.View() }), 100, "allocations with ten times as many bars loaded")
}
