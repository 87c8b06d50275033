// Package announce turns the drawn screen into lines for a screen reader: no boxes, no columns, and after the first time only what
// changed.
package announce

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"foredeck/theme"
	"foredeck/tui/text"
)

// Page is the content of the screen.
type Page struct {
	Location text.Safe // breadcrumb
	Overlay  bool      // an overlay has the keys
	Message  text.Safe // the result of the last key, or what has happened
	IsResult bool      // it is the result
	Note     text.Safe // of the screen or the overlay
	Node     text.Safe // network, and the problem of its node if any
	Parts    []Part
	seen     time.Time
}

// Part is a named section of a page.
type Part struct {
	Name, State text.Safe
	HasFocus    bool // keys act on it
	Items       []Item
	seen        time.Time
}

// Item is a line of a part.
type Item struct {
	Text      text.Safe
	List      text.Safe // name of the list, if it differs from the part's
	Row, Rows int       // zero-based index and length of the list; Rows is 0 outside lists
	Current   bool      // has the focus
	Tabs      bool      // the names of the tabs
	seen      time.Time
}

// Reader reads drawn lines.
type Reader struct {
	Theme theme.Theme
	// Terse leaves the names of the values of a row out.
	Terse bool
}

// Parse returns the parts of a drawn screen, from top to bottom and from left to right.
func (th Reader) Parse(lines []text.Line) []Part {
	var parts []Part
	ends := make([]int, len(lines)) // column up to which each line belongs to parts
	rest := Part{}
	for y, line := range lines {
		column := 0
		for _, span := range line {
			if span.Announcement != nil && span.Announcement.Part != nil {
				part := span.Announcement.Part
				parts = append(parts, th.parsePart(part))
				for below := y; below < min(y+part.Height, len(lines)); below++ {
					ends[below] = max(ends[below], column+part.Width)
				}
			}
			column += text.Width(span.Text)
		}
		if ends[y] == 0 {
			rest.add(th, line)
		}
	}
	if len(rest.Items) == 0 {
		return parts
	}
	return append([]Part{rest}, parts...)
}

func (th Reader) parsePart(from *text.Part) Part {
	part := Part{Name: from.Name, State: th.newItem(from.State).Text, HasFocus: len(from.Title) > 0 && from.Title[0].Style == th.Theme.Focus}
	if tabs := tabsItem(from.Title); !tabs.Text.IsEmpty() {
		part.Name = openTab(from.Title)
		part.Items = append(part.Items, tabs)
	}
	if part.Name.IsEmpty() {
		part.Name = Words(from.Title.Text())
	}
	for _, line := range from.Body {
		part.add(th, line)
	}
	return part
}

// add adds a line. Each announcement in the line starts a new item.
func (p *Part) add(th Reader, line text.Line) {
	start := 0
	for i := range line {
		if i > start && line[i].Announcement != nil {
			p.addItem(th.newItem(line[start:i]))
			start = i
		}
	}
	p.addItem(th.newItem(line[start:]))
}

func (p *Part) addItem(item Item) {
	if !item.Text.IsEmpty() {
		p.Items = append(p.Items, item)
	}
}

// pointer marks the focused element outside lists.
const pointer = "▸ "

func (th Reader) newItem(line text.Line) Item {
	if len(line) > 0 {
		switch announcement := line[0].Announcement; {
		case announcement == nil || announcement.Part != nil:
		case announcement.Rows > 0:
			item := Item{List: announcement.List, Row: announcement.Row, Rows: announcement.Rows, Current: announcement.Selected}
			switch {
			case announcement.Row < 0 && !th.Terse:
				return Item{} // each value has its name
			case announcement.Named != nil && !th.Terse:
				item.Text = Words(text.Short(announcement.Named(announcement.Row)))
			case announcement.Text != nil:
				item.Text = Words(text.Short(announcement.Text(announcement.Row)))
			case announcement.TreeNode:
				item.Text = treeText(th.Theme, line)
			default:
				item.Text = lineText(th.Theme, line)
			}
			return item
		case announcement.Text != nil:
			return Item{Text: Words(announcement.Text(0)), Current: announcement.Selected}
		}
	}
	if tabs := tabsItem(line); !tabs.Text.IsEmpty() {
		return tabs
	}
	if chosen := selectedText(th.Theme, line); !chosen.IsEmpty() {
		return Item{Text: chosen, Current: true}
	}
	item := Item{Text: lineText(th.Theme, line)}
	if len(line) > 0 && line[0].Text == text.Const("> ") {
		item.Text = text.Input(line[1:].Text())
	} else if len(line) > 0 && line[0].Text == text.Const("/ ") {
		item.Text = text.Format("filter: %s", cmp.Or(Words(line[1:].Text()), text.Const("empty")))
	} else if words := item.Text.String(); words == strings.ToUpper(words) && isIn(th.Theme.Faint, line) { // readers spell capitals
		item.Text = text.Clean(strings.ToLower(words))
	}
	for i, span := range line {
		item.Current = item.Current || span.Text == text.Const(pointer) || i == 0 && strings.HasPrefix(span.Text.String(), pointer)
	}
	return item
}

// isIn reports whether all words of a line have a style.
func isIn(style theme.Style, line text.Line) bool {
	return !slices.ContainsFunc(line, func(span text.Span) bool { return span.Style != style && strings.TrimSpace(span.Text.String()) != "" })
}

