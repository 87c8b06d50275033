package transaction_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/tui/tuitest"
)

func TestEventsBesideArguments(t *testing.T) {
	t.Parallel()
	for width, beside := range map[int]bool{120: false, 159: false, 160: true, 200: true} {
		d := tuitest.New(t, width, 50, tuitest.Setup{})
		d.Press("treasury", "enter")
		d.Advance(time.Second)
		d.Press("enter")
		d.Shows("Arguments")
		if beside {
			d.Shows("╭ Events ")
		} else {
			require.NotContains(t, d.Frame(), "╭ Events ", "%d", width)
		}
		d.Press("2")
		require.NotContains(t, d.Frame(), "╭ Events ", "%d: the tree of the payload has the whole width", width)
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
