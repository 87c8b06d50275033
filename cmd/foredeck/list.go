package main

import (
	"fmt"
	"iter"
	"os"
	"runtime/debug"

	"foredeck/tui/record"
)

// first yields pages with at most limit items in total, 0 for all.
func first[T any](limit int, pages iter.Seq2[[]T, error]) iter.Seq2[[]T, error] {
	if limit == 0 {
		return pages
	}
	return func(yield func([]T, error) bool) {
		left := limit
		for page, err := range pages {
			if len(page) >= left {
				yield(page[:left], nil)
				return
			}
			left -= len(page)
			if !yield(page, err) {
				return
			}
		}
	}
}

// singly yields each item as a page.
func singly[T any](items iter.Seq2[T, error]) iter.Seq2[[]T, error] {
	return func(yield func([]T, error) bool) {
		for item, err := range items {
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield([]T{item}, nil) {
				return
			}
		}
	}
}

// list prints a list, with its progress.
type list[T any] struct {
	*printer[T]
	in       *invocation
	progress *progress
	onRecord func(*T) // called for each record before it is printed; may be nil
}

// newList shows progress with --all and --filter, except on a terminal, where the records themselves do.
func newList[T any](in *invocation, columns record.Columns[T]) *list[T] {
	l := &list[T]{in: in, printer: newPrinter(in.out(), in.format, columns)}
	l.isList = true
	if (in.all || in.hasFilter()) && !isTerminal(in.out()) {
		l.progress = in.newProgress()
	}
	if in.all && in.visitor == nil && os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200) // pages are short-lived: half the collections for 3 MB
	}
	return l
}

// printPages prints pages as they arrive. If the list fails half-way, what it has is printed first.
func (l *list[T]) printPages(pages iter.Seq2[[]T, error]) error {
	defer l.progress.clear()
	var failed error
	for page, err := range pages {
		for i := range page {
			l.in.note(&page[i])
			if l.onRecord != nil {
				l.onRecord(&page[i])
			}
			if err := l.add(&page[i]); err != nil {
				return err
			}
			l.progress.count(l.printed)
		}
		if err := l.flush(); err != nil {
			return err
		}
		if failed = err; failed != nil {
			break
		}
	}
	if l.printed == 0 && failed != nil {
		return failed
	}
	if err := l.end(); err != nil {
		return err
	}
	if failed != nil {
		return &incompleteError{l.printed, failed}
	}
	return nil
}

// incompleteError is the error of a list that is printed only in part.
type incompleteError struct {
	printed int
	err     error
}

func (e *incompleteError) Error() string {
	return fmt.Sprintf("incomplete list: failed after %d records: %v", e.printed, e.err)
}

func (e *incompleteError) Unwrap() error { return e.err }
