package terminal

import (
	"bytes"
	"hash/maphash"
	"slices"
	"strings"

	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"foredeck/theme"
	"foredeck/tui/text"
)

// Canvas knows the cells that a terminal shows and computes the output that changes them to those of a frame. It is not safe for
// concurrent use.
type Canvas struct {
	environment []string
	out         bytes.Buffer
	renderer    *uv.TerminalRenderer
	cells       *uv.RenderBuffer // of the last frame
	lines       []line           // of the last frame
	changed     []int            // lines that differ from the last frame
	before      uv.Line          // what the changed part of a line showed
	runs        []run            // of the line that is set
	base        theme.Style      // of the last frame
	blank       uv.Cell          // with the background of the base
	ascii       bool             // the last frame was drawn in ASCII
	styles      map[theme.Style]uv.Style
	seed        maphash.Seed
	links       links
	oldPen      *oldPen // nil if the terminal can switch single attributes off
}

// line is what a line of the terminal shows.
type line struct {
	runs    []run
	key     uint64 // the hash of the first long text; 0 if there is none
	hash    uint64 // of the runs; 0 for a blank line
	isWide  bool   // terminals may disagree about the widths of its characters
	isKnown bool   // the cells show the runs
}

// run is a part of a line in one style.
type run struct {
	text  string
	style theme.Style
	page  text.Page
	width int // columns
}

// NewCanvas returns the canvas of a terminal with unknown content. The variable TERM of the environment determines which sequences
// are used.
func NewCanvas(environment []string) *Canvas {
	c := &Canvas{environment: environment, styles: make(map[theme.Style]uv.Style), seed: maphash.MakeSeed()}
	if slices.ContainsFunc(environment, func(pair string) bool { return strings.HasPrefix(pair, "TERM=vt1") }) {
		c.oldPen = new(oldPen)
	}
	return c
}

// Erase makes the next frame clear the terminal and draw every cell.
func (c *Canvas) Erase() { c.cells = nil }

// Draw returns the output that makes the terminal show a frame, empty if it shows it already. The output is valid until the next call.
func (c *Canvas) Draw(frame Frame) []byte {
	c.out.Reset()
	if frame.Width <= 0 || frame.Height <= 0 {
		return nil
	}
	all := c.cells == nil || c.cells.Width() != frame.Width || c.cells.Height() != frame.Height
	if all {
		c.reset(frame.Width, frame.Height)
	}
	if all || c.base != frame.Base || c.ascii != frame.ASCII {
		for y := range c.lines {
			c.lines[y].isKnown = false
		}
		c.base, c.ascii = frame.Base, frame.ASCII
		c.blank = uv.EmptyCell
		c.blank.Style.Bg = c.style(c.base).Bg
	}
	lines := text.Height(frame.Lines, frame.Height)
	if c.compare(lines); len(c.changed) == 0 {
		return c.out.Bytes()
	}
	clear(c.cells.Touched)
	scrolled := c.draw(lines, all)
	c.out.WriteString(c.links.end())
	return append(c.out.Bytes()[:scrolled], joinPens(c.out.Bytes()[scrolled:])...)
}

// compare finds the lines that differ from the last frame.
func (c *Canvas) compare(lines []text.Line) {
	c.changed = c.changed[:0]
	for y, line := range lines {
		if !c.lines[y].shows(line) {
			c.changed = append(c.changed, y)
		}
	}
}

// draw draws the changed lines. It returns the length of the output that scrolls others.
func (c *Canvas) draw(lines []text.Line, all bool) (scrolled int) {
	c.renderer.SetScrollOptim(false)
	if !all {
		if c.scroll(lines) {
			scrolled = c.out.Len()
		}
		c.eraseWide(lines)
	}
	for _, y := range c.changed {
		c.setLine(y, lines[y])
		c.touch(y)
	}
	c.render()
	return scrolled
}

