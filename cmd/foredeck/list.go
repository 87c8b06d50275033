package main

import (
	"fmt"
	"iter"
	"os"
	"runtime/debug"
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

// printOne prints a single record.
func (in *invocation) printOne(columns []column, r record) error {
	return newPrinter(in.out(), in.format, columns, true).print(r)
}

// list prints a list, with its progress.
type list struct {
	in       *invocation
	printer  *printer
	progress *progress
}

// newList shows progress with --all and --filter, except on a terminal, where the records themselves do.
func (in *invocation) newList(columns []column) *list {
	l := &list{in: in, printer: newPrinter(in.out(), in.format, columns, false)}
	if (in.all || in.hasFilter()) && !isTerminal(in.out()) {
		l.progress = in.newProgress()
	}
	if in.all && in.visitor == nil && os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200) // pages are short-lived: half the collections for 3 MB
	}
	return l
}

// printList prints pages as they arrive. If the list fails half-way, what it has is printed first.
func printList[T any](l *list, pages iter.Seq2[[]T, error], toRecord func(*T) record) error {
	defer l.progress.clear()
	var failed error
	for page, err := range pages {
		for i := range page {
			l.in.note(&page[i])
			if err := l.printer.add(toRecord(&page[i])); err != nil {
				return err
			}
			l.progress.count(l.printer.printed)
		}
		if err := l.printer.flush(); err != nil {
			return err
		}
		if failed = err; failed != nil {
			break
		}
	}
	if l.printer.printed == 0 && failed != nil {
		return failed
	}
	if err := l.printer.end(); err != nil {
		return err
	}
	if failed != nil {
		return &incompleteError{l.printer.printed, failed}
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
