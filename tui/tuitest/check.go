package tuitest

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"foredeck/tui/terminal"
	_ "foredeck/tui/tuitest/effort" // fewer cases of property tests
)

// failer is a test, or a check of rapid.
type failer interface{ Fatalf(string, ...any) }

// CheckFrame fails if the lines of a frame are not exactly as wide as the window, if there are too many, or if it holds anything but text
// and styles.
func CheckFrame(t failer, frame string, width, height int) {
	lines := strings.Split(frame, "\n")
	if len(lines) > max(height, 1) {
		t.Fatalf("%d lines in a window of %d rows:\n%s", len(lines), height, frame)
	}
	for i, line := range lines {
		if ansi.StringWidth(line) != width {
			t.Fatalf("line %d does not have %d columns:\n%s", i, width, frame)
		}
	}
	checkText(t, withoutSequences(frame, nil), frame, "\n")
}

// CheckOutput fails if bytes written to the terminal hold anything but text, styles, and the sequences that the deck uses to move the
// cursor, to erase, to scroll, to copy, to set the window title and to link to web pages.
func CheckOutput(t failer, output []byte) {
	written := string(output)
	checkText(t, withoutSequences(written, sequence), written, "\n\r\b\t\a")
}

// sequence matches the sequences of the deck's own output besides styles.
var sequence = regexp.MustCompile("^(\x1b\\[\\??[0-9;]*[A-HJKLMPSTXZ@abdefghlr`]|\x1b[M78]|\x1b]2;[^\x00-\x1f]*\a|\x1b]52;c;[A-Za-z0-9+/=]*\a|\x1b]8;(id=f;https?://[!-~]+|;)\x1b\\\\)")

// withoutSequences removes styles from text, and what other matches, which may be nil. Styles are most of the sequences; to match them
// too by a regular expression took most of the time of such a check.
func withoutSequences(text string, other *regexp.Regexp) string {
	var rest strings.Builder
	for {
		start := strings.IndexByte(text, '\x1b')
		if start < 0 {
			rest.WriteString(text)
			return rest.String()
		}
		rest.WriteString(text[:start])
		text = text[start:]
		own := leadingStyle(text)
		if own == "" && other != nil {
			own = other.FindString(text)
		}
		if own == "" {
			rest.WriteByte(text[0])
			text = text[1:]
			continue
		}
		rest.WriteString(checkParameters(own))
		text = text[len(own):]
	}
}

// leadingStyle returns the sequence of a style at the start of text, or "".
func leadingStyle(text string) string {
	parameters, found := strings.CutPrefix(text, "\x1b[")
	if !found {
		return ""
	}
	rest := strings.TrimLeft(parameters, "0123456789;:")
	if !strings.HasPrefix(rest, "m") {
		return ""
	}
	return text[:len(text)-len(rest)+1]
}

// maxParameter is above all colors and window sizes of tests, and below those of hostile sequences.
const maxParameter = 1000

// checkParameters removes a sequence, unless it is one of a hostile node or has text that is not safe.
func checkParameters(sequence string) string {
	if title, ok := strings.CutPrefix(sequence, "\x1b]2;"); ok {
		return strings.TrimSuffix(title, "\a")
	}
	if strings.HasPrefix(sequence, "\x1b]") {
		return ""
	}
	number := 0
	for _, b := range []byte(sequence) {
		if b < '0' || b > '9' {
			number = 0
			continue
		}
		if number = number*10 + int(b-'0'); number > maxParameter {
			return sequence
		}
	}
	return ""
}

// checkText fails if text is not valid UTF-8, or holds a character that is not visible or changes the direction of text, except
// those allowed.
func checkText(t failer, text, drawn, allowed string) {
	if !utf8.ValidString(text) {
		t.Fatalf("invalid UTF-8 is drawn:\n%q", drawn)
	}
	for _, r := range text {
		if strings.ContainsRune(allowed, r) || r >= ' ' && r < 0x7f {
			continue
		}
		if !unicode.IsGraphic(r) || unicode.In(r, unicode.C, unicode.Zl, unicode.Zp, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) {
			t.Fatalf("%U is drawn:\n%q", r, drawn)
		}
	}
}

// Output computes the bytes that a terminal receives for the frames of a deck.
type Output struct {
	deck   *Deck
	canvas *terminal.Canvas
	copied int // bytes of the deck's other output that were checked
}

// NewOutput returns the output of a deck.
func NewOutput(d *Deck) *Output {
	return &Output{deck: d, canvas: terminal.NewCanvas([]string{"TERM=xterm-256color", "COLORTERM=truecolor"})}
}

// Check draws a frame of the deck and checks its bytes, and all bytes written besides frames.
func (o *Output) Check(t failer, frame terminal.Frame) {
	if frame.Width > 0 {
		CheckOutput(t, o.canvas.Draw(frame))
	}
	written := o.deck.Bell.written.Bytes()
	CheckOutput(t, written[o.copied:])
	o.copied = len(written)
	CheckOutput(t, o.deck.Terminal.Bytes())
}
