package localnet

import (
	"encoding/binary"

	"foredeck/client/move"
)

// Kinds of tables in Move bytecode.
const (
	moduleHandlesTable = 1
	signaturesTable    = 5
	identifiersTable   = 7
	addressesTable     = 8
)

// bytecodeHeader is the magic number and the version of the format.
var bytecodeHeader = binary.LittleEndian.AppendUint32([]byte{0xa1, 0x1c, 0xeb, 0x0b}, 6)

// scriptBytecode is a complete script of main(&signer, u64, address), which returns.
var scriptBytecode = append(append([]byte(nil), bytecodeHeader...),
	1,                     // one table:
	signaturesTable, 0, 6, // from its offset and of its length
	0,              // signature 0: nothing
	3, 6, 12, 3, 5, // signature 1: three tokens: & signer, u64, address
	0,    // no type parameters
	1,    // parameters as in signature 1
	0,    // locals as in signature 0
	1, 2, // one instruction: return
)

// emptyModule is the bytecode of a module that declares nothing. The name is shorter
// than 64 characters.
func emptyModule(address move.Address, name string) []byte {
	length := byte(len(name))
	code := append([]byte(nil), bytecodeHeader...)
	code = append(code,
		3, // three tables, each with its offset and its length:
		moduleHandlesTable, 0, 2,
		identifiersTable, 2, length+1,
		addressesTable, length+3, byte(len(address)),
		0, 0, // the module itself: address 0, identifier 0
		length,
	)
	code = append(code, name...)
	code = append(code, address[:]...)
	return append(code, 0) // module handle 0 is the module's own
}
