package move

import (
	"encoding/binary"
	"encoding/hex"
	"strings"
)

// bytecodeFile is bytecode that a test composes from hex.
type bytecodeFile struct {
	version uint32
	tables  []fileTable
	behind  string // the tables
}

type fileTable struct {
	kind byte
	body string
}

func (f bytecodeFile) bytes() []byte {
	code := binary.LittleEndian.AppendUint32([]byte{0xa1, 0x1c, 0xeb, 0x0b}, f.version)
	code = append(code, byte(len(f.tables)))
	var bodies []byte
	for _, table := range f.tables {
		body := unhex(table.body)
		code = appendLength(append(code, table.kind), len(bodies))
		code = appendLength(code, len(body))
		bodies = append(bodies, body...)
	}
	return append(append(code, bodies...), unhex(f.behind)...)
}

// with returns the file with another body of a table; an empty one removes the table.
func (f bytecodeFile) with(kind byte, body string) bytecodeFile {
	var tables []fileTable
	for _, table := range f.tables {
		if table.kind != kind {
			tables = append(tables, table)
		}
	}
	if body != "" {
		tables = append(tables, fileTable{kind, body})
	}
	f.tables = tables
	return f
}

// body returns the body of a table.
func (f bytecodeFile) body(kind byte) string {
	for _, table := range f.tables {
		if table.kind == kind {
			return table.body
		}
	}
	return ""
}

// as returns the file in another version.
func (f bytecodeFile) as(version uint32) bytecodeFile {
	f.version = version
	return f
}

// old returns the file in a version without enums and access specifiers.
func (f bytecodeFile) old(version uint32) bytecodeFile {
	f.version = version
	for _, kind := range []byte{0x11, 0x12, 0x13, 0x14} {
		f = f.with(kind, "")
	}
	if version < 6 {
		f = f.with(0x6, `03 08 0100010000000000`)
	}
	f = f.with(0x3, `00 07 02 00 01 04   01 09 00 01 00   00 0d 00 01 00`)
	f = f.with(0xa, `00 02 01 02 09 00   03 02 02 02 03 0d 0a 02`)
	f = f.with(0xd, `01 00   00 00`)
	return f.with(0xc, `00 01 00 00 00 01 02`)
}

func unhex(text string) []byte {
	decoded, err := hex.DecodeString(strings.Join(strings.Fields(text), ""))
	if err != nil {
		panic(err)
	}
	return decoded
}

// namesTable encodes the table of identifiers.
func namesTable(names ...string) string {
	var table []byte
	for _, name := range names {
		table = appendString(table, name)
	}
	return hex.EncodeToString(table)
}

// shapes is a module with entries in every table, and every instruction in its function all.
func shapes() bytecodeFile {
	var code strings.Builder
	for _, instruction := range everyInstruction {
		code.WriteString(instruction.code)
	}
	return bytecodeFile{version: 7, behind: "00", tables: []fileTable{
		{0x1, `00 00   01 08`},
		{0x2, `00 01 0c 01 04 00   00 03 07 00   00 0a 02 01 00 01   00 0b 08 00   01 0c 0f 00`},
		{0x3, `00 07 02 00 01 04 02 01 01 01 04 03 02 00   01 09 00 01 00 01   00 0d 00 01 00 01`},
		{0x4, `01 01   00 05`},
		{0x5, `00   01 03   02 06 0c 05   01 02   02 07 0b 00 01 09 00 08 04   01 0b 00 01 09 00`},
		{0x6, `03 08 0100010000000000   0a 02 04 03 61 22 5c   0a 02 02 01 ff   0a 0a 02 05 01 03 02 01 00
			05 20` + strings.Repeat("00", 31) + `01   0f 20` + strings.Repeat("ff", 32) + `   0a 0d 01 00`},
		{0x7, namesTable("shapes", "Coin", "value", "Shape", "Circle", "Square", "side", "all", "other", "call", "Pair", "Plain", "Far", "nothing", "color")},
		{0x8, strings.Repeat("00", 31) + `01` + strings.Repeat("00", 30) + `0abc`},
		{0xa, `00 02 01 02 09 00   01 03 02 04 02 06 03 0e 0d 05 01 0e 0d   02 03 01 05 01 06 09 00   03 02 02 02 03 0d 0a 02`},
		{0xb, `00 01`},
		{0xc, `00 01 04 01 03 04` + hex.EncodeToString(appendLength(nil, len(everyInstruction))) + code.String() + `   02 03 02 00`},
		{0xd, `03 00   00 00`},
		{0xe, `01 05`},
		{0xf, `01 08`},
		{0x10, `03 6b6579 02 0102`},
		{0x11, `01 00 01 01   02 00 01 00`},
		{0x12, `01 01`},
		{0x13, `01 00   02 00`},
		{0x14, `01 05`},
	}}
}

