package publish

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"foredeck/client/move"
)

// sourceWords are the words of a declaration: names and numbers, ::, attributes, signs.
var sourceWords = regexp.MustCompile(`[A-Za-z0-9_]+|::|#\[[a-z_]+\]|\S`)

var sourceComments = regexp.MustCompile(`//[^\n]*`)

// sourceReader reads a module's declarations, written in Move: use, friend, const,
// struct and fun, functions without their bodies. The sources are the package's own: it
// panics where one is wrong.
type sourceReader struct {
	words          []string
	addresses      map[string]move.Address // named addresses
	module         *Module
	used           map[string]move.ModuleID // where struct names come from
	typeParameters []string                 // of the declaration that is being read
}

// readModule reads one module. Names in the place of addresses stand for those given.
func readModule(source string, addresses map[string]move.Address) *Module {
	r := &sourceReader{
		words:     sourceWords.FindAllString(sourceComments.ReplaceAllString(source, ""), -1),
		addresses: addresses,
		module:    new(Module),
		used:      make(map[string]move.ModuleID),
	}
	r.expect("module")
	r.module.ID = r.moduleID()
	r.expect("{")
	for _, name := range structNames.FindAllStringSubmatch(source, -1) {
		r.used[name[1]] = r.module.ID // fields may name a struct that comes later
	}
	for !r.accept("}") {
		r.declaration()
	}
	if len(r.words) > 0 {
		r.fail("more after the module's end")
	}
	return r.module
}

var structNames = regexp.MustCompile(`(?m)^\s*struct (\w+)`)

func (r *sourceReader) declaration() {
	event := r.accept("#[event]")
	view := r.accept("#[view]")
	switch {
	case r.accept("use"):
		id := r.moduleID()
		r.expect("::")
		r.used[r.next()] = id
		r.expect(";")
	case r.accept("friend"):
		r.module.Friends = append(r.module.Friends, r.moduleID())
		r.expect(";")
	case r.accept("const"):
		r.constant()
	case r.accept("struct"):
		r.structure(event)
	default:
		r.function(view)
	}
}

func (r *sourceReader) constant() {
	constant := Constant{Name: r.next()}
	r.expect(":")
	r.expect("u64")
	r.expect("=")
	constant.Value = r.number()
	r.expect(";")
	r.module.Constants = append(r.module.Constants, constant)
}

func (r *sourceReader) structure(event bool) {
	declared := Struct{Name: r.next(), IsEvent: event}
	declared.TypeParameters = r.readTypeParameters()
	if r.accept("has") {
		declared.Abilities = r.abilities(",")
	}
	r.expect("{")
	for !r.accept("}") {
		field := Field{Name: r.next()}
		r.expect(":")
		field.Type = r.signature()
		declared.Fields = append(declared.Fields, field)
		r.accept(",")
	}
	if declared.Fields == nil {
		// What Move's compiler gives a struct that declares nothing.
		declared.Fields = []Field{{"dummy_field", Type{token: boolToken}}}
	}
	r.module.Structs = append(r.module.Structs, declared)
}

func (r *sourceReader) function(view bool) {
	declared := Function{IsView: view, IsNative: r.accept("native")}
	if r.accept("public") {
		declared.Visibility = publicVisibility
		if r.accept("(") {
			r.expect("friend")
			r.expect(")")
			declared.Visibility = friendVisibility
		}
	}
	declared.IsEntry = r.accept("entry")
	r.expect("fun")
	declared.Name = r.next()
	declared.TypeParameters = r.readTypeParameters()
	r.expect("(")
	for !r.accept(")") {
		r.next() // an ABI does not name parameters
		r.expect(":")
		declared.Parameters = append(declared.Parameters, r.signature())
		r.accept(",")
	}
	if r.accept(":") {
		if r.accept("(") {
			for !r.accept(")") {
				declared.Results = append(declared.Results, r.signature())
				r.accept(",")
			}
		} else {
			declared.Results = []Type{r.signature()}
		}
	}
	r.expect(";")
	r.module.Functions = append(r.module.Functions, declared)
}

func (r *sourceReader) readTypeParameters() []TypeParameter {
	r.typeParameters = nil
	if !r.accept("<") {
		return nil
	}
	var parameters []TypeParameter
	for !r.accept(">") {
		parameter := TypeParameter{IsPhantom: r.accept("phantom")}
		r.typeParameters = append(r.typeParameters, r.next())
		if r.accept(":") {
			parameter.Constraints = r.abilities("+")
		}
		parameters = append(parameters, parameter)
		r.accept(",")
	}
	return parameters
}

func (r *sourceReader) abilities(separator string) Abilities {
	var set Abilities
	for {
		word := r.next()
		known := false
		for bit, name := range abilityNames {
			if word == name {
				set |= 1 << bit
				known = true
			}
		}
		if !known {
			r.fail("no ability: " + word)
		}
		if !r.accept(separator) {
			return set
		}
	}
}

func (r *sourceReader) signature() Type {
	if r.accept("&") {
		if r.accept("mut") {
			return Type{token: mutableReferenceToken, parts: []Type{r.signature()}}
		}
		return Type{token: referenceToken, parts: []Type{r.signature()}}
	}
	word := r.next()
	if primitive, ok := primitives[word]; ok {
		return Type{token: primitive}
	}
	if word == "vector" {
		return Type{token: vectorToken, parts: r.typeArguments()}
	}
	for place, name := range r.typeParameters {
		if name == word {
			return Type{token: typeParameterToken, parameter: place}
		}
	}
	module, ok := r.used[word]
	if !ok {
		r.fail("no type: " + word)
	}
	return Type{token: structToken, module: module, name: word, parts: r.typeArguments()}
}

func (r *sourceReader) typeArguments() []Type {
	if !r.accept("<") {
		return nil
	}
	var arguments []Type
	for !r.accept(">") {
		arguments = append(arguments, r.signature())
		r.accept(",")
	}
	return arguments
}

func (r *sourceReader) moduleID() move.ModuleID {
	word := r.next()
	address, named := r.addresses[word]
	if !named {
		var err error
		if address, err = move.ParseAddress(word); err != nil || !strings.HasPrefix(word, "0x") {
			r.fail("no address: " + word)
		}
	}
	r.expect("::")
	return move.ModuleID{Address: address, Name: r.next()}
}

func (r *sourceReader) number() uint64 {
	word := r.next()
	number, err := strconv.ParseUint(word, 0, 64)
	if err != nil {
		r.fail("no number: " + word)
	}
	return number
}

func (r *sourceReader) next() string {
	if len(r.words) == 0 {
		r.fail("nothing more")
	}
	word := r.words[0]
	r.words = r.words[1:]
	return word
}

func (r *sourceReader) accept(word string) bool {
	if len(r.words) == 0 || r.words[0] != word {
		return false
	}
	r.words = r.words[1:]
	return true
}

func (r *sourceReader) expect(word string) {
	if !r.accept(word) {
		r.fail("expected " + word)
	}
}

func (r *sourceReader) fail(problem string) {
	panic(fmt.Sprintf("localnet: the source of %s: %s, before %q", r.module.ID, problem, r.words[:min(len(r.words), 8)]))
}
