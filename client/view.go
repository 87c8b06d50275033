package client

import (
	"encoding/json"

	"foredeck/client/move"
)

// ViewRequest is a call of a view function (spec section 2.1).
type ViewRequest struct {
	Function      move.FunctionID
	TypeArguments []move.TypeTag
	// Arguments are Go values: bool, integers, *big.Int, string, []byte, move.Address,
	// slices of these, json.RawMessage as it is, nil for an Option without a value. A
	// string is read by the type of its parameter, as a person types it: "18,446" for a
	// u64, "0x1" for an address, "[1,2]" for a vector, "" for an Option without a value.
	Arguments []any
	// BCS sends the body in the binary form, which only version 3 takes. It needs the
	// module's ABI to know the types.
	BCS bool
}

// ViewResult is what a view function returned (spec section 2.3).
type ViewResult struct {
	Values []MoveValue
	Raw    json.RawMessage // the whole answer as sent
}

// MoveValue is one returned value (spec section 2.2).
type MoveValue struct {
	// Type is the parameter's type as the ABI gives it, else what the node's key says
	// (u64, address ...), "" where neither is known.
	Type string
	// JSON is the bare value, also where the node wrapped it in a key; nil for a null.
	JSON json.RawMessage
}
