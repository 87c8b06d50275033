package compiler

import (
	"fmt"
	"math/big"
	"slices"

	"foredeck/client/move"
)

// expression is a node of the syntax tree of a function body, and where it is. Statements are expressions without a value.
type expression struct {
	span
	node any // one of the following; nil if there is no expression
}

type (
	// integer is an integer literal. Its type is zero if the source does not have it.
	integer struct {
		value *big.Int
		kind  token
	}
	// boolean is true or false.
	boolean bool
	// constantBytes is an address, or a byte string, with its BCS.
	constantBytes struct {
		kind  Type
		bytes []byte
	}
	// variable is the name of a local variable, a parameter or a constant.
	variable string
	// call is a call of a function, or of a builtin function, whose module is zero.
	call struct {
		module        move.ModuleID
		name          string
		typeArguments []Type
		arguments     []expression
	}
	// vectorOf is vector[a, b] or vector<T>[a, b].
	vectorOf struct {
		element []Type // one, or none if the source does not have it
		items   []expression
	}
	// pack makes a struct. As a pattern, its values are variables.
	pack struct {
		kind   Type
		fields []string
		values []expression
	}
	field struct {
		of   expression
		name string
	}
	borrow struct {
		of        expression
		isMutable bool
	}
	dereference struct{ of expression }
	not         struct{ of expression }
	operation   struct {
		operator    string
		left, right expression
	}
	cast struct {
		of   expression
		kind Type
	}
	conditional struct {
		condition, then, otherwise expression // otherwise may be absent
	}
	// repeat is a while, or a loop, which has no condition.
	repeat struct{ condition, body expression }
	// jump is break or continue.
	jump struct{ isBreak bool }
	// exit is a return. The value is absent if the function has no results.
	exit   struct{ value expression }
	abort  struct{ code expression }
	assert struct{ condition, code expression }
	// block is a sequence of statements with the value of the last expression, which may be absent.
	block struct {
		statements []expression
		value      expression
	}
	// let declares variables. The pattern is a variable, a tuple or a pack.
	let struct {
		pattern expression
		kind    *Type // nil if the source does not have it
		value   expression
	}
	assign struct{ target, value expression }
	// tuple is () or (a, b).
	tuple struct{ items []expression }
)

// vectorModule is the module of the functions in vectorCodes.
var vectorModule = move.ModuleID{Address: move.Address{31: 1}, Name: "vector"}

// call generates a call and returns the types of the results.
func (g *generator) call(e call, wanted []Type) []Type {
	if e.module == (move.ModuleID{}) {
		return g.builtin(e)
	}
	declared := g.function(e)
	if len(e.arguments) != len(declared.Parameters) {
		g.fail(fmt.Sprintf("%s takes %d arguments, not %d", e.name, len(declared.Parameters), len(e.arguments)))
	}
	arguments := make([]Type, len(declared.TypeParameters))
	copy(arguments, e.typeArguments)
	for i, result := range declared.Results {
		if want := hint(wanted, i); want.token != 0 && len(e.typeArguments) == 0 {
			result.infer(want, arguments)
		}
	}
	for i, argument := range e.arguments {
		parameter := declared.Parameters[i]
		want := parameter.known(arguments)
		if parameter.token == referenceToken {
			want.token = referenceToken // even if its target is not known
		}
		parameter.infer(g.value(argument, want), arguments)
	}
	g.requireKnown(arguments)
	if code, ok := vectorCodes[e.name]; ok && e.module == vectorModule {
		g.emit(code, vectorOperand{element: arguments[0]})
	} else {
		g.emit(callCode, functionOperand{e.module, e.name, arguments})
	}
	results := make([]Type, len(declared.Results))
	for i, result := range declared.Results {
		results[i] = result.replace(arguments)
	}
	return results
}

// function returns the declaration of a called function, which must be visible.
func (g *generator) function(e call) *Function {
	module, ok := g.declarations[e.module]
	if !ok {
		g.fail("unknown module: " + e.module.String())
	}
	declared, _ := module.Function(e.name)
	if declared == nil {
		g.fail("unknown function: " + e.module.String() + "::" + e.name)
	}
	if module != g.module && !module.allows(declared, g.module.ID) {
		g.fail("the function is not visible: " + e.module.String() + "::" + e.name)
	}
	return declared
}

// allows reports whether another module may call a function.
func (m *Module) allows(f *Function, caller move.ModuleID) bool {
	if f.Visibility != friendVisibility {
		return f.Visibility == publicVisibility
	}
	return slices.Contains(m.Friends, caller)
}

// builtin generates the access to a resource in global storage.
func (g *generator) builtin(e call) []Type {
	code := builtins[e.name]
	if code == moveToCode {
		g.value(e.arguments[0], Type{token: referenceToken, parts: []Type{{token: signerToken}}})
		kind := g.value(e.arguments[1], hint(e.typeArguments, 0))
		g.emit(moveToCode, structOperand{kind})
		return nil
	}
	g.value(e.arguments[0], Type{token: addressToken})
	kind := e.typeArguments[0]
	if kind.module != g.module.ID {
		g.fail("not a resource of the module: " + kind.String())
	}
	g.emit(code, structOperand{kind})
	switch code {
	case existsCode:
		return []Type{{token: boolToken}}
	case borrowGlobalCode:
		return []Type{{token: referenceToken, parts: []Type{kind}}}
	case borrowGlobalMutCode:
		return []Type{{token: mutableReferenceToken, parts: []Type{kind}}}
	default: // moveFromCode
		return []Type{kind}
	}
}
