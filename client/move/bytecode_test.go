package move

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// bytecodeFile is bytecode whose parts a test writes itself, in hex.
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

// with gives the file with another body of a table. An empty one takes the table away.
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

// old gives the file in a version without enums and access specifiers.
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

// namesTable writes the table of identifiers.
func namesTable(names ...string) string {
	var table []byte
	for _, name := range names {
		table = appendString(table, name)
	}
	return hex.EncodeToString(table)
}

// shapes is a module that has something in every table, and in its function all one of
// every instruction.
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

// everyInstruction holds one of each, with what it reads as.
var everyInstruction = []struct{ code, want string }{
	{"01", "Pop"}, {"02", "Ret"}, {"03 00", "BrTrue 0"}, {"04 56", "BrFalse 86"}, {"05 05", "Branch 5"},
	{"06 ffffffffffffffff", "LdU64 18446744073709551615"}, {"07 00", "LdConst 65537: u64"}, {"08", "LdTrue"}, {"09", "LdFalse"},
	{"0a 00", "CopyLoc arg0: &signer"}, {"0b 01", "MoveLoc arg1: address"}, {"0c 02", "StLoc loc0: &mut Coin<T0>"},
	{"0d 03", "MutBorrowLoc loc1: 0xabc::other::Far"}, {"0e 01", "ImmBorrowLoc arg1: address"},
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

func TestParseBytecode(t *testing.T) {
	m, err := ParseBytecode(shapes().bytes())
	require.NoError(t, err)
	require.Equal(t, 7, m.Version)
	require.Equal(t, "0x1::shapes", m.ID.String())
	require.Equal(t, []ModuleID{{Address{30: 0xa, 31: 0xbc}, "other"}}, m.Friends)
	require.Equal(t, []BytecodeMetadata{{"key", []byte{1, 2}}}, m.Metadata)

	var structs []string
	for _, definition := range m.Structs {
		structs = append(structs, definition.Declaration())
	}
	require.Equal(t, []string{
		"struct Coin<T0: store> has store, key { value: T0 }",
		"enum Shape has copy, drop, store { Circle { side: u64, color: u16 }, Square { color: u16 } }",
		"enum Pair<phantom T0> has drop { Square { side: T0 } }",
		"struct Plain has key { value: u64, nothing: vector<u8> }",
	}, structs)

	var constants []string
	for _, constant := range m.Constants {
		constants = append(constants, constant.Type+" "+constant.Value)
	}
	require.Equal(t, []string{
		"u64 65537", `vector<u8> b"a\"\\"`, `vector<u8> x"ff"`, `vector<vector<u8>> [x"020100"]`, "address 0x1",
		"u256 115792089237316195423570985008687907853269984665640564039457584007913129639935", "vector<u16> []",
	}, constants)

	var functions []string
	for _, function := range m.Functions {
		functions = append(functions, function.Declaration())
	}
	require.Equal(t, []string{
		"public entry fun all<T0: store>(arg0: &signer, arg1: address) acquires 0x1::shapes::Plain",
		"native public(friend) fun nothing(): u64",
	}, functions)
	require.Equal(t, []string{"&mut 0x1::shapes::Coin<T0>", "0xabc::other::Far"}, m.Functions[0].Locals)
	require.Equal(t, len(everyInstruction), m.Functions[0].Instructions)
}

func TestDisassemble(t *testing.T) {
	m, err := ParseBytecode(shapes().bytes())
	require.NoError(t, err)
	instructions, err := m.Disassemble("all")
	require.NoError(t, err)
	require.Len(t, instructions, len(everyInstruction))
	known := 0
	for i, instruction := range instructions {
		require.Equal(t, i, instruction.Offset)
		require.Equal(t, everyInstruction[i].want, strings.TrimSpace(instruction.Name+" "+instruction.Operand))
		if strings.HasPrefix(instruction.Name, "Br") {
			require.Equal(t, instruction.Operand, fmt.Sprint(*instruction.Target))
		} else {
			require.Nil(t, instruction.Target)
		}
		if opcodes[i+1].name != "" {
			known++
		}
	}
	require.Equal(t, len(opcodes)-1, known)

	native, err := m.Disassemble("nothing")
	require.NoError(t, err)
	require.Empty(t, native)
	_, err = m.Disassemble("nobody")
	require.EqualError(t, err, "function name: 0x1::shapes defines no such function")
}

// TestBytecodeVersions reads what each version has and refuses what later ones brought.
func TestBytecodeVersions(t *testing.T) {
	for _, version := range []uint32{5, 6, 0x05000006, 0x0a000006} {
		file := shapes().old(version)
		m, err := ParseBytecode(file.bytes())
		require.NoError(t, err)
		require.EqualValues(t, version&0xff, m.Version)
		require.Equal(t, "struct Plain has key { value: u64, nothing: vector<u8> }", m.Structs[1].Declaration())
	}
	for _, version := range []uint32{7, 0x0a000007} {
		file := shapes()
		file.version = version
		_, err := ParseBytecode(file.bytes())
		require.NoError(t, err)
	}
	four, err := ParseBytecode(shapes().old(4).with(0x10, "").with(0xc, `00 02 00 00 00 01 02`).bytes())
	require.NoError(t, err)
	require.Equal(t, "public entry fun all<T0: store>(arg0: &signer, arg1: address)", four.Functions[0].Declaration())

	for _, test := range []struct {
		file bytecodeFile
		want string
	}{
		{shapes().old(3), "version 3 of the binary format at byte 5, known are 4 to 7"},
		{shapes().old(8), "version 8 of the binary format at byte 5, known are 4 to 7"},
		{shapes().old(0x05000007), "flavour 5 of version 7 at byte 8 has tables that are not known"},
		{shapes().old(4), "metadata at byte 41, in version 4; there is none before 5"},
		{shapes().old(6).with(0x13, "00 00"), "an enum at byte 65, in version 6; there is none before 7"},
		{shapes().old(5).with(0x6, "0d 02 0000"), "u16 at byte 326, in version 5; there is none before 6"},
		{shapes().old(6).with(0xa, "00 03 00"), "an enum at byte 416, in version 6; there is none before 7"},
		{shapes().old(5).with(0xc, "00 01 04 00 00 01 48 0000"), "LdU16 at byte 335, in version 5; there is none before 6"},
		{shapes().old(6).with(0xc, "00 01 04 00 00 01 52 00"), "PackVariant at byte 428, in version 6; there is none before 7"},
		{shapes().old(5).with(0xc, "00 02 00 00 00 01 02"), "unknown visibility 2 of a function at byte 330"},
		{shapes().old(4).with(0x10, "").with(0xc, "00 01 04 00 00 01 02"), "unknown flags 0x4 of a function at byte 320"},
	} {
		_, err := ParseBytecode(test.file.bytes())
		requireBroken(t, test.want, err)
	}
}

// requireBroken checks the error of bytecode, whose rule names the byte of its position.
func requireBroken(t *testing.T, rule string, err error) {
	t.Helper()
	var parseError *ParseError
	require.ErrorAs(t, err, &parseError)
	require.Equal(t, rule, parseError.Rule)
	require.Equal(t, "bytecode: "+rule, err.Error())
	if parseError.Position > 0 && !strings.Contains(rule, " after byte ") {
		require.Contains(t, strings.NewReplacer(":", "", ",", "").Replace(rule)+" ", fmt.Sprintf(" at byte %d ", parseError.Position))
	}
}

// TestMalformedBytecode breaks one rule after the other.
func TestMalformedBytecode(t *testing.T) {
	whole := shapes()
	number := func(n int) string { return hex.EncodeToString(appendLength(nil, n)) }
	for _, test := range []struct {
		code []byte
		want string
	}{
		{nil, "missing 4 bytes of the magic number after byte 0"},
		{unhex("a11ceb0c 06000000 00 00"), "no Move bytecode at byte 1: it begins with a11ceb0b"},
		{unhex("a11ceb0b 0600"), "missing 2 bytes of the version after byte 6"},
		{unhex("a11ceb0b 06000000"), "missing 1 bytes of the number of tables after byte 8"},
		{unhex("a11ceb0b 06000000 8001"), "missing 1 bytes of the kind of a table after byte 10"},
		{unhex("a11ceb0b 06000000 00"), "missing 1 bytes of the own handle of the module after byte 9"},
		{unhex("a11ceb0b 06000000 00 00"), "no module 0 at byte 10: there are 0"},
		{unhex("a11ceb0b 06000000 00 00 00"), "1 bytes left over after byte 10"},
		{unhex("a11ceb0b 06000000 00 00 00 00 00 00"), "a script, not a module: code stands behind the tables at byte 10"},
		{unhex("a11ceb0b 06000000 01 09 00 01 00"), "unknown kind of table 9 at byte 10"},
		{unhex("a11ceb0b 06000000 01 15 00 01 00"), "unknown kind of table 21 at byte 10"},
		{unhex("a11ceb0b 06000000 01 07 00 00"), "empty table at byte 10"},
		{unhex("a11ceb0b 06000000 01 07 00 05 00"), "table of 5 bytes at byte 10 ends beyond the last byte"},
		{unhex("a11ceb0b 06000000 01 07 01 01 00"), "tables at byte 10 do not follow one another"},
		{unhex("a11ceb0b 06000000 02 07 00 01 07 01 01 00 00"), "second table of kind 7 at byte 13"},
		{unhex("a11ceb0b 06000000 01 07 00 ffffffffff01 00"), "length of a table over 2,147,483,647 at byte 12"},
		{append(whole.bytes(), 0), "1 bytes left over after byte 709"},
		{whole.with(0x7, "01 2d").bytes(), "identifier at byte 622 is no Move name"},
		{whole.with(0x7, "02 61").bytes(), "missing 1 bytes of identifier after byte 623"},
		{whole.with(0x8, "00").bytes(), "missing 31 bytes of address after byte 645"},
		{whole.with(0x1, "00 0f").bytes(), "no identifier 15 at byte 707: there are 15"},
		{whole.with(0x1, "02 00").bytes(), "no address 2 at byte 706: there are 2"},
		{whole.with(0x2, "02 01 0c 00").bytes(), "no module 2 at byte 686: there are 2"},
		{whole.with(0x2, "00 01 10 00").bytes(), "set of abilities over 15 at byte 688"},
		{whole.with(0x2, "00 01 0c 01 00 02").bytes(), "phantom flag over 1 at byte 691"},
		{whole.with(0x3, "00 07 06 00 00 01").bytes(), "no signature 6 at byte 686: there are 6"},
		{whole.with(0x3, "00 07 00 00 00 03").bytes(), "unknown option of access specifiers 3 at byte 689"},
		{whole.with(0x3, "00 07 00 00 00 02 01 04").bytes(), "unknown kind of access 4 at byte 691"},
		{whole.with(0x4, "03 00").bytes(), "no function 3 at byte 706: there are 3"},
		{whole.with(0x5, "01 00").bytes(), "unknown type 0 at byte 687"},
		{whole.with(0x5, "01 10").bytes(), "unknown type 16 at byte 687"},
		{whole.with(0x5, "01 08 00").bytes(), "Coin at byte 687 has 0 type arguments, of 1"},
		{whole.with(0x5, "01 0b 01 00").bytes(), "Shape at byte 687 has an empty list of type arguments"},
		{whole.with(0x5, "01 0b 00 02 03 03").bytes(), "Coin at byte 687 has 2 type arguments, of 1"},
		{whole.with(0x5, "01"+strings.Repeat("0a", 256)+"02").bytes(), "more than 256 types deep at byte 944"},
		{whole.with(0x6, "06 03 00").bytes(), "type at byte 606 can have no constant"},
		{whole.with(0x6, "0c 20"+strings.Repeat("00", 32)).bytes(), "type at byte 606 can have no constant"},
		{whole.with(0x6, "03 07 00000000000000").bytes(), "missing 1 bytes of u64 after byte 614"},
		{whole.with(0x6, "02 02 0000").bytes(), "1 bytes of a constant left over after byte 608"},
		{whole.with(0x6, "01 01 02").bytes(), "bool is neither 0 nor 1 at byte 608"},
		{whole.with(0x6, "0a 03 02 02 00").bytes(), "2 items at byte 609, with 1 bytes left"},
		{whole.with(0x6, strings.Repeat("0a", 256)+"02 01 00").bytes(), "more than 256 types deep at byte 607"},
		{whole.with(0xa, "04 02 00").bytes(), "definition of a struct of another module at byte 674"},
		{whole.with(0xa, "00 04 00").bytes(), "unknown form of a struct 4 at byte 675"},
		{whole.with(0xb, "04 00").bytes(), "no struct 4 at byte 707: there are 4"},
		{whole.with(0xc, "01 01 00 00 00 01 02").bytes(), "definition of a function of another module at byte 484"},
		{whole.with(0xc, "02 01 02 00 02 01 02 00").bytes(), "second definition of nothing at byte 488"},
		{whole.with(0xc, "00 02 00 00 00 01 02").bytes(), "unknown visibility 2 of a function at byte 485"},
		{whole.with(0xc, "00 01 10 00 00 01 02").bytes(), "unknown flags 0x10 of a function at byte 486"},
		{whole.with(0xc, "00 01 00 01 04").bytes(), "no struct definition 4 at byte 488: there are 4"},
		{whole.with(0xc, "00 01 00 00 00 02 02").bytes(), "missing 1 bytes of opcode after byte 490"},
		{whole.with(0xc, "00 01 00 00 00 01 58").bytes(), "unknown opcode 0x58 at byte 490"},
		{whole.with(0xc, "00 01 00 00 00 01 00").bytes(), "unknown opcode 0x0 at byte 490"},
		{whole.with(0xc, "00 01 00 00 00 01 05 01").bytes(), "no instruction 1 at byte 491: there are 1"},
		{whole.with(0xc, "00 01 00 00 00 01 0a 02").bytes(), "no local 2 at byte 491: there are 2"},
		{whole.with(0xc, "00 01 00 00 00 01 06 0000").bytes(), "missing 6 bytes of u64 after byte 492"},
		{whole.with(0xc, "00 01 00 00 00"+number(65536)).bytes(), "number of instructions over 65,535 at byte 489"},
		{whole.with(0xd, "01 00").bytes(), "no field 0 at byte 706: there are 0"},
		{whole.with(0x11, "01 01 01 00").bytes(), "no field of variants 1 at byte 693: there are 1"},
		{whole.with(0x11, "01 02 01 00").bytes(), "no field 2 of variant Circle at byte 702: there are 2"},
		{whole.with(0x13, "01 02").bytes(), "no variant 2 at byte 706: there are 2"},
		{whole.with(0x13, "00 00").bytes(), "no variant 0 at byte 706: there are 0"},
		{make([]byte, MaxBytecodeLength+1), "1,048,577 bytes, at most 1,048,576"},
	} {
		_, err := ParseBytecode(test.code)
		requireBroken(t, test.want, err)
	}
}

// TestCutBytecode cuts a module short at every byte.
func TestCutBytecode(t *testing.T) {
	code := shapes().bytes()
	for length := range code {
		_, err := ParseBytecode(code[:length])
		var parseError *ParseError
		require.ErrorAs(t, err, &parseError, length)
		require.LessOrEqual(t, parseError.Position, length+1)
	}
}

// TestBytecodeTextLimit reads modules of few bytes whose types would take much to write
// out, and ones whose instructions would.
func TestBytecodeTextLimit(t *testing.T) {
	long := strings.Repeat("n", maxIdentifierLength)
	signature := "ff 01" + strings.Repeat("0800", 255)
	limit := grouped(strconv.Itoa(MaxBytecodeText))
	module := bytecodeFile{version: 6, behind: "00", tables: []fileTable{
		{0x1, "0000"}, {0x2, "0000 0c 00"}, {0x5, strings.Repeat(signature, 120)}, {0x7, namesTable(long)}, {0x8, strings.Repeat("ff", 32)},
	}}
	_, err := ParseBytecode(module.bytes())
	require.ErrorContains(t, err, "names, types and constants over "+limit+" bytes at byte ")

	module = module.with(0x5, "00 "+signature).with(0x3, "00 00 00 00 00").with(0x4, "00 01")
	calls := 1 << 10
	code := hex.EncodeToString(appendLength(nil, calls)) + strings.Repeat("3800", calls)
	m, err := ParseBytecode(module.with(0xc, "00 00 00 00 00"+code).bytes())
	require.NoError(t, err)
	_, err = m.Disassemble(long)
	require.ErrorContains(t, err, "names, types and constants over "+limit+" bytes at byte ")
}
