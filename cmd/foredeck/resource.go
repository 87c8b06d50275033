package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/linkvalue"
	"foredeck/tui/load"
	"foredeck/tui/lookup"
	"foredeck/tui/record"
	"foredeck/tui/render"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

func init() {
	runners["resources"] = &runner{check: checkFilter(record.ResourceFields), open: openNode, run: listResources, calls: []examinedCall{
		{"resources", client.V1, true, func(e *examination) error {
			found, err := e.node.Resources(e.ctx(), e.account, examinedPage)
			if len(found.Items) > 0 {
				e.resource = cmp.Or(found.Items[0].Type, e.resource)
			}
			return err
		}},
	}}
}

func listResources(in *invocation) error {
	fetch := func(ctx context.Context, page client.PageRequest) (client.Page[client.Resource], error) {
		return in.s.node.Resources(ctx, in.address, page)
	}
	l := newList(in, record.Resources)
	pages := filter(in, l, record.ResourceFields, func(length int) iter.Seq2[[]client.Resource, error] {
		if prefix := in.value("type"); prefix != "" {
			return first(length, ofType(canonicalPrefix(in.s.withAddress(prefix)), load.Walk(in.ctx(), client.PageRequest{}, 0, (*client.Resource).Key, fetch)))
		}
		return load.Walk(in.ctx(), client.PageRequest{}, length, (*client.Resource).Key, fetch)
	})
	return l.printPages(pages)
}

// prefixAddress matches the address at the start of a type.
var prefixAddress = text.Regexp(`^(?:0[xX])?[0-9a-fA-F]{1,64}::`)

// canonicalPrefix shortens the address in a prefix of a type to the form that lists of resources have: 0x1.
func canonicalPrefix(prefix string) string {
	found := prefixAddress().FindString(prefix)
	address, err := move.ParseAddress(strings.TrimSuffix(found, "::"))
	if err != nil { // it has no complete address
		return prefix
	}
	return address.Short() + "::" + prefix[len(found):]
}

// ofType yields the resources whose type has the prefix.
func ofType(prefix string, pages iter.Seq2[[]client.Resource, error]) iter.Seq2[[]client.Resource, error] {
	return func(yield func([]client.Resource, error) bool) {
		for page, err := range pages {
			page = slices.DeleteFunc(page, func(r client.Resource) bool { return !strings.HasPrefix(r.Type, prefix) })
			if !yield(page, err) {
				return
			}
		}
	}
}

func init() {
	runners["resource"] = &runner{check: checkPath, open: openNode, run: showResource, calls: []examinedCall{
		{"resource", client.V1, false, func(e *examination) error {
			_, err := e.node.Resource(e.ctx(), e.account, e.resource)
			return err
		}},
	}}
}

func showResource(in *invocation) error {
	written := in.value("path")
	path, _ := linkvalue.ParsePath(written) // checkPath has reported errors
	kind := in.s.withAddress(in.args[1])
	if target.IsGroup(in.args[0]) {
		return in.askAccounts(in.args[0], &lookup.AccountQuestion{Type: kind, Path: path})
	}
	if in.given("every") {
		link := target.Link{Target: target.Target{Kind: target.Account, Address: in.address}, Tab: "resources", Type: kind}
		return followState(in, link, written)
	}
	resource, err := in.s.node.Resource(in.ctx(), in.address, kind)
	if err != nil {
		return err
	}
	in.note(&resource)
	value, raw := any(resource), resource.Raw
	if in.given("path") {
		if raw, err = path.Lookup(resource.Data); err != nil {
			return err
		}
		value, resource.Data = raw, raw
	}
	p := newPrinter(in.out(), in.format, leafColumns)
	switch {
	case !p.hasRows:
		return document(p, value, raw, nil)
	case in.given("path") && p.isForPeople():
		return in.printLines(nil, render.Value(raw))
	}
	return printLeaves(p, 0, jsontext.NewDecoder(bytes.NewReader(resource.Data), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)), written)
}

// leaf is a value of a JSON tree with its path.
type leaf struct{ path, value text.Safe }

var leafColumns = record.Columns[leaf]{
	{Name: "path", Title: text.Const("PATH"), Width: 40, Text: func(l *leaf) text.Safe { return l.path }, Blank: true},
	{Name: "value", Title: text.Const("VALUE"), Text: func(l *leaf) text.Safe { return l.value }, Blank: true},
}

func checkPath(in *invocation) error {
	if _, err := linkvalue.ParsePath(in.value("path")); err != nil {
		return usagef("--path %q: %w", in.value("path"), err)
	}
	return checkChanges(in)
}

// maxPathDepth and maxPathBytes bound the paths of printLeaves, so that the output is at most a multiple of the resource.
const (
	maxPathDepth = 32
	maxPathBytes = 1_000
)

// printLeaves prints the leaves of a JSON tree, each with its path as --path accepts it. An object or array with a very long path
// is printed whole.
func printLeaves(printer *printer[*leaf], depth int, decoder *jsontext.Decoder, path string) error {
	kind := decoder.PeekKind()
	if kind != '{' && kind != '[' || depth > maxPathDepth || len(path) > maxPathBytes {
		value, err := decoder.ReadValue()
		if err != nil {
			return fmt.Errorf("%s of the resource: %w", path, err)
		}
		return printer.print(&leaf{text.Clean(path), render.Value(json.RawMessage(value))})
	}
	if _, err := decoder.ReadToken(); err != nil {
		return fmt.Errorf("%s of the resource: %w", path, err)
	}
	end := kind + 2 // } follows { by two, and ] follows [
	for index := 0; ; index++ {
		switch decoder.PeekKind() {
		case end:
			_, err := decoder.ReadToken()
			if err == nil && index == 0 {
				empty := map[jsontext.Kind]text.Safe{'{': text.Const("{}"), '[': text.Const("[]")}[kind]
				err = printer.print(&leaf{text.Clean(path), empty})
			}
			return err
		case 0:
			_, err := decoder.ReadToken()
			return fmt.Errorf("%s of the resource: %w", path, err)
		}
		inner := path + "[" + strconv.Itoa(index) + "]"
		if kind == '{' {
			name, err := decoder.ReadToken()
			if err != nil {
				return fmt.Errorf("%s of the resource: %w", path, err)
			}
			inner = path + linkvalue.Member(name.String())
		}
		if err := printLeaves(printer, depth+1, decoder, inner); err != nil {
			return err
		}
	}
}
