package index

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"

	"foredeck/client"
	"foredeck/client/move"
)

// blocksPerPage is how many blocks of a node a page of a CallList reads.
const blocksPerPage = 100

// CallList lists the calls of functions by anyone, newest first: from the blocks of the node that an index does not have yet, and then
// from the index. It is safe for concurrent use.
type CallList struct {
	Node      *client.Node
	Path      string // of the index; "" to use none
	Functions []move.FunctionID
	Blocks    uint64 // maximum number of blocks to read from the node; 0 for no limit
	// Head returns the height of the newest block.
	Head func(context.Context) (uint64, error)

	mutex sync.Mutex
	read  CallScope
}

// CallScope are the heights that a CallList has read so far, nil for none.
type CallScope struct {
	Node, Index *Range
	Missing     *Range // between these two: more blocks than may be read
}

// Scope returns what was read since the first page.
func (l *CallList) Scope() CallScope {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.read
}

// Page returns calls. A page may have none and another one after it, and the order of the request must be client.NewestFirst. Its error
// is client.ErrUnsupported if there is no index and the node has no blocks with transactions.
func (l *CallList) Page(ctx context.Context, request client.PageRequest) (page client.Page[client.Transaction], err error) {
	if request.Order != client.NewestFirst {
		return page, &client.ArgumentError{Field: "order", Value: "oldest first", Rule: "must be newest first"}
	}
	reader, covered, err := l.open(ctx)
	if err != nil {
		return page, err
	}
	if reader != nil {
		defer func() { err = errors.Join(err, reader.Close()) }()
	}
	var at callCursor
	if request.Cursor != "" {
		if err := at.parse(request.Cursor); err != nil {
			return page, err
		}
	} else if at, err = l.begin(ctx); err != nil {
		return page, err
	}
	if at.isIndex && covered == nil {
		return page, fmt.Errorf("%s: %w any more", l.Path, ErrNone)
	}
	if at.isIndex || covered != nil && at.Height <= covered.Last {
		return l.fromIndex(ctx, reader, *covered, at, max(request.Count, 1))
	}
	return l.fromNode(ctx, covered, at)
}

// open opens the index, if there is one of whole blocks, with the newest heights that it has without gaps.
func (l *CallList) open(ctx context.Context) (reader *Reader, covered *Range, err error) {
	if l.Path == "" {
		return nil, nil, nil
	}
	if reader, err = Open(ctx, l.Path); errors.Is(err, ErrNone) {
		return nil, nil, nil
	} else if err != nil {
		return nil, nil, err
	}
	coverage, err := reader.Coverage(ctx)
	if err != nil {
		return nil, nil, errors.Join(err, reader.Close())
	}
	if newest, ok := coverage.Newest(nil); ok && coverage.Scope == Blocks {
		return reader, &newest, nil
	}
	return nil, nil, reader.Close()
}

// begin returns the place of the newest block.
func (l *CallList) begin(ctx context.Context) (callCursor, error) {
	height, err := l.Head(ctx)
	if err != nil {
		return callCursor{}, err
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.read = CallScope{}
	at := callCursor{callPlace: callPlace{Height: height}}
	if l.Blocks > 0 {
		at.lowest = height - min(height, l.Blocks-1)
	}
	return at, nil
}

// fromNode reads a number of blocks downwards. covered is what follows them in the index.
func (l *CallList) fromNode(ctx context.Context, covered *Range, at callCursor) (page client.Page[client.Transaction], err error) {
	lowest := at.Height - min(at.Height, blocksPerPage-1)
	end := at.lowest
	if covered != nil {
		end = max(end, covered.Last+1)
	}
	lowest = max(lowest, end)
	next, isPruned := at.Height+1, false
	for block, failed := range l.Node.Blocks(ctx, at.Height, lowest, client.EachWith(client.WithTransactions())) {
		if isPruned = errors.Is(failed, client.ErrNotFound) && block.Height < at.Height; isPruned {
			break
		}
		if err = failed; err != nil {
			break
		}
		next = block.Height
		for i := range slices.Backward(block.Transactions) {
			if t := &block.Transactions[i]; slices.ContainsFunc(l.Functions, t.Calls) {
				page.Items = append(page.Items, *t)
			}
		}
	}
	if next <= at.Height {
		l.noteNode(Range{next, at.Height})
	}
	switch {
	case err != nil:
	case covered != nil && (next == end || isPruned):
		l.noteMissing(covered.Last+1, next)
		page.Next = callCursor{callPlace: newestCall, isIndex: true}.cursor()
	case next > end && !isPruned:
		page.Next = callCursor{callPlace: callPlace{Height: next - 1}, lowest: at.lowest}.cursor()
	}
	return page, err
}

// noteNode adds heights that were read from the node.
func (l *CallList) noteNode(read Range) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.read.Node == nil || read.Last > l.read.Node.Last {
		l.read.Node = &read
	}
	l.read.Node.First = min(l.read.Node.First, read.First)
}

// noteMissing notes that the heights from first to before another one are left out, if there are any.
func (l *CallList) noteMissing(first, next uint64) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if first < next {
		l.read.Missing = &Range{first, next - 1}
	}
}

// fromIndex reads a page of the index.
func (l *CallList) fromIndex(ctx context.Context, reader *Reader, covered Range, at callCursor, count int) (page client.Page[client.Transaction], err error) {
	if !at.isIndex {
		at.callPlace = newestCall
	}
	var found []indexedCall
	for _, function := range l.Functions {
		calls, err := reader.calls(ctx, function, covered.First, at.callPlace, count)
		if err != nil {
			return page, err
		}
		found = append(found, calls...)
	}
	sort.Slice(found, func(i, j int) bool { return found[i].place.compare(found[j].place) > 0 })
	for i := range found[:min(len(found), count)] {
		page.Items = append(page.Items, found[i].Transaction)
	}
	l.mutex.Lock()
	l.read.Index = &covered
	l.mutex.Unlock()
	if len(found) >= count {
		page.Next = callCursor{callPlace: found[count-1].place, isIndex: true}.cursor()
	}
	return page, nil
}

// callCursor is the place of a page of a CallList.
type callCursor struct {
	callPlace
	isIndex bool
	lowest  uint64 // height that is read from the node
}

const (
	nodeCursor  = "node.%d.%d"
	indexCursor = "index.%d.%d"
)

func (c callCursor) cursor() client.Cursor {
	if c.isIndex {
		return client.Cursor(fmt.Sprintf(indexCursor, c.Height, c.N))
	}
	return client.Cursor(fmt.Sprintf(nodeCursor, c.Height, c.lowest))
}

// parse reads a cursor.
func (c *callCursor) parse(cursor client.Cursor) (err error) {
	if c.isIndex = strings.HasPrefix(string(cursor), "index."); c.isIndex {
		_, err = fmt.Sscanf(string(cursor), indexCursor, &c.Height, &c.N)
	} else {
		_, err = fmt.Sscanf(string(cursor), nodeCursor, &c.Height, &c.lowest)
	}
	if err != nil {
		return &client.ArgumentError{Field: "cursor", Value: string(cursor), Rule: "must be the cursor of a page of these calls"}
	}
	return nil
}
