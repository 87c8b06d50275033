package main

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/client/transport"
	"foredeck/tui/load"
	"foredeck/tui/record"
	"foredeck/tui/text"
)

func init() {
	runners["events"] = &runner{check: checkEvents, open: openNode, run: listEvents, later: []examinedCall{
		{"events", client.V3, true, func(e *examination) error {
			at := max(e.height, 1) - 1
			return onlyError(e.node.Events(e.ctx(), client.EventRequest{Type: "0x1::coin::CoinDeposit", From: at, To: at + 1, Count: 1}))
		}},
	}}
}

func checkEvents(in *invocation) error {
	from, to, err := in.heightRange()
	return cmp.Or(err,
		wrongIf(in.given("to") && in.given("from") && from > to, "--from %d: must not be above --to %d", from, to),
		wrongIf(in.isSet("follow") && in.given("to"), "--follow and --to: use only one of them"))
}

// heightRange returns the heights of --from and --to, which may not be given.
func (in *invocation) heightRange() (from, to uint64, err error) {
	for option, into := range map[string]*uint64{"from": &from, "to": &to} {
		if !in.given(option) {
			continue
		}
		height, wrong := parseHeight("--"+option, in.value(option), "a whole number up to 2^64-1")
		if *into = height; wrong != nil {
			err = wrong
		}
	}
	return from, to, err
}

func listEvents(in *invocation) error {
	tag, err := move.ParseStructTag(in.s.withAddress(in.args[0]))
	if err != nil {
		return usagef("TYPE %q: %w", in.args[0], err)
	}
	from, to, _ := in.heightRange() // checked
	if !in.given("to") {
		head, err := in.head()
		if err != nil {
			return err
		}
		to = head.Height
	}
	l := newList(in, record.Events(in.eventFields(tag)))
	if in.isSet("follow") {
		if !in.given("from") {
			from = to + 1
		}
		return in.followEvents(l, tag.String(), from)
	}
	walked := eventRange{node: in.s.node, kind: tag.String(), from: from, to: to, limit: in.length}
	if !in.isSet("from-node") && !in.prints("raw") {
		walked.index = in.s.indexed()
	}
	err = l.printPages(first(in.length, walked.pages(in.ctx())))
	if walked.searched || err == nil {
		fmt.Fprintf(in.stderr(), "foredeck: %s\n", walked.words(l.printed == in.length))
	}
	return err
}

// eventFields returns the fields of the struct of an event, nil if the node does not have the interface of its module.
func (in *invocation) eventFields(tag move.StructTag) []move.FieldABI {
	module, err := in.s.node.Module(in.ctx(), move.ModuleID{Address: tag.Address, Name: tag.Module})
	if err != nil || module.ABI == nil {
		return nil // the data are printed as JSON
	}
	for _, declared := range module.ABI.Structs {
		if declared.Name == tag.Name && !declared.IsEnum {
			return declared.Fields
		}
	}
	return nil
}

const (
	// eventsPoll is the time between two requests for the newest block while events are followed.
	eventsPoll = time.Second
	// maxCatchUp is how many heights are read at once.
	maxCatchUp = 1 << 12
)

// followEvents prints the events from a height on, and then new ones, until the context ends. Failures meanwhile are reported on stderr,
// when they start and when they end.
func (in *invocation) followEvents(l *list[client.ChainEvent], kind string, next uint64) error {
	isSilent := false
	for {
		events, end, err := in.eventsFrom(kind, next)
		switch {
		case in.ctx().Err() != nil:
			return l.end() // ctrl+c is how it ends
		case errors.Is(err, client.ErrUnsupported), errors.Is(err, client.ErrPruned):
			return err
		case err != nil && !isSilent && !errors.Is(err, client.ErrNotFound):
			isSilent = true
			fmt.Fprintf(in.stderr(), "foredeck: %s; retrying\n", load.Explain(err, in.endpoint).Reason)
		case err == nil && isSilent:
			isSilent = false
			fmt.Fprintf(in.stderr(), "foredeck: %s is back\n", text.Clean(in.endpoint.String()))
		}
		if err == nil {
			for i := range events {
				in.noteNow(&events[i])
				if err := l.print(&events[i]); err != nil {
					return err
				}
			}
			if isBehind := end == next+maxCatchUp; isBehind {
				next = end
				continue
			}
			next = end
		}
		if transport.Sleep(in.ctx(), eventsPoll) != nil {
			return l.end()
		}
	}
}

// eventsFrom reads the events from a height to the newest block, oldest first. end is the height from which on they were not read.
func (in *invocation) eventsFrom(kind string, from uint64) (events []client.ChainEvent, end uint64, err error) {
	head, err := in.s.node.FindHead(in.ctx(), client.HeadSearch{Hints: []uint64{from}})
	if err != nil || head.Height < from {
		return nil, from, err
	}
	end = min(head.Height+1, from+maxCatchUp)
	request := client.EventRequest{Type: kind, From: from, To: end, Count: 100}
	for {
		page, err := in.s.node.Events(in.ctx(), request)
		if err != nil {
			return nil, from, err
		}
		events = client.AppendEvents(events, page.Items)
		if page.Next == "" {
			return events, end, nil
		}
		request.Cursor = page.Next
	}
}
