package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"foredeck/client/move"
)

// viewCall is a view request whose arguments are ready to be sent.
type viewCall struct {
	request   ViewRequest
	arguments []viewArgument
	returns   []viewType // nil where the ABI is not known
}

// viewArgument is an argument as JSON and, where its type is known, with it.
type viewArgument struct {
	json  json.RawMessage
	typed *move.Argument
}

// viewCall checks a request, against the ABI of the module where it can be had. What an
// ABI from memory does not allow may be allowed by now: the module is read again then.
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
		if err != nil && module.Problem != nil {
			return request.unchecked(module.Problem) // what the call needs may stand in what was not understood
		}
		return call, err
	case err == nil:
		return request.unchecked(errors.New("the node gives no ABI of the module"))
	case endsView(err):
		return nil, fmt.Errorf("module %s of the view function: %w", id, err)
	default:
		return request.unchecked(err)
	}
}

// endsView tells whether the view call would fare no better than the reading of the
// module did: there is no such module, or the node cannot be asked now.
func endsView(err error) bool {
	var broken *TransportError
	return errors.As(err, &broken) || errors.Is(err, ErrNotFound) || errors.Is(err, ErrRateLimited)
}

// valid checks what needs no ABI.
func (r ViewRequest) valid() error {
	var broken *move.ParseError
	if _, err := move.ParseFunctionID(r.Function.String()); errors.As(err, &broken) {
		return &ArgumentError{Field: "function", Value: broken.Input, Rule: broken.Rule}
	}
	for i, tag := range r.TypeArguments {
		if _, err := move.ParseTypeTag(tag.String()); errors.As(err, &broken) {
			return &ArgumentError{Field: fmt.Sprintf("type argument %d", i), Value: broken.Input, Rule: broken.Rule}
		}
	}
	return nil
}

// check holds the request to the ABI of the module.
func (r ViewRequest) check(abi *move.ModuleABI) (*viewCall, error) {
	function := abi.Function(r.Function.Name)
	wrong := func(field, rule string, values ...any) error {
		return &ArgumentError{Field: field, Rule: fmt.Sprintf(rule, values...)}
	}
	switch {
	case function == nil:
		return nil, wrong("function", "%s::%s has no function %s", r.Function.Address.Short(), r.Function.Module, r.Function.Name)
	case !function.IsView:
		return nil, wrong("function", "%s is no view function", r.Function)
	case len(r.TypeArguments) != len(function.TypeParameters):
		return nil, wrong("type arguments", "%s takes %d, not %d", r.Function, len(function.TypeParameters), len(r.TypeArguments))
	}
	var parameters []viewType
	for _, text := range function.Parameters {
		if parameter := r.instantiate(text); !parameter.isSigner() {
			parameters = append(parameters, parameter)
		}
	}
	if len(r.Arguments) != len(parameters) {
		names := make([]string, len(parameters))
		for i, parameter := range parameters {
			names[i] = parameter.name
		}
		return nil, wrong("arguments", "%s(%s) takes %d, not %d", r.Function, strings.Join(names, ", "), len(parameters), len(r.Arguments))
	}
	call := &viewCall{request: r, returns: make([]viewType, len(function.Return))}
	for i, parameter := range parameters {
		argument, err := parameter.argument(i, r.Arguments[i])
		if err != nil {
			return nil, err
		}
		call.arguments = append(call.arguments, argument)
	}
	for i, text := range function.Return {
		call.returns[i] = r.instantiate(text)
	}
	return call, nil
}

// unchecked prepares a request without an ABI; reason is why there is none.
func (r ViewRequest) unchecked(reason error) (*viewCall, error) {
	if r.BCS && len(r.Arguments) > 0 {
		return nil, fmt.Errorf("arguments in BCS need the ABI of the module: %w", reason)
	}
	call := &viewCall{request: r}
	for i, value := range r.Arguments {
		argument, err := viewType{}.argument(i, value)
		if err != nil {
			return nil, err
		}
		call.arguments = append(call.arguments, argument)
	}
	return call, nil
}

// body gives the body of the call in the form that was asked for.
func (c *viewCall) body() ([]byte, error) {
	if c.request.BCS {
		return c.bcs()
	}
	return c.json(), nil
}

// json gives the body of the call (spec section 2.1).
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

// plainJSON writes texts and JSON, which cannot fail, with < and > as they are: they stand
// in types.
func plainJSON(value any) json.RawMessage {
	var written bytes.Buffer
	encoder := json.NewEncoder(&written)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(value)
	return bytes.TrimSpace(written.Bytes())
}

// bcs gives the body of the call in the binary form (spec section 4.2).
func (c *viewCall) bcs() ([]byte, error) {
	arguments := make([][]byte, len(c.arguments))
	for i, argument := range c.arguments {
		field := fmt.Sprintf("argument %d", i)
		if argument.typed == nil {
			return nil, &ArgumentError{Field: field, Rule: "is of a type that is not known; send the call as JSON"}
		}
		var err error
		if arguments[i], err = argument.typed.BCS(); err != nil {
			return nil, argumentRefused(field, err)
		}
	}
	return move.ViewCallBCS(c.request.Function, c.request.TypeArguments, arguments), nil
}

// argumentRefused makes an error of package move that of an argument of a call.
func argumentRefused(field string, err error) error {
	var broken *move.ParseError
	if !errors.As(err, &broken) {
		return &ArgumentError{Field: field, Rule: err.Error()}
	}
	return &ArgumentError{Field: field, Value: cut(broken.Input, quotedCharacters), Rule: broken.Rule}
}

// mostABIs is how many ABIs a Node remembers; that of a large module takes some 100 KB.
const mostABIs = 64

// abiMemory remembers the ABIs of modules. The zero value is ready for use.
type abiMemory struct {
	lock sync.Mutex
	kept map[move.ModuleID]*move.ModuleABI
}

// get gives an ABI that nobody may change; nil where it is not remembered.
func (m *abiMemory) get(id move.ModuleID) *move.ModuleABI {
	m.lock.Lock()
	defer m.lock.Unlock()
	return m.kept[id]
}

// clear forgets all of them.
func (m *abiMemory) clear() {
	m.lock.Lock()
	defer m.lock.Unlock()
	clear(m.kept)
}

// put remembers an ABI. Where there are too many, any other makes room.
func (m *abiMemory) put(id move.ModuleID, abi *move.ModuleABI) {
	m.lock.Lock()
	defer m.lock.Unlock()
	if m.kept == nil {
		m.kept = map[move.ModuleID]*move.ModuleABI{}
	}
	m.kept[id] = abi
	for other := range m.kept {
		if len(m.kept) <= mostABIs {
			break
		}
		if other != id {
			delete(m.kept, other)
		}
	}
}
