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
)

// classSizes are one window of each class of the design's table of sizes, the widest first.
var classSizes = [][2]int{{120, 36}, {100, 30}, {80, 24}, {60, 20}, {40, 12}, {39, 11}}

// TestEveryScreenAtEverySize opens each screen and draws it in windows from 1x1 to 300x100.
func TestEveryScreenAtEverySize(t *testing.T) {
	tuitest.SkipUnderRace(t)
	for name := range tuitest.Places() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := tuitest.OpenPlace(t, name, 100, 30)
			d.CheckSizes(classSizes...)
		})
	}
}

// A window too small for the list of events and the value of one beside each other draws one of the two.
func TestEventsInASmallWindow(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 40, 12, tuitest.Setup{Theme: theme.NoColor(), Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter")
	d.Press("enter", "3", "down")
	d.Shows("▸ 1    0x1::transaction_fee::FeeStateme…")
	d.Hides("execution_gas_units")
	d.Press("enter")
	d.Shows("execution_gas_units", `"4"`)
	d.Hides("0x1::coin::")
	d.Press("esc")
	d.Shows("▸ 1    0x1::transaction_fee::FeeStateme…")
}

// TestAnyKeysOnEveryScreen presses random keys, and text, on any screen and at any size.
func TestAnyKeysOnEveryScreen(t *testing.T) {
	t.Parallel()
	keys := []string{"世", "0x1::coin", "u8", "busy", "> 1", "view 0x1::", "nothing like it", "enter", "esc", "tab", "down"}
	for _, group := range tui.Keys() {
		for _, action := range group.Actions {
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
	places := slices.Sorted(maps.Keys(tuitest.Places()))
	rapid.Check(t, func(rt *rapid.T) {
		width, height := rapid.IntRange(1, 300).Draw(rt, "width"), rapid.IntRange(1, 100).Draw(rt, "height")
		d := tuitest.OpenPlace(t, rapid.SampledFrom(places).Draw(rt, "place"), width, height)
		tuitest.CheckFrame(rt, d.Model.View(), width, height)
		for range rapid.IntRange(1, 30).Draw(rt, "steps") {
			switch rapid.IntRange(0, 7).Draw(rt, "step") {
			case 0:
				width, height = rapid.IntRange(1, 300).Draw(rt, "width"), rapid.IntRange(1, 100).Draw(rt, "height")
				d.Send(tea.WindowSizeMsg{Width: width, Height: height})
			case 1:
				d.Pass(time.Duration(rapid.IntRange(1, 10).Draw(rt, "seconds")) * time.Second)
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

// A window of one line has no room for boxes; a few lines have, and they are all theirs.
func TestBoxesInASmallWindow(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 30, 8, tuitest.Setup{Theme: theme.NoColor(), Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter")
	for _, c := range [][]string{{"?", "Keys on this screen", "oldest"}, {"space", "Go to", "h  home"}, {":", "Command", "a shell command"}, {"Y", "Copy", "hash"}} {
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
