package jsontree

import (
	"bytes"
	"sort"
	"strings"
	"sync/atomic"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/text"
	"foredeck/tui/widget/filter"
)

// search is what a tree is searched for and what was found.
type search struct {
	pattern filter.Pattern
	hits    []int32 // nodes, in the order of the text
	origin  int32   // the value that was selected when the search began
	moves   bool    // the first hit is selected once it is found
	run     *run    // under way, nil when it is done
}

// run is one walk through the tree. It goes on beside the keys, and leaves what it has found here.
type run struct {
	cancelled atomic.Bool
	found     atomic.Pointer[[]int32]
}

// FoundMsg says that a search is done. Whichever tree it was takes the hits with TakeHits.
type FoundMsg struct{}

// Search looks for the pattern in all keys and values, folded away or not, and ends the search before. The command does the
// work; the first hit from the selected value on becomes selected when TakeHits takes what was found.
func (m *Model) Search(pattern filter.Pattern) tea.Cmd {
	if m.looked.pattern.IsZero() && len(m.nodes) > 0 {
		m.looked.origin = m.selected()
	}
	cmd := m.SearchAgain(pattern)
	m.looked.moves = true
	return cmd
}

// SearchAgain is Search for a tree that was read anew: the selection stays.
func (m *Model) SearchAgain(pattern filter.Pattern) tea.Cmd {
	if m.looked.run != nil {
		m.looked.run.cancelled.Store(true)
	}
	m.looked = search{pattern: pattern, origin: m.looked.origin, hits: m.looked.hits}
	if pattern.IsZero() || len(m.nodes) == 0 {
		m.looked.hits = nil
		return nil
	}
	begun, document := &run{}, m.document
	m.looked.run = begun
	return func() tea.Msg {
		if hits, ok := document.find(pattern, &begun.cancelled); ok {
			begun.found.Store(&hits)
		}
		return FoundMsg{}
	}
}

// TakeHits takes what the search has found once it is done.
func (m *Model) TakeHits() {
	if m.looked.run == nil {
		return
	}
	found := m.looked.run.found.Load()
	if found == nil {
		return
	}
	m.looked.run, m.looked.hits = nil, *found
	if !m.looked.moves {
		return
	}
	m.looked.moves = false
	if len(m.looked.hits) == 0 {
		m.reveal(m.looked.origin)
		return
	}
	m.reveal(m.looked.hits[m.hitFrom(m.looked.origin)%len(m.looked.hits)])
}

// hitFrom is the index of the first hit that is node n or comes after it; the number of hits where there is none.
func (m *Model) hitFrom(n int32) int {
	return sort.Search(len(m.looked.hits), func(i int) bool { return m.looked.hits[i] >= n })
}

// NextHit selects the next hit, or the one before it when delta is negative, and unfolds what hides it. The last is followed
// by the first.
func (m *Model) NextHit(delta int) {
	number := len(m.looked.hits)
	if number == 0 {
		return
	}
	selected := m.selected()
	at := m.hitFrom(selected)
	switch {
	case delta < 0:
		at += number - 1
	case at < number && m.looked.hits[at] == selected:
		at++
	}
	m.reveal(m.looked.hits[at%number])
}

// Hits says how many hits there are, and which of them is selected. It is empty where nothing is searched for.
func (m *Model) Hits() text.Safe {
	number := len(m.looked.hits)
	switch {
	case m.looked.pattern.IsZero():
		return ""
	case m.looked.run != nil:
		return "searching"
	case number == 0:
		return "no hits"
	}
	selected := m.selected()
	if at := m.hitFrom(selected); at < number && m.looked.hits[at] == selected {
		return text.Integer(uint64(at+1)) + " of " + text.Integer(uint64(number))
	}
	if number == 1 {
		return "1 hit"
	}
	return text.Integer(uint64(number)) + " hits"
}

// HasHits tells whether there is a hit to go to.
func (m *Model) HasHits() bool { return len(m.looked.hits) > 0 }

