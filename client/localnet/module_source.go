package localnet

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
	module         *declaredModule
	used           map[string]move.ModuleID // where struct names come from
	typeParameters []string                 // of the declaration that is being read
}

// readModule reads one module. Names in the place of addresses stand for those given.
func readModule(source string, addresses map[string]move.Address) *declaredModule {
	r := &sourceReader{
		words:     sourceWords.FindAllString(sourceComments.ReplaceAllString(source, ""), -1),
		addresses: addresses,
		module:    new(declaredModule),
		used:      make(map[string]move.ModuleID),
	}
	r.expect("module")
	r.module.id = r.moduleID()
	r.expect("{")
	for _, name := range structNames.FindAllStringSubmatch(source, -1) {
		r.used[name[1]] = r.module.id // fields may name a struct that comes later
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
		r.module.friends = append(r.module.friends, r.moduleID())
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
	constant := declaredConstant{name: r.next()}
	r.expect(":")
	r.expect("u64")
	r.expect("=")
	constant.value = r.number()
	r.expect(";")
	r.module.constants = append(r.module.constants, constant)
}

func (r *sourceReader) structure(event bool) {
	declared := declaredStruct{name: r.next(), event: event}
	declared.typeParameters = r.readTypeParameters()
	if r.accept("has") {
		declared.abilities = r.abilities(",")
	}
	r.expect("{")
	for !r.accept("}") {
		field := declaredField{name: r.next()}
		r.expect(":")
		field.kind = r.signature()
		declared.fields = append(declared.fields, field)
		r.accept(",")
	}
	if declared.fields == nil {
		// What Move's compiler gives a struct that declares nothing.
		declared.fields = []declaredField{{"dummy_field", signature{token: boolToken}}}
	}
	r.module.structs = append(r.module.structs, declared)
}

func (r *sourceReader) function(view bool) {
	declared := declaredFunction{view: view, native: r.accept("native")}
	if r.accept("public") {
		declared.visibility = publicVisibility
		if r.accept("(") {
			r.expect("friend")
			r.expect(")")
			declared.visibility = friendVisibility
		}
	}
	declared.entry = r.accept("entry")
	r.expect("fun")
	declared.name = r.next()
	declared.typeParameters = r.readTypeParameters()
	r.expect("(")
	for !r.accept(")") {
		r.next() // an ABI does not name parameters
		r.expect(":")
		declared.parameters = append(declared.parameters, r.signature())
		r.accept(",")
	}
	if r.accept(":") {
		if r.accept("(") {
			for !r.accept(")") {
				declared.results = append(declared.results, r.signature())
				r.accept(",")
			}
		} else {
			declared.results = []signature{r.signature()}
		}
	}
	r.expect(";")
	r.module.functions = append(r.module.functions, declared)
}

func (r *sourceReader) readTypeParameters() []typeParameter {
	r.typeParameters = nil
	if !r.accept("<") {
		return nil
	}
	var parameters []typeParameter
	for !r.accept(">") {
		parameter := typeParameter{phantom: r.accept("phantom")}
		r.typeParameters = append(r.typeParameters, r.next())
		if r.accept(":") {
			parameter.constraints = r.abilities("+")
		}
		parameters = append(parameters, parameter)
		r.accept(",")
	}
	return parameters
}

func (r *sourceReader) abilities(separator string) abilities {
	var set abilities
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

func (r *sourceReader) signature() signature {
	if r.accept("&") {
		if r.accept("mut") {
			return signature{token: mutableReferenceToken, parts: []signature{r.signature()}}
		}
		return signature{token: referenceToken, parts: []signature{r.signature()}}
	}
	word := r.next()
	if primitive, ok := primitives[word]; ok {
		return signature{token: primitive}
	}
	if word == "vector" {
		return signature{token: vectorToken, parts: r.typeArguments()}
	}
	for place, name := range r.typeParameters {
		if name == word {
			return signature{token: typeParameterToken, parameter: place}
		}
	}
	module, ok := r.used[word]
	if !ok {
		r.fail("no type: " + word)
	}
	return signature{token: structToken, module: module, name: word, parts: r.typeArguments()}
}

func (r *sourceReader) typeArguments() []signature {
	if !r.accept("<") {
		return nil
	}
	var arguments []signature
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
	panic(fmt.Sprintf("localnet: the source of %s: %s, before %q", r.module.id, problem, r.words[:min(len(r.words), 8)]))
}
