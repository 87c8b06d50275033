package text

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"foredeck/theme"
)

// Span is a run of safe text in one style.
type Span struct {
	Text         Safe
	Style        theme.Style
	Hit          *Hit          // nil: not clickable
	Page         Page          // that terminals link the text to
	Announcement *Announcement // nil: the drawn text is read
}

// Line is one line of the screen as a sequence of spans. Lines are cut, padded and overlaid as cells; only Render
// converts them to terminal output.
type Line []Span

// Plain returns an unstyled line. The format is a constant as in Format.
func Plain(format constant, args ...Safe) Line { return Line{{Text: Format(format, args...)}} }

// In returns a line in one style. The format is a constant as in Format.
func In(style theme.Style, format constant, args ...Safe) Line {
	return Line{{Text: Format(format, args...), Style: style}}
}

// Width returns the number of columns that the text occupies.
func Width(s Safe) int {
	if IsNarrow(s) {
		return utf8.RuneCountInString(s.s)
	}
	return ansi.StringWidth(s.s)
}

// IsNarrow reports whether all characters are known to occupy one column.
func IsNarrow(s Safe) bool {
	for _, r := range s.s {
		if !isNarrow(r) {
			return false
		}
	}
	return true
}

// isNarrow reports whether a character occupies one column and joins no other. All characters that the deck draws by itself are narrow,
// and measuring them needs no Unicode tables.
func isNarrow(r rune) bool {
	switch {
	case r >= ' ' && r <= '~',
		r >= '\u00ae' && r <= '\u02ff', // Latin letters
		r >= '\u2010' && r <= '\u2027', // dashes, quotes, …
		r >= '\u2190' && r <= '\u21ff', // arrows
		r >= '\u2500' && r <= '\u25fc', // boxes, blocks, geometric shapes
		r >= '\u2800' && r <= '\u28ff': // braille
		return true
	}
	return r == '·' || r == '×' || r == '✓' || r == '✗' || r == '›'
}

// First returns the first character of a text with its marks, and the number of columns that it occupies.
func First(s string) (character string, width int) {
	r, size := utf8.DecodeRuneInString(s)
	if isNarrow(r) {
		if size == len(s) {
			return s, 1
		}
		if next, _ := utf8.DecodeRuneInString(s[size:]); isNarrow(next) {
			return s[:size], 1
		}
	}
	return ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
}

// Width returns the number of columns that the line occupies.
func (l Line) Width() int {
	width := 0
	for _, span := range l {
		width += Width(span.Text)
	}
	return width
}

// Cut shortens the text to at most width columns and marks the cut with … at the end.
func Cut(s Safe, width int) Safe {
	if width <= 0 {
		return Safe{}
	}
	if isASCII(s.s) {
		if len(s.s) <= width {
			return s
		}
		return Safe{s.s[:width-1] + "…"}
	}
	return Safe{ansi.Truncate(s.s, width, "…")}
}

// CutFront shortens the text to at most width columns and marks the cut with … at the start.
func CutFront(s Safe, width int) Safe {
	if Width(s) <= width {
		return s
	}
	if width <= 0 {
		return Safe{}
	}
	return Safe{ansi.TruncateLeft(s.s, Width(s)-width+1, "…")}
}

// CutMiddle shortens the text to at most width columns and marks the cut with … in the middle, which keeps both ends of
// a hash.
func CutMiddle(s Safe, width int) Safe {
	if Width(s) <= width {
		return s
	}
	if !isASCII(s.s) || width < 3 {
		return Cut(s, width)
	}
	tail := (width - 1) / 2
	return Safe{s.s[:width-1-tail] + "…" + s.s[len(s.s)-tail:]}
}

// Wrap breaks the text at spaces into at most maxLines lines of at most width columns. The last line is cut if the text
// is longer. The result has at least one line.
func Wrap(s Safe, width, maxLines int) []Safe {
	width = max(width, 1)
	// ansi.Wrap keeps a space before a word that does not fit. Hardwrap breaks the lines that are too wide because of
	// it.
	lines := strings.Split(ansi.Hardwrap(ansi.Wrap(s.s, width, ""), width, true), "\n")
	wrapped := make([]Safe, 0, maxLines)
	for i, line := range lines {
		if i == maxLines-1 {
			rest := strings.Join(lines[i:], " ")
			return append(wrapped, Cut(Safe{rest}, width))
		}
		wrapped = append(wrapped, Safe{line})
	}
	return wrapped
}

// WrapIn wraps the text like Wrap, in a style.
func WrapIn(style theme.Style, s Safe, width, maxLines int) []Line {
	var lines []Line
	for _, part := range Wrap(s, width, maxLines) {
		lines = append(lines, part.In(style))
	}
	return lines
}

// Wrap breaks the line at spaces into at most maxLines lines of at most width columns. A word is not broken: its line is wider. The last
// line is as wide as the rest of the text.
func (l Line) Wrap(width, maxLines int) []Line {
	var lines []Line
	for len(lines) < maxLines-1 && l.Width() > width {
		at := strings.LastIndexByte(l.Slice(0, width+1).Text().s, ' ')
		if at <= 0 {
			at = strings.IndexByte(l.Text().s, ' ')
		}
		if at <= 0 {
			break
		}
		end := Width(Safe{l.Text().s[:at]})
		lines = append(lines, l.Slice(0, end))
		l = l.Slice(end+1, l.Width())
	}
	return append(lines, l)
}

// WrapBeside wraps the text like Wrap beside a label, in width columns with the label.
func WrapBeside(label Line, s Safe, width, maxLines int) []Line {
	lines := WrapIn(theme.Style{}, s, width-label.Width(), maxLines)
	for i, line := range lines {
		if lines[i] = join(label, line); i > 0 {
			lines[i] = join(Spaces(label.Width()).Line(), line)
		}
	}
	return lines
}

