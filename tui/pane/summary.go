// summary.go sums up a list: the screen of summaries knows neither the type of its records nor how they are read.

package pane

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/tally"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// summaryStep is the number of records that are counted per message.
const summaryStep = 500

// canSum reports whether the list has sums.
func (l *ListOf[P]) canSum() bool { return len(l.Records.Sums.Groupings) > 0 && !l.Pages.InMemory() }

// summed returns the list for the screen of summaries.
func (l *ListOf[P]) summed() screen.Summed { return &summed[P]{list: l, pages: l.Pages} }

// summed is a list that is summed up. It stays with the pages that it has seen first, which grow while no other screen reads them.
type summed[P any] struct {
	list  *ListOf[P]
	pages *load.PagesOf[P]
}

func (s *summed[P]) Words() (title, record text.Safe) {
	title, record = s.list.Title, s.list.Record
	if record.IsEmpty() {
		record = text.Const("transaction")
	}
	return title, record
}

func (s *summed[P]) Filter() string              { return s.list.filter() }
func (s *summed[P]) SetFilter(typed string)      { s.list.SetFilter(typed) }
func (s *summed[P]) Groupings() []tally.Grouping { return s.list.Records.Sums.Groupings }
func (s *summed[P]) Term(key string, value *string) string {
	return s.list.Records.Sums.Term(key, value)
}
func (s *summed[P]) Len() int       { return s.pages.Len() }
func (s *summed[P]) Complete() bool { return s.pages.Complete() }
func (s *summed[P]) Loading() bool  { return s.pages.Loading() }
func (s *summed[P]) Err() error     { return s.pages.Err() }
func (s *summed[P]) Cancel()        { s.pages.Cancel() }
func (s *summed[P]) More(ctx context.Context) tea.Cmd {
	return s.pages.LoadMore(ctx, s.list.Deps.Loader)
}

func (s *summed[P]) Newer(ctx context.Context) tea.Cmd {
	return s.pages.LoadNewer(ctx, s.list.Deps.Loader)
}

func (s *summed[P]) Accept(ctx context.Context, msg tea.Msg) (cmd tea.Cmd, ok bool) {
	page, isPage := msg.(load.Result[client.Page[P]])
	if !isPage {
		return nil, false
	}
	_, cmd, ok = s.pages.Accept(ctx, s.list.Deps.Loader, page)
	return cmd, ok
}

// Sum counts what the list shows, with its filter as of now.
func (s *summed[P]) Sum(grouping tally.Grouping) screen.Sum {
	pattern := s.list.line.Pattern()
	start := s.pages.Serial(0)
	return &sum[P]{
		pages: s.pages, count: newCount(s.list.Records.Sums, grouping.By), first: start, end: start,
		match: func(record P) bool { return pattern.IsZero() || pattern.Match(record) },
	}
}

// sum counts the records of a list by their serials: those from first to end are counted.
type sum[P any] struct {
	pages      *load.PagesOf[P]
	first, end int
	match      func(P) bool
	count[P]
}

// Step counts records that came below the counted ones, then those above.
func (s *sum[P]) Step() (more bool) {
	highest, lowest := s.pages.Serial(s.pages.Len()), s.pages.Serial(0)
	for range summaryStep {
		switch {
		case s.end < highest:
			s.addMatch(s.pages.At(s.pages.Index(s.end)))
			s.end++
		case s.first > lowest:
			s.first--
			s.addMatch(s.pages.At(s.pages.Index(s.first)))
		default:
			return false
		}
	}
	return s.end < highest || s.first > lowest
}

func (s *sum[P]) addMatch(record P) {
	if s.match(record) {
		s.add(record)
	}
}
