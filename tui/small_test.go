package tui_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/tuitest"
)

// vitals are scenes of every screen, with the vital facts that a window of 20 columns and 5 lines shows.
var vitals = []struct {
	scene string
	facts []string
}{
	{"home", []string{"local 48,211,907"}},
	{"account-sent", []string{"Account busy", "55 ✓ Success"}},
	{"account-modules", []string{"Account busy", "modu"}},
	{"resource", []string{"CoinStore<Coin0>"}},
	{"transaction-arguments", []string{"seq 54 ✓ Success", "0x1::coin"}},
	{"module-functions", []string{"0x1::coin::balance"}},
	{"module-structs", []string{"0x1::coin"}},
	{"view", []string{"balance 120,455,102,400", "ok"}},
	{"view-form", []string{"balance not run"}},
	{"callers", []string{"transfer 54 ✓ Success"}},
	{"blocks", []string{"48,211,907", "40/41 mine: ok"}},
	{"blocks-alerts", []string{"no alerts"}},
	{"block", []string{"48,211,906", "41/41 mine: ok"}},
	{"price", []string{"move_usdt 0.5874", "-3.23%"}},
	{"networks", []string{"network wrong wrong chain"}},
	{"settings", []string{"settings", "background"}},
	{"requests", []string{"502 GET /proxy"}},
	{"help", []string{"Move", "tab"}},
	{"palette", []string{"view FUNCTION"}},
	{"menu", []string{"h home"}},
	{"chooser", []string{"hash"}},
	{"prompt", []string{"> busyme"}},
}

// smallScenes are those of vitals whose frames are kept in the larger sizes, too.
var smallScenes = []string{"home", "account-sent", "transaction-arguments", "module-functions", "view", "blocks", "block", "price", "networks", "requests", "help"}

// Every screen has a frame in each small size. In the smallest one its vital facts are readable.
func TestSmallWindows(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{20, 5}, {40, 12}, {60, 20}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			t.Parallel()
			var frames strings.Builder
			for _, v := range vitals {
				isTiny := size[0] == 20
				if !isTiny && !slices.Contains(smallScenes, v.scene) {
					continue
				}
				d := openScene(t, v.scene, size[0], size[1])
				tuitest.CheckFrame(t, d.Model.View(), size[0], size[1])
				frame := d.Frame()
				for _, fact := range v.facts {
					if isTiny {
						require.Contains(t, strings.Join(strings.Fields(frame), " "), fact, v.scene)
					}
				}
				fmt.Fprintf(&frames, "-- %s --\n", v.scene)
				for line := range strings.Lines(frame) {
					fmt.Fprintf(&frames, "%s\n", strings.TrimRight(line, " \n"))
				}
			}
			tuitest.Golden(t, fmt.Sprintf("small-%dx%d", size[0], size[1]), frames.String())
		})
	}
}

// The balance is the vital fact of an account.
func TestBalanceInSmallWindows(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 20, 5, tuitest.Setup{})
	d.Press("treasury", "enter")
	d.Shows("Account treasury", " 360,881,589.40503…", "1,199 ✓")
	d.Resize(60, 20)
	d.Shows("sequence 1,200   balance 360,881,589.40503557 NATIVE")
}

// In huge windows, what belongs to a name stays beside it.
func TestHugeWindows(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ scene, name, beside string }{
		{"module-functions", "▸ balance ", "view "},
		{"module-structs", "▸ CoinStore", "key "},
		{"networks", "rpc.wrong.example.org", "wrong chain"},
		{"blocks", "▸ 48,211,906", "41/41"},
	} {
		t.Run(c.scene, func(t *testing.T) {
			t.Parallel()
			d := openScene(t, c.scene, 200, 60)
			line := d.LineWith(c.name)
			name, beside := strings.Index(line, c.name), strings.Index(line, c.beside)
			require.GreaterOrEqual(t, beside, 0, line)
			require.Less(t, max(name, beside)-min(name, beside), 100, line)
		})
	}
}

// In the smallest windows, help and menu are lines without a box.
func TestOverlaysInSmallestWindows(t *testing.T) {
	t.Parallel()
	for scene, want := range map[string]string{"menu": "h  home\na  account:…\nm  module: …", "help": "Move\n", "prompt": "> busyme"} {
		d := openScene(t, scene, 12, 3)
		tuitest.CheckFrame(t, d.Model.View(), 12, 3)
		require.Contains(t, strings.Join(trimmed(d.Frame()), "\n")+"\n", want, scene)
		require.NotContains(t, d.Frame(), "╭", scene)
	}
}

// A wide window of five lines uses all of them.
func TestFiveLines(t *testing.T) {
	t.Parallel()
	for scene, want := range map[string]string{"blocks": "48,211,907", "account-sent": "Account busy", "price": "move_usdt 0.5874"} {
		d := openScene(t, scene, 80, 5)
		tuitest.CheckFrame(t, d.Model.View(), 80, 5)
		lines := trimmed(d.Frame())
		require.Len(t, lines, 5)
		require.Contains(t, lines[0], "local", scene)
		require.Contains(t, lines[1], "Home › ", scene)
		require.Contains(t, lines[2], want, scene)
		require.Contains(t, lines[4], "? help", scene)
	}
}

// trimmed returns the lines of a frame without blanks around them.
func trimmed(frame string) []string {
	lines := strings.Split(strings.TrimRight(frame, "\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return lines
}
