package terminal

import (
	"bytes"
	"image/color"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// sharePens draws a character that became blank with the pen of the changed one next to it, as behind a crosshair, and leaves the blank
// that the crosshair left before as it is: the pen does not show in a blank, and a change of it costs 20 bytes. Where more cells change,
// blanks keep their pens, as those of a text and of an erased part are drawn together.
func sharePens(before, cells uv.Line, background color.Color) {
	cells = cells[:min(len(before), len(cells))]
	differs := func(x int) bool {
		return x >= 0 && x < len(cells) && cells[x] != before[x] && !(isBlank(&cells[x], background) && isBlank(&before[x], background))
	}
	draws := func(x int) bool { return differs(x) && cells[x].Content != " " && isPlain(&cells[x].Style, background) }
	isTrail := func(x, neighbor int) bool {
		return !differs(neighbor) || isBlank(&cells[neighbor], background) && cells[neighbor].Style != uv.Style{Bg: background} ||
			isBlank(&before[neighbor], background) && cells[x].Style == uv.Style{Bg: background}
	}
	for x := range cells {
		switch {
		case !isBlank(&cells[x], background) || isBlank(&before[x], background):
		case draws(x-1) && !differs(x-2) && !differs(x+1):
			cells[x].Style = cells[x-1].Style
		case draws(x+1) && !differs(x-1) && !differs(x+2):
			cells[x].Style = cells[x+1].Style
		}
	}
	for x := range cells {
		if isBlank(&cells[x], background) && isBlank(&before[x], background) && isTrail(x, x-1) && isTrail(x, x+1) {
			cells[x] = before[x]
		}
	}
}

// isBlank reports whether a cell shows nothing but the background.
func isBlank(cell *uv.Cell, background color.Color) bool {
	return cell.Content == " " && isPlain(&cell.Style, background) && cell.Link.IsZero()
}

// isPlain reports whether a style does not show in a blank on the background.
func isPlain(style *uv.Style, background color.Color) bool {
	return style.Bg == background && style.Underline == ansi.UnderlineNone && style.Attrs&^(uv.AttrBold|uv.AttrFaint|uv.AttrItalic) == 0
}

// joinPens removes changes of the pen around mere cursor movements: the renderer resets the pen before it moves to another line, even
// if it sets the same one there. It overwrites the output and returns what remains. The output must not scroll: a pen can have a
// background, which fills new lines.
func joinPens(output []byte) []byte {
	joined := output[:0]
	var pen, lifted []byte   // the last sequence that changed the pen; that before the reset, if it was the only one
	changes, resetAt := 2, 0 // changes since the last reset; where it is
	for len(output) > 0 {
		sequence := firstSequence(output)
		output = output[len(sequence):]
		final := sequence[len(sequence)-1]
		switch {
		case len(sequence) == 1 && strings.IndexByte("\n\r\b", final) >= 0, len(sequence) > 1 && strings.IndexByte("ABCDGHd", final) >= 0:
			joined = append(joined, sequence...)
		case len(sequence) == 1 || final != 'm':
			joined, lifted = append(joined, sequence...), nil
		case string(sequence) == ansi.ResetStyle:
			if lifted = nil; changes == 1 {
				lifted = pen
			}
			changes, resetAt = 0, len(joined)
			joined = append(joined, sequence...)
		case bytes.Equal(sequence, lifted):
			joined = append(joined[:resetAt], joined[resetAt+len(ansi.ResetStyle):]...)
			changes, pen, lifted = 1, lifted, nil
		default:
			joined = append(joined, sequence...)
			changes, pen, lifted = changes+1, joined[len(joined)-len(sequence):], nil
		}
	}
	return joined
}

// firstSequence returns the control sequence or the byte at the start of the output.
func firstSequence(output []byte) []byte {
	switch {
	case output[0] != ansi.ESC:
		return output[:1]
	case len(output) > 1 && output[1] != '[':
		return output[:2]
	}
	for i := 2; i < len(output); i++ {
		if output[i] >= '@' {
			return output[:i+1]
		}
	}
	return output
}
