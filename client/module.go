package client

import (
	"encoding/json"

	"foredeck/client/move"
)

// Module is a published module (spec section 2.6).
type Module struct {
	Address  move.Address
	Name     string
	Bytecode []byte          // nil where the node does not give it: version 1
	ABI      *move.ModuleABI // nil where the node does not give it: lists of version 1
	Raw      json.RawMessage // the whole record as sent
	Problem  *DecodeError    // the first thing in the record that was not understood; nil for a regular one
}