// eraseWide erases the changed lines that have, or had, characters whose width depends on the terminal. They are then drawn in full.
func (c *Canvas) eraseWide(lines []text.Line) {
	erased := false
	for _, y := range c.changed {
		if c.lines[y].isWide || !c.ascii && isWide(lines[y]) {
			c.erase(c.cells.Line(y))
			c.touch(y)
			erased = true
		}
	}
	if erased {
		c.render()
	}
}

// minMoved is the number of lines that must have moved together before they are scrolled: finding them costs more than drawing a few.
const minMoved = 3

// scroll moves lines that are farther up or down in the new frame, such as the rows of a list. Other parts of their new lines, such as a
// panel at the side, are drawn afterwards. It reports whether lines moved.
func (c *Canvas) scroll(lines []text.Line) bool {
	distance, count := c.commonDistance(func(y int) uint64 { return c.lines[y].hash }, func(y int) uint64 { return c.hash(lines[y]) })
	if count < minMoved { // perhaps all lines have an age
		distance, count = c.commonDistance(func(y int) uint64 { return c.lines[y].key }, func(y int) uint64 { return c.key(lines[y]) })
	}
	if count < minMoved {
		return false
	}
	from, to := c.moved(lines, distance)
	if to-from < max(minMoved, distance, -distance) {
		return false
	}
	top, bottom := min(from, from+distance), max(to, to+distance) // with the lines that become blank
	if slices.ContainsFunc(c.lines[top:bottom], func(line line) bool { return line.isWide }) {
		return false
	}
	move := func(y int) {
		copy(c.cells.Line(y), c.cells.Line(y+distance))
		c.lines[y], c.lines[y+distance] = c.lines[y+distance], c.lines[y]
	}
	if distance > 0 {
		for y := from; y < to; y++ {
			move(y)
		}
	} else {
		for y := to - 1; y >= from; y-- {
			move(y)
		}
	}
	for y := top; y < bottom; y++ {
		if y < from || y >= to {
			c.erase(c.cells.Line(y))
			c.lines[y] = line{isKnown: true}
		}
	}
	for y := range c.lines {
		c.touch(y)
	}
	c.renderer.SetScrollOptim(true)
	c.render()
	c.renderer.SetScrollOptim(false)
	c.compare(lines)
	return true
}

// moved returns the longest range of lines that are better drawn by moving up by a distance.
func (c *Canvas) moved(lines []text.Line, distance int) (from, to int) {
	start := -1
	for y := range len(lines) + 1 {
		if y < len(lines) && y+distance >= 0 && y+distance < len(lines) && c.isBetter(lines[y], y+distance, y) {
			if start < 0 {
				start = y
			}
			continue
		}
		if start >= 0 && y-start > to-from {
			from, to = start, y
		}
		start = -1
	}
	return from, to
}

// commonDistance returns how far most of the changed lines moved up, and their number. before and now return the hashes of what they showed
// and show, 0 if there is nothing to know them by.
func (c *Canvas) commonDistance(before, now func(y int) uint64) (distance, count int) {
	from := make(map[uint64]int, len(c.changed))
	for _, y := range c.changed {
		from[before(y)] = y
	}
	counts := make(map[int]int)
	for _, y := range c.changed {
		hash := now(y)
		if at, ok := from[hash]; ok && at != y && hash != 0 {
			if counts[at-y]++; counts[at-y] > count {
				distance, count = at-y, counts[at-y]
			}
		}
	}
	return distance, count
}

// isBetter reports whether line y shows all of the spans, or more of them than line other.
func (c *Canvas) isBetter(spans text.Line, y, other int) bool {
	missing := c.lines[y].missing(spans)
	return missing == 0 || missing < c.lines[other].missing(spans)
}

// missing returns the number of columns between the spans at the start and those at the end that the line shows.
func (l *line) missing(spans text.Line) int {
	head := common(l.runs, spans)
	if head == len(l.runs) && head == len(spans) {
		return 0
	}
	tail := l.tail(spans, head)
	return max(columns(l.runs[head:len(l.runs)-tail]), 1)
}

