package compiler

import "slices"

// value generates an expression with one value, and returns its type. The type wanted, if any, is a hint for literals and type
// arguments; a mutable reference becomes immutable if one is wanted.
func (g *generator) value(e expression, wanted Type) Type {
	kind := g.anyValue(e, wanted)
	if kind.token == mutableReferenceToken && wanted.token == referenceToken {
		g.emit(freezeCode, nil)
		kind.token = referenceToken
	}
	return kind
}

func (g *generator) anyValue(e expression, wanted Type) Type {
	if kinds, ok := g.statement(e, []Type{wanted}); ok {
		if len(kinds) == 0 { // it ends in abort or return
			return wanted
		}
		return kinds[0]
	}
	defer g.at(e)()
	switch node := e.node.(type) {
	case integer:
		return g.integer(node, wanted)
	case boolean:
		g.emit(loadFalseCode-boolByte(bool(node)), nil)
		return Type{token: boolToken}
	case constantBytes:
		g.emit(loadConstantCode, constantOperand{kind: node.kind, bytes: node.bytes})
		return node.kind
	case variable:
		return g.variable(node)
	case vectorOf:
		return g.vector(node, wanted)
	case pack:
		return g.pack(node, wanted)
	case field:
		kind := g.borrow(e, false)
		g.emit(readCode, nil)
		return kind
	case borrow:
		kind := Type{token: referenceToken, parts: []Type{g.borrow(node.of, node.isMutable)}}
		if node.isMutable {
			kind.token = mutableReferenceToken
		}
		return kind
	case dereference:
		kind := g.value(node.of, Type{})
		g.emit(readCode, nil)
		return kind.parts[0]
	case not:
		g.value(node.of, Type{token: boolToken})
		g.emit(notCode, nil)
		return Type{token: boolToken}
	case operation:
		return g.operation(node, wanted)
	case cast:
		g.value(node.of, Type{})
		g.emit(castCodes[node.kind.token], nil)
		return node.kind
	default:
		g.fail("unknown expression")
		return Type{}
	}
}

func (g *generator) integer(e integer, wanted Type) Type {
	kind := Type{token: e.kind}
	switch {
	case e.kind != 0:
	case wanted.isInteger():
		kind = wanted
	default:
		kind.token = u64Token
	}
	g.emit(loadCodes[kind.token], kind.littleEndian(e.value))
	return kind
}

func (g *generator) variable(e variable) Type {
	if index := g.lookup(string(e)); index >= 0 {
		kind := g.locals[index].kind
		code := byte(copyLocalCode)
		if !g.abilities(kind).has("copy") {
			code = moveLocalCode
		}
		g.emit(code, index)
		return kind
	}
	constant := g.module.constant(string(e))
	if constant == nil {
		g.fail("unknown variable: " + string(e))
	}
	g.emit(loadConstantCode, constantOperand{constant.Type, constant.bytes, constant.Name})
	return constant.Type
}

// has reports whether a set has an ability.
func (a Abilities) has(ability string) bool {
	return a&(1<<slices.Index(abilityNames[:], ability)) != 0
}

// abilities returns the abilities of a type, without key. Type arguments are assumed to have those of their struct, as they must
// have in a valid module.
func (g *generator) abilities(kind Type) Abilities {
	const all = 1<<len(abilityNames) - 1
	switch kind.token {
	case mutableReferenceToken:
		return 1<<0 | 1<<1 // a copy is a new borrow
	case signerToken:
		return 1 << 1
	case vectorToken:
		return g.abilities(kind.parts[0])
	case typeParameterToken:
		return g.declared.TypeParameters[kind.parameter].Constraints
	case structToken:
		declared := g.declarations.Struct(kind.module, kind.name)
		set := declared.Abilities
		for i, part := range kind.parts {
			if !declared.TypeParameters[i].IsPhantom {
				set &= g.abilities(part)
			}
		}
		return set
	default:
		return all
	}
}

func (g *generator) vector(e vectorOf, wanted Type) Type {
	var element Type
	switch {
	case len(e.element) == 1:
		element = e.element[0]
	case wanted.token == vectorToken:
		element = wanted.parts[0]
	case len(e.items) > 0:
		element = g.typeOf(e.items[0])
	default:
		g.fail("the vector needs a type argument")
	}
	for _, item := range e.items {
		g.value(item, element)
	}
	g.emit(vectorPackCode, vectorOperand{element, uint64(len(e.items))})
	return Type{token: vectorToken, parts: []Type{element}}
}

