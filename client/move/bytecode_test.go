package move

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

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
		"public entry fun all<T0: store>(#0: &signer, #1: address) acquires 0x1::shapes::Plain reads 0x1::shapes::Plain(0x1)",
		"native public(friend) fun nothing(): u64",
	}, functions)
	require.Equal(t, []string{"&mut 0x1::shapes::Coin<T0>", "0xabc::other::Far"}, m.Functions[0].Locals)
	require.Equal(t, len(everyInstruction), m.Functions[0].Instructions)
}

func TestDisassemble(t *testing.T) {
	m, err := ParseBytecode(newest().bytes())
	require.NoError(t, err)
	instructions, err := m.Disassemble("all")
	require.NoError(t, err)
	everyInstruction := slices.Concat(everyInstruction, newestInstructions)
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

// TestBytecodeVersions parses the features of each version and rejects those of later ones.
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
	require.Equal(t, "public entry fun all<T0: store>(#0: &signer, #1: address)", four.Functions[0].Declaration())

	for _, test := range []struct {
		file bytecodeFile
		want string
	}{
		{shapes().old(3), "unsupported version 3 of the binary format at byte 4: expected 4 to 10"},
		{shapes().as(11).with(0x1, "00 0f"), "unsupported version 11 of the binary format at byte 4: expected 4 to 10"},
		{shapes().old(0x05000007), "unsupported flavor 5 of version 7 at byte 7"},
		{newest().as(0x0500000a), "unsupported flavor 5 of version 10 at byte 7"},
		{newest().as(9), "attribute pack at byte 876 requires version 10, not 9"},
		{shapes().with(0x7, shapes().body(0x7)+"0361 2462"), "$ in an identifier at byte 708 requires version 9, not 7"},
		{shapes().with(0x5, "01 10 00 00 00"), "function type at byte 686 requires version 8, not 7"},
		{shapes().with(0x5, "01 14"), "i64 at byte 686 requires version 9, not 7"},
		{shapes().with(0xc, "00 01 04 00 00 01 5a 00"), "CallClosure at byte 489 requires version 8, not 7"},
		{shapes().with(0xc, "00 01 04 00 00 01 67"), "Negate at byte 489 requires version 9, not 7"},
		{shapes().with(0xc, "00 01 04 00 00 01 68"), "AbortMsg at byte 489 requires version 10, not 7"},
		{shapes().old(4), "metadata at byte 40 requires version 5, not 4"},
		{shapes().old(6).with(0x13, "00 00"), "enum at byte 64 requires version 7, not 6"},
		{shapes().old(5).with(0x6, "0d 02 0000"), "u16 at byte 325 requires version 6, not 5"},
		{shapes().old(6).with(0xa, "00 03 00"), "enum at byte 415 requires version 7, not 6"},
		{shapes().old(5).with(0xc, "00 01 04 00 00 01 48 0000"), "LdU16 at byte 334 requires version 6, not 5"},
		{shapes().old(6).with(0xc, "00 01 04 00 00 01 52 00"), "PackVariant at byte 427 requires version 7, not 6"},
		{shapes().old(5).with(0xc, "00 02 00 00 00 01 02"), "unknown function visibility 2 at byte 329"},
		{shapes().old(4).with(0x10, "").with(0xc, "00 01 04 00 00 01 02"), "unknown function flags 0x4 at byte 319"},
	} {
		_, err := ParseBytecode(test.file.bytes())
		requireBroken(t, test.want, err)
	}
}

// requireBroken checks the error of bytecode, whose rule contains the byte of its position.
func requireBroken(t *testing.T, rule string, err error) {
	t.Helper()
	var parseError *ParseError
	require.ErrorAs(t, err, &parseError)
	require.Equal(t, rule, parseError.Rule)
	require.Equal(t, "bytecode: "+rule, err.Error())
	if parseError.Position > 0 {
		require.Contains(t, strings.NewReplacer(":", "", ",", "").Replace(rule)+" ", fmt.Sprintf(" at byte %d ", parseError.Position-1))
	}
}

