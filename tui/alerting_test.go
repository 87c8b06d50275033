package tui

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/screen"
)

func TestTheCommandForAlerts(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs sh")
	}
	t.Setenv("FOREDECK_API_KEY", "secret")
	told := filepath.Join(t.TempDir(), "told")
	d := newDeck(t, 100, 30, setup{})
	d.model.alertCommand = []string{"sh", "-c", `env | grep ^FOREDECK_ | sort > "$0"`, told}
	d.send(screen.AlertMsg{Words: "48,211,903 slow: 2.40 s", Kind: "slow", Facts: []string{"HEIGHT=48211903", "TIME_US=7"}})
	facts, err := os.ReadFile(told)
	require.NoError(t, err)
	require.Equal(t, []string{
		"FOREDECK_ALERT=48,211,903 slow: 2.40 s", "FOREDECK_ALERT_KIND=slow", "FOREDECK_HEIGHT=48211903", "FOREDECK_NETWORK=simulated", "FOREDECK_TIME_US=7",
	}, strings.Split(strings.TrimSpace(string(facts)), "\n"), "the facts, and no key")

	require.NoError(t, os.Remove(told))
	d.send(screen.AlertMsg{}) // seen
	require.NoFileExists(t, told)

	d.model.replayed = true
	d.bell.Reset()
	d.send(screen.AlertMsg{Words: "48,211,904 slow: 2.50 s", Kind: "slow"})
	require.NoFileExists(t, told, "what a recording tells has happened before")
	require.Empty(t, d.bell.String())
	d.press(":", "alerts", "enter")
	d.shows("48,211,904 slow: 2.50 s")
	d.press("esc")
	d.model.replayed = false

	d.model.alertCommand = []string{filepath.Join(t.TempDir(), "nowhere")}
	d.send(screen.AlertMsg{Words: "x", Kind: "price"})
	d.shows("! the command for alerts failed:")
}

// What was told stays in a list that can be called for at any place, and each line leads to what it is about.
func TestAlertsStayInAList(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary, chain: newTestChain()}, pairs: watchedPairs})
	d.press("esc", ":", "alerts", "enter")
	d.shows("no alert so far")
	d.send(screen.AlertMsg{Words: "48,211,903 slow: 2.40 s", Kind: "slow", Facts: []string{"HEIGHT=48211903", "TIME_US=7"}})
	d.send(screen.AlertMsg{Words: "move_usdt > 0.62", Kind: "price", Facts: []string{"PAIR=move_usdt", "PRICE=0.6201"}})
	d.press(":", "alerts", "enter")
	d.shows("Alerts", "▸ 12:04:31  move_usdt > 0.62", "  12:04:31  48,211,903 slow: 2.40 s")
	d.press("down", "enter")
	d.shows("Home › block 48,211,903")
	d.press(":", "alerts", "enter", "enter")
	d.shows("Price › move_usdt")
	for range 2 * mostTold {
		d.send(screen.AlertMsg{Words: "again", Kind: "slow"})
	}
	require.Len(t, d.model.told, mostTold)
	d.press(":", "alerts", "enter")
	d.press("enter")
	d.shows("Price › move_usdt")
}
