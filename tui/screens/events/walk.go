package events

import (
	"context"
	"strconv"
	"sync"
	"sync/atomic"

	"foredeck/client"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// maxWindows is the number of windows of heights of one page.
const maxWindows = 4

// walk reads the events of a type in windows of heights, from the newest block backwards. Its methods may be called in any goroutine.
type walk struct {
	node  *client.Node
	kind  string
	start uint64   // the height of the newest block; 0 if it must be found
	hints []uint64 // heights near it

	lock sync.Mutex
	walk *client.EventWalk
	at   client.Cursor // where walk continues

	windows                atomic.Int64
	newest, oldest, pruned atomic.Uint64 // heights that were read; pruned is the oldest block of a node that has pruned others
}

// newWalk starts at the newest block that is known if the chain is followed.
func newWalk(deps *screen.Deps, kind string) *walk {
	w := &walk{node: deps.Node, kind: kind, hints: deps.HeadHints()}
	if newest, _ := deps.Blocks.Newest(); newest != nil && deps.Following().Running {
		w.start = newest.Height
	}
	return w
}

// source returns the list of the events.
func (w *walk) source() load.Source[client.ChainEvent] {
	return load.Source[client.ChainEvent]{Page: w.page, Key: (*client.ChainEvent).Key}
}

// page reads windows below the height in the cursor until there are enough events.
func (w *walk) page(ctx context.Context, request client.PageRequest) (page client.Page[client.ChainEvent], err error) {
	w.lock.Lock()
	defer w.lock.Unlock()
	if request.Cursor == "" || request.Cursor != w.at {
		from, err := w.first(ctx, request.Cursor)
		if err != nil {
			return page, err
		}
		w.walk = w.node.WalkEvents(w.kind, from, 0)
	}
	w.at = "" // until the page is read
	for range maxWindows {
		window, err := w.walk.Next(ctx)
		if err != nil {
			return page, err
		}
		page.Items = append(page.Items, window.Events...)
		w.windows.Add(1)
		w.oldest.Store(window.From)
		if window.OldestBlock != nil {
			w.pruned.Store(*window.OldestBlock)
		}
		if window.IsComplete {
			return page, nil
		}
		page.Next = client.Cursor(strconv.FormatUint(window.From-1, 10))
		if len(page.Items) >= request.Count {
			break
		}
	}
	w.at = page.Next
	return page, nil
}

// first returns the height from which the first window goes down.
func (w *walk) first(ctx context.Context, cursor client.Cursor) (height uint64, err error) {
	switch {
	case cursor != "":
		return strconv.ParseUint(string(cursor), 10, 64)
	case w.start > 0:
		height = w.start
	default:
		height, err = load.NewestHeight(ctx, w.node, w.hints)
	}
	w.newest.Store(height)
	return height, err
}

// progress returns the number of windows that were read, and says which heights.
func (w *walk) progress() (windows int, words text.Safe) {
	windows = int(w.windows.Load())
	if windows == 0 {
		return 0, text.Const("nothing scanned")
	}
	words = text.Format("%s blocks scanned to %s", text.Integer(w.newest.Load()-w.oldest.Load()+1), text.Integer(w.oldest.Load()))
	if w.pruned.Load() > 0 {
		words = text.Format("%s, where the data of this node start", words)
	}
	return windows, words
}
