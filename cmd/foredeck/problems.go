package main

import (
	"fmt"
	"io"
	"strconv"

	"foredeck/client"
	"foredeck/tui/text"
)

// unreadable collects what could not be read of the records that a command prints, for one line on stderr. Those values are null in JSON,
// and empty or a dash in other formats.
type unreadable struct {
	first    *client.DecodeError
	of       string // the record of the first problem
	records  int
	problems int
	reported int // records that were reported already
}

// note notes the problems of a record that is printed.
func (in *invocation) note(value any) {
	problems, of := problemsOf(value)
	if problems == nil {
		return
	}
	u := &in.unreadable
	if u.first == nil {
		u.first, u.of = problems.First(), of
	}
	u.records++
	u.problems += problems.Count()
}

// noteNow is note for commands that run until they are stopped: it reports the first problem at once.
func (in *invocation) noteNow(value any) {
	in.note(value)
	if in.unreadable.reported == 0 {
		in.reportUnreadable()
	}
}

// reportUnreadable prints the first problem, how many there are, and how to see the values. It prints nothing if there is none that was not
// reported, or if they were printed as they are.
func (in *invocation) reportUnreadable() {
	if !in.prints("raw") {
		in.unreadable.report(in.stderr())
	}
}

func (u *unreadable) report(to io.Writer) {
	if u.records == u.reported {
		return
	}
	u.reported = u.records
	what := u.first.Rule()
	if field := u.first.Field(); field != "" {
		what = field + ": " + what
	}
	count := text.Safe{}
	switch {
	case u.records > 1:
		count = text.Format(" (%s in %s)", text.Plural(u.problems, "problem"), text.Plural(u.records, "record"))
	case u.problems > 1:
		count = text.Format(" (%s)", text.Plural(u.problems, "problem"))
	}
	fmt.Fprintf(to, "foredeck: not readable: %s: %s%s; -o raw prints what was sent\n", text.Clean(u.of), text.Clean(what), count)
}

// problemsOf returns the problems of a record and its name.
func problemsOf(value any) (problems client.Problems, name string) {
	switch record := value.(type) {
	case *client.Transaction:
		return record.Problems, "transaction " + orUnnamed(record.Hash)
	case *client.Block:
		return record.Problems, "block " + strconv.FormatUint(record.Height, 10)
	case *client.ChainEvent:
		return record.Problems, "event of transaction " + orUnnamed(record.Transaction)
	case *client.Committee:
		return record.Problems, "committee of epoch " + strconv.FormatUint(record.Epoch, 10)
	case *client.Module:
		return record.Problems, "module " + orUnnamed(record.Name)
	case *client.Resource:
		return record.Problems, "resource " + orUnnamed(record.Type)
	case *client.Instrument:
		return record.Problems, "price of " + orUnnamed(record.Pair)
	case *client.Candle:
		return record.Problems, "prices at " + strconv.FormatInt(record.Time, 10)
	}
	return nil, ""
}

// maxName is the number of characters of a name in a message.
const maxName = 100

func orUnnamed(name string) string {
	if name == "" {
		return "without a name"
	}
	return text.Cut(text.Clean(name), maxName).String()
}
