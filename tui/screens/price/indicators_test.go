package price_test

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/tuitest"
)

// Indicators are added, edited and removed in the form, per pair, and are there again when the pair is opened the next time.
func TestChooseIndicators(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 120, 40, tuitest.Setup{Pairs: tuitest.WatchedPairs})
	d.Press("i")
	d.Shows("╭ Indicators ─")
	d.Shows("none yet: choose one")
	d.Press("j", "enter")
	d.Shows("period 1 to 500")
	d.Press("backspace", "backspace", "0")
	d.Shows("period of ema must")
	d.Press("enter")
	d.Shows("period of ema must") // stays open
	d.Press("backspace", "5", "enter")
	d.Shows("ema(5)")
	d.Press("G", "k", "k", "enter", "enter", "esc")
	require.NotContains(t, d.Frame(), "╭ Indicators")
	require.Regexp(t, `ema\(5\) 0\.\d{4}`, d.Frame())
	require.Regexp(t, `─ rsi\(14\) \d+\.\d ─`, d.Frame())

	d.Press("j")
	require.NotContains(t, d.Frame(), "ema(5)", "another pair has its own choice")
	d.Press("k", "esc", "move_usdt", "enter")
	require.Regexp(t, `ema\(5\) 0\.\d{4}`, d.Frame())

	d.Press("i", "x", "x", "esc")
	require.NotContains(t, d.Frame(), "ema(5)")
	require.NotContains(t, d.Frame(), "rsi")
}

// The values of the legend are those of the bar at the crosshair.
func TestIndicatorValuesFollowTheCrosshair(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 120, 40, tuitest.Setup{Pairs: tuitest.WatchedPairs})
	d.Press("i", "enter", "ctrl+u", "s", "m", "a", "(", "1", "enter", "esc") // an average of one bar is its close
	for range 5 {
		d.Press("h", "h", "h")
		found := regexp.MustCompile(`(?s) C (0\.\d{4}) .*sma\(1\) (0\.\d{4})`).FindStringSubmatch(d.Frame())
		require.Len(t, found, 3)
		require.Equal(t, found[1], found[2])
	}
}

// A chart has at most eight indicators.
func TestIndicatorLimit(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 120, 40, tuitest.Setup{Pairs: tuitest.WatchedPairs})
	d.Press("i")
	for range 8 {
		d.Press("G", "enter", "enter")
	}
	d.Press("G", "enter")
	d.Shows("8 indicators at most: remove one with x")
}
