package client

import (
	"context"
	"encoding/hex"
	"errors"
	"iter"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"foredeck/client/internal/paging"
)

const (
	defaultCount = 20 // spec section 8
	maxCount     = paging.MaxCount
)

// Order is the order in which a list is read. The zero Order is NewestFirst.
type Order = paging.Order

// The orders of a list.
const (
	NewestFirst = paging.NewestFirst
	OldestFirst = paging.OldestFirst
)

// Cursor is a position in a list, valid for the list and the order it came with. Treat it as opaque. The empty Cursor is
// the start of the list in a PageRequest, and the end in a Page.
type Cursor = paging.Cursor

// PageRequest selects a part of a list. The zero value selects the first page, newest records first.
type PageRequest = paging.Request

// Page is a part of a list. It can hold fewer records than requested, or none, without being the last.
type Page[T any] = paging.Page[T]

// normalize checks the request and limits its count.
func normalize(r PageRequest) (PageRequest, error) {
	switch {
	case r.Order != NewestFirst && r.Order != OldestFirst:
		return r, &ArgumentError{Field: "order", Value: r.Order.String(), Rule: "must be newest first or oldest first"}
	case r.Count < 0:
		return r, &ArgumentError{Field: "count", Value: strconv.Itoa(r.Count), Rule: "must not be negative"}
	case r.Count == 0:
		r.Count = defaultCount
	}
	r.Count = min(r.Count, maxCount)
	return r, nil
}

// normalizeUnordered is normalize for a list that has only the node's own order.
func normalizeUnordered(r PageRequest) (PageRequest, error) {
	if r.Order != NewestFirst {
		return r, &ArgumentError{Field: "order", Value: r.Order.String(), Rule: "not supported by this list, which has only the node's own order"}
	}
	return normalize(r)
}

// walk yields the items of all pages of a list, in pages of 100.
func walk[T any](order Order, key func(*T) string, fetch func(PageRequest) (Page[T], error)) iter.Seq2[T, error] {
	pages := paging.Walk(PageRequest{Order: order, Count: maxCount}, key, fetch)
	return func(yield func(T, error) bool) {
		for item, err := range pages {
			if !yield(item, pagingError(err, "")) {
				return
			}
		}
	}
}

// PageCheck checks the successive pages of one walk through a list, each with its request. It returns ErrRepeats if the node lists
// the same records again and again under new cursors: after 3 pages in a row without a new record. It empties such pages. It is not
// safe for concurrent use.
type PageCheck[T any] func(PageRequest, Page[T]) (Page[T], error)

// NewPageCheck returns a PageCheck for the next walk. key identifies a record; methods such as (*Transaction).Key do.
func NewPageCheck[T any](key func(*T) string) PageCheck[T] {
	check := paging.RepeatCheck(key)
	return func(request PageRequest, page Page[T]) (Page[T], error) {
		checked, err := check(request, page)
		return checked, pagingError(err, "")
	}
}

// pagingError makes an error of package paging one of this package. url is that of the last response, for errors about it.
func pagingError(err error, url string) error {
	if cursor, ok := errors.AsType[*paging.CursorError](err); ok {
		return cursorError(cursor.Cursor, cursor.Rule)
	}
	if _, ok := errors.AsType[paging.ResponseError](err); ok {
		return &DecodeError{URL: url, Err: err}
	}
	return err
}

func cursorError(cursor Cursor, rule string) error {
	return &ArgumentError{Field: "cursor", Value: truncate(string(cursor), quotedCharacters), Rule: rule}
}

// getter requests the JSON at a path; (*endpoint).get is one.
type getter func(ctx context.Context, path string, query url.Values) (apiResponse, error)

// getList requests a page of a list and decodes its items. The cursor is from the body or the header, nil if there is
// none. If a response is truncated, its items come with the error.
func getList[T any](ctx context.Context, get getter, path string, query url.Values, wrapper []string, decode func(*bodyReader) T) (items []T, next *Cursor, url string, err error) {
	found, err := get(ctx, path, query)
	if len(found.body) == 0 {
		return nil, nil, found.url, err
	}
	reader := newBodyReader(found)
	next = reader.list(wrapper, func() {
		if item := decode(reader); reader.broken == nil {
			items = append(items, item)
		}
	})
	if err == nil {
		err = reader.end()
	}
	if next == nil {
		next = found.headerCursor()
	}
	return items, next, found.url, err
}

// cursorPage reads a page of a list with opaque cursors: modules and resources.
func cursorPage[T any](ctx context.Context, node *Node, path string, wrapper []string, decode func(*bodyReader) T, request PageRequest) (Page[T], error) {
	list := paging.CursorList[T]{Fetch: func(ctx context.Context, request PageRequest) ([]T, *Cursor, error) {
		query := url.Values{"count": {strconv.Itoa(request.Count)}}
		if request.Cursor != "" {
			query.Set("start", string(request.Cursor))
		}
		items, next, _, err := getList(ctx, node.get, path, query, wrapper, decode)
		return items, next, err
	}}
	page, err := list.Page(ctx, request)
	return page, pagingError(err, node.base+path)
}

// headerCursor returns the cursor in the header that WithCursorHeader names, or in one whose name ends in -cursor; nil if
// there is none.
func (a apiResponse) headerCursor() *Cursor {
	for name, values := range a.header {
		isCursor := strings.EqualFold(name, a.cursorHeader)
		if a.cursorHeader == "" {
			isCursor = strings.HasSuffix(strings.ToLower(name), "-cursor")
		}
		if isCursor && len(values) > 0 {
			return new(cursorOf(strings.TrimSpace(values[0])))
		}
	}
	return nil
}

// cursorOf returns the cursor in a text of the node, which marks the end of a list with 0 or an empty text.
func cursorOf(text string) Cursor {
	if text == "0" {
		return ""
	}
	return Cursor(text)
}

// maxPageRecords is the maximum number of records of a page. Requests ask for at most 100, but some nodes ignore that for modules
// and resources.
const maxPageRecords = 10_000

// list reads a list that can be inside objects, next to a cursor, and calls visit for each item, which visit must read.
// The cursor is nil if the body has none.
func (r *bodyReader) list(wrapper []string, visit func()) *Cursor {
	if r.kind() != '{' {
		records := 0
		r.array(func() {
			if records++; records > maxPageRecords {
				r.stop(errTooManyRecords)
				return
			}
			visit()
		})
		return nil
	}
	var cursor *Cursor
	found := false
	r.object(func(name []byte) {
		switch {
		case string(name) == "cursor":
			cursor = r.cursor()
		case slices.Contains(wrapper, string(name)):
			found = true
			if inner := r.list(wrapper, visit); inner != nil {
				cursor = inner
			}
		}
	})
	if !found {
		r.note(errors.New("object without a list"))
	}
	return cursor
}

// cursor reads a cursor in any form: text, number, array of bytes, null.
func (r *bodyReader) cursor() *Cursor {
	switch r.kind() {
	case 'n':
		r.skip()
		return new(Cursor(""))
	case '[':
		var bytes []byte
		r.array(func() {
			if b := r.unsigned(); b != nil {
				bytes = append(bytes, byte(*b))
			}
		})
		return new(Cursor(hex.EncodeToString(bytes)))
	case '0', '"':
		return new(cursorOf(string(unquoted(r.value()))))
	}
	r.unwanted("a cursor")
	return nil
}
