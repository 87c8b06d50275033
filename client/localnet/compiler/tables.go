package compiler

import "encoding/binary"

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