// everyInstruction has one instruction of each kind with its text.
var everyInstruction = []struct{ code, want string }{
	{"01", "Pop"}, {"02", "Ret"}, {"03 00", "BrTrue 0"}, {"04 56", "BrFalse 86"}, {"05 05", "Branch 5"},
	{"06 ffffffffffffffff", "LdU64 18446744073709551615"}, {"07 00", "LdConst 65537: u64"}, {"08", "LdTrue"}, {"09", "LdFalse"},
	{"0a 00", "CopyLoc #0: &signer"}, {"0b 01", "MoveLoc #1: address"}, {"0c 02", "StLoc loc0: &mut Coin<T0>"},
	{"0d 03", "MutBorrowLoc loc1: 0xabc::other::Far"}, {"0e 01", "ImmBorrowLoc #1: address"},
	{"0f 00", "MutBorrowField Plain.value"}, {"10 00", "ImmBorrowField Plain.value"},
	{"11 01", "Call 0xabc::other::call"}, {"12 03", "Pack Plain"}, {"13 03", "Unpack Plain"},
	{"14", "ReadRef"}, {"15", "WriteRef"}, {"16", "Add"}, {"17", "Sub"}, {"18", "Mul"}, {"19", "Mod"}, {"1a", "Div"},
	{"1b", "BitOr"}, {"1c", "BitAnd"}, {"1d", "Xor"}, {"1e", "Or"}, {"1f", "And"}, {"20", "Not"}, {"21", "Eq"}, {"22", "Neq"},
	{"23", "Lt"}, {"24", "Gt"}, {"25", "Le"}, {"26", "Ge"}, {"27", "Abort"}, {"28", "Nop"}, {"29 03", "Exists Plain"},
	{"2a 03", "MutBorrowGlobal Plain"}, {"2b 03", "ImmBorrowGlobal Plain"}, {"2c 03", "MoveFrom Plain"}, {"2d 03", "MoveTo Plain"},
	{"2e", "FreezeRef"}, {"2f", "Shl"}, {"30", "Shr"}, {"31 ff", "LdU8 255"},
	{"32 00000000000000000100000000000000", "LdU128 18446744073709551616"}, {"33", "CastU8"}, {"34", "CastU64"}, {"35", "CastU128"},
	{"36 00", "MutBorrowFieldGeneric Coin<Coin<T0>>.value"}, {"37 00", "ImmBorrowFieldGeneric Coin<Coin<T0>>.value"},
	{"38 00", "CallGeneric 0xabc::other::call<u64>"}, {"39 00", "PackGeneric Coin<u64>"}, {"3a 00", "UnpackGeneric Coin<u64>"},
	{"3b 00", "ExistsGeneric Coin<u64>"}, {"3c 00", "MutBorrowGlobalGeneric Coin<u64>"}, {"3d 00", "ImmBorrowGlobalGeneric Coin<u64>"},
	{"3e 00", "MoveFromGeneric Coin<u64>"}, {"3f 00", "MoveToGeneric Coin<u64>"},
	{"40 03 0200000000000000", "VecPack u8, 2"}, {"41 03", "VecLen u8"}, {"42 03", "VecImmBorrow u8"}, {"43 03", "VecMutBorrow u8"},
	{"44 03", "VecPushBack u8"}, {"45 05", "VecPopBack Coin<T0>"}, {"46 03 0000000000000000", "VecUnpack u8, 0"}, {"47 03", "VecSwap u8"},
	{"48 0201", "LdU16 258"}, {"49 04030201", "LdU32 16909060"}, {"4a 05" + strings.Repeat("00", 31), "LdU256 5"},
	{"4b", "CastU16"}, {"4c", "CastU32"}, {"4d", "CastU256"},
	{"4e 00", "ImmBorrowVariantField Shape::Square.color"}, {"4f 00", "MutBorrowVariantField Shape::Square.color"},
	{"50 00", "ImmBorrowVariantFieldGeneric Pair<u64>::Square.side"}, {"51 00", "MutBorrowVariantFieldGeneric Pair<u64>::Square.side"},
	{"52 00", "PackVariant Shape::Circle"}, {"53 00", "PackVariantGeneric Pair<Coin<T0>>::Square"},
	{"54 00", "UnpackVariant Shape::Circle"}, {"55 00", "UnpackVariantGeneric Pair<Coin<T0>>::Square"},
	{"56 01", "TestVariant Pair::Square"}, {"57 00", "TestVariantGeneric Pair<Coin<T0>>::Square"},
}

