package alert_test

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/tuitest"
)

func TestCommand(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs sh")
	}
	facts := filepath.Join(t.TempDir(), "facts")
	d := tuitest.New(t, 100, 30, tuitest.Setup{Options: func(o *tui.Options) {
		o.Reading.Settings.AlertCommand = []string{"sh", "-c", `env | grep ^FOREDECK_ | sort > "$0"`, facts}
	}})
	d.Send(screen.AlertMsg{Text: text.Const("48,211,903 slow: 2.40 s"), Kind: "slow", Facts: []string{"HEIGHT=48211903", "TIME_US=7"}})
	content, err := os.ReadFile(facts)
	require.NoError(t, err)
	added := slices.DeleteFunc(strings.Split(strings.TrimSpace(string(content)), "\n"), func(variable string) bool {
		return slices.Contains(os.Environ(), variable) // of the tests themselves
	})
	require.Equal(t, []string{
		"FOREDECK_ALERT=48,211,903 slow: 2.40 s", "FOREDECK_ALERT_KIND=slow", "FOREDECK_HEIGHT=48211903", "FOREDECK_NETWORK=simulated", "FOREDECK_TIME_US=7",
	}, added)

	require.NoError(t, os.Remove(facts))
	d.Send(screen.AlertMsg{}) // seen
	require.NoFileExists(t, facts)

	d = tuitest.New(t, 100, 30, tuitest.Setup{Options: func(o *tui.Options) {
		o.Replayed, o.Reading.Settings.AlertCommand = true, []string{"sh", "-c", `touch "$0"`, facts}
	}})
	d.Send(screen.AlertMsg{Text: text.Const("48,211,904 slow: 2.50 s"), Kind: "slow"})
	require.NoFileExists(t, facts, "a recording runs no command")
	require.Zero(t, d.Bell.Len())
	d.Press("esc", ":", "alerts", "enter")
	d.Shows("48,211,904 slow: 2.50 s")

	d = tuitest.New(t, 100, 30, tuitest.Setup{Options: func(o *tui.Options) {
		o.Reading.Settings.AlertCommand = []string{filepath.Join(t.TempDir(), "nowhere")}
	}})
	d.Send(screen.AlertMsg{Text: text.Const("x"), Kind: "price"})
	d.Shows("! alert command failed:")
}

// Every screen lists the past alerts, and opens the subject of the chosen one.
func TestList(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: tuitest.NewChain()}, Pairs: tuitest.WatchedPairs})
	d.Press("esc", ":", "alerts", "enter")
	d.Shows("no alerts yet")
	d.Send(screen.AlertMsg{Text: text.Const("48,211,903 slow: 2.40 s"), Kind: "slow", Facts: []string{"HEIGHT=48211903", "TIME_US=7"}})
	d.Send(screen.AlertMsg{Text: text.Const("move_usdt > 0.62"), Kind: "price", Facts: []string{"PAIR=move_usdt", "PRICE=0.6201"}})
	d.Press(":", "alerts", "enter")
	d.Shows("Alerts", "▸ 12:04:31  move_usdt > 0.62", "  12:04:31  48,211,903 slow: 2.40 s")
	d.Press("down", "enter")
	d.Shows("Home › block 48,211,903")
	d.Press(":", "alerts", "enter", "enter")
	d.Shows("Price › move_usdt")
	for range 400 {
		d.Send(screen.AlertMsg{Text: text.Const("again"), Kind: "slow"})
	}
	d.Press(":", "alerts", "enter")
	d.Hides("move_usdt >") // dropped
	d.Press("enter")
	d.Shows("Price › move_usdt") // an alert about nothing opens nothing
}
