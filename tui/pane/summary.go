// summary.go sums up a list: the screen of summaries knows neither the type of its records nor how they are read.

package pane

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/tally"
	"foredeck/tui/load"
	"foredeck/tui/record"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// summaryStep is the number of records that are counted per message.
const summaryStep = 500

// canSum reports whether the list has sums.
func (l *List[T]) canSum() bool { return len(l.Records.Sums.Groupings) > 0 && !l.Pages.InMemory() }

// summed returns the list for the screen of summaries.
func (l *List[T]) summed() screen.Summed { return &summed[T]{list: l, pages: l.Pages} }

// summed is a list that is summed up. It stays with the pages that it has seen first, which grow while no other screen reads them.
type summed[T any] struct {
	list  *List[T]
	pages *load.Pages[T]
}

func (s *summed[T]) Words() (title, record text.Safe) {
	title, record = s.list.Title, s.list.Record
	if record.IsEmpty() {
		record = text.Const("transaction")
	}
	return title, record
}

func (s *summed[T]) Filter() string              { return s.list.filter() }
func (s *summed[T]) SetFilter(typed string)      { s.list.SetFilter(typed) }
func (s *summed[T]) Groupings() []tally.Grouping { return s.list.Records.Sums.Groupings }
func (s *summed[T]) Term(key string, value *string) string {
	return s.list.Records.Sums.Term(key, value)
}
func (s *summed[T]) Len() int       { return s.pages.Len() }
func (s *summed[T]) Complete() bool { return s.pages.Complete() }
func (s *summed[T]) Loading() bool  { return s.pages.Loading() }
func (s *summed[T]) Err() error     { return s.pages.Err() }
func (s *summed[T]) Cancel()        { s.pages.Cancel() }
func (s *summed[T]) More(ctx context.Context) tea.Cmd {
	return s.pages.LoadMore(ctx, s.list.Deps.Loader)
}

func (s *summed[T]) Newer(ctx context.Context) tea.Cmd {
	return s.pages.LoadNewer(ctx, s.list.Deps.Loader)
}

func (s *summed[T]) Accept(ctx context.Context, msg tea.Msg) (cmd tea.Cmd, ok bool) {
	page, isPage := msg.(load.Result[client.Page[T]])
	if !isPage {
		return nil, false
	}
	_, cmd, ok = s.pages.Accept(ctx, s.list.Deps.Loader, page)
	return cmd, ok
}

// Sum counts what the list shows, with its filter as of now.
func (s *summed[T]) Sum(grouping tally.Grouping) screen.Sum {
	pattern := s.list.line.Pattern()
	start := s.pages.Serial(0)
	return &sum[T]{
		pages: s.pages, sums: s.list.Records.Sums, by: grouping.By, counter: tally.NewCounter(grouping.By), first: start, end: start,
		match: func(record *T) bool { return pattern.IsZero() || pattern.Match(record) },
	}
}

// sum counts the records of a list by their serials: those from first to end are counted.
type sum[T any] struct {
	pages      *load.Pages[T]
	sums       record.Sums[T]
	by         []string
	counter    *tally.Counter
	first, end int
	match      func(*T) bool
}

// Step counts records that came below the counted ones, then those above.
func (s *sum[T]) Step() (more bool) {
	highest, lowest := s.pages.Serial(s.pages.Len()), s.pages.Serial(0)
	for range summaryStep {
		switch {
		case s.end < highest:
			s.count(s.pages.At(s.pages.Index(s.end)))
			s.end++
		case s.first > lowest:
			s.first--
			s.count(s.pages.At(s.pages.Index(s.first)))
		default:
			return false
		}
	}
	return s.end < highest || s.first > lowest
}

func (s *sum[T]) count(record *T) {
	if !s.match(record) {
		return
	}
	values := make([]*string, len(s.by))
	for i, key := range s.by {
		values[i] = s.sums.Value(record, key)
	}
	s.counter.AddFigures(values, s.sums.Figures(record))
}

func (s *sum[T]) Groups() int                  { return s.counter.Len() }
func (s *sum[T]) Statistics() tally.Statistics { return s.counter.Statistics(0) }