// TestMalformedBytecode breaks one rule after the other.
func TestMalformedBytecode(t *testing.T) {
	intact := shapes()
	number := func(n int) string { return hex.EncodeToString(appendLength(nil, n)) }
	for _, test := range []struct {
		code []byte
		want string
	}{
		{nil, "unexpected end at byte 0: magic number needs 4 more bytes"},
		{unhex("a11ceb0c 06000000 00 00"), "not Move bytecode at byte 0: expected the magic number a11ceb0b"},
		{unhex("a11ceb0b 0600"), "unexpected end at byte 6: version needs 2 more bytes"},
		{unhex("a11ceb0b 06000000"), "unexpected end at byte 8: number of tables needs 1 more byte"},
		{unhex("a11ceb0b 06000000 8001"), "unexpected end at byte 10: table kind needs 1 more byte"},
		{unhex("a11ceb0b 06000000 00"), "unexpected end at byte 9: module index needs 1 more byte"},
		{unhex("a11ceb0b 06000000 00 00"), "module index 0 at byte 9 is out of range: 0 defined"},
		{unhex("a11ceb0b 06000000 00 00 00"), "trailing data at byte 10: 1 byte"},
		{unhex("a11ceb0b 06000000 00 00 00 00 00 00"), "a script, not a module: code after the tables at byte 9"},
		{unhex("a11ceb0b 06000000 01 07 00 00"), "empty table at byte 9"},
		{unhex("a11ceb0b 06000000 01 07 00 05 00"), "table of 5 bytes at byte 9 extends past the end"},
		{unhex("a11ceb0b 06000000 01 07 01 01 00"), "tables at byte 9 are not contiguous"},
		{unhex("a11ceb0b 06000000 02 07 00 01 07 01 01 00 00"), "duplicate table of kind 7 at byte 12"},
		{unhex("a11ceb0b 06000000 01 07 00 ffffffffff01 00"), "table length at byte 11 exceeds 2,147,483,647"},
		{append(intact.bytes(), 0), "trailing data at byte 709: 1 byte"},
		{intact.with(0x7, "01 2d").bytes(), "identifier at byte 621 is not a Move identifier"},
		{intact.with(0x7, "02 61").bytes(), "unexpected end at byte 623: identifier needs 1 more byte"},
		{intact.with(0x8, "00").bytes(), "unexpected end at byte 645: address needs 31 more bytes"},
		{intact.with(0x1, "00 0f").bytes(), "identifier index 15 at byte 706 is out of range: 15 defined"},
		{intact.with(0x1, "02 00").bytes(), "address index 2 at byte 705 is out of range: 2 defined"},
		{intact.with(0x2, "02 01 0c 00").bytes(), "module index 2 at byte 685 is out of range: 2 defined"},
		{intact.with(0x2, "00 01 10 00").bytes(), "set of abilities at byte 687 exceeds 15"},
		{intact.with(0x2, "00 01 0c 01 00 02").bytes(), "phantom flag at byte 690 exceeds 1"},
		{intact.with(0x3, "00 07 06 00 00 01").bytes(), "signature index 6 at byte 685 is out of range: 6 defined"},
		{intact.with(0x3, "00 07 00 00 00 03").bytes(), "unknown access specifiers option 3 at byte 688"},
		{intact.with(0x3, "00 07 00 00 00 02 01 04").bytes(), "unknown access kind 4 at byte 690"},
		{intact.with(0x4, "03 00").bytes(), "function index 3 at byte 705 is out of range: 3 defined"},
		{intact.with(0x5, "01 08 00").bytes(), "Coin at byte 686 has 0 type arguments instead of 1"},
		{intact.with(0x5, "01 0b 01 00").bytes(), "Shape at byte 686 has an empty list of type arguments"},
		{intact.with(0x5, "01 0b 00 02 03 03").bytes(), "Coin at byte 686 has 2 type arguments instead of 1"},
		{intact.with(0x5, "01"+strings.Repeat("0a", 256)+"02").bytes(), "nesting exceeds 256 types at byte 943"},
		{intact.with(0x6, "06 03 00").bytes(), "type at byte 605 is not allowed for constants"},
		{intact.with(0x6, "0c 20"+strings.Repeat("00", 32)).bytes(), "type at byte 605 is not allowed for constants"},
		{intact.with(0x6, "03 07 00000000000000").bytes(), "unexpected end at byte 614: u64 needs 1 more byte"},
		{intact.with(0x6, "02 02 0000").bytes(), "trailing data at byte 608: 1 byte"},
		{intact.with(0x6, "01 01 02").bytes(), "bool at byte 607 is neither 0 nor 1"},
		{intact.with(0x6, "0a 03 02 02 00").bytes(), "number of items at byte 608 is 2, with 1 byte left"},
		{intact.with(0x6, strings.Repeat("0a", 256)+"02 01 00").bytes(), "nesting exceeds 256 types at byte 606"},
		{intact.with(0xa, "04 02 00").bytes(), "struct definition at byte 673 belongs to another module"},
		{intact.with(0xb, "04 00").bytes(), "struct definition index 4 at byte 706 is out of range: 4 defined"},
		{intact.with(0xc, "01 01 00 00 00 01 02").bytes(), "function definition at byte 483 belongs to another module"},
		{intact.with(0xc, "02 01 02 00 02 01 02 00").bytes(), "duplicate definition of nothing at byte 487"},
		{intact.with(0xc, "00 02 00 00 00 01 02").bytes(), "unknown function visibility 2 at byte 484"},
		{intact.with(0xc, "00 01 10 00 00 01 02").bytes(), "unknown function flags 0x10 at byte 485"},
		{intact.with(0xc, "00 01 00 01 04").bytes(), "struct definition index 4 at byte 487 is out of range: 4 defined"},
		{intact.with(0xc, "00 01 00 00 00 02 02").bytes(), "unexpected end at byte 490: opcode needs 1 more byte"},
		{intact.with(0xc, "00 01 00 00 00 01 05 01").bytes(), "instruction index 1 at byte 490 is out of range: 1 defined"},
		{intact.with(0xc, "00 01 00 00 00 01 0a 02").bytes(), "local index 2 at byte 490 is out of range: 2 defined"},
		{intact.with(0xc, "00 01 00 00 00 01 06 0000").bytes(), "unexpected end at byte 492: u64 needs 6 more bytes"},
		{intact.with(0xc, "00 01 00 00 00"+number(65536)).bytes(), "number of instructions at byte 488 exceeds 65,535"},
		{intact.with(0xd, "01 00").bytes(), "field index 0 at byte 705 is out of range: 0 defined"},
		{intact.with(0x11, "01 01 01 00").bytes(), "variant field index 1 at byte 692 is out of range: 1 defined"},
		{intact.with(0x11, "01 02 01 00").bytes(), "field index 2 at byte 701 is out of range: variant Circle has 2"},
		{intact.with(0x13, "01 02").bytes(), "variant index 2 at byte 705 is out of range: 2 defined"},
		{intact.with(0x13, "00 00").bytes(), "variant index 0 at byte 705 is out of range: 0 defined"},
		{bytecodeFile{version: 6, behind: "00", tables: []fileTable{{0x5, strings.Repeat("00", 65537)}}}.bytes(), "too many entries in a table at byte 65550"},
		{make([]byte, MaxBytecodeLength+1), "1,048,577 bytes, at most 1,048,576"},
	} {
		_, err := ParseBytecode(test.code)
		requireBroken(t, test.want, err)
	}
}

