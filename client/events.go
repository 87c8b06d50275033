package client

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"math"
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
	Index       int     // among the events of this type in its transaction, from 0; counted in the page, or by AppendEvents across pages
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

// AppendEvents appends the next page of a range to the events before it. If a transaction has events on both pages, the numbering of its
// events continues.
func AppendEvents(events, page []ChainEvent) []ChainEvent {
	if len(events) > 0 {
		last := events[len(events)-1]
		for i := 0; i < len(page) && page[i].Transaction == last.Transaction; i++ {
			page[i].Index += last.Index + 1
		}
	}
	return append(events, page...)
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
	firstWindow  = 64      // heights of the first window of an EventWalk
	maxWindow    = 1 << 16 // heights of the longest one
	fullWindow   = 200     // events in a window from which the next one is shorter
	fullAhead    = 1000    // fullWindow of a walk that reads ahead
	windowsAhead = 2       // that are read while the caller uses one
	tipAttempts  = 4       // requests for a window at the newest block
	tipPause     = 250 * time.Millisecond
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
	full   int // events in a window from which the next one is shorter

	wanted int // events that are not read yet; negative without ReadAhead
	ahead  []*windowAhead
}

// windowAhead is a window that is read early.
type windowAhead struct {
	from, end uint64
	cancel    context.CancelFunc
	done      chan struct{} // closed when events and err are set
	events    []ChainEvent
	err       error
}

// WalkEvents starts a walk from a height down to another one, both inclusive. It makes no request.
func (n *Node) WalkEvents(eventType string, from, downTo uint64) *EventWalk {
	return &EventWalk{node: n, kind: eventType, bottom: downTo, next: paging.SaturatingAdd(from, 1), width: firstWindow, first: true, full: fullWindow, wanted: -1}
}

// ReadAhead lets Next read the following windows while the caller uses one, until there are about limit events (0 for all). Windows become
// longer. Stop must be called at the end.
func (w *EventWalk) ReadAhead(limit int) {
	w.full, w.wanted = fullAhead, limit
	if limit == 0 {
		w.wanted = math.MaxInt
	}
}

// Stop cancels what is read ahead, and waits for it to end.
func (w *EventWalk) Stop() {
	for _, early := range w.ahead {
		early.cancel()
		<-early.done
	}
	w.ahead = nil
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
	from, events, err := w.take(ctx)
	window := EventWindow{Events: events, From: from, To: w.next - 1}
	if status, ok := errors.AsType[*StatusError](err); ok && status.Status == http.StatusGone {
		oldest := status.OldestBlock
		if oldest == nil || *oldest <= from || *oldest >= w.next {
			w.next = w.bottom
			return EventWindow{From: window.To, To: window.To, IsComplete: true, OldestBlock: oldest}, nil
		}
		w.bottom = *oldest
		if events, err = w.read(ctx, w.bottom, w.next, w.first); err == nil {
			window = EventWindow{Events: events, From: w.bottom, To: w.next - 1, OldestBlock: oldest}
		}
	}
	if err != nil {
		return EventWindow{}, err
	}
	switch {
	case len(events) > w.full:
		w.width = max(1, w.width/2)
	case len(events) < w.full/4:
		w.width = min(4*w.width, maxWindow)
	}
	w.next, w.first = window.From, false
	window.IsComplete = w.next <= w.bottom
	w.wanted -= len(events)
	w.readAhead(ctx, len(events))
	return window, nil
}

// take reads the next window, unless it was read ahead. An error of that is not one of the walk: the window is read again.
func (w *EventWalk) take(ctx context.Context) (from uint64, events []ChainEvent, err error) {
	if len(w.ahead) > 0 {
		early := w.ahead[0]
		select {
		case <-early.done:
		case <-ctx.Done():
			return 0, nil, ctx.Err()
		}
		if early.err == nil && early.end == w.next {
			early.cancel()
			w.ahead = w.ahead[1:]
			return early.from, early.events, nil
		}
		w.Stop()
	}
	from = w.start(w.next)
	events, err = w.read(ctx, from, w.next, w.first)
	return from, events, err
}

// start returns the first height of the window with an end.
func (w *EventWalk) start(end uint64) uint64 { return max(w.bottom, end-min(w.width, end)) }

// readAhead starts to read the windows that follow one with a number of events, which those are expected to have too.
func (w *EventWalk) readAhead(ctx context.Context, expected int) {
	end := w.next
	if len(w.ahead) > 0 {
		end = w.ahead[len(w.ahead)-1].from
	}
	for len(w.ahead) < windowsAhead && end > w.bottom && w.wanted > len(w.ahead)*expected {
		early := &windowAhead{from: w.start(end), end: end, done: make(chan struct{})}
		var limited context.Context
		limited, early.cancel = context.WithCancel(ctx)
		go func() {
			defer close(early.done)
			early.events, early.err = w.read(limited, early.from, early.end, false)
		}()
		w.ahead, end = append(w.ahead, early), early.from
	}
}

// read reads the events from a height to another one, which is exclusive, newest first.
func (w *EventWalk) read(ctx context.Context, from, end uint64, isTip bool) ([]ChainEvent, error) {
	var events []ChainEvent
	request := EventRequest{Type: w.kind, From: from, To: end, Count: maxCount}
	for attempt := 0; ; {
		page, err := w.node.Events(ctx, request)
		// One of the nodes behind a load balancer can lack the newest heights.
		if isTip && errors.Is(err, ErrNotFound) && !errors.Is(err, ErrPruned) && attempt < tipAttempts {
			attempt++
			if err := transport.Sleep(ctx, tipPause); err != nil {
				return nil, err
			}
			continue
		}
		if err != nil {
			return nil, err
		}
		events = AppendEvents(events, page.Items)
		if page.Next == "" {
			slices.Reverse(events)
			return events, nil
		}
		request.Cursor = page.Next
	}
}
