package client

import (
	"context"
	"encoding/hex"
	"errors"
	"net/url"
	"strconv"
	"strings"

	"foredeck/client/move"
)

// errNoCursor: a full page, and the node does not tell where the next one begins.
var errNoCursor = errors.New("the page is full and the node gives no cursor, so what may follow cannot be had; ask for up to 100 at once")

// cursorList is a list that goes by opaque cursors in the order that the node has for it:
// modules and resources.
type cursorList[T any] struct {
	node    *Node
	path    string
	wrapper []string // the names around the items, in any order; none around a bare array
	item    func(*bodyReader) T
}

// validList gives the request with its count within the limits. These lists have no order.
func (r PageRequest) validList() (PageRequest, error) {
	if r.Order != NewestFirst {
		return r, &ArgumentError{Field: "order", Value: r.Order.String(), Rule: "must be left out, this list has only the node's own order"}
	}
	return r.valid()
}

// page asks for a part of the list. It is the last where it is empty, or where the
// cursor is empty, null, 0, or the one that was sent: deployed nodes give a cursor even
// after the end. A page that is merely short is not the last.
func (l cursorList[T]) page(ctx context.Context, request PageRequest) (Page[T], error) {
	items, cursor, given, err := l.ask(ctx, request)
	page := Page[T]{Items: items}
	switch {
	case err != nil || len(items) == 0 || given && cursor == request.Cursor:
	case given:
		page.Next = cursor
	case request.Cursor == "" && len(items) >= request.Count:
		err = l.mustEnd(ctx, request.Count)
	}
	return page, err
}

// mustEnd is errNoCursor where a full first page without a cursor may not be the last. A
// node that gives cursors leaves the last one out. One that never does would look the
// same: only a page that is another than the last tells them apart.
func (l cursorList[T]) mustEnd(ctx context.Context, count int) error {
	probe := 1
	if count == probe {
		probe = 2
	}
	items, _, given, err := l.ask(ctx, PageRequest{Count: probe})
	if err == nil && !given && (count > 1 || len(items) > 1) {
		err = &DecodeError{URL: l.node.base + l.path, Err: errNoCursor}
	}
	return err
}

// ask gives the items, the cursor of the answer, and whether there was one at all.
func (l cursorList[T]) ask(ctx context.Context, request PageRequest) (items []T, cursor Cursor, given bool, err error) {
	query := url.Values{"count": {strconv.Itoa(request.Count)}}
	if request.Cursor != "" {
		query.Set("start", string(request.Cursor))
	}
	found, err := l.node.get(ctx, l.path, query)
	if len(found.body) == 0 {
		return nil, "", false, err
	}
	reader := newBodyReader(found)
	inBody := reader.wrapped(l.wrapper, func() {
		if item := l.item(reader); reader.broken == nil {
			items = append(items, item)
		}
	})
	if err == nil {
		err = reader.end()
	}
	if inBody == nil {
		inBody = found.headerCursor()
	}
	if inBody == nil {
		return items, "", false, err
	}
	return items, *inBody, true, err
}

// headerCursor finds the cursor in the header that WithCursorHeader names, or whose name
// ends in -cursor; nil where there is none.
func (a answer) headerCursor() *Cursor {
	for name, values := range a.header {
		isIt := strings.EqualFold(name, a.cursorHeader)
		if a.cursorHeader == "" {
			isIt = strings.HasSuffix(strings.ToLower(name), "-cursor")
		}
		if isIt && len(values) > 0 {
			return new(ended(strings.TrimSpace(values[0])))
		}
	}
	return nil
}

// ended gives the cursor in a text; 0 is none, as are empty texts.
func ended(text string) Cursor {
	if text == "0" {
		return ""
	}
	return Cursor(text)
}

// wrapped takes a list that may stand in objects, beside a cursor, and calls visit at
// each item, which visit must take. The cursor is nil where the body gives none.
func (r *bodyReader) wrapped(wrapper []string, visit func()) *Cursor {
	if r.kind() != '{' {
		r.array(visit)
		return nil
	}
	var cursor *Cursor
	found := false
	r.object(func(name []byte) {
		switch {
		case string(name) == "cursor":
			cursor = r.cursor()
		case contains(wrapper, name):
			found = true
			if inner := r.wrapped(wrapper, visit); inner != nil {
				cursor = inner
			}
		default:
			r.skip()
		}
	})
	if !found {
		r.note(errors.New("no list in the object"))
	}
	return cursor
}

func contains(names []string, name []byte) bool {
	for _, known := range names {
		if known == string(name) {
			return true
		}
	}
	return false
}

// cursor takes a cursor in any form: text, number, array of bytes, null.
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
		return new(ended(string(unquoted(r.value()))))
	}
	r.unwanted("a cursor")
	return nil
}

// modulesOf and resourcesOf make the lists of an account in a version.
func modulesOf(node *Node, version Version, address move.Address) cursorList[Module] {
	return cursorList[Module]{node, version.accountPath(address) + "/modules", wires[version].moduleWrapper(), (*bodyReader).module}
}

func resourcesOf(node *Node, version Version, address move.Address) cursorList[Resource] {
	return cursorList[Resource]{node, version.accountPath(address) + "/resources", wires[version].resourceWrapper(), (*bodyReader).resource}
}
