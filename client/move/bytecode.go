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
	Version   int // version of the binary format, without the flavor
	ID        ModuleID
	Friends   []ModuleID
	Structs   []BytecodeStruct
	Functions []BytecodeFunction
	Constants []BytecodeConstant
	Metadata  []BytecodeMetadata
	// Problems names the unknown parts of this module and their places: a later version of the format, an opcode, a type or a table. The
	// other parts are read.
	Problems []string

	bytes  []byte
	tables bytecodeTables
}

// BytecodeStruct is a struct or an enum of a module.
type BytecodeStruct struct {
	ABI        StructABI // IsEvent is unknown; an enum has its fields in Variants
	Variants   []BytecodeVariant
	Visibility string // public or friend if other modules can access it, otherwise ""
	IsUnknown  bool   // the definition could not be read, so that fields or variants are unknown
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
	Attributes   []string    // persistent, module_lock, or what access to a struct it gives: pack, borrow(0) ...
	Acquires     []string    // structs of the module, with its ID
	Accesses     []string    // what it declares to read and write: reads 0x1::coin::CoinStore<T0>(#0)
	Locals       []string    // types of the local variables
	Instructions int         // number of instructions, up to the first unknown one
	Problem      string      // why the function is not read to its end, "" if it is

	code     int // offset of the first instruction
	declared int // number of instructions, of which jump targets are
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
// public entry fun transfer<T0>(#0: &signer, #1: u64) acquires 0x1::coin::CoinStore.
func (f *BytecodeFunction) Declaration() string {
	text := f.ABI.head() + "(" + strings.Join(f.ABI.parametersSource(), ", ") + ")" + f.ABI.returnSource()
	if f.IsNative {
		text = "native " + text
	}
	if len(f.Attributes) > 0 {
		text = "#[" + strings.Join(f.Attributes, ", ") + "] " + text
	}
	if len(f.Acquires) > 0 {
		text += " acquires " + strings.Join(f.Acquires, ", ")
	}
	if len(f.Accesses) > 0 {
		text += " " + strings.Join(f.Accesses, " ")
	}
	return text
}

// Declaration returns the Move declaration of the struct on one line: struct Coin<phantom T0> has store { value: u64 }.
func (s *BytecodeStruct) Declaration() string {
	head := visibilitySource(s.Visibility) + s.ABI.head()
	switch {
	case s.IsUnknown:
		return head + " /* definition unknown */"
	case s.ABI.IsNative:
		return head
	case !s.ABI.IsEnum:
		return head + fieldsSource(s.ABI.Fields)
	}
	variants := make([]string, len(s.Variants))
	for i, variant := range s.Variants {
		variants[i] = variant.Name
		if len(variant.Fields) > 0 {
			variants[i] += fieldsSource(variant.Fields)
		}
	}
	return head + " { " + strings.Join(variants, ", ") + " }"
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

// ParseBytecode parses a module in Move's binary format, versions 4 to 10. The top byte of the version, the flavor of Move, is
// ignored, except that the flavor 0x05 is an error from version 7 on, because it numbers its tables differently. These versions are
// parsed as the flavor 0x0a; they follow public documentation and were not tested against compiled modules.
//
// A later version is parsed like version 10. What is unknown is listed in Problems, and the rest is parsed as far as it can be found.
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
