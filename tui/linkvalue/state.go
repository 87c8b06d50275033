package linkvalue

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strconv"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

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
