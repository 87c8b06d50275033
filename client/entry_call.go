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
	Parameters    []CallParameter // of the arguments
}

// CallParameter is the parameter that an argument belongs to.
type CallParameter struct {
	Number int    // in the declaration, from 0, signers included
	Name   string // "" if the source is unknown
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
	for i, number := range function.Arguments() {
		argument := arguments[i]
		if argument.typed == nil {
			return EntryCall{}, &ArgumentError{Field: argument.field, Rule: "has an unknown type, so it cannot be encoded"}
		}
		if _, err := argument.typed.BCS(); err != nil {
			return EntryCall{}, argumentError(argument.field, err)
		}
		parameter := CallParameter{Number: number}
		if number < len(function.ParameterNames) {
			parameter.Name = function.ParameterNames[number]
		}
		call.Arguments, call.Parameters = append(call.Arguments, *argument.typed), append(call.Parameters, parameter)
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
