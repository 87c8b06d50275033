package tui_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui/terminal"
	"foredeck/tui/tuitest"
	"foredeck/tui/tuitest/effort"
)

// oldTerminals are the terminals whose sequences are fewer than those of xterm: the final bytes of CSI sequences that each knows beside
// those of all, and the modes and attributes.
var oldTerminals = map[string]struct {
	finals     string
	attributes func(int) bool
}{
	"vt100":         {"", func(a int) bool { return a == 0 || a == 1 || a == 2 || a == 4 || a == 7 }}, // which ignores 2
	"linux":         {"@GLMPXd`", hasSixteen},
	"screen":        {"@GILMPSTXZd`", hasIndexed},
	"tmux-256color": {"@GILMPSTXZbd`", hasIndexed},
}

// hasSixteen reports whether a terminal with sixteen colors knows an attribute.
func hasSixteen(a int) bool {
	return a <= 7 || a >= 22 && a <= 27 || a >= 30 && a <= 49 && a != 38 && a != 48 || a >= 90 && a <= 107
}

// hasIndexed reports whether a terminal with 256 colors knows an attribute.
func hasIndexed(a int) bool { return hasSixteen(a) || a == 38 || a == 48 }

// swatchScenes show all themes, in the colors of the terminal of the tests.
var swatchScenes = []string{"settings-theme"}

// In the locale C, no scene has a byte over 127, and each terminal gets only sequences that it knows: for a whole frame, for one that is
// scrolled, and for one that differs in parts.
func TestStreamsOfOldTerminals(t *testing.T) {
	t.Parallel()
	effort.SkipUnderRace(t)
	for kind, knows := range oldTerminals {
		environment := []string{"TERM=" + kind, "LANG=C"}
		adapted, _ := theme.Adapt("auto", theme.Display{Depth: theme.DepthOf(environment)})
		for _, name := range slices.Sorted(maps.Keys(allScenes())) {
			d := openSceneWith(t, name, 100, 30, func(s *tuitest.Setup) { s.Theme, s.Config = adapted.Dark, "ascii = true\n"+s.Config })
			frame, canvas := d.Model.Frame(), terminal.NewCanvas(environment)
			require.True(t, frame.ASCII)
			lines := frame.Lines
			for _, from := range []int{0, 5, 6} {
				frame.Lines = slices.Concat(lines[from:], lines[:from])
				for sequence := range sequences(t, canvas.Draw(frame)) {
					params, final := sequence[:len(sequence)-1], sequence[len(sequence)-1:]
					switch {
					case final == "m" && slices.Contains(swatchScenes, name):
					case final == "m":
						require.True(t, hasAll(params, knows.attributes), "%s in %s: attributes %s", name, kind, params)
					default:
						require.Contains(t, "ABCDHJKhlmr"+knows.finals, final, "%s in %s: %s", name, kind, sequence)
					}
				}
			}
		}
	}
}

// hasAll reports whether all attributes of a sequence are known. Those of a color among 256 are 5 and its number.
func hasAll(params string, knows func(int) bool) bool {
	rest := strings.Split(params, ";")
	for len(rest) > 0 {
		attribute := 0
		for _, digit := range rest[0] {
			attribute = 10*attribute + int(digit-'0')
		}
		if !knows(attribute) {
			return false
		}
		rest = rest[1:]
		if attribute == 38 || attribute == 48 {
			if len(rest) < 2 || rest[0] != "5" {
				return false
			}
			rest = rest[2:]
		}
	}
	return true
}

// sequences returns the CSI sequences of a stream, without their start. All other output must be ASCII text, or move the cursor.
func sequences(t *testing.T, stream []byte) func(yield func(string) bool) {
	t.Helper()
	return func(yield func(string) bool) {
		parser, state := ansi.NewParser(), byte(0)
		for len(stream) > 0 {
			sequence, _, length, next := ansi.DecodeSequence(stream, state, parser)
			stream, state = stream[length:], next
			if parameters, ok := strings.CutPrefix(string(sequence), "\x1b["); ok {
				if !yield(parameters) {
					return
				}
				continue
			}
			for _, b := range sequence {
				require.True(t, b >= ' ' && b < 0x7f || b == '\r' || b == '\n' || b == '\b', "%q", sequence)
			}
		}
	}
}
