package compiler

import (
	"math/big"

	"foredeck/client/move"
)

// expression is a node of the syntax tree of a function body. Statements are expressions without a value.
type expression interface{ where() span }

func (s span) where() span { return s }

type (
	// integer is an integer literal. Its type is zero if the source does not have it.
	integer struct {
		span
		value *big.Int
		kind  token
	}
	// boolean is true or false.
	boolean struct {
		span
		value bool
	}
	// constantBytes is an address, or a byte string, with its BCS.
	constantBytes struct {
		span
		kind  Type
		bytes []byte
	}
	// variable is a local variable, a parameter or a constant.
	variable struct {
		span
		name string
	}
	// call is a call of a function, or of a builtin function, whose module is zero.
	call struct {
		span
		module        move.ModuleID
		name          string
		typeArguments []Type
		arguments     []expression
	}
	// vectorOf is vector[a, b] or vector<T>[a, b].
	vectorOf struct {
		span
		element []Type // one, or none if the source does not have it
		items   []expression
	}
	// pack makes a struct. As a pattern, its values are variables.
	pack struct {
		span
		kind   Type
		fields []string
		values []expression
	}
	field struct {
		span
		of   expression
		name string
	}
	borrow struct {
		span
		of        expression
		isMutable bool
	}
	dereference struct {
		span
		of expression
	}
	not struct {
		span
		of expression
	}
	operation struct {
		span
		operator    string
		left, right expression
	}
	cast struct {
		span
		of   expression
		kind Type
	}
	conditional struct {
		span
		condition, then, otherwise expression // otherwise may be nil
	}
	// repeat is a while, or a loop, which has no condition.
	repeat struct {
		span
		condition, body expression
	}
	// jump is break or continue.
	jump struct {
		span
		isBreak bool
	}
	exit struct {
		span
		value expression // nil if the function has no results
	}
	abort struct {
		span
		code expression
	}
	assert struct {
		span
		condition, code expression
	}
	// block is a sequence of statements with the value of the last expression, which may be nil.
	block struct {
		span
		statements []expression
		value      expression
	}
	// let declares variables. The pattern is a variable, a tuple or a pack.
	let struct {
		span
		pattern expression
		kind    *Type // nil if the source does not have it
		value   expression
	}
	assign struct {
		span
		target, value expression
	}
	// tuple is () or (a, b).
	tuple struct {
		span
		items []expression
	}
)
