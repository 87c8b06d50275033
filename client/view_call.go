package client

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"foredeck/client/move"
)

// viewCall is a view request with encoded arguments.
type viewCall struct {
	request   ViewRequest
	arguments []viewArgument
	returns   []viewType // nil without an ABI
}

// viewArgument is an argument as JSON and, if its type is known, as a move.Argument.
type viewArgument struct {
	field string // for errors
	json  json.RawMessage
	typed *move.Argument
}

// viewCall checks a request against the ABI of the module, if it is available. If a cached ABI rejects the request, the
// module is read again, because it may have been upgraded.
func (n *Node) viewCall(ctx context.Context, request ViewRequest) (*viewCall, error) {
	if err := request.valid(); err != nil {
		return nil, err
	}
	id := move.ModuleID{Address: request.Function.Address, Name: request.Function.Module}
	if abi := n.abis.get(id); abi != nil {
		if call, err := request.check(abi); err == nil {
			return call, nil
		}
	}
	module, err := n.Module(ctx, id)
	switch {
	case err == nil && module.ABI != nil:
		n.abis.put(id, module.ABI)
		call, err := request.check(module.ABI)
		if err != nil && module.Problems != nil {
			return request.unchecked(module.Problems.Err()) // the missing part can be the one that could not be decoded
		}
		return call, err
	case err == nil:
		return request.unchecked(errors.New("the node sends no ABI of the module"))
	case endsView(err):
		return nil, fmt.Errorf("module %s of the view function: %w", id, err)
	default:
		return request.unchecked(err)
	}
}

// endsView reports whether the view call would fail like the request for the module did: the module does not exist, or the
// node is not available.
func endsView(err error) bool {
	_, noResponse := errors.AsType[*TransportError](err)
	return noResponse || errors.Is(err, ErrNotFound) || errors.Is(err, ErrRateLimited)
}

// valid checks the request without an ABI.
func (r ViewRequest) valid() error {
	var invalid *move.ParseError
	if _, err := move.ParseFunctionID(r.Function.String()); errors.As(err, &invalid) {
		return &ArgumentError{Field: "function", Value: invalid.Input, Rule: invalid.Rule}
	}
	for i, tag := range r.TypeArguments {
		if _, err := move.ParseTypeTag(tag.String()); errors.As(err, &invalid) {
			return &ArgumentError{Field: fmt.Sprintf("type argument %d", i), Value: invalid.Input, Rule: invalid.Rule}
		}
	}
	return nil
}

// check checks the request against the ABI of the module and encodes its arguments.
func (r ViewRequest) check(abi *move.ModuleABI) (*viewCall, error) {
	function, err := r.declaration(abi)
	switch {
	case err != nil:
		return nil, err
	case !function.IsView:
		return nil, &ArgumentError{Field: "function", Rule: fmt.Sprintf("%s is not a view function", r.Function)}
	}
	arguments, err := r.encode(function)
	if err != nil {
		return nil, err
	}
	call := &viewCall{request: r, arguments: arguments, returns: make([]viewType, len(function.Return))}
	for i, text := range function.Return {
		call.returns[i] = r.instantiate(text)
	}
	return call, nil
}

// declaration returns the called function.
func (r ViewRequest) declaration(abi *move.ModuleABI) (*move.FunctionABI, error) {
	if function := abi.Function(r.Function.Name); function != nil {
		return function, nil
	}
	return nil, &ArgumentError{
		Field: "function", Rule: fmt.Sprintf("%s::%s has no function %s", r.Function.Address.Short(), r.Function.Module, r.Function.Name),
	}
}

// encode encodes the arguments for the parameters of the called function.
func (r ViewRequest) encode(function *move.FunctionABI) ([]viewArgument, error) {
	invalid := func(field, rule string, values ...any) error {
		return &ArgumentError{Field: field, Rule: fmt.Sprintf(rule, values...)}
	}
	if len(r.TypeArguments) != len(function.TypeParameters) {
		return nil, invalid("type arguments", "%s takes %d, not %d", r.Function, len(function.TypeParameters), len(r.TypeArguments))
	}
	var parameters []viewType
	numbers := function.Arguments()
	for _, number := range numbers {
		parameters = append(parameters, r.instantiate(function.Parameters[number]))
	}
	if len(r.Arguments) != len(parameters) {
		names := make([]string, len(parameters))
		for i, parameter := range parameters {
			names[i] = parameter.name
		}
		return nil, invalid("arguments", "%s(%s) takes %d, not %d", r.Function, strings.Join(names, ", "), len(parameters), len(r.Arguments))
	}
	var arguments []viewArgument
	for i, parameter := range parameters {
		argument, err := parameter.argument(argumentField(function, numbers[i]), r.Arguments[i])
		if err != nil {
			return nil, err
		}
		arguments = append(arguments, argument)
	}
	return arguments, nil
}