// newest is shapes in version 10, with the types, instructions and attributes that versions 8 to 10 have added. Its function all can be
// stored, and $ is in the name of the one that packs a Plain.
func newest() bytecodeFile {
	f := shapes().as(10)
	var code strings.Builder
	for _, instruction := range newestInstructions {
		code.WriteString(instruction.code)
	}
	functions := strings.TrimSuffix(f.body(0xc), "   02 03 02 00")
	count := hex.EncodeToString(appendLength(nil, len(everyInstruction)))
	functions = strings.Replace(functions, count, hex.EncodeToString(appendLength(nil, len(everyInstruction)+len(newestInstructions))), 1)
	f = f.with(0xc, functions+code.String()+`   02 03 02 00   03 01 00 00 00 04 0b00 0b01 1203 02`)
	f = f.with(0x7, f.body(0x7)+namesTable("pack$Plain"))
	f = f.with(0x5, f.body(0x5)+`   01 10 03 02 01 03 06 02 01   02 14 0a 16   01 08 04`)
	f = f.with(0x6, f.body(0x6)+`   11 01 80   0a 14 11 02 ffffffffffffffff 0100000000000000`)
	return f.with(0x3, `00 07 02 00 01 04 02 01 01 01 04 03 02 00 02 01 02   01 09 00 01 00 01 00   00 0d 00 01 00 01 00
		00 0f 07 08 00 02 01 02 02 01 03 00 01 01 03`)
}

// newestInstructions has one instruction of each kind since version 8 with its text.
var newestInstructions = []struct{ code, want string }{
	{"58 01 05", "PackClosure 0xabc::other::call, captures #0, #2"}, {"59 00 00", "PackClosureGeneric 0xabc::other::call<u64>, captures nothing"},
	{"5a 06", "CallClosure |u64, &u8|bool has copy + drop"},
	{"5b 80", "LdI8 -128"}, {"5c ffff", "LdI16 -1"}, {"5d 00000080", "LdI32 -2147483648"}, {"5e ffffffffffffff7f", "LdI64 9223372036854775807"},
	{"5f" + strings.Repeat("ff", 16), "LdI128 -1"},
	{"60" + strings.Repeat("00", 31) + "80", "LdI256 -57896044618658097711785492504343953926634992332820282019728792003956564819968"},
	{"61", "CastI8"}, {"62", "CastI16"}, {"63", "CastI32"}, {"64", "CastI64"}, {"65", "CastI128"}, {"66", "CastI256"}, {"67", "Negate"},
	{"68", "AbortMsg"},
}
