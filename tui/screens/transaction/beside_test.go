package transaction_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/tui/tuitest"
)

// The events are shown with the arguments where there is room: beside them in the widest windows, below them in high ones.
func TestEventsWithArguments(t *testing.T) {
	t.Parallel()
	for size, shown := range map[[2]int]string{{100, 30}: "", {120, 36}: "", {120, 50}: "\n╭ Events ", {159, 50}: "\n╭ Events ", {160, 50}: "╮╭ Events ", {200, 50}: "╮╭ Events "} {
		width := size[0]
		d := tuitest.New(t, width, size[1], tuitest.Setup{})
		d.Press("treasury", "enter")
		d.Advance(time.Second)
		d.Press("enter")
		d.Shows("Arguments")
		if shown != "" {
			require.Contains(t, d.Frame(), shown, "%v", size)
		} else {
			require.NotContains(t, d.Frame(), "╭ Events ", "%v", size)
		}
		d.Press("6")
		require.NotContains(t, d.Frame(), "╭ Events ", "%d: the tree of the record has all room", width)
	}
}

func TestPairOfTransfersInSmallWindows(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 60, 20, tuitest.Setup{})
	d.Press("treasury", "enter")
	d.Advance(time.Second)
	d.Press("enter")
	require.Regexp(t, `transfers  [\d,]+\.\d{8}  \w+ → 0x`, d.Frame())
	require.NotContains(t, d.Frame(), "1 more")
}
