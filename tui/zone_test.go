package tui_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui/live"
	"foredeck/tui/tuitest"
)

// Every screen shows times in the configured time zone.
func TestTimeZoneOnEveryScreen(t *testing.T) {
	t.Parallel()
	east := time.FixedZone("EAST", 5*60*60)
	for name, scene := range allScenes() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			play := scene.Play
			scene.Play = func(d *tuitest.Deck) {
				d.Deps().Zone = east
				play(d)
			}
			d := scene.Open(t, 120, 40)
			require.Contains(t, d.Frame(), "17:04:3")
			require.NotRegexp(t, `\bUTC\b`, d.Frame()) // OUTCOME has these letters
			for line := range strings.Lines(d.Frame()) {
				if name == "price-lines" && strings.Contains(line, "12:00 EAST") {
					continue // the crosshair is five bars before the newest one, at 17:00
				}
				if !strings.Contains(line, "GMT") && !strings.Contains(line, "1h EAST") { // response headers are shown as sent; chart axes mark 12:00 of each day
					require.NotRegexp(t, `\b1[12]:\d\d\b`, line)
				}
			}
		})
	}
}

func TestPriceTimeZone(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{Theme: theme.NoColor(), Handler: tuitest.Node{Records: 5}, Pairs: []string{"btc_usdt"}})
	d.Deps().Zone = time.FixedZone("EAST", 5*60*60+30*60)
	d.Press("btc_usdt", "enter", "h")
	d.Shows("btc_usdt", "17:34:31 EAST")
	d.Hides("UTC")
}

func TestAlertsTimeZone(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 5}})
	d.Deps().Raise(d.Deps().Monitor.Cross("btc_usdt > 1", live.Facts{Pair: "btc_usdt", Condition: "> 1", State: "crossed up"}, true, d.Now()))
	d.Advance(25 * time.Hour)
	d.Deps().Zone = time.FixedZone("EAST", 15*60*60)
	d.Press("esc", ":", "alerts", "enter")
	d.Shows("1d01h", "2026-11-22 03:04:31 EAST  btc_usdt > 1")
}

func TestTimeZoneSetting(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 5}})
	d.Shows("12:04:31 UTC")
	d.Press("esc")
	d.WriteConfigFile("time = \"local\"\n")
	require.Equal(t, time.Local, d.Deps().Zone)
	d.Shows(d.Now().Local().Format("15:04:05 MST"))
	d.WriteConfigFile("")
	d.Shows("UTC")
}
