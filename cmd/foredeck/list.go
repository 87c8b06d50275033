package main

import (
	"fmt"
	"io"
	"iter"
	"os"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/x/term"

	"foredeck/tui/record"
	"foredeck/tui/text"
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
	*printer[*T]
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
	in.expect(in.length)
	return l
}

// manyRecords is the number of records from which a list is read as those of --all.
const manyRecords = 1000

// expect prepares for a list of a length, 0 for all.
func (in *invocation) expect(length int) {
	if (length == 0 || length >= manyRecords) && in.visitor == nil && os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200) // pages are short-lived: half the collections for 3 MB
	}
}

// printPages prints pages as they arrive. If the list fails half-way, what it has is printed first.
func (l *list[T]) printPages(pages iter.Seq2[[]T, error]) error {
	defer l.progress.clear()
	var failed error
	soon := newFlusher(l.flush)
	defer soon.stop() // if it fails
	for page, err := range pages {
		if err := soon.adding(len(page) > 1 || l.format == record.Wide, func() error { return l.addPage(page) }); err != nil {
			return err
		}
		if failed = err; failed != nil {
			break
		}
	}
	soon.stop()
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

// addPage adds the records of a page to the output.
func (l *list[T]) addPage(page []T) error {
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
	return nil
}

// flushPause is the least time between two writes of single records. It is shorter than a person notices.
const flushPause = 20 * time.Millisecond

// flusher writes single records that arrive one after the other together.
type flusher struct {
	lock    sync.Mutex // of the output
	flush   func() error
	flushed time.Time
	waits   bool // for the timer
	timer   *time.Timer
}

func newFlusher(flush func() error) *flusher {
	f := &flusher{flush: flush}
	f.timer = time.AfterFunc(time.Hour, func() {
		f.lock.Lock()
		defer f.lock.Unlock()
		if f.waits {
			_ = f.now() // the next write returns the error again
		}
	})
	return f
}

// adding runs add, and writes its output now or after a pause.
func (f *flusher) adding(now bool, add func() error) error {
	f.lock.Lock()
	defer f.lock.Unlock()
	if err := add(); err != nil || f.waits && !now {
		return err
	}
	if since := time.Since(f.flushed); !now && since < flushPause {
		f.waits = true
		f.timer.Reset(flushPause - since)
		return nil
	}
	return f.now()
}

func (f *flusher) now() error {
	f.waits, f.flushed = false, time.Now()
	return f.flush()
}

// stop ends the writes, but not those of the caller.
func (f *flusher) stop() {
	f.timer.Stop()
	f.lock.Lock()
	defer f.lock.Unlock()
	f.waits = false
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

// progressWidth is the width of the bar in characters.
const progressWidth = 30

// progress shows the progress of a long list as a line on stderr. A nil progress shows nothing.
type progress struct {
	out   io.Writer
	total uint64 // 0: not known
	shown bool

	records uint64 // of a filter: how many were searched
}

// newProgress returns a progress if stderr is a terminal without the requests of -v on it.
func (in *invocation) newProgress() *progress {
	if in.verbose || !isTerminal(in.stderr()) {
		return nil
	}
	return &progress{out: in.stderr()}
}

func isTerminal(stream any) bool {
	switch stream := stream.(type) {
	case *output:
		return isTerminal(stream.to)
	case *converter:
		return isTerminal(stream.to)
	case interface{ IsTerminal() bool }: // of a visitor
		return stream.IsTerminal()
	case interface{ Fd() uintptr }:
		return term.IsTerminal(stream.Fd())
	}
	return false
}

// expect sets the total.
func (p *progress) expect(total uint64) {
	if p != nil {
		p.total = total
	}
}

// progressStep is the number of records after which the progress is drawn again.
const progressStep = 100

// count sets how many records are done. It draws once per progressStep.
func (p *progress) count(done int) {
	if p != nil && p.records == 0 && done%progressStep == 0 {
		p.draw(uint64(done))
	}
}

// searched adds records that a filter has searched, and draws their number.
func (p *progress) searched(records int) {
	if p == nil {
		return
	}
	p.records += uint64(records)
	p.shown = true
	fmt.Fprintf(p.out, "\r%s records searched\x1b[K", text.Integer(p.records))
}

// pieces sets how many requests of a range are done, if it takes more than one.
func (p *progress) pieces(done, total int) {
	if p != nil && total > 1 {
		p.total = uint64(total)
		p.draw(uint64(done))
	}
}

func (p *progress) draw(done uint64) {
	line := text.Integer(done).String() + " records"
	if p.total > 0 {
		done = min(done, p.total)
		full := int(done * progressWidth / p.total)
		line = fmt.Sprintf("%s%s %s of %s", strings.Repeat("█", full), strings.Repeat("░", progressWidth-full),
			text.Integer(done), text.Integer(p.total))
	}
	p.shown = true
	fmt.Fprintf(p.out, "\r%s\x1b[K", line)
}

// clear removes the line.
func (p *progress) clear() {
	if p != nil && p.shown {
		p.shown = false
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}
