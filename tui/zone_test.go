package tui

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui/screen"
)

// No place writes a time in another time zone than the one that is set.
func TestEveryPlaceWritesTimesInTheZoneThatIsSet(t *testing.T) {
	for name, scene := range scenes {
		d := newDeck(t, 120, 40, scene.setup(theme.NoColour()))
		d.model.deps.Zone = time.FixedZone("EAST", 5*60*60)
		scene.play(d)
		require.Contains(t, d.screen(), "17:04:3", name)
		require.NotContains(t, d.screen(), "UTC", name)
		for line := range strings.Lines(d.screen()) {
			if !strings.Contains(line, "GMT") { // what a node sends in a header stays as it is
				require.NotRegexp(t, `\b1[12]:\d\d\b`, line, name)
			}
		}
	}
}

func TestThePriceIsDrawnInTheZoneThatIsSet(t *testing.T) {
	d := newDeck(t, 120, 40, setup{theme: theme.NoColour(), handler: fixture{records: 5, record: ordinary}, pairs: []string{"btc_usdt"}})
	d.model.deps.Zone = time.FixedZone("EAST", 5*60*60+30*60)
	d.press("btc_usdt", "enter", "h")
	d.shows("btc_usdt", "17:34:31 EAST")
	d.hides("UTC")
}

func TestAlertsAreListedInTheZoneThatIsSet(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 5, record: ordinary}})
	d.send(screen.AlertMsg{Words: "slow", Kind: "slow"})
	d.model.deps.Zone = time.FixedZone("EAST", 5*60*60) // it can be set later
	d.press("esc", ":", "alerts", "enter")
	d.shows("17:04:31  slow")
}

func TestTheTimeZoneIsASetting(t *testing.T) {
	d := formDeck(t, "")
	d.shows("12:04:31 UTC")
	d.press("esc")
	d.save("time = \"local\"\n")
	require.Equal(t, time.Local, d.model.deps.Zone)
	d.shows(d.now.Local().Format("15:04:05 MST"))
	d.save("")
	d.shows("UTC")
}
