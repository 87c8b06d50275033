package publish

import (
	"encoding/binary"

	"foredeck/client/move"
)

// Kinds of tables in Move bytecode.
const (
	moduleHandlesTable       = 0x1
	structHandlesTable       = 0x2
	functionHandlesTable     = 0x3
	signaturesTable          = 0x5
	constantsTable           = 0x6
	identifiersTable         = 0x7
	addressesTable           = 0x8
	structDefinitionsTable   = 0xa
	functionDefinitionsTable = 0xc
	friendsTable             = 0xf
)

// Instructions of Move bytecode.
const (
	returnCode       = 0x02
	loadU64Code      = 0x06
	loadConstantCode = 0x07
	loadFalseCode    = 0x09
	abortCode        = 0x27
	loadU8Code       = 0x31
	loadU128Code     = 0x32
	loadU16Code      = 0x48
	loadU32Code      = 0x49
	loadU256Code     = 0x4a
)

// bytecodeHeader is the magic number and the version of the format.
var bytecodeHeader = binary.LittleEndian.AppendUint32([]byte{0xa1, 0x1c, 0xeb, 0x0b}, 6)

// ScriptBytecode is a complete script of main(&signer, u64, address), which returns.
var ScriptBytecode = append(append([]byte(nil), bytecodeHeader...),
	1,                     // one table:
	signaturesTable, 0, 6, // from its offset and of its length
	0,              // signature 0: nothing
	3, 6, 12, 3, 5, // signature 1: three tokens: & signer, u64, address
	0,             // no type parameters
	1,             // parameters as in signature 1
	0,             // locals as in signature 0
	1, returnCode, // one instruction
)

// zeros holds the instruction that loads a zero of a type and the width of its operand.
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

// appendCode appends the instructions of a function.
func (a *assembler) appendCode(b []byte, m *Module, function Function) []byte {
	if !returns(function) {
		b = append(b, 2) // two instructions
		if len(m.Constants) > 0 {
			b = appendLength(append(b, loadConstantCode), a.constant(m.Constants[0].Value))
		} else {
			b = binary.LittleEndian.AppendUint64(append(b, loadU64Code), 0)
		}
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

// returns tells whether a function can return: its results have a zero, and what it was
// given can be dropped.
func returns(function Function) bool {
	for _, result := range function.Results {
		if _, ok := zeros[result.token]; !ok {
			return false
		}
	}
	for _, parameter := range function.Parameters {
		if !dropped(parameter) {
			return false
		}
	}
	return true
}

// dropped tells of a type that it can be dropped, without looking at structs.
func dropped(kind Type) bool {
	switch kind.token {
	case structToken, typeParameterToken:
		return false
	case vectorToken:
		return dropped(kind.parts[0])
	default:
		return true
	}
}

// EmptyModule is the bytecode of a module that declares nothing.
func EmptyModule(address move.Address, name string) []byte {
	return assemble(&Module{ID: move.ModuleID{Address: address, Name: name}}, nil)
}
