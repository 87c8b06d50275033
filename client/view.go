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

const (
	callView    call = "view"
	callViewBCS call = "view in BCS"
)

// ViewRequest is a call of a view function (spec section 2.1).
type ViewRequest struct {
	Function      move.FunctionID
	TypeArguments []move.TypeTag
	// Arguments are Go values: bool, integers, *big.Int, string, []byte, move.Address, slices of these, nil for an empty
	// Option, and json.RawMessage, which is sent unchanged. A string is parsed by the type of its parameter: "18,446" for a
	// u64, "0x1" for an address, "[1,2]" for a vector, "" for an empty Option.
	Arguments []any
	// BCS sends the request in binary form, which only version 3 accepts. It requires the module's ABI.
	BCS bool
}

// ViewResult is the result of a view function (spec section 2.3).
type ViewResult struct {
	Values []MoveValue
	Raw    json.RawMessage // the complete JSON
}

// Into decodes the values in order, as MoveValue.Into does. It fails if there are fewer values than targets.
func (r ViewResult) Into(targets ...any) error {
	values := make([]json.RawMessage, len(r.Values))
	for i, value := range r.Values {
		values[i] = value.JSON
	}
	return decodeValues("value", values, targets)
}

// MoveValue is a value of a Move type (spec section 2.2).
type MoveValue struct {
	// Type is the type from the ABI, with the type arguments of the call applied, or else the one that the node names; "" if
	// both are unknown.
	Type string
	// JSON is the value without the type that nodes can wrap it in. It is nil for null, which version 1 sends for values that
	// it cannot encode.
	JSON json.RawMessage
}

// Into decodes the value into the Go value that target points to; see [move.Decode] for the types that fit. The error is a
// *DecodeError.
func (v MoveValue) Into(target any) error { return decodeInto("value", v.JSON, target) }

// decodeInto decodes Move JSON into a Go value; path names it in errors.
func decodeInto(path string, raw json.RawMessage, target any) error {
	if err := move.Decode(raw, target); err != nil {
		return &DecodeError{Path: path, Err: err}
	}
	return nil
}

// decodeValues decodes values into as many targets; name is that of a value in errors.
func decodeValues(name string, values []json.RawMessage, targets []any) error {
	if len(values) < len(targets) {
		return &DecodeError{Path: name + "s", Err: fmt.Errorf("%d instead of at least %d", len(values), len(targets))}
	}
	for i, target := range targets {
		if err := decodeInto(fmt.Sprintf("%s %d", name, i), values[i], target); err != nil {
			return err
		}
	}
	return nil
}

// MarshalJSON returns an object with the values under "result".
func (r ViewResult) MarshalJSON() ([]byte, error) {
	values := make([]json.RawMessage, len(r.Values)) // nil is encoded as null
	for i, value := range r.Values {
		values[i] = value.JSON
	}
	return marshal(struct {
		Result []json.RawMessage `json:"result"`
	}{values})
}

// defaultViewMediaType is the media type of a view call in BCS (spec section 4.2).
const defaultViewMediaType = "application/x.chain.view_function+bcs"

// WithViewMediaTypes names the media types of view calls in BCS to try, in this order. The default is that of the
// specification, application/x.chain.view_function+bcs.
func WithViewMediaTypes(mediaTypes ...string) Option {
	return func(o *options) { o.viewMediaTypes = mediaTypes }
}

func validMediaTypes(mediaTypes []string) error {
	if len(mediaTypes) == 0 {
		return &ArgumentError{Field: "view media types", Rule: "must not be empty"}
	}
	for _, mediaType := range mediaTypes {
		read, _, err := mime.ParseMediaType(mediaType)
		if err != nil || !strings.Contains(read, "/") || strings.ContainsAny(mediaType, "\r\n") {
			return &ArgumentError{Field: "view media type", Value: truncate(mediaType, quotedCharacters), Rule: "must be a media type, such as " + defaultViewMediaType}
		}
	}
	return nil
}

