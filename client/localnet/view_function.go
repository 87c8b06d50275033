package localnet

import (
	"fmt"
	"maps"

	"foredeck/client/move"
)

// viewFunction is what a view function does. It gives the results in the order of the
// declaration, or what abort gives.
type viewFunction func(call *viewCall) []any

// Categories of abort codes, as 0x1::error has them.
const (
	invalidArgument = 0x1
	notFound        = 0x6
	noCategory      = 0x0
)

// abort ends the call with a code of the module's: its category, then the reason.
func (c *viewCall) abort(category uint64, reason string) []any {
	_, place := c.module.functionNamed(c.function.name)
	path := c.module.id.String() + "::" + c.function.name
	c.failure = fmt.Sprintf("ABORTED with sub status %d at location Module %s and message %s at offset 1 at code offset 1 in function definition %d",
		category<<16|c.module.code(reason), c.module.id, path, place)
	return nil
}

func (c *viewCall) address(place int) move.Address { return c.arguments[place].(move.Address) }

func (c *viewCall) number(place int) uint64 { return c.arguments[place].(uint64) }

// coin gives the coin of the first type argument.
func (c *viewCall) coin() (coin, bool) { return c.world.coinOf(c.typeArguments[0]) }

// store gives the store that an account has for the coin of the call.
func (c *viewCall) store(owner move.Address) (store, bool) {
	coin, known := c.coin()
	id, exists := c.now.account(owner)
	if !known || !exists {
		return store{}, false
	}
	held := c.now.store(id, coin)
	return held, held.registered
}

// constant is a function that gives the same value always.
func constant(value any) viewFunction {
	return func(*viewCall) []any { return []any{value} }
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
