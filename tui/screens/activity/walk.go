package activity

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"foredeck/client"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

const (
	// batch is the number of blocks that are requested at once.
	batch = 16
	// maxPage is the number of blocks of one page.
	maxPage = 4 * batch
	// maxGap is the number of new blocks above the list that are added; with more, the list is read again.
	maxGap = 256
	// maxKnown is the number of blocks that are kept, for lists that are read again.
	maxKnown = 4096
)

// known are the transactions of blocks that were read, by height. Executed blocks do not change.
type known struct {
	lock   sync.Mutex
	blocks map[uint64][]client.Transaction
}

func (k *known) get(height uint64) (transactions []client.Transaction, ok bool) {
	k.lock.Lock()
	defer k.lock.Unlock()
	transactions, ok = k.blocks[height]
	return transactions, ok
}

func (k *known) put(height uint64, transactions []client.Transaction) {
	k.lock.Lock()
	defer k.lock.Unlock()
	if k.blocks == nil || len(k.blocks) >= maxKnown {
		k.blocks = map[uint64][]client.Transaction{}
	}
	k.blocks[height] = transactions
}

func (k *known) clear() {
	k.lock.Lock()
	defer k.lock.Unlock()
	k.blocks = nil
}

// walk reads the transactions of the chain block by block. Its methods may be called in any goroutine.
type walk struct {
	node  *client.Node
	known *known
	start uint64   // the height of the newest block; 0 if it must be found
	hints []uint64 // heights near it

	hasRead        atomic.Bool
	newest, oldest atomic.Uint64 // of the blocks that were read
	head           atomic.Uint64 // the newest height that is known
	floor          atomic.Uint64 // the oldest block that the node has, if it has pruned others

	index    client.Index // nil: none
	filter   atomic.Pointer[filter]
	indexed  indexed
	hasIndex atomic.Bool
}

// filter is what the index is asked for.
type filter struct {
	typed string
	client.Selection
}

// indexed is what was read from the index.
type indexed struct {
	lock          sync.Mutex
	first, oldest uint64 // heights
	pages         int
	typed         *string // the filter that left out other rows, nil: none did
}

const (
	// indexPage is how many blocks a page of the index counts as, when the user is asked to continue.
	indexPage = 50
	// indexRows is the number of rows of such a page.
	indexRows = 100
)

// Cursors of the index: that of a page, and the height from which the first one goes down.
const (
	isIndex     = "index "
	isIndexFrom = "from %d"
)

// newWalk starts at the newest block that is known if the chain is followed.
func newWalk(deps *screen.Deps, known *known) *walk {
	w := &walk{node: deps.Node, known: known, hints: deps.HeadHints(), index: deps.Indexed}
	if newest, _ := deps.Blocks.Newest(); newest != nil && deps.Following().Running {
		w.start = newest.Height
	}
	return w
}

// source returns the list of the transactions, newest first.
func (w *walk) source(withMetadata bool) load.Source[client.Transaction] {
	return load.Source[client.Transaction]{
		Page:    w.page,
		Key:     (*client.Transaction).Key,
		Newer:   func(*client.Transaction) client.Cursor { return cursor(w.newest.Load() + 1) },
		Include: func(t *client.Transaction) bool { return withMetadata || t.Type != string(client.BlockMetadataType) },
	}
}

func cursor(height uint64) client.Cursor { return client.Cursor(strconv.FormatUint(height, 10)) }

