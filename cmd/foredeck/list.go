package main

import (
	"fmt"
	"iter"
)

// first yields at most limit items, 0 for all.
func first[T any](limit int, items iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		taken := 0
		for item, err := range items {
			if !yield(item, err) {
				return
			}
			if taken++; taken == limit {
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
	printer  *printer
	progress *progress
}

// newList shows progress with --all, except on a terminal, where the records themselves do.
func (in *invocation) newList(columns []column) *list {
	l := &list{printer: newPrinter(in.out(), in.format, columns, false)}
	if in.all && !isTerminal(in.out()) {
		l.progress = in.newProgress()
	}
	return l
}

// printList prints records as they arrive. If the list fails half-way, what it has is printed first.
func printList[T any](l *list, items iter.Seq2[T, error], toRecord func(*T) record) error {
	defer l.progress.clear()
	var failed error
	for item, err := range items {
		if failed = err; failed != nil {
			break
		}
		if err := l.printer.print(toRecord(&item)); err != nil {
			return err
		}
		l.progress.count(l.printer.printed)
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
