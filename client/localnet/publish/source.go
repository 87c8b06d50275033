package publish

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"foredeck/client/move"
)

// sourceTokens matches the tokens of Move: names and numbers, ::, attributes, signs.
var sourceTokens = regexp.MustCompile(`[A-Za-z0-9_]+|::|#\[[a-z_]+\]|\S`)

var sourceComments = regexp.MustCompile(`//[^\n]*`)

// parser parses the declarations of a module: use, friend, const, struct and fun without
// a body. It panics on errors, since the sources are embedded.
type parser struct {
	tokens         []string
	addresses      map[string]move.Address // named addresses
	module         *Module
	used           map[string]move.ModuleID // modules of the struct names
	typeParameters []string                 // of the current declaration
}

// parseModule parses one module. Named addresses are replaced by those given.
func parseModule(source string, addresses map[string]move.Address) *Module {
	p := &parser{
		tokens:    sourceTokens.FindAllString(sourceComments.ReplaceAllString(source, ""), -1),
		addresses: addresses,
		module:    new(Module),
		used:      make(map[string]move.ModuleID),
	}
	p.expect("module")
	p.module.ID = p.moduleID()
	p.expect("{")
	for _, name := range structNames.FindAllStringSubmatch(source, -1) {
		p.used[name[1]] = p.module.ID // a field may refer to a later struct
	}
	for !p.accept("}") {
		p.declaration()
	}
	if len(p.tokens) > 0 {
		p.fail("text after the end of the module")
	}
	return p.module
}

var structNames = regexp.MustCompile(`(?m)^\s*struct (\w+)`)

func (p *parser) declaration() {
	event := p.accept("#[event]")
	view := p.accept("#[view]")
	switch {
	case p.accept("use"):
		id := p.moduleID()
		p.expect("::")
		p.used[p.next()] = id
		p.expect(";")
	case p.accept("friend"):
		p.module.Friends = append(p.module.Friends, p.moduleID())
		p.expect(";")
	case p.accept("const"):
		p.constant()
	case p.accept("struct"):
		p.structure(event)
	default:
		p.function(view)
	}
}

func (p *parser) constant() {
	constant := Constant{Name: p.next()}
	p.expect(":")
	p.expect("u64")
	p.expect("=")
	constant.Value = p.number()
	p.expect(";")
	p.module.Constants = append(p.module.Constants, constant)
}

func (p *parser) structure(event bool) {
	declared := Struct{Name: p.next(), IsEvent: event}
	declared.TypeParameters = p.parseTypeParameters()
	if p.accept("has") {
		declared.Abilities = p.abilities(",")
	}
	p.expect("{")
	for !p.accept("}") {
		field := Field{Name: p.next()}
		p.expect(":")
		field.Type = p.parseType()
		declared.Fields = append(declared.Fields, field)
		p.accept(",")
	}
	if declared.Fields == nil {
		// The Move compiler adds this field to a struct without fields.
		declared.Fields = []Field{{"dummy_field", Type{token: boolToken}}}
	}
	p.module.Structs = append(p.module.Structs, declared)
}

func (p *parser) function(view bool) {
	declared := Function{IsView: view, IsNative: p.accept("native")}
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
	p.expect("(")
	for !p.accept(")") {
		p.next() // ABIs do not name parameters
		p.expect(":")
		declared.Parameters = append(declared.Parameters, p.parseType())
		p.accept(",")
	}
	if p.accept(":") {
		if p.accept("(") {
			for !p.accept(")") {
				declared.Results = append(declared.Results, p.parseType())
				p.accept(",")
			}
		} else {
			declared.Results = []Type{p.parseType()}
		}
	}
	p.expect(";")
	p.module.Functions = append(p.module.Functions, declared)
}

func (p *parser) parseTypeParameters() []TypeParameter {
	p.typeParameters = nil
	if !p.accept("<") {
		return nil
	}
	var parameters []TypeParameter
	for !p.accept(">") {
		parameter := TypeParameter{IsPhantom: p.accept("phantom")}
		p.typeParameters = append(p.typeParameters, p.next())
		if p.accept(":") {
			parameter.Constraints = p.abilities("+")
		}
		parameters = append(parameters, parameter)
		p.accept(",")
	}
	return parameters
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
	token := p.next()
	if primitive, ok := primitives[token]; ok {
		return Type{token: primitive}
	}
	if token == "vector" {
		return Type{token: vectorToken, parts: p.typeArguments()}
	}
	if index := slices.Index(p.typeParameters, token); index >= 0 {
		return Type{token: typeParameterToken, parameter: index}
	}
	module, ok := p.used[token]
	if !ok {
		p.fail("unknown type: " + token)
	}
	return Type{token: structToken, module: module, name: token, parts: p.typeArguments()}
}

func (p *parser) typeArguments() []Type {
	if !p.accept("<") {
		return nil
	}
	var arguments []Type
	for !p.accept(">") {
		arguments = append(arguments, p.parseType())
		p.accept(",")
	}
	return arguments
}

func (p *parser) moduleID() move.ModuleID {
	token := p.next()
	address, named := p.addresses[token]
	if !named {
		var err error
		if address, err = move.ParseAddress(token); err != nil || !strings.HasPrefix(token, "0x") {
			p.fail("invalid address: " + token)
		}
	}
	p.expect("::")
	return move.ModuleID{Address: address, Name: p.next()}
}

func (p *parser) number() uint64 {
	token := p.next()
	number, err := strconv.ParseUint(token, 0, 64)
	if err != nil {
		p.fail("invalid number: " + token)
	}
	return number
}

func (p *parser) next() string {
	if len(p.tokens) == 0 {
		p.fail("unexpected end")
	}
	token := p.tokens[0]
	p.tokens = p.tokens[1:]
	return token
}

func (p *parser) accept(token string) bool {
	if len(p.tokens) == 0 || p.tokens[0] != token {
		return false
	}
	p.tokens = p.tokens[1:]
	return true
}

func (p *parser) expect(token string) {
	if !p.accept(token) {
		p.fail("expected " + token)
	}
}

func (p *parser) fail(problem string) {
	panic(fmt.Sprintf("publish: source of %s: %s, before %q", p.module.ID, problem, p.tokens[:min(len(p.tokens), 8)]))
}
