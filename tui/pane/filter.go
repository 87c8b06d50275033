package pane

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/theme"
	"foredeck/tui/live"
	"foredeck/tui/query"
	"foredeck/tui/record"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// FilterEnv returns what the meaning of a filter depends on now: names, the displayed unit and the time.
func FilterEnv(deps *screen.Deps) record.FieldEnv {
	env := record.FieldEnv{
		Names: deps.Names.List(), Now: deps.Now(),
		Author: func(author string) string { return deps.Names.Author(author).String() },
	}
	if deps.Units == text.InDecimals {
		env.Decimals = deps.Amounts.Native()
	}
	return env
}

// Records is what a list knows of its records: what filters can say, the rows of exports, and how they are summed up.
type Records[T any] = RecordsOf[*T]

// RecordsOf are Records, with a pointer as parameter.
type RecordsOf[P any] struct {
	Language func() query.LanguageOf[P]
	Rows     record.RowsOf[P]
	Sums     record.SumsOf[P] // without groupings: the list cannot be summed up
}

// Transactions are transactions of an account. Words are searched in arguments only if searchArguments is set.
func Transactions(deps *screen.Deps, account move.Address, searchArguments bool) Records[client.Transaction] {
	return Records[client.Transaction]{func() query.Language[client.Transaction] {
		return record.TransactionFields(FilterEnv(deps), searchArguments)
	}, record.Transactions{Account: account}.Columns().CSV(), record.TransactionSums}
}

// Modules are the modules of an account.
func Modules(deps *screen.Deps) Records[client.Module] {
	return Records[client.Module]{Language: func() query.Language[client.Module] { return record.ModuleFields(FilterEnv(deps)) }, Rows: record.Modules.CSV()}
}

// Resources are the resources of an account.
func Resources(deps *screen.Deps) Records[client.Resource] {
	return Records[client.Resource]{Language: func() query.Language[client.Resource] { return record.ResourceFields(FilterEnv(deps)) }, Rows: record.Resources.CSV()}
}

// BlockFilter returns the language of lists of blocks.
func BlockFilter(deps *screen.Deps) Language[live.Row] {
	return func() query.Language[live.Row] { return record.BlockFields(FilterEnv(deps)) }
}

// Filter returns the query that visible rows match.
func (l *ListOf[P]) Filter() query.QueryOf[P] { return l.line.Pattern() }

// SearchOn loads further pages until one has a matching row, which is then selected. It does nothing if all pages are loaded.
func (l *Frame) SearchOn() tea.Cmd {
	if l.list.pages().Complete() {
		return nil
	}
	l.searching, l.searchedAt = true, l.Len()
	return l.More()
}

// searchOn requests the next page while no matching row was found. A failure ends the search, and keeps what was found.
func (l *Frame) searchOn() tea.Cmd {
	switch {
	case !l.searching:
		return nil
	case l.Len() > l.searchedAt:
		l.searching = false
		if l.sortedBy.IsEmpty() && l.Rows.Selected() == max(l.searchedAt-1, 0) { // unless the user has moved the selection meanwhile
			l.Rows.Select(l.searchedAt)
		}
	case l.list.pages().Loading():
	case l.list.pages().Complete(), l.list.pages().Err() != nil:
		l.searching = false
	default:
		return l.More()
	}
	return nil
}

// Searching reports whether pages are loaded until a row matches.
func (l *Frame) Searching() bool { return l.searching }

// StopSearch cancels the search on and reports whether there was one.
func (l *Frame) StopSearch() bool {
	if !l.searching {
		return false
	}
	l.searching = false
	l.list.pages().Cancel()
	return true
}

// MatchCount returns the number of visible records and how much of the list they are from: 12 of 1,293 · all loaded.
func (l *Frame) MatchCount() text.Safe {
	count := text.Format("%s of %s", text.Integer(uint64(l.Len())), text.Integer(uint64(l.list.pages().Len())))
	switch {
	case l.list.pages().InMemory():
		return count
	case l.searching:
		return text.Format("%s loaded · searching, %s stops", count, l.Deps.Key("deck.up"))
	case l.list.pages().Complete():
		return text.Format("%s · all loaded", count)
	}
	return text.Format("%s loaded · %s searches more", count, l.Deps.Key("list.last"))
}

