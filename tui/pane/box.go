package pane

import (
	"strings"

	"foredeck/theme"
	"foredeck/tui/query"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// Language returns what filters of a list can say, as of now: names, units and ages may change.
type Language[T any] func() query.Language[T]

// Box is the input line for a filter. It completes field names and says what it understood.
type Box[T any] struct {
	widget.FilterBox[query.Query[T]]
	language Language[T]
}

// NewBox returns an empty box without focus.
func NewBox[T any](language Language[T]) Box[T] {
	parse := func(typed string) (query.Query[T], error) { return language().Parse(typed) }
	return Box[T]{FilterBox: widget.NewBox(parse), language: language}
}

// Complete completes the last field name or value and reports whether that changed the filter.
func (b *Box[T]) Complete() (changed bool) {
	language := b.language()
	completed, _ := language.Complete(b.Typed())
	return b.Replace(completed)
}

// Lines draws the line with a note on its right, and below it how to complete the filter, what it means, or what is wrong with it.
func (b *Box[T]) Lines(th theme.Theme, note text.Safe, width int) []text.Line {
	return b.FilterBox.Lines(th, note, b.hint(), width)
}

// hint returns the candidates for the term that is typed, or what the filter means.
func (b *Box[T]) hint() text.Safe {
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
