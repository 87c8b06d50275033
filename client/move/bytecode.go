package move

import (
	"slices"
	"strings"
)

const (
	// MaxBytecodeLength is how long bytecode may be, in bytes: more than a node lets a
	// transaction publish.
	MaxBytecodeLength = 1 << 20
	// MaxBytecodeText is how many bytes the types and constants of one module, with the
	// names in them, may take when they are written out, and likewise the operands of one
	// function. Few bytes
	// of bytecode can name a long type many times over; modules of compilers stay far below.
	MaxBytecodeText = 16 << 20
)

// Bytecode is a module as its bytecode tells it. Types and names of other modules are
// written with short addresses, so that ParseType and ParseModuleID read them.
type Bytecode struct {
	Version   int // of the binary format, 4 to 7, without the flavour
	ID        ModuleID
	Friends   []ModuleID
	Structs   []BytecodeStruct
	Functions []BytecodeFunction
	Constants []BytecodeConstant
	Metadata  []BytecodeMetadata

	bytes  []byte
	tables bytecodeTables
}

// BytecodeStruct is a struct or an enum that a module defines.
type BytecodeStruct struct {
	ABI      StructABI // bytecode does not tell which struct is an event; an enum has its fields in its variants
	Variants []BytecodeVariant
}

// BytecodeVariant is a variant of an enum.
type BytecodeVariant struct {
	Name   string
	Fields []FieldABI
}

// BytecodeFunction is a function that a module defines.
type BytecodeFunction struct {
	ABI          FunctionABI // bytecode does not tell which function is a view
	IsNative     bool        // it has no instructions then
	Acquires     []string    // structs of the module, with its id
	Locals       []string    // types of the variables besides the parameters
	Instructions int         // how many

	code int // where the first instruction begins among the bytes
}

// BytecodeConstant is a constant, with its value as Move would write it: 65537, true,
// 0x1, b"bytes that are text", x"00ff", [1, 2]. Move keeps no names of constants.
type BytecodeConstant struct {
	Type  string
	Value string
}

// BytecodeMetadata is a note of the compiler, whose meaning depends on the chain.
type BytecodeMetadata struct {
	Key   string // any bytes
	Value []byte
}

// Declaration writes the function as Move declares it, on one line, without its body:
// public entry fun transfer<T0>(signer: &signer, #0: u64) acquires 0x1::coin::CoinStore.
func (f *BytecodeFunction) Declaration() string {
	text := f.ABI.head() + "(" + strings.Join(f.ABI.parametersSource(), ", ") + ")" + f.ABI.returnSource()
	if f.IsNative {
		text = "native " + text
	}
	if len(f.Acquires) > 0 {
		text += " acquires " + strings.Join(f.Acquires, ", ")
	}
	return text
}

// Declaration writes the struct as Move declares it, on one line:
// struct Coin<phantom T0> has store { value: u64 }.
func (s *BytecodeStruct) Declaration() string {
	switch {
	case s.ABI.IsNative:
		return s.ABI.head()
	case !s.ABI.IsEnum:
		return s.ABI.head() + fieldsSource(s.ABI.Fields)
	}
	variants := make([]string, len(s.Variants))
	for i, variant := range s.Variants {
		variants[i] = variant.Name
		if len(variant.Fields) > 0 {
			variants[i] += fieldsSource(variant.Fields)
		}
	}
	return s.ABI.head() + " { " + strings.Join(variants, ", ") + " }"
}

// fieldsSource writes fields in their braces, with a space in front.
func fieldsSource(fields []FieldABI) string {
	if len(fields) == 0 {
		return " {}"
	}
	texts := make([]string, len(fields))
	for i, field := range fields {
		texts[i] = field.Name + ": " + field.Type
	}
	return " { " + strings.Join(texts, ", ") + " }"
}

// ParseBytecode reads a module of versions 4 to 7 of Move's binary format. The top byte
// of the version, which tells the flavour of Move, is masked. Version 7 is read as the
// flavour 0x0a lays it out: with enums, and with access specifiers, which are read over.
// The flavour 0x05 gives the same numbers to other tables in it and is an error. Compiled
// modules of version 7 were at hand to check this reader against, but none of them with
// an enum or an access specifier: there it follows what is public about the format.
//
// What the bytecode names must be there: handles, signatures, fields, jump targets,
// locals. Of what a chain's verifier checks besides, only what is read as text here is
// checked: constants are of their type, no two functions have one name. Bytecode of any content is read in a time and in memory that grow with its
// length alone, within MaxBytecodeLength and MaxBytecodeText.
//
// The error is a *ParseError of the kind "bytecode"; its rule names the byte by its offset,
// which begins at 0, and its Position is one more. A script is an error too: it holds no module.
func ParseBytecode(code []byte) (*Bytecode, error) {
	if len(code) > MaxBytecodeLength {
		return nil, &ParseError{Kind: "bytecode", Rule: sizeRule(len(code))}
	}
	code = slices.Clone(code)
	p := &bytecodeParser{
		bcsReader: &bcsReader{kind: "bytecode", bytes: code},
		module:    &Bytecode{bytes: code},
	}
	p.whole()
	if p.err != nil {
		return nil, p.err
	}
	return p.module, nil
}
