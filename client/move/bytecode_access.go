package move

import (
	"encoding/binary"
	"slices"
	"strconv"
	"strings"
)

const (
	// maxAccessSpecifiers is the maximum number of access specifiers of a function.
	maxAccessSpecifiers = 64
	// maxFunctionAttributes is the maximum number of attributes of a function.
	maxFunctionAttributes = 16
)

// accessSpecifier says which resources a function reads or writes. An address can be that of a parameter, or what a function
// computes from a parameter.
type accessSpecifier struct {
	resource  string // reads 0x1::coin::CoinStore<T0>
	address   string // in parentheses; "" if any or that of a parameter
	parameter int    // unknownEntry if none
	function  int    // its instance, which is read later; unknownEntry if none
}

// text returns the specifier as Move source.
func (a accessSpecifier) text(t *bytecodeTables) string {
	switch parameter := parameterName(a.parameter); {
	case a.parameter == unknownEntry:
		return a.resource + a.address
	case a.function == unknownEntry:
		return a.resource + "(" + parameter + ")"
	default:
		return a.resource + "(" + t.operandText(operand{form: functionOperand | genericOperand, number: a.function}, nil) + "(" + parameter + "))"
	}
}

// accessKinds are the kinds of access by their number.
var accessKinds = [...]string{1: "reads ", 2: "writes ", 3: "acquires "}

// accessSpecifiers reads the access specifiers of a function, nil if it may access everything.
func (p *bytecodeParser) accessSpecifiers() (specifiers []accessSpecifier) {
	if p.choice("access specifiers option", 2) == 1 {
		return nil
	}
	for range p.number("number of access specifiers", maxAccessSpecifiers) {
		specifier := p.accessSpecifier()
		if p.err != nil {
			return nil
		}
		specifiers = append(specifiers, specifier)
	}
	return specifiers
}

func (p *bytecodeParser) accessSpecifier() accessSpecifier {
	t := &p.module.tables
	specifier := accessSpecifier{parameter: unknownEntry, function: unknownEntry}
	kind := p.choice("access kind", byte(len(accessKinds)-1))
	if p.choice("bool", 2) == 2 {
		specifier.resource = "!"
	}
	resource := "*"
	switch p.choice("resource specifier", 5) {
	case 2:
		resource = readEntry(p, "address", t.addresses).Short() + "::*"
	case 3:
		resource = p.moduleNamed().String() + "::*"
	case 4:
		resource = p.structNamed().path
	case 5:
		path := p.structNamed().path
		resource = withTypeArguments(path, p.signatureNamed())
	}
	switch p.choice("address specifier", 3) {
	case 2:
		specifier.address = "(" + readEntry(p, "address", t.addresses).Short() + ")"
	case 3:
		specifier.parameter = p.number("parameter", maxShortCount)
		if p.choice("function option", 2) == 2 {
			specifier.function = p.number("function", maxTableIndex)
		}
	}
	if p.err == nil {
		specifier.resource += accessKinds[kind] + p.write(resource)
	}
	return specifier
}

// parameterName is the name of a parameter without published source: its number in the declaration, from 0, signers included.
func parameterName(number int) string { return "#" + strconv.Itoa(number) }

// functionAttribute is an attribute of a function, with a number as its operand or without.
type functionAttribute struct {
	name      string
	hasNumber bool
}

// functionAttributes are the attributes by their code. Those from pack on mark functions that the compiler generates to give other
// modules access to a struct.
var functionAttributes = [...]functionAttribute{
	1: {persistent, false}, 2: {"module_lock", false},
	3: {"pack", false}, 4: {"pack_variant", true}, 5: {"unpack", false}, 6: {"unpack_variant", true}, 7: {"test_variant", true},
	8: {"borrow", true}, 9: {"borrow_mut", true},
}

const (
	// persistent marks functions that stored function values can refer to: upgrades treat them like public ones.
	persistent = "persistent"
	// firstStructAttribute is the code of the first attribute of a function that gives access to a struct.
	firstStructAttribute = 3
)

// functionAttributes reads the attributes of a function.
func (p *bytecodeParser) functionAttributes() (attributes []string) {
	for range p.number("number of attributes", maxFunctionAttributes) {
		start := p.offset
		code := int(p.byte("attribute"))
		switch {
		case p.err != nil:
			return nil
		case code == 0 || code >= len(functionAttributes):
			p.guess("unknown function attribute %#x at byte %d was read as one without operands", code, start)
			attributes = append(attributes, "unknown_"+strconv.Itoa(code))
			continue
		case code >= firstStructAttribute:
			p.since("attribute "+functionAttributes[code].name, structAPIVersion, start)
		}
		name := functionAttributes[code].name
		if functionAttributes[code].hasNumber {
			if number := p.take(2, "number of the attribute"); number != nil {
				name += "(" + strconv.Itoa(int(binary.LittleEndian.Uint16(number))) + ")"
			}
		}
		attributes = append(attributes, name)
	}
	return attributes
}

// structVisibility returns the visibility of a struct: that of the functions by which other modules can make a value of it. It is ""
// for a struct that only its module can access.
func (b *Bytecode) structVisibility(name string) string {
	for i := range b.Functions {
		f := &b.Functions[i]
		isAPI := slices.ContainsFunc(f.Attributes, func(attribute string) bool {
			return attribute == "pack" && f.ABI.Name == "pack$"+name || strings.HasPrefix(attribute, "pack_variant(") && strings.HasPrefix(f.ABI.Name, "pack$"+name+"$")
		})
		if isAPI && !f.ABI.isPrivate() {
			return f.ABI.Visibility
		}
	}
	return ""
}
