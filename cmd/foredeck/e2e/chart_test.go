package e2e_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
)

// Mouse buttons of reports.
const (
	left      = 0
	dragged   = 32
	wheelUp   = 64
	wheelDown = 65
)

// The wheel zooms around the pointer, a drag pans, and home and end go to the ends of the history.
func TestMouseOnChart(t *testing.T) {
	t.Parallel()
	x := start(t, terminal.Size{Columns: 120, Rows: 40})
	x.WaitUntil("Home", patience, home)
	x.Type("btc_usdt")
	x.Key("enter")
	x.WaitUntil("the chart", patience, shows(`╭ Candles ─.* loaded ╮`, `~ in progress`))
	x.WaitUntil("its bars", patience, shows(`│.*█.*┤`))

	const row = 14 // of the chart
	x.Mouse(left, 50, row)
	x.MouseUp(50, row)
	screen := x.WaitUntil("the crosshair", patience, crosshairAt(50))
	bar := readout(t, screen)

	x.Mouse(left, 50, row)
	x.Mouse(dragged, 60, row)
	x.Mouse(dragged, 75, row)
	x.MouseUp(75, row)
	require.Equal(t, bar, readout(t, x.WaitUntil("the bar at the pointer", patience, crosshairAt(75))))

	for range 4 {
		x.Mouse(wheelUp, 75, row)
	}
	require.Equal(t, bar, readout(t, x.WaitUntil("wider candles", patience, func(screen string) bool {
		return strings.Contains(screen, " 15 of ") && near(crosshairColumn(screen), 75)
	})))
	for range 12 {
		x.Mouse(wheelDown, 75, row)
	}
	x.WaitUntil("merged bars", patience, shows(`╭ Candles 1h → \d+\w ─`))

	x.Key("end")
	x.WaitUntil("the newest bar", patience, func(screen string) bool { return crosshairColumn(screen) < 0 })
	x.Key("home")
	x.WaitUntil("the oldest bar", patience, func(screen string) bool { return crosshairColumn(screen) >= 0 })
	x.Key("ctrl+c")
	require.Zero(t, x.ExitStatus(patience))
}

func TestOctants(t *testing.T) {
	t.Parallel()
	settings := filepath.Join(t.TempDir(), "config.toml")
	require.NoError(t, os.WriteFile(settings, []byte("octants = true\n"), 0o600))
	x := terminal.Start(t, terminal.Size{Columns: 100, Rows: 30}, terminal.Options{Environment: environment(t, "FOREDECK_CONFIG="+settings)}, program)
	x.WaitUntil("Home", patience, home)
	x.Type("btc_usdt")
	x.Key("enter")
	x.WaitUntil("the chart", patience, shows(`╭ Candles ─`))
	x.Type("cc")
	x.WaitUntil("a line of octants", patience, shows(`╭ Line `, "[\U0001cd00-\U0001cde5]"))
	x.Key("ctrl+c")
	require.Zero(t, x.ExitStatus(patience))
}

// crosshairAt reports whether the crosshair is in the bar at a column, which has a column beside it.
func crosshairAt(column int) func(string) bool {
	return func(screen string) bool {
		at := crosshairColumn(screen)
		return at >= column-1 && at <= column+1
	}
}

// near reports whether a column is within a wide candle.
func near(column, pointer int) bool { return column >= pointer-3 && column <= pointer+3 }

// crosshairColumn returns the column of the crosshair, negative if there is none.
func crosshairColumn(screen string) int {
	for _, line := range strings.Split(screen, "\n") {
		if before, _, ok := strings.Cut(line, "┊"); ok && !strings.Contains(line, "crosshair") {
			return utf8.RuneCountInString(before)
		}
	}
	return -1
}

// readout returns the bar's time, which the first line of the chart shows.
func readout(t *testing.T, screen string) string {
	t.Helper()
	for _, line := range strings.Split(screen, "\n") {
		if before, _, ok := strings.Cut(line, " UTC  O "); ok {
			return before
		}
	}
	require.Fail(t, "no readout", screen)
	return ""
}
