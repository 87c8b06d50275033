package price_test

import (
	"bytes"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui"
	"foredeck/tui/tuitest"
)

// traderTasks are those of the twelve tasks of a trader that the price chart does, with at most four keys; text that is typed counts as one.
// One command does each of the others: TestTraderTasks of cmd/foredeck.
var traderTasks = []struct {
	name  string
	keys  []string
	shows string // pattern of the frame after the keys
	check func(*testing.T, *tuitest.Deck)
}{
	{"an alert on the RSI rings and ends", []string{"a", "rsi(2) > 60 on 1m", "enter"}, `rsi\(2\) > 60 on 1m`, checkRSI},
	{"open, high, low and close of a moment", []string{"t", "2026-11-21 08:00", "enter"}, `11-21 08:00 UTC  O 0\.\d{4}  H 0\.\d{4}  L 0\.\d{4}  C 0\.\d{4}`, nil},
	{"percent between two bars", []string{"H", "d", "H"}, `measure  Δ [+-]?0\.\d{4} [+-]\d+\.\d\d%  10 bars  10h`, nil},
	{"profit", nil, `0\.5 btc +\+\d+\.\d`, nil},
	{"wheel and drag", nil, "", checkMouse},
	{"bar size", []string{"8"}, `\[12h\]`, nil},
	{"now", []string{"G"}, `11-21 12:00 UTC  O`, checkNow},
	{"title of the terminal", nil, "move_usdt", nil},
}

func TestTraderTasks(t *testing.T) {
	t.Parallel()
	for _, task := range traderTasks {
		t.Run(task.name, func(t *testing.T) {
			t.Parallel()
			require.LessOrEqual(t, len(task.keys), 4)
			var terminal bytes.Buffer
			d := openPrices(t, 120, 40, tuitest.Setup{
				Theme: theme.NoColor(), Config: "window_title = true\n[holdings]\nbtc_usdt = { amount = \"0.5\", cost = \"40000\" }\n",
				Options: func(o *tui.Options) { o.Terminal = &terminal },
			})
			d.Wait(10)
			require.Regexp(t, "\x1b\\]2;move_usdt [\\d.]+ [+-][\\d.]+%\a", terminal.String(), "the title")
			d.Press(task.keys...)
			require.Regexp(t, task.shows, d.Frame())
			if task.check != nil {
				task.check(t, d)
			}
		})
	}
}

// checkNow returns from another day.
func checkNow(t *testing.T, d *tuitest.Deck) {
	d.Press("t", "2026-11-19", "enter")
	d.Hides("11-21 12:00 UTC  O")
	d.Press("G")
	d.Shows("11-21 12:00 UTC  O")
}

// checkRSI lets the price rise until the alert rings, and fall until it ends.
func checkRSI(t *testing.T, d *tuitest.Deck) {
	d.Wait(120) // its bars are loaded
	d.MeanPrices["move_usdt"] = 0.3
	d.Wait(180)
	d.Hides("crossed up")
	d.MeanPrices["move_usdt"] = 0.9
	d.Wait(180)
	require.Regexp(t, `move_usdt rsi\(2\) > 60 on 1m: crossed up at \d`, d.Frame())
	d.MeanPrices["move_usdt"] = 0.3
	d.Wait(180)
	past := d.Deps().Store.PastAlerts()
	require.NotEmpty(t, past)
	require.Equal(t, "back", past[len(past)-1].Facts.State)
}

// checkMouse zooms with the wheel, and moves the chart by dragging it.
func checkMouse(t *testing.T, d *tuitest.Deck) {
	mouse := func(x int, action tea.MouseAction, button tea.MouseButton) {
		d.Send(tea.MouseMsg{X: x, Y: 12, Action: action, Button: button})
	}
	before := d.Frame()
	mouse(40, tea.MouseActionPress, tea.MouseButtonWheelUp)
	require.NotEqual(t, before, d.Frame(), "the wheel zooms")
	mouse(40, tea.MouseActionPress, tea.MouseButtonLeft)
	axis := d.LineWith("1h UTC")
	mouse(60, tea.MouseActionMotion, tea.MouseButtonLeft)
	require.NotEqual(t, axis, d.LineWith("1h UTC"), "the chart follows the pointer")
}