func (g *generator) pack(e pack, wanted Type) Type {
	declared := g.declarations.Struct(e.kind.module, e.kind.name)
	kind := e.kind
	arguments := make([]Type, len(declared.TypeParameters))
	copy(arguments, kind.parts)
	if kind.parts == nil && wanted.token == structToken && wanted.name == kind.name {
		copy(arguments, wanted.parts)
	}
	for _, field := range declared.Fields {
		actual := g.value(g.valueOf(e, field.Name), field.Type.known(arguments))
		field.Type.infer(actual, arguments)
	}
	if len(arguments) > 0 {
		kind.parts = arguments
	}
	g.requireKnown(arguments)
	g.emit(packCode, structOperand{kind})
	return kind
}

// known replaces the type parameters by type arguments; the result is zero if one of those is.
func (t Type) known(arguments []Type) Type {
	if !t.isKnown(arguments) {
		return Type{}
	}
	return t.replace(arguments)
}

func (t Type) isKnown(arguments []Type) bool {
	if t.token == typeParameterToken {
		return arguments[t.parameter].token != 0
	}
	for _, part := range t.parts {
		if !part.isKnown(arguments) {
			return false
		}
	}
	return true
}

func (g *generator) requireKnown(arguments []Type) {
	if slices.ContainsFunc(arguments, func(t Type) bool { return t.token == 0 }) {
		g.fail("a type argument is missing")
	}
}

// borrow generates a reference to the place of an expression, and returns the type of the place.
func (g *generator) borrow(e expression, isMutable bool) Type {
	defer g.at(e)()
	switch node := e.node.(type) {
	case variable:
		if index := g.lookup(string(node)); index >= 0 {
			g.emit(borrowLocalCode-boolByte(isMutable), index)
			return g.locals[index].kind
		}
	case field:
		return g.borrowField(node, isMutable)
	case dereference:
		kind := g.value(node.of, Type{})
		if !isMutable && kind.token == mutableReferenceToken {
			g.emit(freezeCode, nil)
		}
		return kind.parts[0]
	}
	// The value of any other expression is stored in a variable.
	kind := g.value(e, Type{})
	g.locals = append(g.locals, local{name{"", e.span}, kind})
	g.emit(storeLocalCode, len(g.locals)-1)
	g.emit(borrowLocalCode-boolByte(isMutable), len(g.locals)-1)
	return kind
}

func (g *generator) borrowField(e field, isMutable bool) Type {
	of := g.typeOf(e.of)
	if of.isReference() {
		g.value(e.of, Type{})
		of = of.parts[0]
	} else {
		g.borrow(e.of, isMutable)
	}
	declared := g.declarations.Struct(of.module, of.name)
	index := slices.IndexFunc(declared.Fields, func(f Field) bool { return f.Name == e.name })
	if index < 0 || of.module != g.module.ID {
		g.fail("unknown field: " + e.name)
	}
	g.emit(borrowFieldCode-boolByte(isMutable), fieldOperand{of, index})
	return declared.Fields[index].Type.replace(of.parts)
}

func (g *generator) operation(e operation, wanted Type) Type {
	boolType := Type{token: boolToken}
	switch e.operator {
	case "&&", "||":
		other, end := new(label), new(label)
		isOr := boolByte(e.operator == "||")
		g.value(e.left, boolType)
		g.emit(branchFalseCode-isOr, other)
		g.value(e.right, boolType)
		result := g.store([]Type{boolType}, nil)
		g.emit(branchCode, end)
		g.place(other)
		g.emit(loadFalseCode-isOr, nil)
		g.store(nil, result)
		g.place(end)
		return g.load(result)[0]
	case "<<", ">>":
		kind := g.value(e.left, wanted)
		g.value(e.right, Type{token: u8Token})
		g.emit(operatorCodes[e.operator], nil)
		return kind
	}
	kind := g.operandType(e, wanted)
	g.value(e.left, kind)
	g.value(e.right, kind)
	code := operatorCodes[e.operator]
	g.emit(code, nil)
	if code >= equalCode && code <= greaterOrEqualCode {
		return boolType
	}
	return kind
}

// operandType returns the type of the operands: that of the first that is not a literal.
func (g *generator) operandType(e operation, wanted Type) Type {
	for _, operand := range [...]expression{e.left, e.right} {
		if !isLiteral(operand) {
			return g.typeOf(operand)
		}
	}
	return wanted
}

// isLiteral reports whether an expression has only integers without a type.
func isLiteral(e expression) bool {
	switch node := e.node.(type) {
	case integer:
		return node.kind == 0
	case operation:
		return isLiteral(node.left) && isLiteral(node.right)
	default:
		return false
	}
}
