package compiler

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"foredeck/client/move"
)

// scope resolves the names of a module.
type scope struct {
	addresses map[string]move.Address  // named addresses
	members   map[string]move.ModuleID // modules of the structs in scope
	modules   map[string]move.ModuleID // modules by their names
}

// parser parses a module, or the body of one of its functions. It panics on errors, since the sources are embedded.
type parser struct {
	lexer
	module         *Module
	scope          scope
	typeParameters []name // of the current declaration
}

// Parse parses the declarations of one module; the bodies of functions are parsed when they are compiled. Named addresses are
// replaced by those given. It panics if the source is invalid.
func Parse(source string, addresses map[string]move.Address) *Module {
	p := &parser{lexer: lexer{source: source}, module: &Module{Source: source}}
	p.scope = scope{addresses: addresses, members: make(map[string]move.ModuleID), modules: make(map[string]move.ModuleID)}
	p.advance()
	start := p.current.start
	p.expect("module")
	p.module.ID = p.moduleID()
	p.expect("{")
	p.scope.modules["Self"] = p.module.ID
	for _, name := range structNames(source) {
		p.scope.members[name] = p.module.ID // a field may refer to a later struct
	}
	for !p.accept("}") {
		p.declaration()
	}
	p.module.span = span{start, p.previous.end}
	if p.current.text != "" {
		p.fail("text after the end of the module")
	}
	p.module.scope = p.scope
	return p.module
}

// structNames lists the names after the lines of a source that begin with struct.
func structNames(source string) []string {
	var names []string
	for line := range strings.Lines(source) {
		if declared, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), "struct "); ok {
			names = append(names, declared[:lexemeLength(declared)])
		}
	}
	return names
}

func (p *parser) declaration() {
	doc := p.current.doc
	var attributes []string
	for strings.HasPrefix(p.current.text, "#[") {
		attributes = append(attributes, p.next())
	}
	switch {
	case p.accept("use"):
		p.use()
	case p.accept("friend"):
		p.module.Friends = append(p.module.Friends, p.moduleID())
		p.expect(";")
	case p.accept("const"):
		p.constant(doc)
	case p.accept("struct"):
		p.structure(attributes)
	default:
		p.function(slices.Contains(attributes, "#[view]"))
	}
}

// use reads an import: use 0x1::m; use 0x1::m::S; use 0x1::m::{Self, S}; use 0x1::m::{S as Other} is not supported.
func (p *parser) use() {
	id := p.moduleID()
	if p.accept(";") {
		p.scope.modules[id.Name] = id
		return
	}
	p.expect("::")
	names := []string{p.next()}
	if names[0] == "{" {
		names = list(p, "}", p.next)
	}
	for _, name := range names {
		if name == "Self" {
			p.scope.modules[id.Name] = id
		} else {
			p.scope.members[name] = id
		}
	}
	p.expect(";")
}

// list reads items separated by commas up to a closing sign.
func list[T any](p *parser, end string, item func() T) []T {
	var items []T
	for !p.accept(end) {
		items = append(items, item())
		if !p.accept(",") {
			p.expect(end)
			break
		}
	}
	return items
}

func (p *parser) constant(doc string) {
	constant := Constant{Name: p.next(), Text: doc}
	p.expect(":")
	constant.Type = p.parseType()
	p.expect("=")
	switch value := p.primary().node.(type) {
	case integer:
		if constant.Type.isInteger() && value.kind == 0 {
			constant.bytes = constant.Type.littleEndian(value.value)
		}
	case boolean:
		if constant.Type.token == boolToken {
			constant.bytes = []byte{boolByte(bool(value))}
		}
	case constantBytes:
		if constant.Type.token == value.kind.token {
			constant.bytes = value.bytes
		}
	}
	if constant.bytes == nil {
		p.fail("unknown constant")
	}
	p.expect(";")
	p.module.Constants = append(p.module.Constants, constant)
}

func boolByte(value bool) byte {
	if value {
		return 1
	}
	return 0
}

// byteString returns the BCS of b"text" or x"hexadecimal digits".
func byteString(text string) []byte {
	var content []byte
	unquoted, err := strconv.Unquote(text[1:]) // Go has the escapes of Move
	if text[0] == 'x' {
		content, err = hex.DecodeString(unquoted)
		unquoted = string(content)
	}
	if err != nil {
		panic("compiler: " + text + ": " + err.Error())
	}
	return AppendString(nil, unquoted)
}

func (p *parser) structure(attributes []string) {
	declared := Struct{IsEvent: slices.Contains(attributes, "#[event]"), span: span{p.previous.start, 0}}
	for _, attribute := range attributes {
		if group, ok := strings.CutPrefix(attribute, "#[resource_group_member(group = "); ok {
			declared.Group = strings.TrimSuffix(group, ")]")
		}
	}
	declared.Name = p.next()
	declared.TypeParameters = p.parseTypeParameters()
	declared.names = p.typeParameters
	if p.accept("has") {
		declared.Abilities = p.abilities(",")
	}
	p.expect("{")
	declared.Fields = list(p, "}", func() Field {
		field := Field{span: p.current.span}
		field.Name = p.next()
		p.expect(":")
		field.Type = p.parseType()
		return field
	})
	declared.span.end = p.previous.end
	if declared.Fields == nil {
		// The Move compiler adds this field to a struct without fields.
		declared.Fields = []Field{{"dummy_field", Type{token: boolToken}, declared.span}}
	}
	p.module.Structs = append(p.module.Structs, declared)
}