// tail returns the number of runs that are equal at the end, after those at the start.
func (l *line) tail(spans text.Line, head int) int {
	tail := 0
	for tail < min(len(l.runs), len(spans))-head && l.runs[len(l.runs)-1-tail].shows(&spans[len(spans)-1-tail]) {
		tail++
	}
	return tail
}

// common returns the number of runs that are equal at the start.
func common(runs []run, spans text.Line) int {
	for i := range min(len(runs), len(spans)) {
		if !runs[i].shows(&spans[i]) {
			return i
		}
	}
	return min(len(runs), len(spans))
}

// shows reports whether the run shows the span.
func (r *run) shows(span *text.Span) bool {
	return r.style == span.Style && r.page == span.Page && r.text == span.Text.String()
}

// render adds the output that makes the terminal show the cells.
func (c *Canvas) render() {
	start := c.out.Len()
	c.renderer.Render(c.cells)
	_ = c.renderer.Flush() // to memory
	if c.oldPen != nil {
		rewritten := c.oldPen.rewrite(c.out.Bytes()[start:])
		c.out.Truncate(start)
		c.out.Write(rewritten)
	}
	if written := c.out.Bytes()[start:]; c.links.concerns(written) {
		rewritten := c.links.rewrite(written)
		c.out.Truncate(start)
		c.out.Write(rewritten)
	}
}

// touch marks line y as changed. The renderer erases blank lines at the bottom together with the line above them.
func (c *Canvas) touch(y int) {
	c.cells.TouchLine(0, y, c.cells.Width())
	c.cells.TouchLine(0, max(y-1, 0), c.cells.Width())
}

// reset forgets what the terminal shows.
func (c *Canvas) reset(width, height int) {
	c.cells, c.lines, c.links = uv.NewRenderBuffer(width, height), make([]line, height), links{}
	c.renderer = uv.NewTerminalRenderer(&c.out, c.environment)
	c.renderer.SetColorProfile(colorprofile.TrueColor) // themes are made for the colors of the terminal
	c.renderer.SetFullscreen(true)
	c.renderer.SetRelativeCursor(false)
	c.renderer.SetBackspace(true)
	c.renderer.Erase()
	c.out.WriteString(ansi.ResetStyle)
	if c.oldPen != nil {
		*c.oldPen = oldPen{}
	}
}

// shows reports whether the line shows the spans.
func (l *line) shows(spans text.Line) bool {
	return l.isKnown && len(l.runs) == len(spans) && common(l.runs, spans) == len(spans)
}

// setLine sets the cells of line y. Those of equal spans at the start and the end remain.
func (c *Canvas) setLine(y int, spans text.Line) {
	line, cells := &c.lines[y], c.cells.Line(y)
	isWide := !c.ascii && isWide(spans)
	head, tail, before := 0, 0, 0 // equal spans; the columns in front of the tail
	c.before = c.before[:0]
	if line.isKnown && !isWide && !line.isWide { // marks change the cells of the span before them
		head = common(line.runs, spans)
		tail = line.tail(spans, head)
		before = columns(line.runs[:len(line.runs)-tail])
	}
	start := columns(line.runs[:head])
	c.before = append(c.before, cells[start:max(before, start)]...)
	c.runs = append(c.runs[:0], line.runs[:head]...)
	x := c.setSpans(cells, start, spans[head:len(spans)-tail])
	sharePens(c.before, cells[start:x], c.blank.Style.Bg)
	if before > 0 && x == before {
		c.runs = append(c.runs, line.runs[len(line.runs)-tail:]...)
	} else {
		c.erase(cells[c.setSpans(cells, x, spans[len(spans)-tail:]):])
	}
	line.runs, c.runs = c.runs, line.runs
	line.hash, line.key, line.isWide, line.isKnown = c.hash(spans), c.key(spans), isWide, true
}

