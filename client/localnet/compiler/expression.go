package compiler

import (
	"math/big"

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