// page reads blocks from the height in the cursor: downwards, or upwards for what was added.
func (w *walk) page(ctx context.Context, request client.PageRequest) (client.Page[client.Transaction], error) {
	if cursor, found := strings.CutPrefix(string(request.Cursor), isIndex); found {
		return w.fromIndex(ctx, 0, client.PageRequest{Cursor: client.Cursor(cursor), Count: request.Count})
	}
	var from uint64
	if _, err := fmt.Sscanf(string(request.Cursor), isIndexFrom, &from); err == nil {
		return w.fromIndex(ctx, from, client.PageRequest{Count: request.Count})
	}
	height, err := strconv.ParseUint(string(request.Cursor), 10, 64)
	switch {
	case request.Order == client.OldestFirst:
		return w.above(ctx, height)
	case request.Cursor == "":
		if height, err = w.start, nil; height == 0 {
			height, err = load.NewestHeight(ctx, w.node, w.hints)
		}
		if err != nil {
			return client.Page[client.Transaction]{}, err
		}
		w.newest.Store(height)
		w.hasIndex.Store(w.covered(ctx) != nil)
	case err != nil:
		return client.Page[client.Transaction]{}, err
	}
	if request.Cursor != "" && w.filter.Load().typed != "" {
		if covered := w.covered(ctx); covered != nil && height <= covered.Last && height >= covered.First {
			return w.fromIndex(ctx, height, client.PageRequest{Count: request.Count})
		}
	}
	return w.below(ctx, height, request)
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

// fromIndex reads a page of the index, from a height down or that of a cursor.
func (w *walk) fromIndex(ctx context.Context, height uint64, request client.PageRequest) (client.Page[client.Transaction], error) {
	asked := w.filter.Load()
	request.Count = max(request.Count, indexRows)
	covered := w.covered(ctx)
	page, err := w.index.Transactions(ctx, asked.Selection, height, request)
	if err != nil {
		return page, err
	}
	w.indexed.note(covered, height, asked, &page)
	if page.Next != "" {
		page.Next = isIndex + page.Next
	}
	return page, nil
}

// below reads blocks downwards from a height.
func (w *walk) below(ctx context.Context, height uint64, request client.PageRequest) (page client.Page[client.Transaction], err error) {
	for read := 0; read < maxPage; {
		from := height - min(height, batch-1)
		blocks, err := w.blocks(ctx, from, height)
		slices.Reverse(blocks)
		var status *client.StatusError
		switch {
		case errors.Is(err, client.ErrPruned) && errors.As(err, &status) && status.OldestBlock != nil:
			w.floor.Store(*status.OldestBlock)
		case err != nil && !errors.Is(err, client.ErrPruned):
			return page, err
		}
		for i, transactions := range blocks {
			if transactions == nil { // pruned
				page.Next = w.behind(ctx, height-uint64(i))
				return page, nil
			}
			for _, t := range slices.Backward(transactions) {
				page.Items = append(page.Items, t)
			}
			w.oldest.Store(height - uint64(i))
			w.hasRead.Store(true)
		}
		if from == 0 {
			return page, nil
		}
		height = from - 1
		if read += len(blocks); len(page.Items) >= request.Count || request.Cursor == "" {
			break
		}
	}
	page.Next = cursor(height)
	return page, nil
}

// behind returns the cursor of the page of the index behind the oldest block that the node has, "" for none. It is for heights from one down.
func (w *walk) behind(ctx context.Context, height uint64) client.Cursor {
	if covered := w.covered(ctx); covered == nil || covered.First > height {
		return ""
	}
	return client.Cursor(fmt.Sprintf(isIndexFrom, height))
}

// above reads the blocks from a height to the newest one, oldest first.
func (w *walk) above(ctx context.Context, height uint64) (page client.Page[client.Transaction], err error) {
	for end := w.head.Load(); height <= end; {
		to := min(height+batch-1, end)
		blocks, err := w.blocks(ctx, height, to)
		for i, transactions := range blocks {
			if transactions == nil { // not on the node that has responded
				if errors.Is(err, client.ErrNotFound) {
					err = nil
				}
				return page, err
			}
			page.Items = append(page.Items, transactions...)
			w.newest.Store(height + uint64(i))
		}
		if err != nil {
			return page, err
		}
		height = to + 1
	}
	return page, nil
}

// blocks returns the transactions of the blocks from one height to another, in order: nil for a block that could not be read, for which
// there is an error.
func (w *walk) blocks(ctx context.Context, from, to uint64) ([][]client.Transaction, error) {
	blocks, errs := make([][]client.Transaction, to-from+1), make([]error, to-from+1)
	var all sync.WaitGroup
	for i := range blocks {
		height := from + uint64(i)
		if transactions, ok := w.known.get(height); ok {
			blocks[i] = transactions
			continue
		}
		all.Go(func() {
			block, err := w.node.Block(ctx, height, client.WithTransactions())
			if errs[i] = err; err == nil {
				blocks[i] = append([]client.Transaction{}, block.Transactions...)
				w.known.put(height, blocks[i])
			}
		})
	}
	all.Wait()
	return blocks, errors.Join(errs...)
}

// progress returns the number of blocks that were read, and says how far the walk is.
func (w *walk) progress() (blocks int, words text.Safe) {
	if !w.hasRead.Load() {
		return 0, text.Const("no block scanned")
	}
	newest, oldest := w.newest.Load(), w.oldest.Load()
	blocks = int(newest - oldest + 1)
	words = text.Format("%s scanned to %s", text.Plural(blocks, "block"), text.Integer(oldest))
	if floor := w.floor.Load(); floor > 0 {
		words = text.Format("%s, where the data of this node start", words)
	}
	pages, _ := w.indexed.words(oldest)
	return blocks + pages*indexPage, words
}

// note notes a page. height is where the first page starts.
func (x *indexed) note(covered *client.HeightRange, height uint64, asked *filter, page *client.Page[client.Transaction]) {
	x.lock.Lock()
	defer x.lock.Unlock()
	if x.pages == 0 && covered != nil {
		x.first = min(height, covered.Last)
		x.oldest = x.first
	}
	x.pages++
	if asked.typed != "" {
		x.typed = &asked.typed
	}
	switch {
	case page.Next == "" && covered != nil:
		x.oldest = covered.First
	case len(page.Items) > 0 && page.Items[len(page.Items)-1].Height() != nil:
		x.oldest = *page.Items[len(page.Items)-1].Height()
	}
}

// words returns the number of pages that were read, and says of which heights. oldest is the lowest block of the node above them.
func (x *indexed) words(oldest uint64) (pages int, words text.Safe) {
	x.lock.Lock()
	defer x.lock.Unlock()
	if x.pages == 0 {
		return 0, text.Safe{}
	}
	words = text.Format("from the index, heights %s to %s", text.Integer(x.oldest), text.Integer(x.first))
	if x.first+1 < oldest {
		words = text.Format("%s; not read: %s to %s", words, text.Integer(x.first+1), text.Integer(oldest-1))
	}
	return x.pages, words
}

// lacks reports whether rows that another filter selects can have been left out.
func (x *indexed) lacks(typed string) bool {
	x.lock.Lock()
	defer x.lock.Unlock()
	return x.typed != nil && *x.typed != typed
}
