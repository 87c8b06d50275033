package main

import (
	"errors"
	"fmt"
	"iter"

	"github.com/spf13/cobra"

	"foredeck/tui/command"
)

// listing returns the format of a list and how many records to print, 0 for all.
func (f *globalFlags) listing(cmd *cobra.Command) (format string, length int, err error) {
	if format, err = f.format(command.Formats...); err == nil {
		length, err = f.length(cmd)
	}
	return format, length, err
}

// length returns how many records of a list to print, 0 for all.
func (f *globalFlags) length(cmd *cobra.Command) (int, error) {
	switch {
	case f.limit < 1:
		return 0, &usageError{fmt.Errorf("--limit %d: must be 1 or more, or use --all", f.limit)}
	case f.all && cmd.Flags().Changed("limit"):
		return 0, &usageError{errors.New("--all and --limit: use only one of them")}
	case f.all:
		return 0, nil
	}
	return f.limit, nil
}

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

// list prints a list, with its progress.
type list struct {
	printer  *printer
	progress *progress
}

// newList shows progress with --all, except on a terminal, where the records themselves do.
func (f *globalFlags) newList(cmd *cobra.Command, format string, columns []column) *list {
	l := &list{printer: newPrinter(cmd.OutOrStdout(), format, columns, false)}
	if f.all && !isTerminal(cmd.OutOrStdout()) {
		l.progress = f.newProgress(cmd)
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
