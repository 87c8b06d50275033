package store

import (
	"strconv"
	"strings"
)

// LineKind is the kind of a line on a price chart. Its values are part of the file format.
type LineKind string

// The kinds of lines.
const (
	Level LineKind = "level" // horizontal, at all times
	Trend LineKind = "trend" // from one point to the other
	Ray   LineKind = "ray"   // from one point through the other, without an end
)

// PricePoint is a price at a time.
type PricePoint struct {
	At    int64 // in Unix milliseconds
	Price string
}

// Line is a line that the user has drawn on the chart of a pair. Its name is unique for the pair.
type Line struct {
	Pair, Name string
	Kind       LineKind
	From, To   PricePoint // To is later; of a level, both are the same
	// Known is when the bars of both points had ended, in Unix milliseconds. In a replay up to an earlier moment the line is not known.
	Known int64
}

func (l *Line) id() string { return l.Pair + " " + l.Name }

// words are the stored form, a list of text: a table of another type would add 10 kB to the program.
func (l *Line) words() []string {
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	return []string{string(l.Kind), number(l.From.At), l.From.Price, number(l.To.At), l.To.Price, number(l.Known)}
}

// lineOf returns the line of its stored form, nil if a later version wrote another one.
func lineOf(key string, words []string) *Line {
	if len(words) != 6 {
		return nil
	}
	l := &Line{Kind: LineKind(words[0])}
	l.Pair, l.Name, _ = strings.Cut(key, " ")
	l.From.Price, l.To.Price = words[2], words[4]
	for i, number := range []*int64{1: &l.From.At, 3: &l.To.At, 5: &l.Known} {
		if number != nil {
			*number, _ = strconv.ParseInt(words[i], 10, 64)
		}
	}
	return l
}

// maxLines is the maximum number of lines; of more, the oldest one is removed.
const maxLines = 1000

// Lines returns the lines on the chart of a pair, oldest first.
func (s *Store) Lines(pair string) (lines []*Line) {
	for i, key := range s.lines.keys {
		if of, _, _ := strings.Cut(key, " "); of == pair {
			if line := lineOf(key, s.lines.values[i]); line != nil {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// FindLine returns the line with a name, nil if there is none.
func (s *Store) FindLine(pair, name string) *Line {
	key := pair + " " + name
	return lineOf(key, s.lines.get(key))
}

// SetLine adds a line or replaces the one with the same name.
func (s *Store) SetLine(line *Line) {
	s.alertEdits++
	s.lines.put(s, line.id(), line.words())
}

// RenameLine gives a line a name that no other line of the pair has.
func (s *Store) RenameLine(line *Line, name string) {
	s.alertEdits++
	old := line.id()
	line.Name = name
	s.lines.rename(s, old, line.id())
}

// RemoveLine removes a line.
func (s *Store) RemoveLine(line *Line) {
	s.alertEdits++
	s.lines.remove(s, line.id())
}

// takeLines takes over the lines in the file, on which alerts depend.
func (s *Store) takeLines(found []record[[]string]) {
	t := &s.lines
	t.keys, t.values = nil, nil
	for i := range found {
		t.keys, t.values = append(t.keys, found[i].key), append(t.values, found[i].value)
	}
}