// reveal selects a node and unfolds what hides it.
func (m *Model) reveal(n int32) {
	for parent := m.nodes[n].parent; parent >= 0; parent = m.above(parent) {
		if !m.branches[parent].open {
			m.fold(parent, true)
		}
	}
	m.position = m.lineOf(n)
	m.settle()
}

// Sibling selects the value that is delta values further on in the object or array around the selected one, back when it is
// negative, at most the last or first of them.
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
		for n--; m.nodes[n].parent != parent; { // up from the last value inside of the sibling
			n = m.branches[m.nodes[n].parent].node
		}
	}
	m.position = m.lineOf(n)
	m.settle()
}

// betweenLooks is how many nodes are searched between two looks at whether the search goes on.
const betweenLooks = 4096

// find is the nodes whose keys or values match. It is not ok when it was cancelled.
func (d *document) find(pattern filter.Pattern, cancelled *atomic.Bool) (hits []int32, ok bool) {
	raw := string(d.raw) // once, so that no text has to be copied to be looked at
	hits = []int32{}
	for n := range d.nodes {
		if n%betweenLooks == 0 && cancelled.Load() {
			return nil, false
		}
		key, hasKey := d.keyText(raw, int32(n))
		value, hasValue := d.valueText(raw, int32(n))
		switch {
		case hasKey && hasValue:
			ok = pattern.Match(key, value)
		case hasKey:
			ok = pattern.Match(key)
		case hasValue:
			ok = pattern.Match(value)
		default:
			ok = false
		}
		if ok {
			hits = append(hits, int32(n))
		}
	}
	return hits, true
}

// keyText is the key of a node, its escapes resolved.
func (d *document) keyText(raw string, n int32) (key string, ok bool) {
	start := d.nodes[n].key
	if start < 0 {
		return "", false
	}
	end := start + 1 + int32(strings.IndexByte(raw[start+1:], '"'))
	if key = raw[start+1 : end]; strings.IndexByte(key, '\\') < 0 {
		return key, true
	}
	return resolved(d.key(n)), true
}

// valueText is a leaf without quotes, its escapes resolved. An object or array that can be unfolded has none: its lines follow.
func (d *document) valueText(raw string, n int32) (value string, ok bool) {
	own := &d.nodes[n]
	if own.branch >= 0 {
		return "", false
	}
	if d.notice != "" {
		return raw, true
	}
	if raw[own.start] != '"' {
		return raw[own.start:own.end], true
	}
	if value = raw[own.start+1 : own.end-1]; strings.IndexByte(value, '\\') < 0 {
		return value, true
	}
	return resolved(d.raw[own.start+1 : own.end-1]), true
}

// resolved is a literal without its quotes as the text that it stands for.
func resolved(literal []byte) string {
	if bytes.IndexByte(literal, '\\') < 0 {
		return string(literal)
	}
	text := make([]byte, 0, len(literal))
	for len(literal) > 0 {
		size := 0
		text, size = appendCharacter(text, literal)
		literal = literal[size:]
	}
	return string(text)
}

// foundKey shows in a label where the pattern is found. Names of the tree and numbers of items are not searched.
func (m *Model) foundKey(n int32, label text.Span) text.Line {
	if m.nodes[n].key < 0 {
		return text.Line{label}
	}
	return m.found(label, 0, len(label.Text))
}

// mostMarked bounds how often one text on the screen is searched: it has not many more columns.
const mostMarked = 50

// found shows in the span where the pattern is found, from byte from to byte to.
func (m *Model) found(span text.Span, from, to int) text.Line {
	if m.looked.pattern.IsZero() || from >= to {
		return text.Line{span}
	}
	at := m.looked.pattern.Find(string(span.Text[from:to]), mostMarked)
	if len(at) == 0 {
		return text.Line{span}
	}
	var line text.Line
	done := 0
	for _, hit := range at {
		line = append(line, text.Span{Text: span.Text[done : from+hit[0]], Style: span.Style})
		line = append(line, text.Span{Text: span.Text[from+hit[0] : from+hit[1]], Style: m.theme.Match})
		done = from + hit[1]
	}
	return append(line, text.Span{Text: span.Text[done:], Style: span.Style})
}
