package chain

import (
	"fmt"

	"foredeck/client/localnet/compiler"
	"foredeck/client/move"
)

// ViewCall is a call of a view function. Run takes its arguments.
type ViewCall struct {
	now           State
	genesis       *genesis
	module        *compiler.Compiled
	function      *compiler.Function
	typeArguments []move.TypeTag
	arguments     []any
	failure       *Failure // nil if the call succeeds
}

// MissingModuleError is the error of a call into a module that does not exist.
type MissingModuleError struct{ ID move.ModuleID }

func (e *MissingModuleError) Error() string { return "no module " + e.ID.String() }

// Call prepares a call of a view function with a number of arguments. The error is a
// *MissingModuleError, or describes how the call differs from the declaration.
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
		if err := s.chain.genesis.published.Check(tag); err != nil {
			return nil, fmt.Errorf("type_arguments[%d]: %w", i, err)
		}
	}
	return call, nil
}

// Parameters lists the types that the arguments must have.
func (c *ViewCall) Parameters() []move.TypeTag {
	types := make([]move.TypeTag, len(c.function.Parameters))
	for i, parameter := range c.function.Parameters {
		types[i] = parameter.Instantiate(c.typeArguments)
	}
	return types
}

// Run executes the function with arguments of the types in Parameters. If the function fails, Run returns no results.
func (c *ViewCall) Run(arguments []any) (results []TypedValue, failure *Failure) {
	c.arguments = arguments
	values := viewFunctions()[c.module.ID.Name+"::"+c.function.Name](c)
	if c.failure != nil {
		return nil, c.failure
	}
	results = make([]TypedValue, len(values))
	for i, declared := range c.function.Results {
		results[i] = TypedValue{declared.Instantiate(c.typeArguments), values[i]}
	}
	return results, nil
}

// viewFunction implements a view function. It returns the results, or that of abort.
type viewFunction func(call *ViewCall) []any

func (c *ViewCall) address(index int) move.Address { return c.arguments[index].(move.Address) }

func (c *ViewCall) number(index int) uint64 { return c.arguments[index].(uint64) }

// coin returns the coin of the first type argument, if it is one.
func (c *ViewCall) coin() (Coin, bool) { return c.genesis.coinOf(c.typeArguments[0]) }

// account returns the account at the first argument.
func (c *ViewCall) account() (AccountID, bool) { return c.now.Lookup(c.address(0)) }

// store returns the coin store of the account at the first argument.
func (c *ViewCall) store() (CoinStore, bool) {
	coin, known := c.coin()
	id, exists := c.account()
	if !known || !exists {
		return CoinStore{}, false
	}
	store := c.now.CoinStore(id, coin)
	return store, store.Registered
}

// constant returns a function with a fixed result.
func constant(value any) viewFunction {
	return func(*ViewCall) []any { return []any{value} }
}

// exists returns a function that reports whether find finds something.
func exists[T any](find func(*ViewCall) (T, bool)) viewFunction {
	return func(c *ViewCall) []any {
		_, ok := find(c)
		return []any{ok}
	}
}

// about returns a constructor of functions with one result about something that their
// arguments refer to. They abort if find does not find it.
func about[T any](find func(*ViewCall) (T, bool), category uint64, reason string) func(result func(*ViewCall, T) any) viewFunction {
	return func(result func(*ViewCall, T) any) viewFunction {
		return func(c *ViewCall) []any {
			found, ok := find(c)
			if !ok {
				return c.abort(category, reason)
			}
			return []any{result(c, found)}
		}
	}
}

// Failure is why and where the execution of a view function ended.
type Failure struct {
	Module move.ModuleID
	compiler.Position
	Status string // name of the status of the virtual machine: ABORTED, MISSING_DATA
	Code   uint64 // of an abort
}

// Categories of abort codes, as in 0x1::error.
const (
	invalidArgument = 0x1
	invalidState    = 0x3
	notFound        = 0x6
	noCategory      = 0x0
)

// abort fails the call with a category and the value of an error constant of the module.
func (c *ViewCall) abort(category uint64, reason string) []any {
	c.failure = &Failure{
		Module: c.module.ID, Position: c.module.FindAbort(c.function.Name, reason), Status: "ABORTED",
		Code: category<<16 | c.module.Constant(reason),
	}
	return nil
}

// missResource fails the call at the instruction that borrows a resource which does not exist.
func (c *ViewCall) missResource() []any {
	c.failure = &Failure{
		Module: c.module.ID, Position: c.module.Find(c.function.Name, compiler.BorrowGlobal), Status: "MISSING_DATA",
	}
	return nil
}
