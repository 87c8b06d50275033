package terminal

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui/text"
)

func TestJoinPens(t *testing.T) {
	t.Parallel()
	for output, want := range map[string]string{
		"":                                       "",
		"\x1b[m\x1b[2mA\x1b[m\n\b\x1b[2mB\x1b[m": "\x1b[m\x1b[2mA\n\bB\x1b[m",
		"\x1b[m\x1b[2mA\x1b[m\x1b[5;7H\x1b[2mB\x1b[m\r\n\x1b[2mC": "\x1b[m\x1b[2mA\x1b[5;7HB\r\nC",
		"\x1b[2mA\x1b[m\n\x1b[2mB":                                "\x1b[2mA\x1b[m\n\x1b[2mB",                    // the pen at the start is not known
		"\x1b[m\x1b[2mA\x1b[m\n\x1b[1mB":                          "\x1b[m\x1b[2mA\x1b[m\n\x1b[1mB",              // another pen
		"\x1b[m\x1b[2mA\x1b[1mB\x1b[m\n\x1b[1mC":                  "\x1b[m\x1b[2mA\x1b[1mB\x1b[m\n\x1b[1mC",      // the pen was two sequences
		"\x1b[m\x1b[2mA\x1b[m \n\x1b[2mB":                         "\x1b[m\x1b[2mA\x1b[m \n\x1b[2mB",             // a character in between
		"\x1b[m\x1b[2mA\x1b[m\x1b[K\n\x1b[2mB":                    "\x1b[m\x1b[2mA\x1b[m\x1b[K\n\x1b[2mB",        // erasing in between
		"\x1b[m\x1b[2mA\x1b[m\x1b[?25h\x1b[2mB\x1b[2":             "\x1b[m\x1b[2mA\x1b[m\x1b[?25h\x1b[2mB\x1b[2", // an unfinished sequence
	} {
		require.Equal(t, want, string(joinPens([]byte(output))), "%q", output)
	}
}

// A column that moves costs a few bytes for each line, not two changes of the pen.
func TestCanvas_MovesCrosshair(t *testing.T) {
	t.Parallel()
	c := NewCanvas([]string{"TERM=xterm-256color"})
	draw(c, crosshair(30))
	draw(c, crosshair(31))
	for _, x := range []int{32, 33, 32, 31} {
		require.Less(t, len(draw(c, crosshair(x))), 200, "20 lines")
	}
	require.Contains(t, draw(c, crosshair(-1)), " \n")
}

// crosshair returns a frame of 20 lines with a crosshair in a column.
func crosshair(x int) Frame {
	frame := Frame{Width: 60, Height: 20}
	for range frame.Height {
		line := text.Plain("left")
		if x >= 0 {
			line = append(line.Fit(x), text.Span{Text: text.Const("┊"), Style: theme.Terminal().Accent})
		}
		frame.Lines = append(frame.Lines, append(line.Fit(55), text.Span{Text: text.Const("right")}))
	}
	return frame
}
