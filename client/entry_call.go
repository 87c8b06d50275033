package client

import (
	"fmt"

	"foredeck/client/move"
)

// EntryCall is a call of an entry function, as a transaction makes it. The package neither signs nor submits transactions.
type EntryCall struct {
	Function      move.FunctionID
	TypeArguments []move.TypeTag
	Arguments     []move.Argument // without signers
}

// NewEntryCall checks a call of an entry function against the ABI of its module and encodes the arguments, which have the forms of
// ViewRequest. The error is an *ArgumentError.
func NewEntryCall(abi *move.ModuleABI, request ViewRequest) (EntryCall, error) {
	function, err := request.declaration(abi)
	switch {
	case err != nil:
		return EntryCall{}, err
	case !function.IsEntry:
		return EntryCall{}, &ArgumentError{Field: "function", Rule: fmt.Sprintf("%s is not an entry function", request.Function)}
	}
	arguments, err := request.encode(function)
	if err != nil {
		return EntryCall{}, err
	}
	call := EntryCall{Function: request.Function, TypeArguments: request.TypeArguments}
	for i, argument := range arguments {
		field := fmt.Sprintf("argument %d", i)
		if argument.typed == nil {
			return EntryCall{}, &ArgumentError{Field: field, Rule: "has an unknown type, so it cannot be encoded"}
		}
		if _, err := argument.typed.BCS(); err != nil {
			return EntryCall{}, argumentError(field, err)
		}
		call.Arguments = append(call.Arguments, *argument.typed)
	}
	return call, nil
}

// BCS returns the call as the EntryFunction of a transaction payload.
func (c EntryCall) BCS() []byte {
	arguments := make([][]byte, len(c.Arguments))
	for i, argument := range c.Arguments {
		arguments[i], _ = argument.BCS() // NewEntryCall has encoded it
	}
	return move.CallBCS(c.Function, c.TypeArguments, arguments)
}
