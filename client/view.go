package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"strings"

	"foredeck/client/move"
	"foredeck/client/transport"
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
	// Type is the value's type as the ABI gives it, with the type arguments of the call
	// in their places, else what the node's key says (u64, address ...), "" where neither
	// is known.
	Type string
	// JSON is the bare value, also where the node wrapped it in a key; nil for a null,
	// which version 1 puts in the place of a value that it cannot write.
	JSON json.RawMessage
}

// MarshalJSON gives the bare values under result.
func (r ViewResult) MarshalJSON() ([]byte, error) {
	values := make([]json.RawMessage, len(r.Values)) // a nil one is written as null
	for i, value := range r.Values {
		values[i] = value.JSON
	}
	return marshal(struct {
		Result []json.RawMessage `json:"result"`
	}{values})
}

// defaultViewMediaType is that of a view call in BCS (spec section 4.2).
const defaultViewMediaType = "application/x.chain.view_function+bcs"

// WithViewMediaTypes names the media types of view calls in BCS, tried in this order
// until the node takes one, which is remembered. The default is the specification's
// alone, application/x.chain.view_function+bcs; deployments have one of their own.
func WithViewMediaTypes(mediaTypes ...string) Option {
	return func(s *settings) { s.viewMediaTypes = mediaTypes }
}

func validMediaTypes(mediaTypes []string) error {
	if len(mediaTypes) == 0 {
		return &ArgumentError{Field: "view media types", Rule: "must be one at least"}
	}
	for _, mediaType := range mediaTypes {
		read, _, err := mime.ParseMediaType(mediaType)
		if err != nil || !strings.Contains(read, "/") || strings.ContainsAny(mediaType, "\r\n") {
			return &ArgumentError{Field: "view media type", Value: cut(mediaType, quotedCharacters), Rule: "must be a media type, such as " + defaultViewMediaType}
		}
	}
	return nil
}

// ViewMediaType is the media type of view calls in BCS that the node took last, or the
// one that is tried first.
func (n *Node) ViewMediaType() string { return n.viewMediaTypes[n.viewMediaType.Load()] }

// View calls a view function (spec section 4.2), which changes nothing. Where the ABI of
// its module can be had, which is read once and remembered, the call is checked against
// it: a function that the module does not have or that is no view function, and type
// arguments or arguments of a wrong number or a wrong type are an *ArgumentError.
// Parameters of type signer are left out. Where there is no ABI, arguments are written by
// their Go types and strings as strings.
//
// A function that was called and failed is a *ViewError; any other error is that of a
// call which did not come to it. It fails with ErrNotFound where the chain does not hold
// the module, and with ErrUnsupported for BCS where version 3 is not asked.
func (n *Node) View(ctx context.Context, request ViewRequest) (ViewResult, error) {
	kind, have := callView, every
	if request.BCS {
		kind, have = callViewBCS, []Version{V3}
	}
	var call *viewCall
	return byVersion(n, kind, have, func(version Version) (ViewResult, error) {
		if call == nil {
			var err error
			if call, err = n.viewCall(ctx, request); err != nil {
				return ViewResult{}, err
			}
		}
		asked := question{path: "/rpc/" + version.String() + "/view", contentType: "application/json"}
		var err error
		if asked.body, err = call.body(); err != nil {
			return ViewResult{}, err
		}
		ask := n.ask
		if request.BCS {
			ask = n.askBCS
		}
		found, err := ask(transport.Safe(ctx), asked)
		if err != nil {
			return ViewResult{}, viewFailure(request, err)
		}
		return decodeView(found, call.returns)
	})
}

// askBCS asks under each media type until the node takes one, beginning with the one that
// it took before.
func (n *Node) askBCS(ctx context.Context, asked question) (answer, error) {
	first := int(n.viewMediaType.Load())
	for i := 0; ; i++ {
		at := (first + i) % len(n.viewMediaTypes)
		asked.contentType = n.viewMediaTypes[at]
		found, err := n.ask(ctx, asked)
		var refused *StatusError
		if !errors.As(err, &refused) || refused.Status != http.StatusUnsupportedMediaType {
			n.viewMediaType.Store(int32(at))
			return found, err
		}
		if i == len(n.viewMediaTypes)-1 {
			return found, fmt.Errorf("the node does not take BCS as %s; set the view media type of its network: %w", strings.Join(n.viewMediaTypes, " or "), err)
		}
	}
}

// Body gives the body that View sends for the request: JSON, or with BCS the binary form
// (spec section 2.1). The request is checked against the ABI of the function's module as
// in View.
func (r ViewRequest) Body(abi *move.ModuleABI) ([]byte, error) {
	if err := r.valid(); err != nil {
		return nil, err
	}
	call, err := r.check(abi)
	if err != nil {
		return nil, err
	}
	return call.body()
}

// ViewError tells that a view function was called and failed: it aborted, it ran out of
// gas, or the node could not make its arguments out of those that were sent. errors.As
// finds the *StatusError too.
type ViewError struct {
	Function move.FunctionID
	Message  string // why, in the node's words
	Err      error  // the *StatusError
}

func (e *ViewError) Error() string {
	return "view function " + e.Function.String() + " failed: " + e.Message
}

// Unwrap gives the *StatusError.
func (e *ViewError) Unwrap() error { return e.Err }

// failureWords are in what nodes say of a function that fails. They answer 500 or, newer
// ones, 400, as for a call that did not come to the function.
var failureWords = []string{
	"failed to execute view function", "abort", "sub status", "sub_status", "major_status",
	"out of gas", "out_of_gas", "execution failed", "parse arguments[",
}

// viewFailure makes a *ViewError out of the answer that a function failed.
func viewFailure(request ViewRequest, err error) error {
	var refused *StatusError
	if !errors.As(err, &refused) {
		return err
	}
	if refused.Status != http.StatusBadRequest && refused.Status != http.StatusInternalServerError {
		return err
	}
	message := refused.Message
	if len(refused.Body) < keptErrorBytes { // else it is cut, and no JSON
		message = fullMessage(refused.Body)
	}
	for _, words := range failureWords {
		if strings.Contains(strings.ToLower(message), words) {
			return &ViewError{Function: request.Function, Message: message, Err: refused}
		}
	}
	return err
}

// decodeView reads the answer of a view call. returns are the types of the values, nil
// where they are not known.
func decodeView(found answer, returns []viewType) (ViewResult, error) {
	var result ViewResult
	known := false
	reader := newBodyReader(found)
	start := reader.here()
	isObject := reader.object(func(name []byte) {
		if string(name) != "result" {
			reader.skip()
			return
		}
		known = !reader.null()
		if known {
			result.Values = nil
			reader.array(func() { result.Values = append(result.Values, MoveValue{JSON: reader.raw()}) })
		}
	})
	result.Raw = reader.since(start)
	if isObject && !known {
		reader.missing("result")
	}
	if err := reader.end(); err != nil {
		return ViewResult{}, err
	}
	for i := range result.Values {
		var expected viewType
		if len(returns) == len(result.Values) {
			expected = returns[i]
		}
		result.Values[i] = expected.value(result.Values[i].JSON)
	}
	return result, nil
}
