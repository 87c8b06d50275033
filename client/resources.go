package client

import (
	"cmp"
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

const (
	callResources call = "resources"
	callResource  call = "resource"
)

// Resource is a value of a type that an account holds (spec section 2.7).
type Resource struct {
	Type     string          `json:"type"`     // in canonical form if it can be parsed
	Data     json.RawMessage `json:"data"`     // nil in lists of version 1
	Raw      json.RawMessage `json:"-"`        // the complete JSON
	Problems Problems        `json:"problems"` // the parts that could not be decoded
	Other    Members         `json:"other"`    // the members that are not known
}

// Into decodes the data, as MoveValue.Into does.
func (r Resource) Into(target any) error { return decodeInto("resource", r.Data, target) }

// Key identifies the resource in a list: its type, or its JSON if it has none.
func (r *Resource) Key() string { return cmp.Or(r.Type, string(r.Raw)) }

// MarshalJSON returns type and data, null if absent.
func (r Resource) MarshalJSON() ([]byte, error) {
	type plain Resource
	return marshal(plain(r))
}

// Resources reads a page of the resources of an account, as Modules does for modules. On version 1 the list can hold types
// only.
func (n *Node) Resources(ctx context.Context, address move.Address, request PageRequest) (Page[Resource], error) {
	return listPage(n, callResources, accountVersions, request, normalizeUnordered, func(version Version, request PageRequest) (Page[Resource], error) {
		return n.resourcePage(ctx, version, address, request)
	})
}

func (n *Node) resourcePage(ctx context.Context, version Version, address move.Address, request PageRequest) (Page[Resource], error) {
	return cursorPage(ctx, n, version.accountPath(address)+"/resources", resourceWrapper[version], (*bodyReader).resource, request)
}

// AllResources iterates over the resources of an account.
func (n *Node) AllResources(ctx context.Context, address move.Address) iter.Seq2[Resource, error] {
	return walk(NewestFirst, (*Resource).Key, func(request PageRequest) (Page[Resource], error) {
		return n.Resources(ctx, address, request)
	})
}

// Resource reads a resource by its type, in any spelling that move.ParseStructTag accepts. The error is ErrNotFound if the
// account does not hold it. If a node rejects a type with several type arguments, Resource searches the list of resources.
func (n *Node) Resource(ctx context.Context, address move.Address, resourceType string) (Resource, error) {
	tag, err := move.ParseStructTag(resourceType)
	if err != nil {
		wrong := &ArgumentError{Field: "resource type", Value: truncate(resourceType, messageCharacters), Rule: err.Error()}
		if parse, ok := errors.AsType[*move.ParseError](err); ok {
			wrong.Rule = parse.Rule
		}
		return Resource{}, wrong
	}
	return byVersion(n, callResource, accountVersions, func(version Version) (Resource, error) {
		canonical := tag.String()
		found, err := n.get(ctx, version.accountPath(address)+"/resources/"+url.PathEscape(canonical), nil)
		if err == nil {
			return decodeResource(found, canonical)
		}
		var status *StatusError
		isRejected := errors.As(err, &status) && (status.Status == http.StatusBadRequest || errors.Is(err, ErrUnsupported))
		if !isRejected || errors.Is(err, ErrNotFound) || !strings.ContainsAny(canonical, ", ") {
			return Resource{}, err
		}
		for resource, failure := range walk(NewestFirst, (*Resource).Key, func(request PageRequest) (Page[Resource], error) {
			return n.resourcePage(ctx, version, address, request)
		}) {
			if failure != nil {
				return Resource{}, failure
			}
			switch {
			case resource.Type != canonical:
			case resource.Data == nil: // listed without its data
				return Resource{}, err
			default:
				return resource, nil
			}
		}
		return Resource{}, fmt.Errorf("resource %s: %w in the list of the account (the node rejects the type in a path: %v)", canonical, ErrNotFound, err)
	})
}

// decodeResource reads a resource. Version 1 sends only its fields, in a list of one.
func decodeResource(found apiResponse, canonical string) (Resource, error) {
	reader := newBodyReader(found)
	resource := reader.resource()
	if err := reader.end(); err != nil {
		return Resource{}, err
	}
	switch {
	case resource.Data == nil && resource.Problems != nil:
		return Resource{}, resource.Problems.Err()
	case resource.Data == nil || string(resource.Data) == "null": // version 1 does not have it
		return Resource{}, nullError(found)
	case resource.Type == "":
		resource.Type = canonical
	case resource.Type != canonical && len(resource.Problems) == 0:
		return Resource{}, &DecodeError{URL: found.url, Path: "type", Err: fmt.Errorf("%s instead of the requested %s", truncate(resource.Type, messageCharacters), canonical)}
	}
	return resource, nil
}

// resource reads a resource in any of its forms: {type, data}, {result: [fields]} outside of lists, or, in lists of
// version 1, a type or a pair of a type and its parts. Every value becomes a Resource, whatever it is.
func (r *bodyReader) resource() Resource {
	var resource Resource
	isBare := false
	readType := func() { resource.Type = r.resourceType() }
	resource.Raw, resource.Problems, resource.Other = r.record(func() {
		switch r.kind() {
		case '"', '[':
			r.identifier(readType)
		default:
			if r.fields(
				optional("type", readType),
				optional("data", func() {
					if !r.null() {
						resource.Data = r.raw()
					}
				}),
				optional("result", func() {
					isBare = true
					r.first(func() { resource.Data = r.raw() })
				}),
			) && resource.Data == nil && !isBare {
				r.missing("data")
			}
		}
		if resource.Type == "" && !isBare && len(r.notes.problems) == 0 {
			r.note(errors.New("resource without a type"))
		}
	})
	return resource
}

// resourceType reads a type and returns its canonical form; lists of version 1 spell it differently.
func (r *bodyReader) resourceType() string {
	text := r.text()
	if text == "" {
		return ""
	}
	tag, err := move.ParseStructTag(text)
	if err != nil {
		if r.broken == nil {
			r.note(err)
		}
		return text
	}
	return tag.String()
}