// unchecked encodes the arguments without an ABI. reason is why there is none.
func (r ViewRequest) unchecked(reason error) (*viewCall, error) {
	if r.BCS && len(r.Arguments) > 0 {
		return nil, fmt.Errorf("arguments in BCS require the ABI of the module: %w", reason)
	}
	call := &viewCall{request: r}
	for i, value := range r.Arguments {
		argument, err := viewType{}.argument(fmt.Sprintf("arguments[%d]", i), value)
		if err != nil {
			return nil, err
		}
		call.arguments = append(call.arguments, argument)
	}
	return call, nil
}

// body returns the body of the call.
func (c *viewCall) body() ([]byte, error) {
	if c.request.BCS {
		return c.bcs()
	}
	return c.json(), nil
}

// json returns the body of the call as JSON (spec section 2.1).
func (c *viewCall) json() []byte {
	typeArguments := make([]string, len(c.request.TypeArguments))
	for i, tag := range c.request.TypeArguments {
		typeArguments[i] = tag.String()
	}
	arguments := make([]json.RawMessage, len(c.arguments))
	for i, argument := range c.arguments {
		arguments[i] = argument.json
	}
	return plainJSON(struct {
		Function      string            `json:"function"`
		TypeArguments []string          `json:"type_arguments"`
		Arguments     []json.RawMessage `json:"arguments"`
	}{c.request.Function.String(), typeArguments, arguments})
}

// plainJSON encodes texts and raw JSON, which cannot fail.
func plainJSON(value any) json.RawMessage {
	text, _ := move.EncodeJSON(value)
	return text
}

// bcs returns the body of the call in binary form (spec section 4.2).
func (c *viewCall) bcs() ([]byte, error) {
	arguments := make([][]byte, len(c.arguments))
	for i, argument := range c.arguments {
		if argument.typed == nil {
			return nil, &ArgumentError{Field: argument.field, Rule: "has an unknown type: send the call as JSON"}
		}
		var err error
		if arguments[i], err = argument.typed.BCS(); err != nil {
			return nil, argumentError(argument.field, err)
		}
	}
	return move.CallBCS(c.request.Function, c.request.TypeArguments, arguments), nil
}

// argumentError makes an error of package move an *ArgumentError.
func argumentError(field string, err error) error {
	invalid, ok := errors.AsType[*move.ParseError](err)
	if !ok {
		return &ArgumentError{Field: field, Rule: err.Error()}
	}
	return &ArgumentError{Field: field, Value: truncate(invalid.Input, quotedCharacters), Rule: invalid.Rule}
}

// maxABIs is the capacity of an abiCache; the ABI of a large module takes about 100 KB.
const maxABIs = 64

// abiCache caches the ABIs of modules. The zero value is ready for use.
type abiCache struct {
	lock sync.Mutex
	abis map[move.ModuleID]*move.ModuleABI
}

// get returns an ABI, which must not be modified; nil if it is not cached.
func (c *abiCache) get(id move.ModuleID) *move.ModuleABI {
	c.lock.Lock()
	defer c.lock.Unlock()
	return c.abis[id]
}

func (c *abiCache) clear() {
	c.lock.Lock()
	defer c.lock.Unlock()
	clear(c.abis)
}

// put adds an ABI. It clears a full cache first.
func (c *abiCache) put(id move.ModuleID, abi *move.ModuleABI) {
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.abis == nil || len(c.abis) >= maxABIs {
		c.abis = map[move.ModuleID]*move.ModuleABI{}
	}
	c.abis[id] = abi
}

// viewType is the type of a parameter or a returned value, with the type arguments of the call applied. The zero viewType is
// an unknown type.
type viewType struct {
	name  string        // for errors and results
	typed *move.Type    // nil if it cannot be parsed
	tag   *move.TypeTag // nil for a reference, which cannot be encoded
}