// TestTruncatedBytecode cuts a module short at every byte.
func TestTruncatedBytecode(t *testing.T) {
	code := shapes().bytes()
	for length := range code {
		_, err := ParseBytecode(code[:length])
		var parseError *ParseError
		require.ErrorAs(t, err, &parseError, length)
		require.LessOrEqual(t, parseError.Position, length+1)
	}
}

// TestBytecodeTextLimit parses short modules with huge types or operands as text.
func TestBytecodeTextLimit(t *testing.T) {
	long := strings.Repeat("n", maxIdentifierLength)
	signature := "ff 01" + strings.Repeat("0800", 255)
	limit := grouped(strconv.Itoa(MaxBytecodeText))
	module := bytecodeFile{version: 6, behind: "00", tables: []fileTable{
		{0x1, "0000"}, {0x2, "0000 0c 00"}, {0x5, strings.Repeat(signature, 120)}, {0x7, namesTable(long)}, {0x8, strings.Repeat("ff", 32)},
	}}
	_, err := ParseBytecode(module.bytes())
	require.ErrorContains(t, err, "types and constants exceed "+limit+" bytes of text at byte ")

	module = module.with(0x5, "00 "+signature).with(0x3, "00 00 00 00 00").with(0x4, "00 01")
	calls := 1 << 10
	code := hex.EncodeToString(appendLength(nil, calls)) + strings.Repeat("3800", calls)
	m, err := ParseBytecode(module.with(0xc, "00 00 00 00 00"+code).bytes())
	require.NoError(t, err)
	_, err = m.Disassemble(long)
	require.ErrorContains(t, err, "types and constants exceed "+limit+" bytes of text at byte ")
}

// BenchmarkBytecode parses a module of 200 functions with every instruction in each.
func BenchmarkBytecode(b *testing.B) {
	const functions = 200
	intact := shapes()
	names, handles, definitions := intact.body(0x7), intact.body(0x3), ""
	definition := strings.TrimSuffix(intact.body(0xc), "02 03 02 00")[2:]
	for i := range functions {
		names += namesTable("function" + strconv.Itoa(i))
		handles += "00" + hex.EncodeToString(appendLength(nil, 15+i)) + "02 00 01 04 01"
		definitions += hex.EncodeToString(appendLength(nil, 3+i)) + definition
	}
	code := intact.with(0x7, names).with(0x3, handles).with(0xc, definitions).bytes()
	b.Run("parse", func(b *testing.B) {
		b.SetBytes(int64(len(code)))
		b.ReportAllocs()
		for b.Loop() {
			m, err := ParseBytecode(code)
			require.NoError(b, err)
			require.Len(b, m.Functions, functions)
		}
	})
	b.Run("disassemble", func(b *testing.B) {
		m, err := ParseBytecode(code)
		require.NoError(b, err)
		b.ReportAllocs()
		for b.Loop() {
			instructions, err := m.Disassemble("function199")
			require.NoError(b, err)
			require.Len(b, instructions, len(everyInstruction))
		}
	})
}
