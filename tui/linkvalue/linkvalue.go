// Package linkvalue reads the value to which a link leads: what stands on Home beside a saved place, and in the panel of an
// account beside a pinned one.
package linkvalue

import (
	"context"
	"encoding/json"
	"math/big"
	"strconv"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/jsonpath"
	"foredeck/tui/target"
)

// Value is what a link led to.
type Value struct {
	// Exact is the value as the node wrote it, a text without its quotes; several of a view function as a JSON array.
	Exact string
	Type  string // of the Move language; empty where it is not known
}

// HasValue tells whether the link leads to a value: an account (its sequence number), a resource or a value in it, a call of a
// view function.
func HasValue(link target.Link) bool {
	return link.Target.Kind == target.Account || link.View != nil
}

// Read asks the node for the value.
func Read(ctx context.Context, node *client.Node, link target.Link) (Value, error) {
	switch {
	case link.View != nil:
		return readView(ctx, node, link)
	case link.Type != "":
		return readResource(ctx, node, link)
	}
	account, err := node.Account(ctx, link.Target.Address)
	return Value{Exact: strconv.FormatUint(account.SequenceNumber, 10), Type: "u64"}, err
}

func readResource(ctx context.Context, node *client.Node, link target.Link) (Value, error) {
	path, err := jsonpath.Parse(link.Path)
	if err != nil {
		return Value{}, err
	}
	resource, err := node.Resource(ctx, link.Target.Address, link.Type)
	if err != nil {
		return Value{}, err
	}
	found, err := path.In(resource.Data)
	return Value{Exact: bare(found)}, err
}

func readView(ctx context.Context, node *client.Node, link target.Link) (Value, error) {
	request := client.ViewRequest{Function: link.Target.Function}
	for _, argument := range link.View.TypeArguments {
		tag, err := move.ParseTypeTag(argument)
		if err != nil {
			return Value{}, err
		}
		request.TypeArguments = append(request.TypeArguments, tag)
	}
	for _, argument := range link.View.Arguments {
		request.Arguments = append(request.Arguments, argument)
	}
	result, err := node.View(ctx, request)
	switch {
	case err != nil:
		return Value{}, err
	case len(result.Values) == 1:
		return Value{Exact: bare(result.Values[0].JSON), Type: result.Values[0].Type}, nil
	}
	values := make([]json.RawMessage, len(result.Values))
	for i, value := range result.Values {
		values[i] = value.JSON
	}
	all, err := json.Marshal(values)
	return Value{Exact: string(all)}, err
}

// bare is the value without the quotes of a text.
func bare(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	return string(raw)
}

// Change is by how much a whole number has changed since it was another. It is not ok where one of them is none.
func Change(from, to string) (change *big.Int, ok bool) {
	before, ok := integer(from)
	if !ok {
		return nil, false
	}
	now, ok := integer(to)
	if !ok {
		return nil, false
	}
	return now.Sub(now, before), true
}

// mostDigits is how long the longest integer of the chain is, that of a u256, with its sign.
const mostDigits = 79

func integer(digits string) (*big.Int, bool) {
	if len(digits) > mostDigits {
		return nil, false
	}
	return new(big.Int).SetString(digits, 10)
}
