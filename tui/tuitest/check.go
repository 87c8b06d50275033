package tuitest

import (
	"flag"
	"os"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
)

// CheckFrame fails when a frame does not fit the window, or has control characters other than those of styles.
func CheckFrame(t interface{ Fatalf(string, ...any) }, frame string, width, height int) {
	lines := strings.Split(frame, "\n")
	if len(lines) > max(height, 1) {
		t.Fatalf("%d lines in a window of %d rows:\n%s", len(lines), height, frame)
	}
	for i, line := range lines {
		if ansi.StringWidth(line) > width {
			t.Fatalf("line %d is wider than %d columns:\n%s", i, width, frame)
		}
	}
	for _, r := range ansi.Strip(frame) {
		if r != '\n' && (r < 0x20 || r >= 0x7f && r < 0xa0 || r == '\u202e') {
			t.Fatalf("%U is drawn:\n%q", r, frame)
		}
	}
}

// Long reports whether tests that look at many more cases of the same kind than usual are wanted: FOREDECK_LONG_TESTS is set. Checks of
// properties then run 100 cases in place of 20.
var Long = os.Getenv("FOREDECK_LONG_TESTS") != ""

func init() {
	if !Long {
		_ = flag.Set("rapid.checks", "20") // a flag on the command line still overrides it
	}
}

// CheckSizes draws the deck in windows from 1x1 to 300x100, those around each of the given sizes among them, and checks every frame.
func (d *Deck) CheckSizes(sizes ...[2]int) {
	d.Helper()
	step := 2
	if Long {
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
		CheckFrame(d, d.Model.View(), width, height)
	}
	for _, width := range widths {
		for _, height := range heights {
			check(width, height)
		}
	}
	for _, size := range sizes { // where something changes, and one less
		for _, width := range []int{size[0] - 1, size[0]} {
			for _, height := range []int{size[1] - 1, size[1]} {
				check(width, height)
			}
		}
	}
}

// SkipUnderRace skips a test that draws thousands of frames in one goroutine: it would take minutes under the race detector, and
// finds nothing there that the other tests do not.
func SkipUnderRace(t *testing.T) {
	t.Helper()
	if raced {
		t.Skip("thousands of frames from one goroutine: runs without the race detector")
	}
}