// setSpans sets the cells from column x on to the spans, adds them to the runs, and returns the column after them.
func (c *Canvas) setSpans(cells uv.Line, x int, spans text.Line) int {
	for _, span := range spans {
		style, content := c.style(span.Style), span.Text.String()
		switch {
		case span.Style != theme.Style{}:
		case strings.Trim(content, " ") == "":
			style = c.blank.Style
		default:
			style = c.style(c.base)
		}
		if c.ascii {
			content = text.ASCII(content)
		}
		end := setCells(cells, x, content, style, uv.Link{URL: span.Page.String()})
		c.runs = append(c.runs, run{span.Text.String(), span.Style, span.Page, end - x})
		x = end
	}
	return x
}

// columns returns the width of runs.
func columns(runs []run) int {
	width := 0
	for _, run := range runs {
		width += run.width
	}
	return width
}

// hash returns the hash of the text of a line, 0 for a blank one.
func (c *Canvas) hash(spans text.Line) uint64 {
	var hash uint64
	for _, span := range spans {
		if content := span.Text.String(); strings.Trim(content, " ") != "" {
			hash = hash*31 + maphash.String(c.seed, content)
		}
	}
	return hash
}

// minKey is the number of characters by which the row of a list is known.
const minKey = 4

// key returns the hash of the first long text of a line, such as the height in a list of blocks, 0 if there is none.
func (c *Canvas) key(spans text.Line) uint64 {
	for _, span := range spans {
		if content := strings.Trim(span.Text.String(), " "); len(content) >= minKey && content[0] < 0x80 {
			return maphash.String(c.seed, content)
		}
	}
	return 0
}

// erase makes cells blank.
func (c *Canvas) erase(cells uv.Line) {
	for x := range cells {
		cells[x] = c.blank
	}
}

// isWide reports whether a line has characters that may not occupy one column.
func isWide(spans text.Line) bool {
	return slices.ContainsFunc(spans, func(span text.Span) bool { return !text.IsNarrow(span.Text) })
}

// setCells sets the cells from column x on to the characters of the content and returns the column after them.
func setCells(cells uv.Line, x int, content string, style uv.Style, link uv.Link) int {
	for len(content) > 0 && x < len(cells) {
		character, width := text.First(content)
		content = content[len(character):]
		switch {
		case width == 0 && x > 0: // a mark at the start of a span
			before := x - 1
			for before > 0 && cells[before].Width == 0 {
				before--
			}
			cells[before].Content += character
		case width == 0:
		case x+width > len(cells):
			cells[x] = uv.Cell{Content: " ", Width: 1, Style: style, Link: link}
			x++
		default:
			cells[x] = uv.Cell{Content: character, Width: width, Style: style, Link: link}
			clear(cells[x+1 : x+width])
			x += width
		}
	}
	return x
}

// style returns the attributes of a style.
func (c *Canvas) style(style theme.Style) uv.Style {
	converted, known := c.styles[style]
	if !known {
		converted = attributes(style)
		c.styles[style] = converted
	}
	return converted
}

// maxAttributes is the number of parameters of a style's escape sequence: at most some eight attributes and two colors of five each.
const maxAttributes = 32

// attributes returns the attributes that the escape sequences of a style set.
func attributes(style theme.Style) (pen uv.Style) {
	var on strings.Builder
	style.Paint(&on, "x")
	var parser ansi.Parser // NewParser would add 64 KiB for the text of other sequences
	parser.SetParamsSize(maxAttributes)
	parser.SetHandler(ansi.Handler{HandleCsi: func(cmd ansi.Cmd, params ansi.Params) {
		if cmd.Final() == 'm' {
			uv.ReadStyle(params, &pen)
		}
	}})
	before, _, _ := strings.Cut(on.String(), "x")
	for _, b := range []byte(before) {
		parser.Advance(b)
	}
	return pen
}
