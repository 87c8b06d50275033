//go:build !windows

package tui_test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/config"
	"foredeck/theme"
	"foredeck/tui"
	"foredeck/tui/load"
	"foredeck/tui/prefs"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/terminal"
	"foredeck/tui/tuitest"
	"foredeck/tui/tuitest/effort"
)

// cost is what some keys or ticks take, per key or tick.
type cost struct {
	bytes  int // written to the terminal
	cells  int // that show something else afterwards
	allocs int
	kB     int // allocated
}

// budgetFile has the recorded budgets, a line per scene and kind of event.
const budgetFile = "testdata/budgets.txt"

// budgetSlack is how far a figure may be above its budget: allocations depend a little on how maps grow.
const budgetSlack = 1.05

// expensive are the scenes with a budget, and the keys that are measured. They end where they begin.
var expensive = []struct {
	scene string
	more  []string // keys that open what is measured
	keys  []string
}{
	{"settings", nil, []string{"down", "down", "up", "up"}},
	{"home", nil, []string{"tab", "tab", "tab", "tab"}},
	{"account-sent", nil, []string{"down", "down", "up", "up"}},
	{"resource", nil, []string{"down", "down", "up", "up"}},
	{"blocks", nil, []string{"down", "down", "up", "up"}},
	{"blocks", []string{"v"}, []string{"down", "down", "up", "up"}},
	{"price", nil, []string{"h", "h", "l", "l"}},
	{"wall", nil, []string{"right", "left"}},
}

// starts are the screens whose opening is measured, by their links: a new deck, until its first frame.
var starts = []string{"home", "local/account/0x1/sent", "local/blocks", "local/price/btc_usdt"} // Home has none

// startScene is the variable that makes a process of the tests only open a screen.
const startScene = "FOREDECK_TEST_START"

// measureStart opens a screen in a process of its own, in which nothing is built yet.
func measureStart(t *testing.T, scene string) (c cost) {
	program, err := os.Executable()
	require.NoError(t, err)
	run := exec.CommandContext(t.Context(), program, "-test.run=^TestBudgets$", "-test.v")
	run.Env = append(os.Environ(), startScene+"="+scene)
	output, err := run.Output()
	require.NoError(t, err)
	_, figures, _ := strings.Cut(string(output), "started ")
	c.parse(t, scene+" start "+figures)
	return c
}

// printStart opens a screen and prints what that costs.
func printStart(t *testing.T, scene string) {
	settings, _ := config.Resolve(config.Flags{}, os.Getenv, nil)
	node, err := client.NewNode(tuitest.BaseURL)
	require.NoError(t, err)
	inMemory, err := store.Open("")
	require.NoError(t, err)
	var first *target.Link
	if scene != starts[0] {
		link, err := target.ParseLink(scene)
		require.NoError(t, err)
		first = &link
	}
	runtime.GOMAXPROCS(1)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	options := tui.Options{
		First:      first,
		Connection: screen.Connection{Endpoint: load.Endpoint{Network: "local", BaseURL: tuitest.BaseURL}, Node: node, Store: inMemory},
		Reading:    prefs.Reading{Settings: settings}, Themes: prefs.Themes{Depth: theme.TrueColor, Theme: theme.Fixed(theme.Terminal())},
	}
	m := tui.New(t.Context(), options)
	m.Init()
	m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	bytes := len(terminal.NewCanvas([]string{"TERM=xterm-256color"}).Draw(m.Frame()))
	runtime.ReadMemStats(&after)
	fmt.Printf("started %v\n", cost{bytes, 0, int(after.Mallocs - before.Mallocs), int(after.TotalAlloc-before.TotalAlloc) / 1000})
}

