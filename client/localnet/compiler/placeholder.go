package compiler

import (
	"encoding/binary"
)

// Table kinds in Move bytecode.
const (
	moduleHandlesTable       = 0x1
	structHandlesTable       = 0x2
	functionHandlesTable     = 0x3
	functionInstancesTable   = 0x4
	signaturesTable          = 0x5
	constantsTable           = 0x6
	identifiersTable         = 0x7
	addressesTable           = 0x8
	structDefinitionsTable   = 0xa
	structInstancesTable     = 0xb
	functionDefinitionsTable = 0xc
	fieldHandlesTable        = 0xd
	fieldInstancesTable      = 0xe
	friendsTable             = 0xf
	metadataTable            = 0x10
)

// bytecodeHeader is the magic number and the version.
var bytecodeHeader = binary.LittleEndian.AppendUint32([]byte{0xa1, 0x1c, 0xeb, 0x0b}, 6)

// ScriptBytecode is a script with main(&signer, u64, address), which does nothing.
var ScriptBytecode = append(append([]byte(nil), bytecodeHeader...),
	1,                     // one table:
	signaturesTable, 0, 6, // at offset 0, 6 bytes long
	0,              // signature 0: empty
	3, 6, 12, 3, 5, // signature 1: &signer, u64, address
	0,             // no type parameters
	1,             // parameters: signature 1
	0,             // locals: signature 0
	1, returnCode, // one instruction
)

// zeros holds the opcode that loads the zero of a type, and the width of its operand.
var zeros = map[token]struct {
	code  byte
	width int
}{
	boolToken: {loadFalseCode, 0},
	u8Token:   {loadU8Code, 1},
	u16Token:  {loadU16Code, 2},
	u32Token:  {loadU32Code, 4},
	u64Token:  {loadU64Code, 8},
	u128Token: {loadU128Code, 16},
	u256Token: {loadU256Code, 32},
}

// appendPlaceholder appends the instructions of a function without a body, see assemble.
func (a *assembler) appendPlaceholder(b []byte, function Function) []byte {
	if !returns(function) {
		b = append(b, 2) // two instructions
		b = binary.LittleEndian.AppendUint64(append(b, loadU64Code), 0)
		return append(b, abortCode)
	}
	b = appendLength(b, len(function.Results)+1)
	for _, result := range function.Results {
		zero := zeros[result.token]
		b = append(b, zero.code)
		b = append(b, make([]byte, zero.width)...)
	}
	return append(b, returnCode)
}

// returns reports whether a function can return zeros: its results have a zero and its arguments can be dropped.
func returns(function Function) bool {
	for _, result := range function.Results {
		if _, ok := zeros[result.token]; !ok {
			return false
		}
	}
	for _, parameter := range function.Parameters {
		if !droppable(parameter) {
			return false
		}
	}
	return true
}

// droppable reports whether a type can be dropped; false for all structs.
func droppable(kind Type) bool {
	switch kind.token {
	case structToken, typeParameterToken:
		return false
	case vectorToken:
		return droppable(kind.parts[0])
	default:
		return true
	}
}
