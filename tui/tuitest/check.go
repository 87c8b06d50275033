package tuitest

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// CheckFrame fails if a frame does not fit the window or contains control characters other than styles.
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

// Long reports whether FOREDECK_LONG_TESTS is set: property tests then run 100 cases instead of 20, and others more cases too.
var Long = os.Getenv("FOREDECK_LONG_TESTS") != ""

func init() {
	if !Long {
		_ = flag.Set("rapid.checks", "20") // a flag on the command line still overrides it
	}
}

// SkipUnderRace skips a test that draws thousands of frames in one goroutine. Under the race detector it would take minutes and find
// no more than the other tests.
func SkipUnderRace(t *testing.T) {
	t.Helper()
	if raceDetector {
		t.Skip("too slow under the race detector")
	}
}
