package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"foredeck/client"
	"foredeck/tui/linkvalue"
	"foredeck/tui/record"
	"foredeck/tui/render"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget/jsontree"
)

// checkChanges reports options of --every that contradict each other.
func checkChanges(in *invocation) error {
	return cmp.Or(wrongIf(in.isSet("changes") && !in.given("every"), "--changes: needs an interval, such as --every 5s"), checkEvery(in))
}

// stateRecord is a state of a resource or module as JSON prints it.
type stateRecord struct {
	TimeUS  int64          `json:"time_us"` // when it was read
	Height  *uint64        `json:"height"`  // of the newest block then
	Address string         `json:"address"`
	Type    string         `json:"type,omitempty"`
	Name    string         `json:"name,omitempty"`
	Data    any            `json:"data"`    // null if there is none
	Changes *[]stateChange `json:"changes"` // since the state before; null in the first record
}

// stateChange is a value that differs. A side without the value is null.
type stateChange struct {
	Path string          `json:"path"`
	Was  json.RawMessage `json:"was"`
	Is   json.RawMessage `json:"is"`
}

// stateReader prints the states of a resource or module at an interval.
type stateReader struct {
	*invocation
	link    target.Link
	path    linkvalue.Path // of the value that is printed
	prefix  string         // the path as given; empty: the whole state
	printer *printer[*valueChange]
	started bool
	last    json.RawMessage
}

// followState prints a resource or module at the interval of --every until ctrl+c: the first state, then with --changes only states
// that differ from the one before.
func followState(in *invocation, link target.Link, prefix string) error {
	path, _ := linkvalue.ParsePath(prefix) // checkPath has reported errors
	r := stateReader{invocation: in, link: link, path: path, prefix: prefix, printer: newPrinter(in.out(), in.format, changeColumns)}
	return in.repeat(r.read)
}

// read requests the state, and prints it if it is to be printed.
func (r *stateReader) read() error {
	state, err := linkvalue.State(r.ctx(), r.s.node, r.link)
	if err != nil {
		return err
	}
	if len(r.path) > 0 && state != nil {
		if state, err = r.path.Lookup(state); errors.Is(err, client.ErrNotFound) && r.started {
			state, err = nil, nil // the value was removed
		}
		if err != nil {
			return err
		}
	}
	if state == nil && !r.started { // the error says what does not exist
		if r.link.Target.Kind == target.Module {
			_, err = r.s.node.Module(r.ctx(), r.link.Target.Module)
		} else {
			_, err = r.s.node.Resource(r.ctx(), r.link.Target.Address, r.link.Type)
		}
		return err
	}
	changes := jsontree.Compare(r.last, state)
	isFirst := !r.started
	r.started = true
	if bytes.Equal(r.last, state) {
		changes = nil
	}
	if !isFirst && len(changes) == 0 && r.isSet("changes") {
		return nil
	}
	r.last = slices.Clone(state)
	return r.print(isFirst, changes)
}

func (r *stateReader) print(isFirst bool, changes []jsontree.Change) error {
	at, height := time.Now(), linkvalue.Height(r.ctx(), r.s.node)
	if !r.printer.hasRows {
		return document(r.printer, r.record(at, height, isFirst, changes), jsonOrNull(r.last), nil)
	}
	if isFirst || !r.isSet("changes") {
		changes = jsontree.Compare(nil, r.last)
	}
	for _, change := range changes {
		if err := r.printer.add(&valueChange{at, height, joinPath(r.prefix, change.Path), change}); err != nil {
			return err
		}
	}
	return r.printer.flush()
}

// valueChange is a value of a state that differs from the state before.
type valueChange struct {
	at     time.Time
	height *uint64
	path   string
	change jsontree.Change
}

var changeColumns = record.Columns[valueChange]{
	{Name: "time_us", Title: text.Const("TIME"), Width: 30, Text: func(c *valueChange) text.Safe { return record.Exact(new(c.at.UnixMicro())) },
		Cell: func(c *valueChange) text.Safe { return text.Instant(c.at) }},
	{Name: "height", Title: text.Const("BLOCK"), Width: 10, Right: true, Number: func(c *valueChange) *uint64 { return c.height }},
	{Name: "path", Title: text.Const("PATH"), Width: 40, Text: func(c *valueChange) text.Safe { return text.Clean(c.path) }, Blank: true},
	{Name: "was", Title: text.Const("WAS"), Width: 30, Text: func(c *valueChange) text.Safe { return render.Value(c.change.Old) }},
	{Name: "is", Title: text.Const("IS"), Text: func(c *valueChange) text.Safe { return render.Value(c.change.New) }},
}

func (r *stateReader) record(at time.Time, height *uint64, isFirst bool, changes []jsontree.Change) stateRecord {
	state := stateRecord{TimeUS: at.UnixMicro(), Height: height, Type: r.link.Type, Data: jsonOrNull(r.last)}
	if r.link.Target.Kind == target.Module {
		state.Address, state.Name = r.link.Target.Module.Address.String(), r.link.Target.Module.Name
	} else {
		state.Address = r.link.Target.Address.String()
	}
	if isFirst {
		return state
	}
	listed := make([]stateChange, len(changes))
	for i, change := range changes {
		listed[i] = stateChange{joinPath(r.prefix, change.Path), jsonOrNull(change.Old), jsonOrNull(change.New)}
	}
	state.Changes = &listed
	return state
}

// joinPath returns the path of a value inside the value at prefix.
func joinPath(prefix, path string) string {
	switch {
	case prefix == "":
		return path
	case path == ".":
		return prefix
	}
	return prefix + path
}

// jsonOrNull returns JSON that can be encoded.
func jsonOrNull(raw json.RawMessage) json.RawMessage {
	if raw == nil {
		return json.RawMessage("null")
	}
	return raw
}
