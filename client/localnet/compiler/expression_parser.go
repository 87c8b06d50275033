package compiler

import (
	"math/big"
	"strings"

	"foredeck/client/move"
)

// parseBody parses the body of a function.
func parseBody(m *Module, f *Function) expression {
	p := &parser{lexer: lexer{source: m.Source}, module: m, scope: m.scope}
	p.typeParameters = f.names[:len(f.TypeParameters)]
	p.seek(f.body.start)
	return p.block()
}

// node returns a node that reaches from the start of an expression to the end of the previous lexeme.
func (p *parser) node(start int, node any) expression {
	return expression{span{start, p.previous.end}, node}
}

func (p *parser) block() expression {
	start := p.current.start
	p.expect("{")
	parsed := block{}
	for !p.accept("}") {
		statement := p.statement()
		switch {
		case p.accept(";"):
			parsed.statements = append(parsed.statements, statement)
		case p.current.text == "}":
			parsed.value = statement
		case endsWithBlock(statement):
			parsed.statements = append(parsed.statements, statement)
		default:
			p.fail("expected ;")
		}
	}
	return p.node(start, parsed)
}

// endsWithBlock reports whether a statement needs no semicolon.
func endsWithBlock(statement expression) bool {
	switch statement.node.(type) {
	case conditional, repeat, block:
		return true
	default:
		return false
	}
}

func (p *parser) statement() expression {
	start := p.current.start
	if p.accept("let") {
		declared := let{pattern: p.expression()}
		if p.accept(":") {
			kind := p.parseType()
			declared.kind = &kind
		}
		p.expect("=")
		declared.value = p.expression()
		return p.node(start, declared)
	}
	switch p.current.text {
	case "if", "while", "loop", "{":
		return p.primary() // an operator after it belongs to the next statement
	}
	target := p.expression()
	if !p.accept("=") {
		return target
	}
	return p.node(start, assign{target, p.expression()})
}

// precedences are those of the binary operators; the higher bind closer.
var precedences = map[string]int{
	"||": 1, "&&": 2, "==": 3, "!=": 3, "<": 3, ">": 3, "<=": 3, ">=": 3,
	"|": 4, "^": 5, "&": 6, "<<": 7, ">>": 7, "+": 8, "-": 8, "*": 9, "/": 9, "%": 9,
}

func (p *parser) expression() expression { return p.operation(1) }

// operation parses operators with at least a precedence.
func (p *parser) operation(lowest int) expression {
	start := p.current.start
	left := p.unary()
	for {
		operator := p.current.text
		if strings.HasPrefix(p.source[p.current.start:], ">>") {
			operator = ">>" // two lexemes, for nested type arguments end with them as well
		}
		precedence := precedences[operator]
		if precedence < lowest {
			return left
		}
		for range strings.Count(operator, ">") - 1 {
			p.advance()
		}
		p.advance()
		left = p.node(start, operation{operator, left, p.operation(precedence + 1)})
	}
}

func (p *parser) unary() expression {
	start := p.current.start
	switch {
	case p.accept("!"):
		return p.node(start, not{p.unary()})
	case p.accept("*"):
		return p.node(start, dereference{p.unary()})
	case p.accept("&"):
		isMutable := p.accept("mut")
		return p.node(start, borrow{p.unary(), isMutable})
	}
	parsed := p.primary()
	for p.accept(".") {
		parsed = p.node(start, field{parsed, p.next()})
	}
	return parsed
}

func (p *parser) primary() expression {
	start := p.current.start
	text := p.current.text
	switch {
	case text == "{":
		return p.block()
	case p.accept("("):
		return p.parenthesized(start)
	case p.accept("@"):
		address := p.address()
		return p.node(start, constantBytes{Type{token: addressToken}, address[:]})
	case strings.HasSuffix(text, `"`):
		p.advance()
		return p.node(start, constantBytes{Type{token: vectorToken, parts: []Type{{token: u8Token}}}, byteString(text)})
	case text != "" && text[0] >= '0' && text[0] <= '9' && !strings.HasPrefix(p.source[p.current.end:], "::"):
		return p.integer()
	default:
		if parsed := p.keyword(start); parsed.node != nil {
			return parsed
		}
		return p.named(start)
	}
}