// View calls a view function (spec section 4.2). It reads the ABI of the module once; a request that does not fit it is an
// *ArgumentError. Leave out parameters of the type signer. Without an ABI, arguments are encoded by their Go types. The
// error is a *ViewError if the function ran and failed, and ErrNotFound if the module does not exist.
func (n *Node) View(ctx context.Context, request ViewRequest) (ViewResult, error) {
	kind, have := callView, accountVersions
	if request.BCS {
		kind, have = callViewBCS, []Version{V3}
	}
	var prepared *viewCall
	return byVersion(n, kind, have, func(version Version) (ViewResult, error) {
		if prepared == nil {
			var err error
			if prepared, err = n.viewCall(ctx, request); err != nil {
				return ViewResult{}, err
			}
		}
		found, err := n.postView(ctx, version, *prepared)
		if err != nil {
			return ViewResult{}, err
		}
		return decodeView(found, prepared.returns)
	})
}

// postView sends a view call.
func (n *Node) postView(ctx context.Context, version Version, prepared viewCall) (apiResponse, error) {
	call := apiRequest{path: "/rpc/" + version.String() + "/view", contentType: "application/json"}
	var err error
	if call.body, err = prepared.body(); err != nil {
		return apiResponse{}, err
	}
	do := n.do
	if prepared.request.BCS {
		do = n.doBCS
	}
	found, err := do(transport.Safe(ctx), call)
	return found, viewFailure(prepared.request, err)
}

// doBCS tries the media types until the node accepts one, starting with the last one that it accepted.
func (n *Node) doBCS(ctx context.Context, call apiRequest) (apiResponse, error) {
	first := int(n.viewMediaType.Load())
	for i := 0; ; i++ {
		at := (first + i) % len(n.viewMediaTypes)
		call.contentType = n.viewMediaTypes[at]
		found, err := n.do(ctx, call)
		var status *StatusError
		if !errors.As(err, &status) || status.Status != http.StatusUnsupportedMediaType {
			n.viewMediaType.Store(int32(at))
			return found, err
		}
		if i == len(n.viewMediaTypes)-1 {
			return found, fmt.Errorf("the node rejects BCS as %s: %w: set the view media type of the network", strings.Join(n.viewMediaTypes, " or "), err)
		}
	}
}

// Body returns the body that View sends (spec section 2.1). It checks the request against the ABI of the module as View does.
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

// ViewError reports that a view function failed: it aborted, ran out of gas, or the node could not decode its arguments.
// errors.As finds the *StatusError too.
type ViewError struct {
	Function move.FunctionID
	Message  string // reason from the node
	Err      error  // the *StatusError
}

func (e *ViewError) Error() string {
	return "view function " + e.Function.String() + " failed: " + e.Message
}

func (e *ViewError) Unwrap() error { return e.Err }

// failureWords occur in the messages of nodes about functions that fail. The status does not tell: it is 500 or, on newer
// nodes, 400, as for calls that do not reach the function.
var failureWords = []string{
	"failed to execute view function", "abort", "sub status", "sub_status", "major_status",
	"out of gas", "out_of_gas", "execution failed", "parse arguments[",
}

// viewFailure returns a *ViewError if the response reports that the function failed, and err otherwise.
func viewFailure(request ViewRequest, err error) error {
	status, ok := errors.AsType[*StatusError](err)
	if !ok {
		return err
	}
	if status.Status != http.StatusBadRequest && status.Status != http.StatusInternalServerError {
		return err
	}
	message := status.Message
	if len(status.Body) < maxStatusBody { // complete JSON
		message = fullMessage(status.Body)
	}
	for _, words := range failureWords {
		if strings.Contains(strings.ToLower(message), words) {
			return &ViewError{Function: request.Function, Message: message, Err: status}
		}
	}
	return err
}

// decodeView reads the response of a view call. returns are the types of the values, nil if unknown.
func decodeView(found apiResponse, returns []viewType) (ViewResult, error) {
	var result ViewResult
	reader := newBodyReader(found)
	result.Raw = reader.span(func() {
		hasValues := false
		isObject := reader.fields(optional("result", func() {
			if hasValues = !reader.null(); hasValues {
				result.Values = nil
				reader.array(func() { result.Values = append(result.Values, MoveValue{JSON: reader.raw()}) })
			}
		}))
		if isObject && !hasValues {
			reader.missing("result")
		}
	})
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
