package move

import "strings"

// bytecodeTables are the tables of a module that its instructions refer to.
type bytecodeTables struct {
	identifiers []string
	addresses   []Address
	modules     []ModuleID
	structs     []structHandle
	functions   []functionHandle
	signatures  [][]string // types as text

	abandoned [variantInstanceTable + 1]bool // tables whose rest could not be read

	structDefinitions []string                         // with the module
	members           [operandForms][]memberHandle     // fields, variants and variant fields
	instances         [operandForms][]bytecodeInstance // by the form without genericOperand
}

// size returns the number of entries that an operand can refer to.
func (t *bytecodeTables) size(form operandForm) int {
	switch {
	case form == closureOperand|genericOperand:
		return len(t.instances[functionOperand])
	case form&genericOperand != 0:
		return len(t.instances[form&^genericOperand])
	case form == functionOperand || form == closureOperand:
		return len(t.functions)
	case form == structOperand:
		return len(t.structDefinitions)
	case form == elementOperand || form == itemsOperand:
		return len(t.signatures)
	default:
		return len(t.members[form])
	}
}

// structHandle refers to a struct of any module.
type structHandle struct {
	module         ModuleID
	name           string
	path           string // with the module
	abilities      []string
	typeParameters []TypeParameter
}

// functionHandle refers to a function of any module.
type functionHandle struct {
	module               ModuleID
	name                 string
	parameters, returned []string
	typeParameters       []TypeParameter
	accesses             []accessSpecifier
	attributes           []string
}

// memberHandle refers to a field or variant of a struct of the module. A variant field is a field with the same index in
// several variants; its name lists them: Circle.color|Square.color.
type memberHandle struct {
	structure int
	name      string
}

// bytecodeInstance is an entry of another table with type arguments from a signature.
type bytecodeInstance struct {
	of            int
	typeArguments []string
}

// handles reads the tables of handles, each after those that it refers to.
func (p *bytecodeParser) handles() {
	t := &p.module.tables
	readTable(p, identifierTable, &t.identifiers, p.identifierEntry)
	readTable(p, addressTable, &t.addresses, p.address)
	readTable(p, moduleHandleTable, &t.modules, p.moduleHandle)
	readTable(p, structHandleTable, &t.structs, p.structHandle)
	readTable(p, signatureTable, &t.signatures, func() []string { return readList(p, "types", p.typeText) })
	readTable(p, constantTable, &p.module.Constants, p.constant)
	readTable(p, metadataTable, &p.module.Metadata, func() BytecodeMetadata {
		return BytecodeMetadata{string(p.string("metadata key")), p.string("metadata value")}
	})
	readTable(p, functionHandleTable, &t.functions, p.functionHandle)
	p.instances(functionInstanceTable, functionOperand)
}

func (p *bytecodeParser) identifierNamed() string {
	return readEntry(p, "identifier", p.module.tables.identifiers)
}

func (p *bytecodeParser) moduleNamed() ModuleID {
	return readEntry(p, "module", p.module.tables.modules)
}

func (p *bytecodeParser) structNamed() structHandle {
	return readEntry(p, "struct", p.module.tables.structs)
}

func (p *bytecodeParser) signatureNamed() []string {
	if i := p.index("signature", len(p.module.tables.signatures)); p.err == nil && i != unknownEntry {
		return p.module.tables.signatures[i]
	}
	return unknownSignature
}

// identifierEntry reads an identifier. $ is allowed in compiler-generated names since version 9.
func (p *bytecodeParser) identifierEntry() string {
	start := p.offset
	name := p.identifier("identifier")
	if strings.Contains(name, "$") {
		p.since("$ in an identifier", signedIntegerVersion, start)
	}
	return name
}

func (p *bytecodeParser) moduleHandle() ModuleID {
	return ModuleID{Address: readEntry(p, "address", p.module.tables.addresses), Name: p.identifierNamed()}
}

func (p *bytecodeParser) structHandle() structHandle {
	h := structHandle{module: p.moduleNamed(), name: p.identifierNamed(), abilities: p.abilities()}
	h.path = p.write(h.module.String() + "::" + h.name)
	h.typeParameters = readList(p, "type parameters", func() TypeParameter {
		return TypeParameter{Constraints: p.abilities(), IsPhantom: p.number("phantom flag", 1) == 1}
	})
	return h
}

func (p *bytecodeParser) functionHandle() functionHandle {
	h := functionHandle{
		module: p.moduleNamed(), name: p.identifierNamed(),
		parameters: p.signatureNamed(), returned: p.signatureNamed(),
	}
	h.typeParameters = readList(p, "type parameters", func() TypeParameter { return TypeParameter{Constraints: p.abilities()} })
	if p.module.Version >= enumVersion {
		h.accesses = p.accessSpecifiers()
	}
	if p.module.Version >= closureVersion {
		h.attributes = p.functionAttributes()
	}
	return h
}

// instances reads a table of functions, structs, fields or variants with type arguments.
func (p *bytecodeParser) instances(kind int, of operandForm) {
	t := &p.module.tables
	readTable(p, kind, &t.instances[of], func() bytecodeInstance {
		return bytecodeInstance{p.index(operandNames[of], t.size(of)), p.signatureNamed()}
	})
}

// abilityNames has the abilities by their bit.
var abilityNames = [...]string{"copy", "drop", "store", "key"}

// abilitySets has the names of each set of abilities.
var abilitySets = [...][]string{
	{}, {"copy"}, {"drop"}, {"copy", "drop"}, {"store"}, {"copy", "store"}, {"drop", "store"}, {"copy", "drop", "store"},
	{"key"}, {"copy", "key"}, {"drop", "key"}, {"copy", "drop", "key"}, {"store", "key"}, {"copy", "store", "key"}, {"drop", "store", "key"}, abilityNames[:],
}

func (p *bytecodeParser) abilities() []string {
	return abilitySets[p.number("set of abilities", len(abilitySets)-1)]
}

// choice reads a byte from 1 to maximum.
func (p *bytecodeParser) choice(what string, maximum byte) byte {
	chosen := p.byte(what)
	if p.err == nil && (chosen == 0 || chosen > maximum) {
		p.fail(p.offset-1, "unknown %s %d at byte %d", what, chosen, p.offset-1)
	}
	return chosen
}
