// Package announce turns what the deck draws into lines that are read or heard one after the other: no boxes, no columns, and of
// what changes the change alone.
package announce

import (
	"strings"
	"time"

	"foredeck/theme"
	"foredeck/tui/text"
)

// Page is what is on the screen at a moment.
type Page struct {
	Place   text.Safe // where one is
	Over    bool      // something lies over the place and has the keys
	Message text.Safe
	Outcome bool      // the message is what came of the last key
	Node    text.Safe // how the node is doing, where that is worth a word
	Parts   []Part
	seen    time.Time
}

// Part is a part of the page that has a name.
type Part struct {
	Name, State text.Safe
	Sayings     []Saying
	seen        time.Time
}

// Saying is a line of a part.
type Saying struct {
	Text      text.Safe
	List      text.Safe // what the list is called, where that is not the name of the part
	Row, Rows int       // of a list, the first is 0; Rows is 0 for what is in no list
	Current   bool      // keys act on it
	Tabs      bool      // it names the tabs of the place
	seen      time.Time
}

// Read is what was drawn with a theme, from top to bottom, and of what stands side by side the left first.
func Read(th theme.Theme, lines []text.Line) []Part {
	var parts []Part
	ends := make([]int, len(lines)) // up to which column a line belongs to parts
	loose := Part{}
	for y, line := range lines {
		column := 0
		for _, span := range line {
			if span.Announcement != nil && span.Announcement.Part != nil {
				part := span.Announcement.Part
				parts = append(parts, read(th, part))
				for below := y; below < min(y+part.Height, len(lines)); below++ {
					ends[below] = max(ends[below], column+part.Width)
				}
			}
			column += text.Width(span.Text)
		}
		if ends[y] == 0 {
			loose.add(th, line)
		}
	}
	if len(loose.Sayings) == 0 {
		return parts
	}
	return append([]Part{loose}, parts...)
}

func read(th theme.Theme, from *text.Part) Part {
	part := Part{Name: from.Name, State: sayingOf(th, from.State).Text}
	if tabs := tabsOf(from.Title); tabs.Text != "" {
		part.Name = opened(from.Title)
		part.Sayings = append(part.Sayings, tabs)
	}
	if part.Name == "" {
		part.Name = Words(from.Title.Text())
	}
	for _, line := range from.Body {
		part.add(th, line)
	}
	return part
}

// add adds a line, of which each part that says something of its own is a saying.
func (p *Part) add(th theme.Theme, line text.Line) {
	begin := 0
	for i := range line {
		if i > begin && line[i].Announcement != nil {
			p.addSaying(sayingOf(th, line[begin:i]))
			begin = i
		}
	}
	p.addSaying(sayingOf(th, line[begin:]))
}

func (p *Part) addSaying(saying Saying) {
	if saying.Text != "" {
		p.Sayings = append(p.Sayings, saying)
	}
}

// pointer stands in front of what keys act on, where that is in no list.
const pointer = "▸ "

func sayingOf(th theme.Theme, line text.Line) Saying {
	if len(line) > 0 {
		switch said := line[0].Announcement; {
		case said == nil || said.Part != nil:
		case said.Rows > 0:
			saying := Saying{List: said.List, Row: said.Row, Rows: said.Rows, Current: said.Selected}
			switch {
			case said.Text != nil:
				saying.Text = Words(text.Short(said.Text(said.Row)))
			case said.TreeNode:
				saying.Text = branch(th, line)
			default:
				saying.Text = sentence(th, line)
			}
			return saying
		case said.Text != nil:
			return Saying{Text: Words(said.Text(0)), Current: said.Selected}
		}
	}
	if tabs := tabsOf(line); tabs.Text != "" {
		return tabs
	}
	if chosen := chosen(th, line); chosen != "" {
		return Saying{Text: chosen, Current: true}
	}
	saying := Saying{Text: sentence(th, line)}
	for i, span := range line {
		saying.Current = saying.Current || span.Text == pointer || i == 0 && strings.HasPrefix(string(span.Text), pointer)
	}
	return saying
}

// chosen is the part of a line that is drawn as the selected one, as a button is; "" where there is none. One column is the cursor
// in a text.
func chosen(th theme.Theme, line text.Line) text.Safe {
	var part text.Line
	for _, span := range line {
		if span.Style == th.Selected && span.Style != (theme.Style{}) {
			part = append(part, span)
		}
	}
	if part.Width() <= 1 {
		return ""
	}
	return Words(part.Text())
}

// branch is a line of a tree: a mark tells whether it is open.
func branch(th theme.Theme, line text.Line) text.Safe {
	drawn := strings.TrimLeft(string(line.Text()), " ")
	switch said := sentence(th, line); {
	case strings.HasPrefix(drawn, pointer):
		return said + ", folded"
	case strings.HasPrefix(drawn, "▾ "):
		return said + ", open"
	default:
		return said
	}
}

// tabsOf is the tabs that a line names, with what stands beside them.
func tabsOf(line text.Line) Saying {
	for _, span := range line {
		if span.Hit != nil && span.Hit.IsTab {
			return Saying{Text: "tabs: " + Words(line.Text()), Tabs: true}
		}
	}
	return Saying{}
}

// opened is the name of the tab in brackets, without its key.
func opened(line text.Line) text.Safe {
	_, inside, _ := strings.Cut(string(line.Text()), "[")
	inside, _, _ = strings.Cut(inside, "]")
	if _, name, ok := strings.Cut(inside, " "); ok {
		inside = name
	}
	return Words(text.Safe(inside))
}

// spelled are marks that are drawn, in words.
var spelled = strings.NewReplacer(
	"✓ ", "", "✓", "right", "✗ ", "", "✗", "wrong", "▸ ", "", "▾ ", "", "●", "changed", "■ ", "", " × ", " times ", "×", " missing", " · ", ", ", "–", "none",
	"· no", "no", "▲ ", "", "▼ ", "", "↑ ", "up ", "↓ ", "down ", "≤", "at most ", "~", "unfinished", "▴", " ascending", "▾", " descending",
)

// Words is what was drawn as a sentence: what stands in columns is set apart by commas.
func Words(drawn text.Safe) text.Safe {
	said := sentences{}
	said.add(drawn, ", ")
	return text.Safe(said.String())
}

// sentence is a line in words: behind what is drawn as the name of something stands a colon.
func sentence(th theme.Theme, line text.Line) text.Safe {
	said := sentences{}
	var before theme.Style
	for _, span := range line {
		between := ", "
		label := before == th.Faint || before == th.Accent && !strings.ContainsAny(said.String(), " :")
		if label && span.Style != before {
			between = ": "
		}
		if said.add(span.Text, between) {
			before = span.Style
		}
	}
	return text.Safe(said.String())
}

// sentences are words in the making.
type sentences struct {
	strings.Builder
	blanks int // since the last word
}

// add adds what was drawn. What stands far from what is before it is set apart; it tells whether there was a word.
func (s *sentences) add(drawn text.Safe, between string) (any bool) {
	for _, character := range spelled.Replace(string(drawn)) {
		switch {
		case character == ' ':
			s.blanks++
			continue
		case pictured(character):
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

// separator stands between two words that are far from each other: where a span begins, the one that is asked for.
func (s *sentences) separator(between string, within bool) string {
	switch {
	case strings.HasSuffix(s.String(), ":"), strings.HasSuffix(s.String(), ","):
		return " "
	case within:
		return ", "
	}
	return between
}

// pictured tells that a character draws boxes, blocks or heights.
func pictured(character rune) bool {
	return character >= '─' && character <= '▟' || character == '■'
}
