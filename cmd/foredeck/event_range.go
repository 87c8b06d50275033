package main

import (
	"context"
	"errors"
	"iter"

	"foredeck/client"
	"foredeck/tui/text"
)

// eventRange reads the events of a type between two heights, newest first: from the index where it has the heights, the rest from the node.
type eventRange struct {
	node     *client.Node
	index    client.Index // nil to use none
	kind     string
	from, to uint64
	limit    int // of events, 0 for all
	searched bool
	lowest   uint64              // that was searched
	oldest   *uint64             // of the blocks that the node has, if it has pruned others
	indexed  *client.HeightRange // that were read from the index
	missing  *client.HeightRange // that neither has, between those of the node and those of the index
}

// yieldEvents takes a page, and reports whether it takes another one.
type yieldEvents = func([]client.ChainEvent, error) bool

func (r *eventRange) pages(ctx context.Context) iter.Seq2[[]client.ChainEvent, error] {
	return func(yield func([]client.ChainEvent, error) bool) {
		covered, err := r.covered(ctx)
		switch {
		case err != nil:
			yield(nil, err)
			return
		case covered == nil:
			r.fromNode(ctx, r.to, r.from, yield)
			return
		}
		if covered.Last < r.to && !r.aboveIndex(ctx, covered.Last+1, yield) {
			return
		}
		if r.fromIndex(ctx, *covered, yield) && covered.First > r.from {
			r.fromNode(ctx, covered.First-1, r.from, yield)
		}
	}
}

// covered returns the heights of the range that the index has, nil if there are none.
func (r *eventRange) covered(ctx context.Context) (*client.HeightRange, error) {
	if r.index == nil {
		return nil, nil
	}
	covered, ok, err := r.index.Covered(ctx)
	if err != nil || !ok || covered.First > r.to || covered.Last < r.from {
		return nil, err
	}
	return &client.HeightRange{First: max(covered.First, r.from), Last: min(covered.Last, r.to)}, nil
}

// aboveIndex reads what is above the heights of the index from the node, and notes what it has pruned. A node without the call for events
// leaves them out. It reports whether the pages go on.
func (r *eventRange) aboveIndex(ctx context.Context, lowest uint64, yield yieldEvents) (isOpen bool) {
	isUnsupported := false
	isOpen = r.fromNode(ctx, r.to, lowest, func(events []client.ChainEvent, err error) bool {
		if isUnsupported = errors.Is(err, client.ErrUnsupported); isUnsupported {
			return true
		}
		return yield(events, err)
	})
	if isUnsupported {
		r.missing = &client.HeightRange{First: lowest, Last: r.to}
		return true
	}
	if isOpen && r.oldest != nil && *r.oldest > lowest {
		r.missing = &client.HeightRange{First: lowest, Last: *r.oldest - 1}
	}
	return isOpen
}

// fromNode reads heights from the node, and reports whether the pages go on.
func (r *eventRange) fromNode(ctx context.Context, highest, lowest uint64, yield yieldEvents) (isOpen bool) {
	walk := r.node.WalkEvents(r.kind, highest, lowest)
	if r.limit == 0 || r.limit >= manyRecords {
		walk.ReadAhead(r.limit)
		defer walk.Stop()
	}
	for {
		window, err := walk.Next(ctx)
		if err != nil {
			yield(nil, err)
			return false
		}
		r.note(window.From)
		r.oldest = window.OldestBlock
		if !yield(window.Events, nil) {
			return false
		}
		if window.IsComplete {
			return true
		}
	}
}

// fromIndex reads heights from the index, and reports whether the pages go on.
func (r *eventRange) fromIndex(ctx context.Context, covered client.HeightRange, yield yieldEvents) (isOpen bool) {
	request := client.PageRequest{Count: manyRecords}
	for {
		page, err := r.index.Events(ctx, r.kind, covered.Last, request)
		if err != nil {
			yield(nil, err)
			return false
		}
		isDone := page.Next == ""
		events := page.Items
		for len(events) > 0 && *events[len(events)-1].Height < covered.First { // the index has more
			events, isDone = events[:len(events)-1], true
		}
		read := client.HeightRange{First: covered.First, Last: covered.Last}
		if !isDone {
			read.First = *events[len(events)-1].Height
		}
		r.indexed = &read
		r.note(read.First)
		if !yield(events, nil) {
			return false
		}
		if isDone {
			return true
		}
		request.Cursor = page.Next
	}
}

// note notes a height that was searched.
func (r *eventRange) note(height uint64) {
	if !r.searched || height < r.lowest {
		r.searched, r.lowest = true, height
	}
}

// words says which heights were searched, and where. isCut is set if the list ends because of its length.
func (r *eventRange) words(isCut bool) text.Safe {
	heights := func(first, last uint64) text.Safe {
		return text.Format("heights %s to %s", text.Integer(first), text.Integer(last))
	}
	words := text.Format("searched %s", heights(r.lowest, r.to))
	if r.indexed != nil {
		words = text.Format("from the index, %s", heights(r.indexed.First, r.indexed.Last))
		if r.indexed.Last < r.to && r.missing == nil || r.lowest < r.indexed.First {
			words = text.Format("searched %s: %s; the rest from the node", heights(r.lowest, r.to), words)
		}
	}
	if r.missing != nil {
		words = text.Format("%s; not read: %s, which foredeck index adds", words, heights(r.missing.First, r.missing.Last))
	}
	switch {
	case r.oldest != nil && r.missing == nil:
		words = text.Format("%s; the data of this node start at height %s", words, text.Integer(*r.oldest))
	case isCut:
		words = text.Format("%s; --limit and --to list older events", words)
	}
	return words
}
