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

	structDefinitions []string // with the module
	fields            []fieldHandle
	variants          []variantHandle
	variantFields     []variantFieldHandle

	functionInstances, structInstances, fieldInstances, variantInstances, variantFieldInstances []bytecodeInstance
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
}

// bytecodeInstance is an entry of another table with type arguments from a signature.
type bytecodeInstance struct {
	of            int
	typeArguments []string
}

// handles reads the tables of handles, each after those that it refers to.
func (p *bytecodeParser) handles() {
	t := &p.module.tables
	p.each(identifierTable, func() { t.identifiers = append(t.identifiers, p.identifier("identifier")) })
	p.each(addressTable, func() { t.addresses = append(t.addresses, p.address()) })
	p.each(moduleHandleTable, func() { t.modules = append(t.modules, p.moduleHandle()) })
	p.each(structHandleTable, func() { t.structs = append(t.structs, p.structHandle()) })
	p.each(signatureTable, func() { t.signatures = append(t.signatures, p.signature()) })
	p.each(constantTable, func() { p.module.Constants = append(p.module.Constants, p.constant()) })
	p.each(metadataTable, func() {
		p.module.Metadata = append(p.module.Metadata, BytecodeMetadata{string(p.string("metadata key")), p.string("metadata value")})
	})
	p.each(functionHandleTable, func() { t.functions = append(t.functions, p.functionHandle()) })
	p.instances(functionInstanceTable, "function", len(t.functions), &t.functionInstances)
}

func (p *bytecodeParser) identifierNamed() string {
	identifiers := p.module.tables.identifiers
	if i := p.index("identifier", len(identifiers)); p.err == nil {
		return identifiers[i]
	}
	return ""
}

func (p *bytecodeParser) moduleNamed() ModuleID {
	modules := p.module.tables.modules
	if i := p.index("module", len(modules)); p.err == nil {
		return modules[i]
	}
	return ModuleID{}
}

func (p *bytecodeParser) structNamed() structHandle {
	structs := p.module.tables.structs
	if i := p.index("struct", len(structs)); p.err == nil {
		return structs[i]
	}
	return structHandle{}
}

func (p *bytecodeParser) signatureNamed() []string {
	signatures := p.module.tables.signatures
	if i := p.index("signature", len(signatures)); p.err == nil {
		return signatures[i]
	}
	return nil
}

func (p *bytecodeParser) moduleHandle() ModuleID {
	var id ModuleID
	addresses := p.module.tables.addresses
	if i := p.index("address", len(addresses)); p.err == nil {
		id.Address = addresses[i]
	}
	id.Name = p.identifierNamed()
	return id
}

func (p *bytecodeParser) structHandle() structHandle {
	h := structHandle{module: p.moduleNamed(), name: p.identifierNamed(), abilities: p.abilities()}
	h.path = p.write(h.module.String() + "::" + h.name)
	for range p.number("number of type parameters", maxShortCount) {
		parameter := TypeParameter{Constraints: p.abilities()}
		parameter.IsPhantom = p.number("phantom flag", 1) == 1
		if p.err != nil {
			break
		}
		h.typeParameters = append(h.typeParameters, parameter)
	}
	return h
}

func (p *bytecodeParser) functionHandle() functionHandle {
	h := functionHandle{
		module: p.moduleNamed(), name: p.identifierNamed(),
		parameters: p.signatureNamed(), returned: p.signatureNamed(),
	}
	for range p.number("number of type parameters", maxShortCount) {
		constraints := p.abilities()
		if p.err != nil {
			break
		}
		h.typeParameters = append(h.typeParameters, TypeParameter{Constraints: constraints})
	}
	if p.module.Version >= 7 {
		p.accessSpecifiers()
	}
	return h
}

// instances reads a table of entries with type arguments. what describes the other table in errors, entries is its length.
func (p *bytecodeParser) instances(kind int, what string, entries int, instances *[]bytecodeInstance) {
	p.each(kind, func() {
		*instances = append(*instances, bytecodeInstance{p.index(what, entries), p.signatureNamed()})
	})
}

// abilitySets has the names of each set of abilities.
var abilitySets = func() (sets [16][]string) {
	for set := range sets {
		sets[set] = []string{}
		for bit, name := range []string{"copy", "drop", "store", "key"} {
			if set&(1<<bit) != 0 {
				sets[set] = append(sets[set], name)
			}
		}
	}
	return sets
}()

func (p *bytecodeParser) abilities() []string {
	return abilitySets[p.number("set of abilities", len(abilitySets)-1)]
}

// maxAccessSpecifiers is the maximum number of access specifiers of a function.
const maxAccessSpecifiers = 64

// accessSpecifiers skips the access specifiers of a function in version 7.
func (p *bytecodeParser) accessSpecifiers() {
	if p.choice("option of access specifiers", 2) == 1 {
		return
	}
	t := &p.module.tables
	for range p.number("number of access specifiers", maxAccessSpecifiers) {
		p.choice("kind of access", 3)
		p.choice("bool", 2)
		switch p.choice("resource specifier", 5) {
		case 2:
			p.index("address", len(t.addresses))
		case 3:
			p.moduleNamed()
		case 4:
			p.structNamed()
		case 5:
			p.structNamed()
			p.signatureNamed()
		}
		switch p.choice("address specifier", 3) {
		case 2:
			p.index("address", len(t.addresses))
		case 3:
			p.number("parameter", maxShortCount)
			if p.choice("option of a function", 2) == 2 {
				p.number("function", maxTableIndex) // its table is read later
			}
		}
		if p.err != nil {
			return
		}
	}
}

// choice reads a byte from 1 to maximum.
func (p *bytecodeParser) choice(what string, most byte) byte {
	chosen := p.byte(what)
	if p.err == nil && (chosen == 0 || chosen > most) {
		p.fail(p.offset-1, "unknown %s %d at byte %d", what, chosen, p.offset-1)
	}
	return chosen
}

// withTypeArguments returns a name with its type arguments.
func withTypeArguments(name string, typeArguments []string) string {
	if len(typeArguments) == 0 {
		return name
	}
	return name + "<" + strings.Join(typeArguments, ", ") + ">"
}
