package client

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"foredeck/client/internal/paging"
	"foredeck/client/move"
	"foredeck/client/transport"
)

const callEvents call = "events by type"

// ChainEvent is an event with the transaction that emitted it, from a list of events by type.
type ChainEvent struct {
	Event
	Height      *uint64 // of the block of the transaction
	Transaction string  // hash of the transaction
	Index       int     // among the events of this type and transaction in the list, from 0
	Raw         json.RawMessage
	Problems    Problems
	Other       Members
}

// Key identifies the event in a list.
func (e *ChainEvent) Key() string {
	return e.Transaction + "/" + strconv.Itoa(e.Index)
}

// MarshalJSON returns the event with the height and the hash of its transaction.
func (e ChainEvent) MarshalJSON() ([]byte, error) {
	dst := appendNumber([]byte(`{"height":`), e.Height)
	dst = appendTextOrNull(append(dst, `,"transaction":`...), e.Transaction)
	dst = append(dst, ',')
	dst = append(dst, e.Event.appendJSON(nil)[1:]...)
	dst = append(dst[:len(dst)-1], `,"problems":`...)
	dst = append(e.Other.AppendJSON(append(e.Problems.AppendJSON(dst), `,"other":`...)), '}')
	return dst, nil
}

// EventRequest selects events of one type in a range of heights.
type EventRequest struct {
	Type     string // as in move.ParseStructTag, with type arguments
	From, To uint64 // heights; To is exclusive
	Count    int    // 20 if 0, at most 100
	Cursor   Cursor // of the last page of the same range; "" for the first one
}

// Events reads a page of events by their type, oldest first. The specification has no such call; public nodes have it in the versions 3
// and 4. The error is ErrPruned if the node does not have the first height any more. A node behind a load balancer can lack the newest
// heights: then the error is ErrNotFound for a moment.
func (n *Node) Events(ctx context.Context, request EventRequest) (Page[ChainEvent], error) {
	tag, err := move.ParseStructTag(request.Type)
	switch {
	case err != nil:
		invalid := &ArgumentError{Field: "event type", Value: truncate(request.Type, messageCharacters), Rule: err.Error()}
		if parse, ok := errors.AsType[*move.ParseError](err); ok {
			invalid.Rule = parse.Rule
		}
		return Page[ChainEvent]{}, invalid
	case request.To <= request.From:
		return Page[ChainEvent]{}, &ArgumentError{Field: "heights", Value: strconv.FormatUint(request.To, 10), Rule: "the end, which is exclusive, must be above the start"}
	}
	count := min(cmp.Or(request.Count, defaultCount), maxCount)
	query := url.Values{"start_height": {strconv.FormatUint(request.From, 10)}, "end_height": {strconv.FormatUint(request.To, 10)}, "limit": {strconv.Itoa(count)}}
	if request.Cursor != "" {
		query.Set("start", string(request.Cursor))
	}
	return byVersion(n, callEvents, []Version{V4, V3}, func(version Version) (Page[ChainEvent], error) {
		items, next, _, err := getList(ctx, n.get, "/rpc/"+version.String()+"/events/"+url.PathEscape(tag.String()), query, []string{"data"}, (*bodyReader).chainEvent)
		for i := 1; i < len(items); i++ {
			if items[i].Transaction == items[i-1].Transaction {
				items[i].Index = items[i-1].Index + 1
			}
		}
		page := Page[ChainEvent]{Items: items}
		// The last page has a cursor, too.
		if err == nil && len(items) >= count && next != nil && *next != request.Cursor {
			page.Next = *next
		}
		return page, err
	})
}

func (r *bodyReader) chainEvent() ChainEvent {
	var e ChainEvent
	e.Raw, e.Problems, e.Other = r.record(func() {
		r.fields(
			required("event", func() { e.Event = r.event() }),
			required("block_height", &e.Height),
			required("transaction_hash", hashInto(&e.Transaction)),
			optional("proofs", func() { r.skip() }),
		)
	})
	return e
}

const (
	firstWindow = 64      // heights of the first window of an EventWalk
	maxWindow   = 1 << 16 // heights of the longest one
	fullWindow  = 200     // events in a window from which the next one is shorter
	tipAttempts = 4       // requests for a window at the newest block
	tipPause    = 250 * time.Millisecond
)

// EventWalk reads the events of a type from the newest one backwards, in windows of heights, as the node lists them only from the oldest.
// It is not safe for concurrent use.
type EventWalk struct {
	node   *Node
	kind   string
	bottom uint64
	next   uint64 // the end of the next window, exclusive
	width  uint64
	first  bool
}

// WalkEvents starts a walk from a height down to another one, both inclusive. It makes no request.
func (n *Node) WalkEvents(eventType string, from, downTo uint64) *EventWalk {
	return &EventWalk{node: n, kind: eventType, bottom: downTo, next: paging.SaturatingAdd(from, 1), width: firstWindow, first: true}
}

// EventWindow are the events of one window of an EventWalk.
type EventWindow struct {
	Events     []ChainEvent // newest first
	From, To   uint64       // heights, inclusive
	IsComplete bool         // there are no further windows
	// OldestBlock is set where the node has pruned the rest.
	OldestBlock *uint64
}

// Next reads the next window. Its length grows while there are few events. If it fails, the same window can be read again.
func (w *EventWalk) Next(ctx context.Context) (EventWindow, error) {
	if w.next <= w.bottom {
		return EventWindow{From: w.bottom, To: w.bottom, IsComplete: true}, nil
	}
	from := max(w.bottom, w.next-min(w.width, w.next))
	events, err := w.read(ctx, from)
	window := EventWindow{Events: events, From: from, To: w.next - 1}
	if status, ok := errors.AsType[*StatusError](err); ok && status.Status == http.StatusGone {
		oldest := status.OldestBlock
		if oldest == nil || *oldest <= from || *oldest >= w.next {
			w.next = w.bottom
			return EventWindow{From: window.To, To: window.To, IsComplete: true, OldestBlock: oldest}, nil
		}
		w.bottom = *oldest
		if events, err = w.read(ctx, w.bottom); err == nil {
			window = EventWindow{Events: events, From: w.bottom, To: w.next - 1, OldestBlock: oldest}
		}
	}
	if err != nil {
		return EventWindow{}, err
	}
	switch {
	case len(events) > fullWindow:
		w.width = max(1, w.width/2)
	case len(events) < fullWindow/4:
		w.width = min(4*w.width, maxWindow)
	}
	w.next, w.first = window.From, false
	window.IsComplete = w.next <= w.bottom
	return window, nil
}

// read reads the events from a height to the end of the window, newest first.
func (w *EventWalk) read(ctx context.Context, from uint64) ([]ChainEvent, error) {
	var events []ChainEvent
	request := EventRequest{Type: w.kind, From: from, To: w.next, Count: maxCount}
	for attempt := 0; ; {
		page, err := w.node.Events(ctx, request)
		// One of the nodes behind a load balancer can lack the newest heights.
		if w.first && errors.Is(err, ErrNotFound) && !errors.Is(err, ErrPruned) && attempt < tipAttempts {
			attempt++
			if err := transport.Sleep(ctx, tipPause); err != nil {
				return nil, err
			}
			continue
		}
		if err != nil {
			return nil, err
		}
		events = append(events, page.Items...)
		if page.Next == "" {
			slices.Reverse(events)
			return events, nil
		}
		request.Cursor = page.Next
	}
}
