package move

import (
	"slices"
	"strconv"
	"strings"
)

const (
	// MaxBytecodeLength is the maximum length of bytecode in bytes, more than a transaction can publish.
	MaxBytecodeLength = 1 << 20
	// MaxBytecodeText is the maximum size in bytes of the types and constants of a module as text, and of the operands of a
	// function. A few bytes of bytecode can repeat a long type many times; compiled modules stay far below.
	MaxBytecodeText = 16 << 20
)

// Bytecode is a compiled module. Types and names of other modules have short addresses and can be parsed by ParseType and
// ParseModuleID.
type Bytecode struct {
	Version   int // version of the binary format, 4 to 7, without the flavor
	ID        ModuleID
	Friends   []ModuleID
	Structs   []BytecodeStruct
	Functions []BytecodeFunction
	Constants []BytecodeConstant
	Metadata  []BytecodeMetadata

	bytes  []byte
	tables bytecodeTables
}

// BytecodeStruct is a struct or an enum of a module.
type BytecodeStruct struct {
	ABI      StructABI // IsEvent is unknown; an enum has its fields in Variants
	Variants []BytecodeVariant
}

// BytecodeVariant is a variant of an enum.
type BytecodeVariant struct {
	Name   string
	Fields []FieldABI
}

// BytecodeFunction is a function of a module.
type BytecodeFunction struct {
	ABI          FunctionABI // IsView is unknown
	IsNative     bool        // without instructions
	Acquires     []string    // structs of the module, with its ID
	Locals       []string    // types of the local variables
	Instructions int         // number of instructions

	code int // offset of the first instruction
}

// BytecodeConstant is a constant with its value as a Move literal: 65537, true, 0x1, b"text", x"00ff", [1, 2]. Bytecode does not
// name constants.
type BytecodeConstant struct {
	Type  string
	Value string
}

// BytecodeMetadata is data from the compiler; its meaning depends on the chain.
type BytecodeMetadata struct {
	Key   string // any bytes
	Value []byte
}

// Declaration returns the Move declaration of the function on one line, without its body:
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

// Declaration returns the Move declaration of the struct on one line: struct Coin<phantom T0> has store { value: u64 }.
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

// fieldsSource returns fields in braces, after a space.
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

// ParseBytecode parses a module in Move's binary format, versions 4 to 7. The top byte of the version, the flavor of Move, is
// ignored, except that the flavor 0x05 of version 7 is an error, because it numbers its tables differently. Version 7 is
// parsed as the flavor 0x0a, with enums and access specifiers, which are skipped; this part follows public documentation
// and was not tested against compiled modules.
//
// Everything that the bytecode refers to must exist: handles, signatures, fields, jump targets, locals. ParseBytecode does
// not verify the module like a chain does, except that constants must fit their type and names of functions are unique.
// Time and memory are proportional to the length, within MaxBytecodeLength and MaxBytecodeText, whatever the content.
//
// The error is a *ParseError of the kind "bytecode". Its rule contains the offset of the byte, and its Position is one more. A
// script is an error, as it is not a module.
func ParseBytecode(code []byte) (*Bytecode, error) {
	if len(code) > MaxBytecodeLength {
		rule := grouped(strconv.Itoa(len(code))) + " bytes, at most " + grouped(strconv.Itoa(MaxBytecodeLength))
		return nil, &ParseError{Kind: "bytecode", Rule: rule}
	}
	p := newBytecodeParser(&Bytecode{bytes: slices.Clone(code)}, 0)
	p.whole()
	if p.err != nil {
		return nil, p.err
	}
	return p.module, nil
}