// Starts, keys and ticks cost no more than recorded. To raise a budget on purpose, run
//
//	go test ./tui -run TestBudgets -update
//
// and say in the commit what the new cost buys.
func TestBudgets(t *testing.T) { // not parallel: allocations of the whole process are counted
	effort.SkipUnderRace(t)
	if scene := os.Getenv(startScene); scene != "" {
		printStart(t, scene)
		return
	}
	var measured []string
	for _, s := range expensive {
		name := strings.Join(append([]string{s.scene}, s.more...), "+")
		d := openScene(t, s.scene, 120, 40)
		d.Press(s.more...)
		if s.scene == "wall" {
			d.Wait(40)
			d.Press("enter") // leaves the alert that the chain of the test is silent
		}
		measured = append(measured,
			fmt.Sprintf("%s key %s", name, measure(d, 8*len(s.keys), func(i int) { d.Press(s.keys[i%len(s.keys)]) })),
			fmt.Sprintf("%s tick %s", name, measure(d, 60, func(int) { d.Wait(1) })))
	}
	for _, s := range starts {
		measured = append(measured, fmt.Sprintf("%s start %s", s, measureStart(t, s)))
	}
	got := strings.Join(measured, "\n") + "\n"
	if flag.Lookup("update").Value.String() == "true" {
		require.NoError(t, os.WriteFile(budgetFile, []byte(got), 0o644))
		return
	}
	recorded, err := os.ReadFile(budgetFile)
	require.NoError(t, err, "run with -update to write it")
	budgets := strings.Split(strings.TrimSpace(string(recorded)), "\n")
	require.Len(t, measured, len(budgets), "run with -update")
	for i, line := range measured {
		var figures, budget cost
		name := figures.parse(t, line)
		require.Equal(t, name, budget.parse(t, budgets[i]), "run with -update")
		for _, f := range []struct {
			name        string
			got, budget int
		}{
			{"bytes written", figures.bytes, budget.bytes}, {"cells", figures.cells, budget.cells},
			{"allocations", figures.allocs, budget.allocs}, {"kB allocated", figures.kB, budget.kB},
		} {
			if float64(f.got) > float64(f.budget)*budgetSlack+1 {
				t.Errorf("%s: %d %s, budget %d: make it cheaper, or run with -update and say in the commit what it buys", name, f.got, f.name, f.budget)
			}
		}
	}
}

func (c cost) String() string {
	return fmt.Sprintf("%d bytes %d cells %d allocs %d kB", c.bytes, c.cells, c.allocs, c.kB)
}

func (c *cost) parse(t *testing.T, line string) (name string) {
	var scene, event string
	_, err := fmt.Sscanf(line, "%s %s %d bytes %d cells %d allocs %d kB", &scene, &event, &c.bytes, &c.cells, &c.allocs, &c.kB)
	require.NoError(t, err, line)
	return scene + " " + event
}

// measure returns the cost of an event with the output that shows its effect, per event.
func measure(d *tuitest.Deck, events int, event func(i int)) (c cost) {
	canvas := terminal.NewCanvas([]string{"TERM=xterm-256color"})
	frame := d.Model.Frame()
	canvas.Draw(frame)
	for i := range events { // what is allocated once
		event(i)
		canvas.Draw(d.Model.Frame())
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var before, after runtime.MemStats
	shown := linesOf(d)
	runtime.GC()
	for i := range events {
		runtime.ReadMemStats(&before)
		event(i)
		c.bytes += len(canvas.Draw(d.Model.Frame()))
		runtime.ReadMemStats(&after)
		c.allocs += int(after.Mallocs - before.Mallocs)
		c.kB += int(after.TotalAlloc - before.TotalAlloc)
		now := linesOf(d)
		c.cells += changedCells(shown, now)
		shown = now
	}
	return cost{c.bytes / events, c.cells / events, c.allocs / events, c.kB / events / 1000}
}

func linesOf(d *tuitest.Deck) []string {
	var lines []string
	for _, line := range d.Model.Lines() {
		lines = append(lines, line.Text().String())
	}
	return lines
}

// changedCells counts the columns in which two frames show different text.
func changedCells(before, after []string) (cells int) {
	for i := range max(len(before), len(after)) {
		var a, b []rune
		if i < len(before) {
			a = []rune(before[i])
		}
		if i < len(after) {
			b = []rune(after[i])
		}
		for x := range max(len(a), len(b)) {
			if x >= len(a) || x >= len(b) || a[x] != b[x] {
				cells++
			}
		}
	}
	return cells
}

// Without input and news only the clock changes.
func TestIdleDrawsOnlyTheClock(t *testing.T) {
	effort.SkipUnderRace(t)
	for _, scene := range []string{"settings", "module-functions", "transaction-raw", "networks"} {
		got := measure(openScene(t, scene, 120, 40), 60, func(int) {})
		require.Zero(t, got.bytes, "%s without a tick", scene)
		d := openScene(t, scene, 120, 40)
		got = measure(d, 60, func(int) { d.Wait(1) })
		require.LessOrEqual(t, got.cells, 2, "%s: cells a second", scene)
		require.LessOrEqual(t, got.bytes, 40, "%s: bytes a second", scene)
	}
}
