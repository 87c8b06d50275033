package live_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui/live"
	"foredeck/tui/text"
)

// Regular gaps are low and quiet, whatever their length; those over the limit are marked, unknown ones are blank.
func TestGapBars(t *testing.T) {
	t.Parallel()
	adapted, _ := theme.Adapt("dark", theme.Display{Depth: theme.TrueColor})
	th := adapted.Unknown
	const second = time.Second
	require.Equal(t, text.Line{{Text: text.Const("▂▂ ▃"), Style: th.Plot}, {Text: text.Const("▅"), Style: th.Warn}, {Text: text.Const("▇"), Style: th.Bad}},
		live.GapBars([]time.Duration{second, second, -1, 2 * second, 3 * second, 5 * second}, 2*second, &th))
	require.Equal(t, text.Line{{Text: text.Const("▄▄▄"), Style: th.Plot}}, live.GapBars([]time.Duration{second, second, second}, 10*second, &th), "regular ones")
	require.Equal(t, text.Line{{Text: text.Const("▁▇"), Style: th.Plot}}, live.GapBars([]time.Duration{second, 9 * second}, 0, &th), "no limit")
	require.Equal(t, text.Line{{Text: text.Const("▇▇"), Style: th.Warn}}, live.GapBars([]time.Duration{5 * second, 5 * second}, 3*second, &th), "all are slow")
	require.Empty(t, live.GapBars(nil, second, &th))
}
