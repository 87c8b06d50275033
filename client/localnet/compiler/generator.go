package compiler

import (
	"fmt"
	"slices"
	"strings"
)

// local is a parameter or a local variable.
type local struct {
	name
	kind Type
}

// generator generates the instructions of one function. It panics on errors, as parser does.
type generator struct {
	declarations Library
	module       *Module
	declared     *Function
	code         []instruction
	locals       []local
	scopes       []map[string]int // indexes in locals
	loops        []loopLabels
	where        span
	isDead       bool // the next instruction cannot be reached
}

type loopLabels struct{ head, end *label }

// body is the compiled body of a function.
type body struct {
	code   []instruction
	locals []local // the parameters first
}

// generate compiles the body of a function.
func generate(library Library, m *Module, f *Function) body {
	g := &generator{declarations: library, module: m, declared: f, scopes: []map[string]int{{}}}
	for i, parameter := range f.Parameters {
		g.declare(f.names[len(f.TypeParameters)+i], parameter)
	}
	parsed := parseBody(m, f)
	g.values(parsed, f.Results)
	g.where = span{f.body.end - 1, f.body.end}
	g.emit(returnCode, nil)
	g.moveLast()
	return body{g.code, g.locals}
}

func (g *generator) fail(problem string) {
	line := 1 + strings.Count(g.module.Source[:g.where.start], "\n")
	panic(fmt.Sprintf("compiler: source of %s, line %d: %s", g.module.ID, line, problem))
}

// emit adds an instruction, if it can be reached.
func (g *generator) emit(code byte, operand any) {
	if g.isDead {
		return
	}
	if target, ok := operand.(*label); ok {
		target.isUsed = true
	}
	g.code = append(g.code, instruction{code, operand, g.where})
	g.isDead = code == returnCode || code == abortCode || code == branchCode
}

// place sets the target of a label to the next instruction.
func (g *generator) place(target *label) {
	target.offset = len(g.code)
	if target.isUsed {
		g.isDead = false
	}
}

// declare adds a local variable to the current scope.
func (g *generator) declare(name name, kind Type) int {
	g.locals = append(g.locals, local{name, kind})
	g.scopes[len(g.scopes)-1][name.text] = len(g.locals) - 1
	return len(g.locals) - 1
}

// lookup returns the index of a local variable; -1 if there is none.
func (g *generator) lookup(name string) int {
	for _, scope := range slices.Backward(g.scopes) {
		if index, ok := scope[name]; ok {
			return index
		}
	}
	return -1
}

// at sets the location of the instructions to that of an expression, and returns a function that resets it.
func (g *generator) at(e expression) func() {
	outer := g.where
	g.where = e.span
	return func() { g.where = outer }
}

// typeOf returns the type of an expression with one value.
func (g *generator) typeOf(e expression) Type {
	length, locals, where, isDead := len(g.code), len(g.locals), g.where, g.isDead
	g.isDead = false
	kind := g.value(e, Type{})
	g.code, g.locals, g.where, g.isDead = g.code[:length], g.locals[:locals], where, isDead
	return kind
}

// values generates an expression with any number of values, and returns their types. Those wanted are hints for literals and
// type arguments; mutable references become immutable where the others are wanted.
func (g *generator) values(e expression, wanted []Type) []Type {
	if parsed, ok := e.node.(tuple); ok {
		kinds := make([]Type, len(parsed.items))
		for i, item := range parsed.items {
			kinds[i] = g.value(item, hint(wanted, i))
		}
		return kinds
	}
	if kinds, ok := g.statement(e, wanted); ok {
		return kinds
	}
	return []Type{g.value(e, hint(wanted, 0))}
}

func hint(wanted []Type, index int) Type {
	if index < len(wanted) {
		return wanted[index]
	}
	return Type{}
}

// statement generates an expression that may have other than one value; ok is false for other expressions.
func (g *generator) statement(e expression, wanted []Type) (kinds []Type, ok bool) {
	defer g.at(e)()
	switch node := e.node.(type) {
	case block:
		return g.block(node, wanted), true
	case conditional:
		return g.conditional(node, wanted), true
	case call:
		return g.call(node, wanted), true
	case repeat:
		g.repeat(node)
	case jump:
		g.jump(node)
	case exit:
		if node.value.node != nil {
			g.values(node.value, g.declared.Results)
		}
		g.emit(returnCode, nil)
	case abort:
		g.value(node.code, Type{token: u64Token})
		g.emit(abortCode, nil)
	case assert:
		g.assert(node)
	case let:
		g.let(node)
	case assign:
		g.assign(node)
	default:
		return nil, false
	}
	return nil, true
}

func (g *generator) block(e block, wanted []Type) []Type {
	g.scopes = append(g.scopes, make(map[string]int))
	defer func() { g.scopes = g.scopes[:len(g.scopes)-1] }()
	for _, statement := range e.statements {
		for range g.values(statement, nil) {
			g.emit(popCode, nil)
		}
	}
	if e.value.node == nil {
		return nil
	}
	return g.values(e.value, wanted)
}

