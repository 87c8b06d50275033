package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"strings"

	"foredeck/client/move"
)

// Resource is a value that an account holds (spec section 2.7).
type Resource struct {
	Type    string          `json:"type"` // canonical where it can be read, else as the node wrote it
	Data    json.RawMessage `json:"data"` // as sent; nil where the node does not give it: lists of version 1
	Raw     json.RawMessage `json:"-"`    // the whole record as sent
	Problem *DecodeError    `json:"-"`    // the first thing in the record that was not understood; nil for a regular one
}

// MarshalJSON gives type and data; data is null where the node does not give it.
func (r Resource) MarshalJSON() ([]byte, error) {
	type plain Resource
	return marshal(plain(r))
}

// Resources reads a page of the resources of an account, in the node's own order: the
// Order of the request must be left out, else the error is an *ArgumentError (spec
// sections 4.3 to 4.5). The cursor is the node's, opaque, and good for the version that
// gave it. Lists of version 1 may hold types alone. A page that breaks half-way, or after
// which one cannot go on, gives what it has and the error.
func (n *Node) Resources(ctx context.Context, address move.Address, request PageRequest) (Page[Resource], error) {
	request, err := request.validList()
	if err != nil {
		return Page[Resource]{}, err
	}
	return byVersion(n, callResources, every, func(version Version) (Page[Resource], error) {
		return resourcesOf(n, version, address).page(ctx, request)
	})
}

// AllResources walks over all resources of an account, asking for pages of 100 as it
// goes. An error is yielded last, with a zero Resource.
func (n *Node) AllResources(ctx context.Context, address move.Address) iter.Seq2[Resource, error] {
	return walk(PageRequest{Count: maximumCount}, func(request PageRequest) (Page[Resource], error) {
		return n.Resources(ctx, address, request)
	})
}

// Resource reads one resource by its type, such as
// 0x1::coin::CoinStore<0x1::native_coin::NativeCoin>, in any of the spellings that
// move.ParseStructTag takes; any other is an *ArgumentError. It fails with ErrNotFound
// when the account does not hold one. Where a node refuses a type with several type
// arguments, which is outside of the spec's pattern, it is looked for in the list.
func (n *Node) Resource(ctx context.Context, address move.Address, resourceType string) (Resource, error) {
	tag, err := move.ParseStructTag(resourceType)
	if err != nil {
		wrong := &ArgumentError{Field: "resource type", Value: cut(resourceType, messageCharacters), Rule: err.Error()}
		var parse *move.ParseError
		if errors.As(err, &parse) {
			wrong.Rule = parse.Rule
		}
		return Resource{}, wrong
	}
	return byVersion(n, callResource, every, func(version Version) (Resource, error) {
		canonical := tag.String()
		found, err := n.get(ctx, version.accountPath(address)+"/resources/"+url.PathEscape(canonical), nil)
		if err == nil {
			return decodeResource(found, canonical)
		}
		var status *StatusError
		isRefusal := errors.As(err, &status) && (status.Status == http.StatusBadRequest || errors.Is(err, ErrUnsupported))
		if !isRefusal || errors.Is(err, ErrNotFound) || !strings.ContainsAny(canonical, ", ") {
			return Resource{}, err
		}
		request := PageRequest{Count: maximumCount}
		for resource, failure := range walk(request, func(request PageRequest) (Page[Resource], error) {
			return resourcesOf(n, version, address).page(ctx, request)
		}) {
			if failure != nil {
				return Resource{}, failure
			}
			switch {
			case resource.Type != canonical:
			case resource.Data == nil: // the list names it without saying what it holds
				return Resource{}, err
			default:
				return resource, nil
			}
		}
		return Resource{}, fmt.Errorf("%w: the account's list has no %s; the node does not take that type in a path (%v)", ErrNotFound, canonical, err)
	})
}

// decodeResource reads one resource. Version 1 gives its fields alone, in a list of one.
func decodeResource(found answer, canonical string) (Resource, error) {
	reader := newBodyReader(found)
	resource := reader.resource()
	if err := reader.end(); err != nil {
		return Resource{}, err
	}
	switch {
	case resource.Data == nil && resource.Problem != nil:
		return Resource{}, resource.Problem
	case resource.Data == nil || string(resource.Data) == "null":
		return Resource{}, nothing(found)
	case resource.Type == "":
		resource.Type = canonical
	}
	return resource, nil
}

// resource takes a resource in any of its forms: {type, data}, {result: [fields]} for one
// alone, or, in lists of version 1, a pair of its type and the parts of that, or the type
// alone. Whatever the value is, it becomes one Resource.
func (r *bodyReader) resource() Resource {
	var resource Resource
	outer := r.problem
	r.problem = nil
	start := r.here()
	isBare := false
	switch r.kind() {
	case '"':
		resource.Type = r.resourceType()
	case '[':
		first := true
		r.array(func() {
			if first {
				resource.Type = r.resourceType()
			} else {
				r.skip()
			}
			first = false
		})
	default:
		r.object(func(name []byte) {
			switch string(name) {
			case "type":
				resource.Type = r.resourceType()
			case "data":
				if !r.null() {
					resource.Data = r.raw()
				}
			case "result":
				isBare = true
				r.array(func() {
					if fields := r.raw(); resource.Data == nil {
						resource.Data = fields
					}
				})
			default:
				r.skip()
			}
		})
	}
	resource.Raw = r.since(start)
	if resource.Type == "" && !isBare {
		r.note(errors.New("a resource without a type"))
	}
	resource.Problem, r.problem = r.problem, outer
	return resource
}

// resourceType takes a type; lists of version 1 write it in a spelling of their own.
func (r *bodyReader) resourceType() string {
	text := r.text()
	tag, err := move.ParseStructTag(text)
	if err != nil {
		if r.broken == nil {
			r.note(err)
		}
		return text
	}
	return tag.String()
}
