package tui_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/tuitest"
)

// The key row begins with the most used keys at 80 columns: opening first, a pair of keys once, going back not at all.
func TestKeyRow(t *testing.T) {
	t.Parallel()
	scenes := allScenes()
	for name, row := range map[string]string{
		"price":                 "</> bar size  +/- zoom  h/l crosshair  tab watchlist  c type  ? help",
		"requests":              "enter body  / filter  f failed only  x repeat  e save response body  ? help",
		"networks":              "enter switch  r refresh  y copy  Y copy as  : command  space go to  ? help",
		"transaction-arguments": "enter follow  1-6 tab  J/K next/previous  f open function  ? help",
		"help":                  "↑/↓ scroll  tab ids  esc close  pgup/pgdn page",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			scene, ok := scenes[name]
			require.True(t, ok)
			frame := strings.Split(scene.Open(t, 80, 24).Frame(), "\n")
			require.Equal(t, row, strings.TrimSpace(frame[len(frame)-1]))
		})
	}
}

// The keys that work in one group of the settings come after those of all groups.
func TestKeyRowOfNetworkSettings(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 80, 24, tuitest.Setup{Handler: tuitest.Node{Records: 5}, Config: tuitest.ExampleConfig})
	d.Press("esc", "space", "s", "1")
	d.Shows("enter change  a add a network  / filter  1-7 tab  → l next network  ? help")
}