// FilterLines draws the filter line with a note on its right, and below it how to complete the filter, what it means, or what is
// wrong with it. It returns nil without a filter.
func (l *Frame) FilterLines(th theme.Theme, note text.Safe, width int) []text.Line {
	if !l.list.box().Visible() {
		return nil
	}
	if !l.isFiltered() {
		note = text.Safe{}
	}
	return l.list.box().Lines(th, note, width)
}

// Language returns what filters of a list can say, as of now: names, units and ages may change.
type Language[T any] = func() query.Language[T]

// Box is the input line for a filter. It completes field names and says what it understood.
type Box[T any] = BoxOf[*T]

// BoxOf is a Box, with a pointer as parameter: it is compiled once.
type BoxOf[P any] struct {
	widget.FilterBox[query.QueryOf[P]]
	language func() query.LanguageOf[P]
}

// NewBox returns an empty box without focus.
func NewBox[P any](language func() query.LanguageOf[P]) BoxOf[P] {
	parse := func(typed string) (query.QueryOf[P], error) { return language().Parse(typed) }
	return BoxOf[P]{FilterBox: widget.NewBox(parse), language: language}
}

// Complete completes the last field name or value and reports whether that changed the filter.
func (b *BoxOf[P]) Complete() (changed bool) {
	language := b.language()
	completed, _ := language.Complete(b.Typed())
	return b.Replace(completed)
}

// Lines draws the line with a note on its right, and below it how to complete the filter, what it means, or what is wrong with it.
func (b *BoxOf[P]) Lines(th theme.Theme, note text.Safe, width int) []text.Line {
	return b.FilterBox.Lines(th, note, b.hint(), width)
}

// hint returns the candidates for the term that is typed, or what the filter means.
func (b *BoxOf[P]) hint() text.Safe {
	if b.Typing() {
		language := b.language()
		if _, candidates := language.Complete(b.Typed()); len(candidates) == 1 {
			return text.Clean(strings.TrimSpace(candidates[0].Text + " " + candidates[0].Help))
		} else if len(candidates) > 0 {
			names := make([]string, len(candidates))
			for i, candidate := range candidates {
				names[i] = candidate.Text
			}
			return text.Clean(strings.Join(names, " "))
		}
	}
	explanation, incomplete := text.Clean(b.Pattern().Explain()), text.Clean(b.Pattern().Incomplete())
	switch {
	case explanation.IsEmpty() && b.Typing() && incomplete.IsEmpty():
		return text.Const("all words must match · field:value · !not · /regular expression/")
	case incomplete.IsEmpty():
		return explanation
	case explanation.IsEmpty():
		return text.Format("incomplete: %s", incomplete)
	}
	return text.Format("%s · incomplete: %s", explanation, incomplete)
}

// SetFilter replaces the filter. An invalid one is shown in the box with its error.
func (l *Frame) SetFilter(typed string) {
	if l.list.box().Replace(typed) {
		l.filterChanged()
	}
}

// ClearFilter shows all rows again. It reports whether a filter was active.
func (l *Frame) ClearFilter() bool {
	if !l.list.box().Visible() {
		return false
	}
	l.list.box().Clear()
	l.filterChanged()
	return true
}

// filterChanged shows the rows that match the filter. They are others, which ends a range.
func (l *Frame) filterChanged() {
	l.dropRange(text.Const("the filter changed"))
	l.rebuild()
}

// Typing reports whether a filter pattern is being typed.
func (l *Frame) Typing() bool { return l.list.box().Typing() }

// Captures reports whether the key is input for the filter pattern.
func (l *Frame) Captures(msg tea.KeyMsg) bool { return l.list.box().Captures(msg) }

// Typed returns the text in the filter box.
func (l *Frame) Typed() string { return l.list.box().Typed() }