// Fit returns the line in exactly width columns, cut with … or padded with spaces.
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
	return append(l.Slice(0, width-1), Span{Text: Const("…"), Style: l.styleAt(width - 1)})
}

func (l Line) styleAt(column int) theme.Style {
	for _, span := range l {
		if column -= Width(span.Text); column < 0 {
			return span.Style
		}
	}
	return theme.Style{}
}

// Slice returns the columns from (inclusive) to to (exclusive). A wide character that crosses an edge is replaced by
// spaces so that the columns after it do not shift.
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
			span.Text = Slice(span.Text, first, last)
		}
		slice = append(slice, span)
	}
	return slice
}

// Slice returns the columns of the text from (inclusive) to to (exclusive), which must be within its Width. A wide
// character that crosses an edge is replaced by spaces.
func Slice(s Safe, from, to int) Safe {
	if isASCII(s.s) {
		return Safe{s.s[from:to]}
	}
	head := ansi.Truncate(s.s, to, "")
	cut := Safe{ansi.TruncateLeft(head, from, "")}
	missing := (to - from) - Width(cut)
	switch {
	case missing == 0:
		return cut
	case missing < 0: // TruncateLeft keeps a wide character that crosses the left edge
		cut = Safe{ansi.TruncateLeft(head, from+1, "")}
		return Concat(Spaces((to-from)-Width(cut)), cut)
	case Width(Safe{head}) < to:
		return Concat(cut, Spaces(missing))
	default:
		return Concat(Spaces(missing), cut)
	}
}

// Split divides the text before the character that contains byte at of its String. A character includes its marks.
func Split(s Safe, at int) (head, tail Safe) {
	end := 0
	for end < at && end < len(s.s) {
		character, _ := First(s.s[end:])
		if end+len(character) > at {
			break
		}
		end += len(character)
	}
	return Safe{s.s[:end]}, Safe{s.s[end:]}
}

// In returns the text of the line in one style, as for a selected row. Only the hit and the announcement of the first
// span are preserved.
func (l Line) In(style theme.Style) Line {
	one := Span{Text: l.Text(), Style: style}
	if len(l) > 0 {
		one.Hit, one.Announcement = l[0].Hit, l[0].Announcement
	}
	return Line{one}
}

// Selected returns the line as the selected row: styles with a meaning stay, on the background of the row.
func (l Line) Selected(th *theme.Theme) Line {
	selected := make(Line, 0, len(l))
	for _, span := range l {
		span.Style = th.OnSelected(span.Style)
		if last := len(selected) - 1; last >= 0 && selected[last].Style == span.Style && selected[last].Hit == span.Hit && selected[last].Page == span.Page && span.Announcement == nil {
			selected[last].Text = Concat(selected[last].Text, span.Text)
			continue
		}
		selected = append(selected, span)
	}
	return selected
}

// Text returns the text of the line without styles.
func (l Line) Text() Safe {
	var all strings.Builder
	for _, span := range l {
		all.WriteString(span.Text.s)
	}
	return Safe{all.String()}
}

// Render returns the lines as terminal output, separated by newlines.
func Render(lines []Line) string { return RenderIn(theme.Style{}, lines) }

// RenderIn is Render with a default style for unstyled text.
func RenderIn(base theme.Style, lines []Line) string {
	var out strings.Builder
	out.Grow(len(lines) * 256)
	for i, line := range lines {
		if i > 0 {
			out.WriteByte('\n')
		}
		for _, span := range line {
			style := span.Style
			if style == (theme.Style{}) && base != style && (base.HasBackground() || strings.Trim(span.Text.s, " ") != "") {
				style = base
			}
			style.Paint(&out, span.Text.s)
		}
	}
	return out.String()
}

// Beside places two blocks of lines side by side. Lines of left are fitted to leftWidth columns. The result has as many
// lines as the longer block.
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

// join concatenates two lines with an exact allocation; append would over-allocate.
func join(left, right Line) Line {
	joined := make(Line, 0, len(left)+len(right))
	return append(append(joined, left...), right...)
}

// Over draws block on top of base with its top left corner at column x of line y.
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

// Height returns the block with exactly height lines, cut at the end or padded with empty lines.
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

// Spaces returns n spaces.
func Spaces(n int) Safe {
	switch {
	case n <= 0:
		return Safe{}
	case n <= len(blanks):
		return Safe{blanks[:n]}
	}
	return Repeat(" ", n)
}

// Repeat returns n copies of a constant.
func Repeat(c constant, n int) Safe { return Safe{strings.Repeat(string(c), max(n, 0))} }

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// Hit describes what a click on a span does. It is attached to the span and moves with it.
type Hit struct {
	// Action is the id of the action that a click runs, and Choice the number of its key; empty for rows.
	Action string
	Choice int
	// IsTab reports whether the span is a tab title.
	IsTab bool
	// IsOpen reports whether the tab is the open one.
	IsOpen bool
	// Rows is the row's distance below the selected row. A click on the selected row opens it.
	Rows int
	// Unfocused reports whether the row belongs to a list without focus.
	Unfocused bool
	// Crumb is the index of a breadcrumb entry, counted from Home. It is valid only if IsCrumb is set.
	Crumb   int
	IsCrumb bool
	// IsPoint requests the clicked column, counted from the first column with the same hit. Target tells several such
	// areas of a screen apart.
	IsPoint bool
	// Pointer reports whether the area of IsPoint also receives the wheel and drags.
	Pointer bool
	Target  int
}

// WithHit attaches a click target to every span of the line.
func (l Line) WithHit(hit *Hit) Line {
	for i := range l {
		l[i].Hit = hit
	}
	return l
}
