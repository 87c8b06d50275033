package text

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"foredeck/theme"
)

// Span is a run of safe text in one style.
type Span struct {
	Text  Safe
	Style theme.Style
	Hit   *Hit   // nil: a click on it means nothing
	Aloud *Aloud // nil: it says what is drawn
}

// Line is one line of the screen as spans, side by side. Lines are cut, padded and laid over each other as cells; only
// Render turns them into a terminal's text.
type Line []Span

// Plain is a line of unstyled text.
func Plain(s Safe) Line { return Line{{Text: s}} }

// In is a line of text in one style.
func In(style theme.Style, s Safe) Line { return Line{{Text: s, Style: style}} }

// Width is the number of columns that the text takes.
func Width(s Safe) int {
	if isASCII(s) {
		return len(s)
	}
	return ansi.StringWidth(string(s))
}

// Width is the number of columns that the line takes.
func (l Line) Width() int {
	width := 0
	for _, span := range l {
		width += Width(span.Text)
	}
	return width
}

// Cut shortens the text to at most width columns, with … in the last one where something is missing.
func Cut(s Safe, width int) Safe {
	if width <= 0 {
		return ""
	}
	if isASCII(s) {
		if len(s) <= width {
			return s
		}
		return s[:width-1] + "…"
	}
	return Safe(ansi.Truncate(string(s), width, "…"))
}

// CutFront shortens the text to at most width columns, with … in the first one where something is missing.
func CutFront(s Safe, width int) Safe {
	if Width(s) <= width {
		return s
	}
	if width <= 0 {
		return ""
	}
	return Safe(ansi.TruncateLeft(string(s), Width(s)-width+1, "…"))
}

// CutMiddle shortens the text to at most width columns, with … in its middle: both ends of a hash tell it apart.
func CutMiddle(s Safe, width int) Safe {
	if Width(s) <= width {
		return s
	}
	if !isASCII(s) || width < 3 {
		return Cut(s, width)
	}
	tail := (width - 1) / 2
	return s[:width-1-tail] + "…" + s[len(s)-tail:]
}

// Wrap breaks the text at spaces into lines of at most width columns, at most most of them; the last is cut where there is
// more. It answers with at least one line.
func Wrap(s Safe, width, most int) []Safe {
	width = max(width, 1)
	// Wrap keeps a space before a word that does not fit; the second pass breaks what is too wide because of it.
	lines := strings.Split(ansi.Hardwrap(ansi.Wrap(string(s), width, ""), width, true), "\n")
	wrapped := make([]Safe, 0, most)
	for i, line := range lines {
		if i == most-1 {
			rest := strings.Join(lines[i:], " ")
			return append(wrapped, Cut(Safe(rest), width))
		}
		wrapped = append(wrapped, Safe(line))
	}
	return wrapped
}

// Fit is the line in exactly width columns: cut with … or filled with spaces.
func (l Line) Fit(width int) Line {
	have := l.Width()
	if have == width {
		return l
	}
	if have < width {
		return join(l, Line{{Text: Spaces(width - have)}})
	}
	if width <= 0 {
		return nil
	}
	return append(l.Slice(0, width-1), Span{Text: "…", Style: l.styleAt(width - 1)})
}

func (l Line) styleAt(column int) theme.Style {
	for _, span := range l {
		if column -= Width(span.Text); column < 0 {
			return span.Style
		}
	}
	return theme.Style{}
}

// Slice is the columns from (inclusive) to to (exclusive) of the line. A wide character across an edge is left out, as
// spaces, so that what follows stays in its column.
func (l Line) Slice(from, to int) Line {
	slice := make(Line, 0, len(l)+1)
	column := 0
	for _, span := range l {
		width := Width(span.Text)
		first, last := max(from-column, 0), min(to-column, width)
		column += width
		if first >= last {
			continue
		}
		if first > 0 || last < width {
			span.Text = columns(span.Text, first, last)
		}
		slice = append(slice, span)
	}
	return slice
}

func columns(s Safe, from, to int) Safe {
	if isASCII(s) {
		return s[from:to]
	}
	head := ansi.Truncate(string(s), to, "")
	cut := Safe(ansi.TruncateLeft(head, from, ""))
	missing := (to - from) - Width(cut)
	switch {
	case missing == 0:
		return cut
	case missing < 0: // a wide character across the left edge is kept whole by the cut
		cut = Safe(ansi.TruncateLeft(head, from+1, ""))
		return Spaces((to-from)-Width(cut)) + cut
	case Width(Safe(head)) < to:
		return cut + Spaces(missing)
	default:
		return Spaces(missing) + cut
	}
}

// In is the whole line in one style: a selected row.
func (l Line) In(style theme.Style) Line {
	one := Span{Text: l.Text(), Style: style}
	if len(l) > 0 {
		one.Hit, one.Aloud = l[0].Hit, l[0].Aloud
	}
	return Line{one}
}

// Text is the line without its styles.
func (l Line) Text() Safe {
	var all strings.Builder
	for _, span := range l {
		all.WriteString(string(span.Text))
	}
	return Safe(all.String())
}

// Render is the lines as the terminal gets them, separated by line ends.
func Render(lines []Line) string { return RenderIn(theme.Style{}, lines) }

// RenderIn is Render with a style for all text that has none.
func RenderIn(base theme.Style, lines []Line) string {
	var out strings.Builder
	out.Grow(len(lines) * 256)
	for i, line := range lines {
		if i > 0 {
			out.WriteByte('\n')
		}
		for _, span := range line {
			style := span.Style
			if style == (theme.Style{}) && base != style && strings.Trim(string(span.Text), " ") != "" {
				style = base
			}
			style.Paint(&out, string(span.Text))
		}
	}
	return out.String()
}

// Beside puts blocks of lines next to each other; each line of left is made leftWidth columns wide. The result has as
// many lines as the longer one.
func Beside(left []Line, leftWidth int, right []Line) []Line {
	joined := make([]Line, max(len(left), len(right)))
	for i := range joined {
		var line Line
		if i < len(left) {
			line = left[i]
		}
		joined[i] = line.Fit(leftWidth)
		if i < len(right) {
			joined[i] = join(joined[i], right[i])
		}
	}
	return joined
}

// join is a new line of two, of just the size that it needs: append would make room for twice as much.
func join(left, right Line) Line {
	joined := make(Line, 0, len(left)+len(right))
	return append(append(joined, left...), right...)
}

// Over lays the block of lines over base with its upper left corner at column x of line y.
func Over(base, block []Line, x, y int) []Line {
	whole := append([]Line(nil), base...)
	for i, line := range block {
		if y+i < 0 || y+i >= len(whole) {
			continue
		}
		under := whole[y+i]
		width := line.Width()
		covered := append(under.Slice(0, x).Fit(x), line...)
		whole[y+i] = append(covered, under.Slice(x+width, under.Width())...)
	}
	return whole
}

// Height makes the block exactly height lines: cut at the end or filled with empty lines.
func Height(lines []Line, height int) []Line {
	if height <= 0 {
		return nil
	}
	if len(lines) >= height {
		return lines[:height]
	}
	return append(lines[:len(lines):len(lines)], make([]Line, height-len(lines))...)
}

const blanks = "                                                                                                                        "

// Spaces is n spaces.
func Spaces(n int) Safe {
	switch {
	case n <= 0:
		return ""
	case n <= len(blanks):
		return Safe(blanks[:n])
	}
	return Safe(strings.Repeat(" ", n))
}

func isASCII(s Safe) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
