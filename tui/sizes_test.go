package tui_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"pgregory.net/rapid"

	"foredeck/theme"
	"foredeck/tui"
	"foredeck/tui/tuitest"
	"foredeck/tui/tuitest/effort"
)

// classSizes are the smallest windows of each class, the largest first, and one below them.
var classSizes = [][2]int{{120, 36}, {100, 30}, {80, 24}, {60, 20}, {40, 12}, {39, 11}}

// checkSizes draws the deck in windows from 1x1 to 300x100, including those around each of sizes, and checks every frame.
func checkSizes(d *tuitest.Deck, sizes ...[2]int) {
	d.Helper()
	step := 2
	if effort.Long {
		step = 8
	}
	var widths, heights []int
	for width := 1; width < 300; width += 1 + width/step {
		widths = append(widths, width)
	}
	for height := 1; height < 100; height += 1 + height/step {
		heights = append(heights, height)
	}
	widths, heights = append(widths, 300), append(heights, 100)
	check := func(width, height int) {
		d.Model.Update(tea.WindowSizeMsg{Width: width, Height: height})
		tuitest.CheckFrame(d, d.Model.View(), width, height)
	}
	for _, width := range widths {
		for _, height := range heights {
			check(width, height)
		}
	}
	for _, size := range sizes { // at the size and one less
		for _, width := range []int{size[0] - 1, size[0]} {
			for _, height := range []int{size[1] - 1, size[1]} {
				check(width, height)
			}
		}
	}
}

// TestEveryScreenAtEverySize opens each screen and draws it in windows from 1x1 to 300x100.
func TestEveryScreenAtEverySize(t *testing.T) {
	effort.SkipUnderRace(t)
	for name := range allScenes() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := openScene(t, name, 100, 30)
			checkSizes(d, classSizes...)
		})
	}
}

// A small window shows either the list of events or the value of one.
func TestEventsInSmallWindow(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 40, 12, tuitest.Setup{Theme: theme.NoColor(), Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter")
	d.Press("enter", "3", "down")
	d.Shows("▸ 1    0x1::transaction_fee::FeeStateme…")
	d.Hides("execution_gas_units")
	d.Press("enter")
	d.Shows("execution_gas_units  4\n")
	d.Hides("0x1::coin::CoinWithdraw")
	d.Press("esc")
	d.Shows("▸ 1    0x1::transaction_fee::FeeStateme…")
}

// actionKeys returns the keys of all actions.
func actionKeys() (keys []string) {
	for _, group := range tui.Keys() {
		for _, action := range group.Actions() {
			for _, key := range action.Keys() {
				if key == " " {
					key = "space"
				}
				if len([]rune(key)) == 1 || tuitest.Keys[key].String() == key {
					keys = append(keys, key)
				}
			}
		}
	}
	return keys
}

// TestRandomKeysOnEveryScreen presses random keys and types text on random screens at random sizes.
func TestRandomKeysOnEveryScreen(t *testing.T) {
	t.Parallel()
	keys := append(actionKeys(), "世", "0x1::coin", "u8", "busy", "> 1", "view 0x1::", "nothing like it", "enter", "esc", "tab", "down")
	scenes := slices.Sorted(maps.Keys(allScenes()))
	rapid.Check(t, func(rt *rapid.T) {
		width, height := rapid.IntRange(1, 300).Draw(rt, "width"), rapid.IntRange(1, 100).Draw(rt, "height")
		d := openScene(t, rapid.SampledFrom(scenes).Draw(rt, "scene"), width, height)
		tuitest.CheckFrame(rt, d.Model.View(), width, height)
		for range rapid.IntRange(1, 30).Draw(rt, "steps") {
			switch rapid.IntRange(0, 7).Draw(rt, "step") {
			case 0:
				width, height = rapid.IntRange(1, 300).Draw(rt, "width"), rapid.IntRange(1, 100).Draw(rt, "height")
				d.Send(tea.WindowSizeMsg{Width: width, Height: height})
			case 1:
				d.Advance(time.Duration(rapid.IntRange(1, 10).Draw(rt, "seconds")) * time.Second)
			default:
				d.Press(rapid.SampledFrom(keys).Draw(rt, "key"))
			}
			if d.Model.View() == "" {
				return // the deck has quit
			}
			tuitest.CheckFrame(rt, d.Model.View(), width, height)
		}
	})
}

// A window of one line hides overlays. In a few lines an overlay fills the window.
func TestOverlaysInSmallWindows(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 30, 8, tuitest.Setup{Theme: theme.NoColor(), Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter")
	for _, c := range [][]string{{"?", "Keys on this screen", "Move"}, {"space", "Go to", "h  home"}, {":", "Command", "a shell command"}, {"Y", "Copy", "hash"}} {
		d.Press(c[0])
		d.Shows(c[1:]...)
		d.Press("esc")
		d.Shows("Account busy 56 ✓ Success")
	}
	d.Send(tea.WindowSizeMsg{Width: 30, Height: 2})
	d.Press("?", "space")
	d.Send(tea.WindowSizeMsg{Width: 30, Height: 8})
	d.Shows("Account busy 56 ✓ Success")
}
