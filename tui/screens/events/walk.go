package events

import (
	"context"
	"errors"
	"strconv"
	"strings"
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

	index                      client.Index  // nil: none
	pages                      atomic.Int64  // that were read from the index
	indexedFirst, indexedUntil atomic.Uint64 // heights of these, from the newest one down
}

const (
	// isIndex is the beginning of cursors of the index.
	isIndex = "index "
	// indexRows is the number of events of a page of the index.
	indexRows = 300
)

// newWalk starts at the newest block that is known if the chain is followed.
func newWalk(deps *screen.Deps, kind string) *walk {
	w := &walk{node: deps.Node, kind: kind, hints: deps.HeadHints(), index: deps.Indexed}
	if newest, _ := deps.Blocks.Newest(); newest != nil && deps.Following().Running {
		w.start = newest.Height
	}
	return w
}

// source returns the list of the events.
func (w *walk) source() load.Source[client.ChainEvent] {
	return load.Source[client.ChainEvent]{Page: w.page, Key: (*client.ChainEvent).Key}
}

// page reads events below the height in the cursor: from the index if that has them, else windows of the node.
func (w *walk) page(ctx context.Context, request client.PageRequest) (client.Page[client.ChainEvent], error) {
	if cursor, found := strings.CutPrefix(string(request.Cursor), isIndex); found {
		return w.fromIndex(ctx, 0, client.PageRequest{Cursor: client.Cursor(cursor), Count: request.Count})
	}
	covered := w.covered(ctx)
	if height, err := strconv.ParseUint(string(request.Cursor), 10, 64); err == nil && covers(covered, height) {
		return w.fromIndex(ctx, height, client.PageRequest{Count: request.Count})
	}
	page, err := w.fromNode(ctx, request, covered)
	if errors.Is(err, client.ErrUnsupported) && covered != nil {
		return w.fromIndex(ctx, covered.Last, client.PageRequest{Count: request.Count})
	}
	return page, err
}

// covered returns the heights of the index, nil if there is none that can be read.
func (w *walk) covered(ctx context.Context) *client.HeightRange {
	if w.index == nil {
		return nil
	}
	covered, ok, err := w.index.Covered(ctx)
	if err != nil || !ok {
		return nil
	}
	return &covered
}

func covers(covered *client.HeightRange, height uint64) bool {
	return covered != nil && height >= covered.First && height <= covered.Last
}

// fromIndex reads a page of the index, from a height down or that of a cursor.
func (w *walk) fromIndex(ctx context.Context, height uint64, request client.PageRequest) (client.Page[client.ChainEvent], error) {
	request.Count = max(request.Count, indexRows)
	page, err := w.index.Events(ctx, w.kind, height, request)
	if err != nil {
		return page, err
	}
	if request.Cursor == "" {
		w.indexedFirst.Store(height)
		w.indexedUntil.Store(height)
	}
	if covered := w.covered(ctx); page.Next == "" && covered != nil {
		w.indexedUntil.Store(covered.First)
	} else if len(page.Items) > 0 {
		w.indexedUntil.Store(*page.Items[len(page.Items)-1].Height)
	}
	w.pages.Add(1)
	if page.Next != "" {
		page.Next = isIndex + page.Next
	}
	return page, nil
}

// fromNode reads windows below the height in the cursor until there are enough events, or the index has those below.
func (w *walk) fromNode(ctx context.Context, request client.PageRequest, covered *client.HeightRange) (page client.Page[client.ChainEvent], err error) {
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
			if covered != nil && covered.First < window.From { // its events of that height may be known
				page.Next = client.Cursor(strconv.FormatUint(min(window.From, covered.Last), 10))
			}
			return page, nil
		}
		page.Next = client.Cursor(strconv.FormatUint(window.From-1, 10))
		if len(page.Items) >= request.Count || covers(covered, window.From-1) {
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
	pages := int(w.pages.Load())
	switch {
	case windows == 0 && pages > 0:
		return pages, text.Const("this node does not list events by type")
	case windows == 0:
		return 0, text.Const("nothing scanned")
	}
	words = text.Format("%s blocks scanned to %s", text.Integer(w.newest.Load()-w.oldest.Load()+1), text.Integer(w.oldest.Load()))
	if w.pruned.Load() > 0 {
		words = text.Format("%s, where the data of this node start", words)
	}
	return windows + pages, words
}

// indexed says which heights are from the index, nothing if none are.
func (w *walk) indexed() text.Safe {
	if w.pages.Load() == 0 {
		return text.Safe{}
	}
	first, oldest := w.indexedFirst.Load(), w.oldest.Load()
	words := text.Format("from the index, heights %s to %s", text.Integer(w.indexedUntil.Load()), text.Integer(first))
	if w.windows.Load() > 0 && first+1 < oldest {
		words = text.Format("%s; not read: %s to %s", words, text.Integer(first+1), text.Integer(oldest-1))
	}
	return words
}
