package lookup

import (
	"errors"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/render"
	"foredeck/tui/target"
)

var (
	// ErrNoFunction is the error for a payload that names no function, such as a script.
	ErrNoFunction = errors.New("the payload names no function")
	// ErrTypesUnknown is the error for arguments in BCS whose types are not loaded.
	ErrTypesUnknown = errors.New("the types of the arguments are not loaded")
)

// Call returns the function that a payload calls, and its arguments as the form of the function takes them: by their types as far as
// the ABI is loaded, otherwise as the node sent them. The error is ErrNoFunction or ErrTypesUnknown.
func (a *ABIs) Call(payload *client.Payload) (function move.FunctionID, call target.Call, err error) {
	if payload == nil {
		return function, call, ErrNoFunction
	}
	if function, err = move.ParseFunctionID(payload.Function); err != nil {
		return function, call, ErrNoFunction
	}
	abi, _ := a.Function(function)
	if abi == nil && len(payload.EncodedArguments) > 0 {
		return function, call, ErrTypesUnknown
	}
	arguments := render.NewArguments(payload, abi)
	call = target.Call{TypeArguments: payload.TypeArguments, Arguments: []string{}}
	for i := range arguments.Len() {
		call.Arguments = append(call.Arguments, arguments.Input(i))
	}
	return function, call, nil
}
