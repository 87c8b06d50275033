package main

import (
	"errors"
	"fmt"
	"iter"

	"github.com/spf13/cobra"

	"foredeck/client"
)

// pageSize is the most that a node gives at once.
const pageSize = 100

// listing is how to print a list, and how many records of it: 0 for all there are.
func (f *globalFlags) listing(cmd *cobra.Command) (format string, length int, err error) {
	if format, err = f.format(formats...); err == nil {
		length, err = f.length(cmd)
	}
	return format, length, err
}

// length is how many records of a list to print, 0 for all there are.
func (f *globalFlags) length(cmd *cobra.Command) (int, error) {
	switch {
	case f.limit < 1:
		return 0, &usageError{fmt.Errorf("--limit %d: must be 1 or more; --all prints all there are", f.limit)}
	case f.all && cmd.Flags().Changed("limit"):
		return 0, &usageError{errors.New("--all and --limit: give one of the two")}
	case f.all:
		return 0, nil
	}
	return f.limit, nil
}

// pages yields the records of a list, at most so many (0: all), and asks for a page only when its first record is wanted. An
// error comes last, after what its page holds.
func pages[T any](request client.PageRequest, most int, fetch func(client.PageRequest) (client.Page[T], error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		request := request // a copy, so that it can be walked again
		for left := most; most == 0 || left > 0; {
			request.Count = pageSize
			if most > 0 {
				request.Count = min(left, pageSize)
			}
			page, err := fetch(request)
			for _, item := range page.Items {
				if most > 0 && left == 0 {
					return
				}
				left--
				if !yield(item, nil) {
					return
				}
			}
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			if page.Next == "" || page.Next == request.Cursor {
				return
			}
			request.Cursor = page.Next
		}
	}
}

// first is at most so many of the items, 0 for all.
func first[T any](most int, items iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		taken := 0
		for item, err := range items {
			if !yield(item, err) {
				return
			}
			if taken++; taken == most {
				return
			}
		}
	}
}

// list is a list on its way to the output.
type list struct {
	printer  *printer
	progress *progress
}

// newList has a progress when all of a list is asked for; on a terminal the records themselves show how far it is.
func (f *globalFlags) newList(cmd *cobra.Command, format string, columns []column) *list {
	l := &list{printer: newPrinter(cmd.OutOrStdout(), format, columns, false)}
	if f.all && !isTerminal(cmd.OutOrStdout()) {
		l.progress = f.newProgress(cmd)
	}
	return l
}

// printList prints records as they come. A list that breaks half-way is printed as far as it goes, then fails.
func printList[T any](l *list, items iter.Seq2[T, error], written func(*T) record) error {
	defer l.progress.clear()
	var broken error
	for item, err := range items {
		if broken = err; broken != nil {
			break
		}
		if err := l.printer.print(written(&item)); err != nil {
			return err
		}
		l.progress.count(l.printer.printed)
	}
	if l.printer.printed == 0 && broken != nil {
		return broken
	}
	if err := l.printer.end(); err != nil {
		return err
	}
	if broken != nil {
		return &incompleteError{l.printer.printed, broken}
	}
	return nil
}

// incompleteError is why a list that is printed in part went no further.
type incompleteError struct {
	printed int
	err     error
}

func (e *incompleteError) Error() string {
	return fmt.Sprintf("the list is not complete, it broke after %d: %v", e.printed, e.err)
}

func (e *incompleteError) Unwrap() error { return e.err }
