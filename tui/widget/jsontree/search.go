package jsontree

import (
	"sort"
	"strings"
	"sync/atomic"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/query"
	"foredeck/tui/text"
)

type search struct {
	pattern     query.Pattern
	hits        []int32 // nodes, in document order
	origin      int32   // value selected when the search began
	selectFirst bool    // select the first hit once found
	run         *run    // nil when done
}

type run struct {
	cancelled atomic.Bool
	found     atomic.Pointer[[]int32]
}

// FoundMsg reports that a search is done. Every tree that may have started it must call ApplyHits.
type FoundMsg struct{}

// Search searches all keys and values, folded or not, and ends the previous search. The command does the work. When ApplyHits
// applies the result, the first hit from the selected value on becomes selected.
func (m *Model) Search(pattern query.Pattern) tea.Cmd {
	if m.search.pattern.IsZero() && len(m.nodes) > 0 {
		m.search.origin = m.selected()
	}
	cmd := m.RepeatSearch(pattern)
	m.search.selectFirst = true
	return cmd
}

// RepeatSearch is Search for a reloaded tree: the selection does not move.
func (m *Model) RepeatSearch(pattern query.Pattern) tea.Cmd {
	if m.search.run != nil {
		m.search.run.cancelled.Store(true)
	}
	m.search = search{pattern: pattern, origin: m.search.origin, hits: m.search.hits}
	if pattern.IsZero() || len(m.nodes) == 0 {
		m.search.hits = nil
		return nil
	}
	current, document := &run{}, m.document
	m.search.run = current
	return func() tea.Msg {
		if hits, ok := document.find(pattern, &current.cancelled); ok {
			current.found.Store(&hits)
		}
		return FoundMsg{}
	}
}

// ApplyHits applies the result of a completed search.
func (m *Model) ApplyHits() {
	if m.search.run == nil {
		return
	}
	found := m.search.run.found.Load()
	if found == nil {
		return
	}
	m.search.run, m.search.hits = nil, *found
	if !m.search.selectFirst {
		return
	}
	m.search.selectFirst = false
	if len(m.search.hits) == 0 {
		m.reveal(m.search.origin)
		return
	}
	m.reveal(m.search.hits[m.hitFrom(m.search.origin)%len(m.search.hits)])
}

// hitFrom returns the index of the first hit at or after node n, or the number of hits if there is none.
func (m *Model) hitFrom(n int32) int {
	return sort.Search(len(m.search.hits), func(i int) bool { return m.search.hits[i] >= n })
}

// NextHit selects the next hit, or the previous one if delta is negative, and unfolds what hides it. It wraps around.
func (m *Model) NextHit(delta int) {
	number := len(m.search.hits)
	if number == 0 {
		return
	}
	selected := m.selected()
	at := m.hitFrom(selected)
	switch {
	case delta < 0:
		at += number - 1
	case at < number && m.search.hits[at] == selected:
		at++
	}
	m.reveal(m.search.hits[at%number])
}

// Hits describes the search result and the selected hit. It is empty without a search.
func (m *Model) Hits() text.Safe {
	number := len(m.search.hits)
	switch {
	case m.search.pattern.IsZero():
		return text.Safe{}
	case m.search.run != nil:
		return text.Const("searching")
	case number == 0:
		return text.Const("no hits")
	}
	selected := m.selected()
	if at := m.hitFrom(selected); at < number && m.search.hits[at] == selected {
		return text.Format("%s of %s", text.Integer(uint64(at+1)), text.Integer(uint64(number)))
	}
	if number == 1 {
		return text.Const("1 hit")
	}
	return text.Format("%s hits", text.Integer(uint64(number)))
}

// HasHits reports whether there are hits.
func (m *Model) HasHits() bool { return len(m.search.hits) > 0 }