func (g *generator) conditional(e conditional, wanted []Type) []Type {
	otherwise, end := new(label), new(label)
	g.value(e.condition, Type{token: boolToken})
	g.emit(branchFalseCode, otherwise)
	kinds := g.values(e.then, wanted)
	thenIsDead := g.isDead
	if e.otherwise.node == nil {
		g.place(otherwise)
		return nil
	}
	variables := g.store(kinds, nil)
	g.emit(branchCode, end)
	g.place(otherwise)
	if thenIsDead {
		return g.values(e.otherwise, wanted)
	}
	if hint(wanted, 0).token == 0 {
		wanted = kinds
	}
	g.store(g.values(e.otherwise, wanted), variables)
	g.place(end)
	return g.load(variables)
}

// store stores the values on the stack in unnamed variables, new ones if there are none: the stack must be empty at jumps.
func (g *generator) store(kinds []Type, variables []int) []int {
	if variables == nil {
		for _, kind := range kinds {
			g.locals = append(g.locals, local{name{"", g.where}, kind})
			variables = append(variables, len(g.locals)-1)
		}
	}
	for _, variable := range slices.Backward(variables) {
		g.emit(storeLocalCode, variable)
	}
	return variables
}

// load moves unnamed variables to the stack, and returns their types.
func (g *generator) load(variables []int) []Type {
	kinds := make([]Type, len(variables))
	for i, variable := range variables {
		kinds[i] = g.locals[variable].kind
		g.emit(moveLocalCode, variable)
	}
	return kinds
}

func (g *generator) repeat(e repeat) {
	labels := loopLabels{new(label), new(label)}
	g.loops = append(g.loops, labels)
	defer func() { g.loops = g.loops[:len(g.loops)-1] }()
	g.place(labels.head)
	if e.condition.node != nil {
		g.value(e.condition, Type{token: boolToken})
		g.emit(branchFalseCode, labels.end)
	}
	for range g.values(e.body, nil) {
		g.emit(popCode, nil)
	}
	g.emit(branchCode, labels.head)
	g.place(labels.end)
}

func (g *generator) jump(e jump) {
	labels := g.loops[len(g.loops)-1]
	if e.isBreak {
		g.emit(branchCode, labels.end)
	} else {
		g.emit(branchCode, labels.head)
	}
}

func (g *generator) assert(e assert) {
	passed := new(label)
	g.value(e.condition, Type{token: boolToken})
	g.emit(branchTrueCode, passed)
	g.value(e.code, Type{token: u64Token})
	g.emit(abortCode, nil)
	g.place(passed)
}

func (g *generator) let(e let) {
	var wanted []Type
	if e.kind != nil {
		wanted = []Type{*e.kind}
	}
	kinds := g.values(e.value, wanted)
	patterns := []expression{e.pattern}
	if parsed, ok := e.pattern.node.(tuple); ok {
		patterns = parsed.items
	}
	if len(patterns) != len(kinds) && !g.isDead {
		g.fail(fmt.Sprintf("%d values for %d variables", len(kinds), len(patterns)))
	}
	g.bind(patterns, kinds)
}

// bind stores the values on the stack in the variables of patterns, of which the last is on top.
func (g *generator) bind(patterns []expression, kinds []Type) {
	for i, pattern := range slices.Backward(patterns) {
		switch node := pattern.node.(type) {
		case variable:
			if node == "_" {
				g.emit(popCode, nil)
				continue
			}
			g.emit(storeLocalCode, g.declare(name{string(node), pattern.span}, hint(kinds, i)))
		case pack:
			kind := hint(kinds, i)
			declared := g.declarations.Struct(kind.module, kind.name)
			g.emit(unpackCode, structOperand{kind})
			values := make([]expression, len(declared.Fields))
			fields := make([]Type, len(declared.Fields))
			for j, field := range declared.Fields {
				values[j] = g.valueOf(node, field.Name)
				fields[j] = field.Type.replace(kind.parts)
			}
			g.bind(values, fields)
		default:
			g.fail("unknown pattern")
		}
	}
}

// valueOf returns the value of a field of a pack.
func (g *generator) valueOf(e pack, field string) expression {
	index := slices.Index(e.fields, field)
	if index < 0 {
		if field == "dummy_field" {
			return expression{g.where, boolean(false)}
		}
		g.fail("missing field: " + field)
	}
	return e.values[index]
}

func (g *generator) assign(e assign) {
	switch target := e.target.node.(type) {
	case variable:
		if target == "_" {
			g.value(e.value, Type{})
			g.emit(popCode, nil)
			return
		}
		index := g.lookup(string(target))
		if index < 0 {
			g.fail("unknown variable: " + string(target))
		}
		g.value(e.value, g.locals[index].kind)
		g.emit(storeLocalCode, index)
	case dereference:
		g.value(e.value, g.typeOf(e.target))
		g.value(target.of, Type{})
		g.emit(writeCode, nil)
	case field:
		g.value(e.value, g.typeOf(e.target))
		g.borrow(e.target, true)
		g.emit(writeCode, nil)
	default:
		g.fail("unknown target of an assignment")
	}
}