// selectedText returns the part of a line that is drawn as selected, such as a button, or "". A single column is a text cursor.
func selectedText(th theme.Theme, line text.Line) text.Safe {
	var part text.Line
	for _, span := range line {
		if th.IsSelected(span.Style) {
			part = append(part, span)
		}
	}
	if part.Width() <= 1 {
		return text.Safe{}
	}
	return lineText(th, part)
}

// treeText returns the text of a tree node and whether it is expanded.
func treeText(th theme.Theme, line text.Line) text.Safe {
	drawn := strings.TrimLeft(line.Text().String(), " ")
	switch announcement := lineText(th, line); {
	case strings.HasPrefix(drawn, pointer):
		return text.Format("%s, collapsed", announcement)
	case strings.HasPrefix(drawn, "▾ "):
		return text.Format("%s, expanded", announcement)
	default:
		return announcement
	}
}

// tabsItem returns a line of tabs as an item, with the open tab in brackets. Its Text is empty if the line has no tabs.
func tabsItem(line text.Line) Item {
	var read text.Line
	hasTabs := false
	for _, span := range line {
		if span.Hit != nil && span.Hit.IsTab {
			hasTabs = true
			if label := tabLabel(span); span.Hit.IsOpen {
				span.Text = text.Format("  [%s]  ", label)
			} else {
				span.Text = text.Format("  %s  ", label)
			}
		}
		read = append(read, span)
	}
	if !hasTabs {
		return Item{}
	}
	return Item{Text: text.Format("tabs: %s", Words(read.Text())), Tabs: true}
}

// tabLabel returns the key and the name of a tab.
func tabLabel(span text.Span) text.Safe {
	return text.Clean(strings.Trim(span.Text.String(), "[] "))
}

// openTab returns the name of the open tab, without its key.
func openTab(line text.Line) text.Safe {
	for _, span := range line {
		if span.Hit != nil && span.Hit.IsOpen {
			_, name, _ := strings.Cut(tabLabel(span).String(), " ")
			return Words(text.Clean(name))
		}
	}
	return text.Safe{}
}

// symbolWords replaces symbols with words.
var symbolWords = strings.NewReplacer(
	"✓ ", "", "✓", "yes", "✗ ", "", "✗", "fails here ", " × no", " no", " × missed", " missed", "× missed", "missed", "× no ", "no ", "×2", " by 2", "×3", " by 3", "▸ ", "", "▾ ", "", "●", "changed", "■ ", "", " × ", " times ", "×", " missing", " · ", ", ", "–", "none",
	"· no", "no", "▲ ", "", "▼ ", "", "↑ ", "up ", "↓ ", "down ", "↑↓", "up and down", "↑/↓", "up and down", "↑", "up", "↓", "down", " → ", " to ", "→", "right", "←", "left", "0!", "0 (warning)", "1!", "1 (warning)", "2!", "2 (warning)", "3!", "3 (warning)", "4!", "4 (warning)", "5!", "5 (warning)", "6!", "6 (warning)", "7!", "7 (warning)", "8!", "8 (warning)", "9!", "9 (warning)", "s!", "s (warning)",
	"≤", "at most ", "~", "unfinished", "▴", " ascending", "▾", " descending",
)

// Words returns drawn text for reading aloud: columns are separated by commas, symbols are spelled out.
func Words(drawn text.Safe) text.Safe {
	announcement := builder{}
	if rest, isWarning := strings.CutPrefix(drawn.String(), "! "); isWarning {
		drawn = text.Format("warning: %s", text.Clean(rest))
	}
	announcement.add(drawn, ", ")
	return text.Clean(announcement.String())
}

// lineText returns a line for reading aloud. A colon follows a label.
func lineText(th theme.Theme, line text.Line) text.Safe {
	announcement := builder{}
	var before theme.Style
	words := 0 // number of spans with words
	for i, span := range line {
		between := ", "
		label := before == th.Faint || before == th.Accent && !strings.ContainsAny(announcement.String(), " :")
		if label && span.Style != before || words == 1 && th.IsSelected(before) { // all of a selected line has one style
			between = ": "
		}
		if i == 0 && strings.HasPrefix(span.Text.String(), "! ") {
			announcement.WriteString("warning:")
			span.Text = text.Clean(strings.TrimPrefix(span.Text.String(), "!"))
		}
		if announcement.add(span.Text, between) {
			before = span.Style
			words++
		}
	}
	return text.Clean(announcement.String())
}

// builder assembles text for reading aloud.
type builder struct {
	strings.Builder
	blanks int // number since the last word
}

// add appends drawn text, with a separator if it is far from the previous word. It reports whether drawn contains a word.
func (s *builder) add(drawn text.Safe, between string) (any bool) {
	for _, character := range symbolWords.Replace(drawn.String()) {
		switch {
		case character == ' ':
			s.blanks++
			continue
		case isDrawing(character):
			s.blanks += 2
			continue
		case character == ',' && s.Len() == 0:
			continue
		case s.blanks > 1 && s.Len() > 0:
			s.WriteString(s.separator(between, any))
		case s.blanks > 0 && s.Len() > 0:
			s.WriteByte(' ')
		}
		s.blanks, any = 0, true
		s.WriteRune(character)
	}
	return any
}

// separator returns the separator of two distant words: between at the start of a span, a comma within.
func (s *builder) separator(between string, within bool) string {
	switch {
	case strings.HasSuffix(s.String(), ":"), strings.HasSuffix(s.String(), ","):
		return " "
	case within:
		return ", "
	}
	return between
}

// isDrawing reports whether a character draws a box, block or bar.
func isDrawing(character rune) bool {
	return character >= '─' && character <= '▟' || character == '■'
}
