package pane

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/tally"
	"foredeck/tui/load"
	"foredeck/tui/record"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// summedRange returns the rows from first to end, exclusive, for the screen of summaries. They stay the same while the list grows.
func (l *ListOf[P]) summedRange(first, end int) screen.Summed {
	serials := make([]int, end-first)
	for i := range serials {
		serials[i] = l.Serial(first + i)
	}
	return &rangeSummed[P]{summed[P]{l, l.Pages}, serials}
}

// rangeSummed are rows of a list that are summed up. No page belongs to them.
type rangeSummed[P any] struct {
	summed[P]
	serials []int
}

func (s *rangeSummed[P]) Words() (title, record text.Safe) {
	title, record = s.summed.Words()
	return text.Format("%s of %s", text.Plural(len(s.serials), "selected row"), title), record
}

func (s *rangeSummed[P]) Len() int                                        { return len(s.serials) }
func (s *rangeSummed[P]) Complete() bool                                  { return true }
func (s *rangeSummed[P]) Loading() bool                                   { return false }
func (s *rangeSummed[P]) Err() error                                      { return nil }
func (s *rangeSummed[P]) Cancel()                                         {}
func (s *rangeSummed[P]) More(context.Context) tea.Cmd                    { return nil }
func (s *rangeSummed[P]) Newer(context.Context) tea.Cmd                   { return nil }
func (s *rangeSummed[P]) Accept(context.Context, tea.Msg) (tea.Cmd, bool) { return nil, false }

// Sum counts the rows.
func (s *rangeSummed[P]) Sum(grouping tally.Grouping) screen.Sum {
	return &rangeSum[P]{pages: s.pages, left: s.serials, count: newCount(s.list.Records.Sums, grouping.By)}
}

// rangeSum counts rows of a list.
type rangeSum[P any] struct {
	pages *load.PagesOf[P]
	left  []int // serials of the rows that were not counted
	count[P]
}

// Step counts the next rows.
func (s *rangeSum[P]) Step() (more bool) {
	step := min(len(s.left), summaryStep)
	for _, serial := range s.left[:step] {
		s.add(s.pages.At(s.pages.Index(serial)))
	}
	s.left = s.left[step:]
	return len(s.left) > 0
}

// count are records in groups.
type count[P any] struct {
	sums    record.SumsOf[P]
	by      []string
	counter *tally.Counter
}

func newCount[P any](sums record.SumsOf[P], by []string) count[P] {
	return count[P]{sums, by, tally.NewCounter(by)}
}

func (c *count[P]) add(record P) {
	values := make([]*string, len(c.by))
	for i, key := range c.by {
		values[i] = c.sums.Value(record, key)
	}
	c.counter.AddFigures(values, c.sums.Figures(record))
}

func (c *count[P]) Groups() int                  { return c.counter.Len() }
func (c *count[P]) Statistics() tally.Statistics { return c.counter.Statistics(0) }
