package module

import (
	"strconv"
	"strings"

	"foredeck/tui/pane"
	"foredeck/tui/render"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// layoutSource sets the size of the source.
func (m *Model) layoutSource(height int) {
	s := &m.source
	length := 0
	if source := s.text(); source != nil {
		length = source.Len()
	}
	s.lines.SetLength(length)
	s.lines.SetHeight(max(height-len(m.sourceSearchLines()), 0))
}

// sourcePanel draws the visible lines of the source.
func (m *Model) sourcePanel(room pane.Area) widget.Panel {
	th, s, width := m.deps.Theme, &m.source, room.Width
	p := widget.Panel{Title: widget.Title(th, tabNames[tabSource], true)}
	source := s.text()
	if source == nil {
		if status := s.state.Status(m.deps.Now()); status.Loading {
			p.State = m.deps.StateLine(status)
		}
		p.Body = m.sourceNote()
		return p
	}
	p.State = text.In(th.Faint, "line %s of %s", text.Integer(uint64(s.lines.Selected()+1)), text.Integer(uint64(source.Len())))
	p.Body = m.sourceSearchLines()
	digits := len(strconv.Itoa(source.Len()))
	first := s.lines.First()
	for i := first; i < min(first+s.lines.Height(), source.Len()); i++ {
		mark := " "
		if i == s.marked {
			mark = "▸"
		}
		number := strconv.Itoa(i + 1)
		line := text.Line{{Text: text.Clean(mark + strings.Repeat(" ", digits-len(number)) + number + "  "), Style: th.Faint}}
		line = append(line, m.highlight(truncate(source.Line(i)))...).Fit(width)
		if i == s.lines.Selected() {
			line = line.Selected(&th)
		}
		p.Body = append(p.Body, line.WithHit(&text.Hit{Rows: i - s.lines.Selected()}))
	}
	return p
}

// sourceSearchLines draws the search line of the source.
func (m *Model) sourceSearchLines() []text.Line {
	return m.hitLines(&m.source.search, m.room.Width, func(hits []position) text.Safe { return text.Plural(len(hits), "line") })
}

// keywords are the words of Move that are highlighted.
var keywords = map[string]bool{
	"abort": true, "acquires": true, "address": true, "as": true, "assert": true, "break": true, "const": true, "continue": true, "copy": true, "else": true,
	"entry": true, "enum": true, "false": true, "for": true, "friend": true, "fun": true, "has": true, "if": true, "inline": true, "let": true, "loop": true,
	"match": true, "module": true, "move": true, "mut": true, "native": true, "phantom": true, "public": true, "return": true, "script": true, "spec": true,
	"struct": true, "true": true, "use": true, "while": true,
}

// highlight draws a line of Move: keywords and comments in a style of their own.
func (m *Model) highlight(line string) text.Line {
	th := m.deps.Theme
	code, comment := line, ""
	if at := strings.Index(line, "//"); at >= 0 {
		code, comment = line[:at], line[at:]
	}
	var drawn text.Line
	for code != "" {
		word := code[:wordLength(code)]
		if word != "" {
			style := th.Text
			if keywords[word] {
				style = th.Accent
			}
			drawn = append(drawn, text.Span{Text: render.SourceLine(word), Style: style})
			code = code[len(word):]
			continue
		}
		end := strings.IndexFunc(code, isLetter)
		if end < 0 {
			end = len(code)
		}
		drawn = append(drawn, text.Span{Text: render.SourceLine(code[:end]), Style: th.Text})
		code = code[end:]
	}
	if comment != "" {
		drawn = append(drawn, text.Span{Text: render.SourceLine(comment), Style: th.Faint})
	}
	return drawn
}

// wordLength returns the length of the word that a text begins with, 0 if it begins with something else.
func wordLength(s string) int {
	for i, c := range s {
		if !isLetter(c) {
			return i
		}
	}
	return len(s)
}

func isLetter(c rune) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}