// instantiate parses a type of the ABI and applies the type arguments. A type that cannot be parsed keeps its name.
func (r ViewRequest) instantiate(text string) viewType {
	typed, err := move.ParseType(text)
	if err != nil {
		return viewType{name: text}
	}
	tag, err := typed.Instantiate(r.TypeArguments)
	if err != nil {
		return viewType{name: typed.String(), typed: &typed}
	}
	if typed, err = move.ParseType(tag.String()); err != nil {
		return viewType{name: tag.String(), tag: &tag}
	}
	return viewType{name: tag.String(), typed: &typed, tag: &tag}
}

// argumentField names an argument in errors: by its parameter, as the declaration numbers it, and its name if the source is known.
func argumentField(function *move.FunctionABI, number int) string {
	field := fmt.Sprintf("argument #%d", number)
	if number < len(function.ParameterNames) {
		field += " " + function.ParameterNames[number]
	}
	return field
}

// argument encodes the value of a parameter, which errors call field.
func (t viewType) argument(field string, value any) (viewArgument, error) {
	if t.tag == nil {
		encoded, rule := encodeUntyped(value)
		if rule != "" {
			return viewArgument{}, &ArgumentError{Field: field, Rule: rule}
		}
		return viewArgument{field: field, json: encoded}, nil
	}
	argument, err := move.NewArgument(*t.tag, value)
	if err != nil {
		return viewArgument{}, argumentError(field+" ("+t.name+")", err)
	}
	return viewArgument{field: field, json: argument.JSON(), typed: &argument}, nil
}

// value returns a returned value without the type that wraps it.
func (t viewType) value(sent json.RawMessage) MoveValue {
	if isNull(sent) {
		return MoveValue{Type: t.name}
	}
	bare, key := move.Unwrap(sent, t.typed)
	if t.name != "" {
		key = t.name
	}
	return MoveValue{Type: key, JSON: bare}
}

// encodeUntyped encodes an argument by its Go type: integers of up to 32 bits as numbers, wider ones and int as strings, as
// nodes expect for the Move types of that width. The rule is empty on success.
func encodeUntyped(value any) (encoded json.RawMessage, rule string) {
	quote := func(text string) json.RawMessage { return json.RawMessage(strconv.Quote(text)) }
	switch value := value.(type) {
	case nil:
		return json.RawMessage(`{"vec":[]}`), ""
	case json.RawMessage:
		if !json.Valid(value) {
			return nil, "must be JSON"
		}
		return value, ""
	case move.Address:
		return quote(value.String()), ""
	case []byte:
		return quote("0x" + hex.EncodeToString(value)), ""
	case *big.Int:
		if value == nil || value.Sign() < 0 {
			return nil, "must be an unsigned integer"
		}
		return quote(value.String()), ""
	}
	reflected := reflect.ValueOf(value)
	switch kind := reflected.Kind(); {
	case kind == reflect.Bool:
		return json.RawMessage(strconv.FormatBool(reflected.Bool())), ""
	case kind == reflect.String:
		return plainJSON(reflected.String()), ""
	case reflected.CanInt() && reflected.Int() < 0:
		return nil, "must be an unsigned integer"
	case reflect.Int8 <= kind && kind <= reflect.Int32:
		return json.RawMessage(strconv.FormatInt(reflected.Int(), 10)), ""
	case reflect.Uint8 <= kind && kind <= reflect.Uint32:
		return json.RawMessage(strconv.FormatUint(reflected.Uint(), 10)), ""
	case reflected.CanInt():
		return quote(strconv.FormatInt(reflected.Int(), 10)), ""
	case reflected.CanUint():
		return quote(strconv.FormatUint(reflected.Uint(), 10)), ""
	case kind == reflect.Slice:
		items := make([]json.RawMessage, reflected.Len())
		for i := range items {
			if items[i], rule = encodeUntyped(reflected.Index(i).Interface()); rule != "" {
				return nil, fmt.Sprintf("item %d: %s", i+1, rule)
			}
		}
		return plainJSON(items), ""
	default:
		return nil, fmt.Sprintf("has the Go type %T, which fits no Move type", value)
	}
}
