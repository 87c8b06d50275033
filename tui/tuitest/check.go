package tuitest

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

// CheckFrame fails when a frame does not fit the window, or has control characters other than those of styles.
func CheckFrame(t rapid.TB, frame string, width, height int) {
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

// SkipUnderRace skips a test that draws thousands of frames in one goroutine: it would take minutes under the race detector, and
// finds nothing there that the other tests do not.
func SkipUnderRace(t *testing.T) {
	t.Helper()
	if raced {
		t.Skip("thousands of frames from one goroutine: runs without the race detector")
	}
}
