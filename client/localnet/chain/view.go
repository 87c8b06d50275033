package chain

import (
	"fmt"
	"maps"

	"foredeck/client/localnet/publish"
	"foredeck/client/move"
)

// ViewCall is a call of a view function whose type arguments fit the declaration.
type ViewCall struct {
	now           State
	genesis       *genesis
	module        *publish.Published
	function      *publish.Function
	typeArguments []move.TypeTag
	arguments     []any
	failure       string // why the function aborted; empty if it returned
}

// MissingModuleError is the error of a call into a module that does not exist.
type MissingModuleError struct{ ID move.ModuleID }

func (e *MissingModuleError) Error() string {
	return "no module " + e.ID.String()
}

// Call prepares a call of a view function with a number of arguments. The error is a
// *missingModuleError, or names the part of the call that does not fit the declaration.
func (s State) Call(id move.FunctionID, typeArguments []move.TypeTag, arguments int) (*ViewCall, error) {
	moduleID := move.ModuleID{Address: id.Address, Name: id.Module}
	call := &ViewCall{now: s, genesis: s.chain.genesis, module: s.Module(moduleID), typeArguments: typeArguments}
	if call.module == nil {
		return nil, &MissingModuleError{moduleID}
	}
	call.function, _ = call.module.Function(id.Name)
	switch {
	case call.function == nil:
		return nil, fmt.Errorf("%s has no function %s", moduleID, id.Name)
	case !call.function.IsView:
		return nil, fmt.Errorf("%s is not a view function", id)
	case len(typeArguments) != len(call.function.TypeParameters):
		return nil, fmt.Errorf("%s takes %d type arguments, not %d", id, len(call.function.TypeParameters), len(typeArguments))
	case arguments != len(call.function.Parameters):
		return nil, fmt.Errorf("%s takes %d arguments, not %d", id, len(call.function.Parameters), arguments)
	}
	for i, tag := range typeArguments {
		if err := s.chain.genesis.library.Check(tag); err != nil {
			return nil, fmt.Errorf("type_arguments[%d]: %w", i, err)
		}
	}
	return call, nil
}

// Parameters lists the types of the arguments.
func (c *ViewCall) Parameters() []move.TypeTag {
	types := make([]move.TypeTag, len(c.function.Parameters))
	for i, parameter := range c.function.Parameters {
		types[i] = parameter.Instantiate(c.typeArguments)
	}
	return types
}

// Run executes the function with arguments of its parameter types. If the function
// aborts, it returns the message of the virtual machine and no results.
func (c *ViewCall) Run(arguments []any) (results []TypedValue, failure string) {
	c.arguments = arguments
	values := viewFunctions[c.module.ID.Name+"::"+c.function.Name](c)
	if c.failure != "" {
		return nil, c.failure
	}
	results = make([]TypedValue, len(values))
	for i, declared := range c.function.Results {
		results[i] = TypedValue{declared.Instantiate(c.typeArguments), values[i]}
	}
	return results, ""
}

// viewFunction is what a view function does. It gives the results in the order of the
// declaration, or what abort gives.
type viewFunction func(call *ViewCall) []any

// Categories of abort codes, as 0x1::error has them.
const (
	invalidArgument = 0x1
	notFound        = 0x6
	noCategory      = 0x0
)

// abort ends the call with a code of the module's: its category, then the reason.
func (c *ViewCall) abort(category uint64, reason string) []any {
	_, place := c.module.Function(c.function.Name)
	path := c.module.ID.String() + "::" + c.function.Name
	c.failure = fmt.Sprintf("ABORTED with sub status %d at location Module %s and message %s at offset 1 at code offset 1 in function definition %d",
		category<<16|c.module.Constant(reason), c.module.ID, path, place)
	return nil
}

func (c *ViewCall) address(place int) move.Address { return c.arguments[place].(move.Address) }

func (c *ViewCall) number(place int) uint64 { return c.arguments[place].(uint64) }

// coin gives the coin of the first type argument.
func (c *ViewCall) coin() (Coin, bool) { return c.genesis.coinOf(c.typeArguments[0]) }

// store gives the store that an account has for the coin of the call.
func (c *ViewCall) store(owner move.Address) (CoinStore, bool) {
	coin, known := c.coin()
	id, exists := c.now.Lookup(owner)
	if !known || !exists {
		return CoinStore{}, false
	}
	held := c.now.CoinStore(id, coin)
	return held, held.Registered
}

// constant is a function that gives the same value always.
func constant(value any) viewFunction {
	return func(*ViewCall) []any { return []any{value} }
}

// viewFunctions are the view functions of all modules, by module and name.
var viewFunctions = func() map[string]viewFunction {
	all := make(map[string]viewFunction)
	for _, functions := range [...]map[string]viewFunction{
		frameworkFunctions, coinFunctions, objectFunctions, packageFunctions, exampleFunctions,
	} {
		maps.Copy(all, functions)
	}
	return all
}()
