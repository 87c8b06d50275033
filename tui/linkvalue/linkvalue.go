// Package linkvalue reads the value that a link points to, for bookmarks on Home and pinned values of an account.
package linkvalue

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"math/big"
	"strconv"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// Value is the value a link points to.
type Value struct {
	// Exact is the value as the node sent it: strings without quotes, several results of a view function as a JSON array.
	Exact string
	Type  string // Move type; empty if unknown
}

// HasValue reports whether the link points to a value: an account (its sequence number), a resource or a value inside it, or a
// view call.
func HasValue(link target.Link) bool {
	return link.Target.Kind == target.Account || link.View != nil && !link.View.Entry && link.View.Group() == ""
}

// Read requests the value from the node.
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
	path, err := ParsePath(link.Path)
	if err != nil {
		return Value{}, err
	}
	resource, err := node.Resource(ctx, link.Target.Address, link.Type)
	if err != nil {
		return Value{}, err
	}
	found, err := path.Lookup(resource.Data)
	return Value{Exact: text.Unquote(found)}, err
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
		return Value{Exact: text.Unquote(result.Values[0].JSON), Type: result.Values[0].Type}, nil
	}
	values := make([]json.RawMessage, len(result.Values))
	for i, value := range result.Values {
		values[i] = value.JSON
	}
	all, err := json.Marshal(values)
	return Value{Exact: string(all)}, err
}

// Change returns the difference between two integers. ok is false if either is not an integer.
func Change(from, to string) (change *big.Int, ok bool) {
	before, ok := parseInteger(from)
	if !ok {
		return nil, false
	}
	now, ok := parseInteger(to)
	if !ok {
		return nil, false
	}
	return now.Sub(now, before), true
}

// maxDigits is the length of the longest integer on chain, a signed u256.
const maxDigits = 79

func parseInteger(digits string) (*big.Int, bool) {
	if len(digits) > maxDigits {
		return nil, false
	}
	return new(big.Int).SetString(digits, 10)
}

// State requests the resource or module that a link points to, as JSON. A module has the SHA-256 of its bytecode, so that code which
// changes behind the same interface is a change. It is nil without an error if there is no such resource or module.
func State(ctx context.Context, node *client.Node, link target.Link) (json.RawMessage, error) {
	state, err := readState(ctx, node, link)
	if errors.Is(err, client.ErrNotFound) {
		return nil, nil
	}
	return state, err
}

func readState(ctx context.Context, node *client.Node, link target.Link) (json.RawMessage, error) {
	if link.Target.Kind == target.Module {
		module, err := node.Module(ctx, link.Target.Module)
		if err != nil {
			return nil, err
		}
		state := struct {
			Bytecode string          `json:"bytecode_sha256,omitempty"`
			ABI      *move.ModuleABI `json:"abi"`
		}{ABI: module.ABI}
		if module.Bytecode != nil {
			sum := sha256.Sum256(module.Bytecode)
			state.Bytecode = "0x" + hex.EncodeToString(sum[:])
		}
		return move.EncodeJSON(state)
	}
	resource, err := node.Resource(ctx, link.Target.Address, link.Type)
	return resource.Data, err
}

// heightFunction returns the height of the newest block that a node has executed.
var heightFunction = move.FunctionID{Address: move.Address{31: 1}, Module: "block", Name: "get_current_block_height"}

// Height requests the height of the newest block, to date a change. It is nil if the node does not tell.
func Height(ctx context.Context, node *client.Node) *uint64 {
	result, err := node.View(ctx, client.ViewRequest{Function: heightFunction})
	if err != nil || len(result.Values) != 1 {
		return nil
	}
	height, err := strconv.ParseUint(text.Unquote(result.Values[0].JSON), 10, 64)
	if err != nil {
		return nil
	}
	return &height
}