// reveal selects a node and unfolds what hides it.
func (m *Model) reveal(n int32) {
	for at := m.nodes[n].parent; at >= 0; at = m.nodes[m.branches[at].node].parent {
		if !m.branches[at].open {
			m.fold(at, true)
		}
	}
	m.position = m.lineOf(n)
	m.clamp()
}

// Sibling moves the selection by delta siblings, clamped to the containing object or array.
func (m *Model) Sibling(delta int) {
	if len(m.nodes) == 0 {
		return
	}
	n := m.selected()
	parent := m.nodes[n].parent
	if parent < 0 {
		return
	}
	for ; delta > 0 && m.after(n) < m.branches[parent].after; delta-- {
		n = m.after(n)
	}
	for ; delta < 0 && m.nodes[n].ordinal > 0; delta++ {
		for n--; m.nodes[n].parent != parent; { // climb from the sibling's last descendant
			n = m.branches[m.nodes[n].parent].node
		}
	}
	m.position = m.lineOf(n)
	m.clamp()
}

// cancelInterval is the number of nodes searched between checks for cancellation.
const cancelInterval = 4096

// find returns the nodes whose key or value matches. ok is false if it was cancelled.
func (d *document) find(pattern query.Pattern, cancelled *atomic.Bool) (hits []int32, ok bool) {
	raw := string(d.raw) // one copy, so that matching does not allocate
	texts := make([]string, 0, 2)
	hits = []int32{}
	for n := range int32(len(d.nodes)) {
		if n%cancelInterval == 0 && cancelled.Load() {
			return nil, false
		}
		texts = d.appendTexts(texts[:0], raw, n)
		if len(texts) > 0 && pattern.Match(texts...) {
			hits = append(hits, n)
		}
	}
	return hits, true
}

// appendTexts appends the unescaped key of a node and, for a leaf, its unescaped value without quotes.
func (d *document) appendTexts(texts []string, raw string, n int32) []string {
	own := &d.nodes[n]
	if own.key >= 0 {
		texts = append(texts, unescape(raw[own.key+1:][:len(d.key(n))]))
	}
	switch value := raw[own.start:own.end]; {
	case own.branch >= 0: // its children have their own lines
		return texts
	case !d.notice.IsEmpty():
		return append(texts, raw)
	case value[0] == '"':
		return append(texts, unescape(value[1:len(value)-1]))
	default:
		return append(texts, value)
	}
}

// unescape returns the text of a string literal without its quotes.
func unescape(literal string) string {
	if strings.IndexByte(literal, '\\') < 0 {
		return literal
	}
	text := make([]byte, 0, len(literal))
	for rest := []byte(literal); len(rest) > 0; {
		size := 0
		text, size = appendCharacter(text, rest)
		rest = rest[size:]
	}
	return string(text)
}

// highlightKey highlights matches in a label. Tree names and array indexes are not searched.
func (m *Model) highlightKey(n int32, label text.Span) text.Line {
	if m.nodes[n].key < 0 {
		return text.Line{label}
	}
	return m.highlight(label, 0, len(label.Text.String()))
}

// maxHighlights bounds the matches per text; a line is not much wider.
const maxHighlights = 50

// highlight highlights matches in span.Text, from byte from to byte to or its end.
func (m *Model) highlight(span text.Span, from, to int) text.Line {
	if to = min(to, len(span.Text.String())); m.search.pattern.IsZero() || from >= to {
		return text.Line{span}
	}
	at := m.search.pattern.Find(span.Text.String()[from:to], maxHighlights)
	if len(at) == 0 {
		return text.Line{span}
	}
	var line text.Line
	done, rest := 0, span.Text
	next := func(end int) (part text.Safe) {
		part, rest = text.Split(rest, end-done)
		done += len(part.String())
		return part
	}
	for _, hit := range at {
		line = append(line, text.Span{Text: next(from + hit[0]), Style: span.Style})
		line = append(line, text.Span{Text: next(from + hit[1]), Style: m.theme.Match})
	}
	return append(line, text.Span{Text: rest, Style: span.Style})
}
