package screen_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui/live"
	"foredeck/tui/tuitest"
)

// Magnitudes have the same hues everywhere: calm at what is usual, warm at a limit, hot beyond.
func TestMagnitudes(t *testing.T) {
	adapted, _ := theme.Adapt("dark", theme.Display{Depth: theme.TrueColor})
	d := tuitest.Scene{Setup: func(s *tuitest.Setup) { s.Theme = adapted.Unknown }}.Open(t, 100, 30)
	deps := d.Deps()
	ramp, limit := deps.Theme.Ramp, deps.Monitor.GapLimit()
	calm, warm, hot := ramp.At(0), ramp.At(0.5), ramp.At(1)
	require.Positive(t, limit)
	require.Equal(t, []theme.Style{calm, warm, hot}, []theme.Style{deps.GapStyle(limit / 2), deps.GapStyle(limit), deps.GapStyle(2 * limit)})
	require.Equal(t, []theme.Style{calm, warm, hot}, []theme.Style{
		deps.VotesStyle(&live.Row{Votes: 42, Members: 42}), deps.VotesStyle(&live.Row{Votes: 35, Members: 42}), deps.VotesStyle(&live.Row{Votes: 28, Members: 42}),
	})
	require.Equal(t, deps.Theme.Text, deps.VotesStyle(&live.Row{}), "no committee")
	require.Equal(t, []theme.Style{calm, warm, hot}, []theme.Style{deps.LatencyStyle(time.Millisecond), deps.LatencyStyle(500 * time.Millisecond), deps.LatencyStyle(time.Minute)})
	require.Equal(t, []theme.Style{calm, warm, hot}, []theme.Style{
		deps.GasStyle(new(uint64(1)), new(uint64(1000))), deps.GasStyle(new(uint64(500)), new(uint64(1000))), deps.GasStyle(new(uint64(1000)), new(uint64(1000))),
	})
	require.Equal(t, deps.Theme.Faint, deps.GasStyle(new(uint64(7)), nil), "no cap is known")
	bars := deps.GapBars([]time.Duration{limit / 4, limit / 4, -1, 2 * limit})
	require.Len(t, bars, 2)
	require.Equal(t, []theme.Style{calm, hot}, []theme.Style{bars[0].Style, bars[1].Style})
}