// parenthesized parses (), (a), (a as T), (a, b).
func (p *parser) parenthesized(start int) expression {
	items := list(p, ")", func() expression {
		item := p.expression()
		if p.accept("as") {
			item = p.node(start, cast{item, p.parseType()})
		}
		return item
	})
	if len(items) == 1 {
		return items[0]
	}
	return p.node(start, tuple{items})
}

func (p *parser) integer() expression {
	start := p.current.start
	var literal integer
	text := p.next()
	for suffix, kind := range primitives {
		if digits, ok := strings.CutSuffix(text, suffix); ok && kind != boolToken && len(suffix) > 1 {
			text, literal.kind = digits, kind
			break
		}
	}
	value, ok := new(big.Int).SetString(text, 0)
	if !ok {
		p.fail("invalid number: " + text)
	}
	literal.value = value
	return p.node(start, literal)
}

// keyword parses an expression that begins with a keyword; its node is nil if there is none.
func (p *parser) keyword(start int) expression {
	switch {
	case p.accept("true"):
		return p.node(start, boolean(true))
	case p.accept("false"):
		return p.node(start, boolean(false))
	case p.accept("break"):
		return p.node(start, jump{isBreak: true})
	case p.accept("continue"):
		return p.node(start, jump{})
	case p.accept("abort"):
		return p.node(start, abort{p.expression()})
	case p.accept("return"):
		if p.current.text == ";" || p.current.text == "}" {
			return p.node(start, exit{})
		}
		return p.node(start, exit{p.expression()})
	case p.accept("while"):
		return p.node(start, repeat{p.condition(), p.block()})
	case p.accept("loop"):
		return p.node(start, repeat{body: p.block()})
	case p.accept("if"):
		parsed := conditional{condition: p.condition(), then: p.statement()}
		if p.accept("else") {
			parsed.otherwise = p.statement()
		}
		return p.node(start, parsed)
	case p.accept("assert"):
		p.expect("!")
		p.expect("(")
		condition := p.expression()
		p.expect(",")
		code := p.expression()
		p.expect(")")
		return p.node(start, assert{condition, code})
	case p.accept("vector"):
		return p.vector(start)
	}
	return expression{}
}

func (p *parser) condition() expression {
	start := p.current.start
	p.expect("(")
	return p.parenthesized(start)
}

// vector parses vector[a, b], or vector::function(a).
func (p *parser) vector(start int) expression {
	if p.current.text == "::" {
		p.seek(start)
		return p.named(start)
	}
	parsed := vectorOf{element: p.typeArguments()}
	p.expect("[")
	parsed.items = list(p, "]", p.expression)
	return p.node(start, parsed)
}

// builtins are the functions for global storage, with their opcodes.
var builtins = map[string]byte{
	"exists": existsCode, "borrow_global": borrowGlobalCode, "borrow_global_mut": borrowGlobalMutCode, "move_from": moveFromCode, "move_to": moveToCode,
}

// named parses a variable, a call or a pack.
func (p *parser) named(start int) expression {
	alone := p.current.text
	after := p.source[p.current.end:]
	isPath := strings.HasPrefix(after, "::")
	var module move.ModuleID
	member := alone
	switch {
	case isPath:
		module, member = p.path(nil)
	case builtins[alone] != 0:
		p.advance()
	default:
		p.advance()
		module = p.module.ID
		if declared, ok := p.scope.members[alone]; ok {
			module = declared
		}
	}
	var typeArguments []Type
	if p.current.text == "<" && p.current.start == p.previous.end { // otherwise it is a comparison
		typeArguments = p.typeArguments()
	}
	switch {
	case p.accept("("):
		return p.node(start, call{module, member, typeArguments, list(p, ")", p.expression)})
	case p.current.text == "{" && member[0] >= 'A' && member[0] <= 'Z' && p.module.constant(member) == nil:
		p.advance()
		return p.pack(start, Type{token: structToken, module: module, name: member, parts: typeArguments})
	case isPath || typeArguments != nil:
		p.fail("expected ( or {")
	}
	return p.node(start, variable(alone))
}

func (p *parser) pack(start int, kind Type) expression {
	parsed := pack{kind: kind}
	parsed.fields = list(p, "}", func() string {
		start := p.current.start
		name := p.next()
		value := p.node(start, variable(name))
		if p.accept(":") {
			value = p.expression()
		}
		parsed.values = append(parsed.values, value)
		return name
	})
	return p.node(start, parsed)
}