func (p *parser) function(view bool) {
	declared := Function{IsView: view, span: p.current.span}
	declared.IsNative = p.accept("native")
	if p.accept("public") {
		declared.Visibility = publicVisibility
		if p.accept("(") {
			p.expect("friend")
			p.expect(")")
			declared.Visibility = friendVisibility
		}
	}
	declared.IsEntry = p.accept("entry")
	p.expect("fun")
	declared.Name = p.next()
	declared.TypeParameters = p.parseTypeParameters()
	declared.names = slices.Clone(p.typeParameters)
	p.expect("(")
	declared.Parameters = list(p, ")", func() Type {
		declared.names = append(declared.names, name{p.current.text, p.current.span})
		p.advance()
		p.expect(":")
		return p.parseType()
	})
	if p.accept(":") {
		if p.accept("(") {
			declared.Results = list(p, ")", p.parseType)
		} else {
			declared.Results = []Type{p.parseType()}
		}
	}
	if p.accept("acquires") { // the assembler infers them
		for p.parseType(); p.accept(","); {
			p.parseType()
		}
	}
	switch {
	case declared.IsNative:
		p.expect(";")
	case p.current.text == "{":
		declared.body = p.skipBlock()
	default:
		p.fail("expected the body of a function")
	}
	declared.span.end = p.previous.end
	p.module.Functions = append(p.module.Functions, declared)
}

func (p *parser) parseTypeParameters() []TypeParameter {
	p.typeParameters = nil
	if !p.accept("<") {
		return nil
	}
	return list(p, ">", func() TypeParameter {
		parameter := TypeParameter{IsPhantom: p.accept("phantom")}
		p.typeParameters = append(p.typeParameters, name{p.current.text, p.current.span})
		p.advance()
		if p.accept(":") {
			parameter.Constraints = p.abilities("+")
		}
		return parameter
	})
}

func (p *parser) abilities(separator string) Abilities {
	var set Abilities
	for {
		token := p.next()
		bit := slices.Index(abilityNames[:], token)
		if bit < 0 {
			p.fail("unknown ability: " + token)
		}
		set |= 1 << bit
		if !p.accept(separator) {
			return set
		}
	}
}

func (p *parser) parseType() Type {
	if p.accept("&") {
		if p.accept("mut") {
			return Type{token: mutableReferenceToken, parts: []Type{p.parseType()}}
		}
		return Type{token: referenceToken, parts: []Type{p.parseType()}}
	}
	if primitive, ok := primitives[p.current.text]; ok {
		p.advance()
		return Type{token: primitive}
	}
	if p.accept("vector") {
		return Type{token: vectorToken, parts: p.typeArguments()}
	}
	text := p.current.text
	if index := slices.IndexFunc(p.typeParameters, func(n name) bool { return n.text == text }); index >= 0 {
		p.advance()
		return Type{token: typeParameterToken, parameter: index}
	}
	module, member := p.path(p.scope.members)
	return Type{token: structToken, module: module, name: member, parts: p.typeArguments()}
}

// path reads name, module::name or address::module::name. A name alone is of the module that alone has for it.
func (p *parser) path(alone map[string]move.ModuleID) (module move.ModuleID, member string) {
	first := p.current.text
	after := p.source[p.current.end:]
	if !strings.HasPrefix(after, "::") {
		module, ok := alone[first]
		if !ok {
			p.fail("unknown name: " + first)
		}
		return module, p.next()
	}
	module, ok := p.scope.modules[first]
	if ok {
		p.advance()
	} else {
		module = p.moduleID()
	}
	p.expect("::")
	return module, p.next()
}

func (p *parser) typeArguments() []Type {
	if !p.accept("<") {
		return nil
	}
	return list(p, ">", p.parseType)
}

func (p *parser) moduleID() move.ModuleID {
	address := p.address()
	p.expect("::")
	return move.ModuleID{Address: address, Name: p.next()}
}

func (p *parser) address() move.Address {
	token := p.next()
	address, named := p.scope.addresses[token]
	if !named {
		var err error
		if address, err = move.ParseAddress(token); err != nil || !strings.HasPrefix(token, "0x") {
			p.fail("invalid address: " + token)
		}
	}
	return address
}

func (p *parser) next() string {
	if p.current.text == "" {
		p.fail("unexpected end")
	}
	text := p.current.text
	p.advance()
	return text
}

func (p *parser) accept(text string) bool {
	if p.current.text != text {
		return false
	}
	p.advance()
	return true
}

func (p *parser) expect(text string) {
	if !p.accept(text) {
		p.fail("expected " + text)
	}
}

func (p *parser) fail(problem string) {
	line := 1 + strings.Count(p.source[:p.current.start], "\n")
	panic(fmt.Sprintf("compiler: source of %s, line %d: %s, before %q", p.module.ID, line, problem, p.current.text))
}
