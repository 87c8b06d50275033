package move

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNewestBytecode reads what versions 8 to 10 have added.
func TestNewestBytecode(t *testing.T) {
	m, err := ParseBytecode(newest().bytes())
	require.NoError(t, err)
	require.Empty(t, m.Problems)
	require.Equal(t, 10, m.Version)
	var functions []string
	for i := range m.Functions {
		functions = append(functions, m.Functions[i].Declaration())
	}
	require.Equal(t, []string{
		"#[persistent, module_lock] public entry fun all<T0: store>(#0: &signer, #1: address) acquires 0x1::shapes::Plain reads 0x1::shapes::Plain(0x1)",
		"native public(friend) fun nothing(): u64",
		"#[pack] public fun pack$Plain(#0: i64, #1: vector<i256>): 0xabc::other::Far !writes *(#0)",
	}, functions)
	require.Equal(t, "public struct Plain has key { value: u64, nothing: vector<u8> }", m.Structs[3].Declaration())
	require.Equal(t, []BytecodeConstant{{"i8", "-128"}, {"vector<i64>", "[-1, 1]"}}, m.Constants[len(m.Constants)-2:])

	nine, err := ParseBytecode(newest().as(9).with(0x3, strings.Replace(newest().body(0x3), "01 03 00 01 01 03", "01 03 00 01 00", 1)).with(0xc, "02 03 02 00").bytes())
	require.NoError(t, err)
	require.Empty(t, nine.Structs[3].Visibility)
}

// TestLaterVersion parses a version that is not known yet like the latest known one, and says so.
func TestLaterVersion(t *testing.T) {
	m, err := ParseBytecode(newest().as(0x0a00000b).bytes())
	require.NoError(t, err)
	require.Equal(t, 11, m.Version)
	require.Equal(t, []string{"version 11 of the binary format at byte 4 is newer than 10, the latest known, and was read like it"}, m.Problems)
	require.Len(t, m.Functions, 3)
}

// bodies is a module of functions f0, f1 ... with these instructions.
func bodies(codes ...string) bytecodeFile {
	names, handles, definitions := []string{"m"}, "", ""
	for i, code := range codes {
		count, instructions, _ := strings.Cut(code, ":")
		names = append(names, fmt.Sprintf("f%d", i))
		handles += fmt.Sprintf("00 %02x 00 00 00 01 00 ", i+1)
		definitions += fmt.Sprintf("%02x 01 00 00 00 %s %s ", i, count, instructions)
	}
	return bytecodeFile{version: 10, behind: "00", tables: []fileTable{
		{0x1, "00 00"}, {0x3, handles}, {0x5, "00"}, {0x7, namesTable(names...)}, {0x8, strings.Repeat("00", 31) + "01"}, {0xc, definitions},
	}}
}

// declared returns the declarations of functions with their number of instructions.
func declared(m *Bytecode) (texts []string) {
	for i := range m.Functions {
		f := &m.Functions[i]
		texts = append(texts, fmt.Sprintf("%s: %d", strings.TrimPrefix(f.Declaration(), "public "), f.Instructions))
	}
	return texts
}

// TestUnknownOpcode reads the functions around one with an unknown opcode, whatever follows that.
func TestUnknownOpcode(t *testing.T) {
	for _, operand := range []string{"", "07", "0102", "ff01ff", "00000000", "0101000000010200", strings.Repeat("02", 32), "01010000000102"} {
		m, err := ParseBytecode(bodies("01:02", "04:08 f0 "+operand+" 01 02", "02:08 02", "03:0601000000000000002702").bytes())
		require.NoError(t, err, operand)
		require.Equal(t, []string{"fun f0(): 1", "fun f1(): 2", "fun f2(): 2", "fun f3(): 3"}, declared(m), operand)
		require.Regexp(t, `^function f1: unknown opcode 0xf0 at byte \d+: instruction 1 of 4, the rest is not shown$`, strings.Join(m.Problems, "\n"), operand)

		instructions, err := m.Disassemble("f1")
		require.NoError(t, err)
		require.Equal(t, "LdTrue", instructions[0].Name)
		require.Equal(t, Instruction{Offset: 1, Name: "Unknown", Operand: m.Functions[1].Problem}, instructions[1])
		instructions, err = m.Disassemble("f3")
		require.NoError(t, err)
		require.Equal(t, Instruction{Name: "LdU64", Operand: "1"}, instructions[0])
	}
}

// TestUnknownOpcodes reads a module with several such functions. A function that is not found is listed with its name.
func TestUnknownOpcodes(t *testing.T) {
	m, err := ParseBytecode(bodies("02:f0 02", "02:08 02", "03:08 f1 02", "01:02").bytes())
	require.NoError(t, err)
	require.Equal(t, []string{"fun f0(): 1", "fun f1(): 2", "fun f2(): 2", "fun f3(): 1"}, declared(m))

	m, err = ParseBytecode(bodies("02:f0 02", "02:f1 02", "01:02").bytes())
	require.NoError(t, err)
	require.Len(t, m.Functions, 3)
	require.ElementsMatch(t, []string{"f0", "f1", "f2"}, []string{m.Functions[0].ABI.Name, m.Functions[1].ABI.Name, m.Functions[2].ABI.Name})
	require.GreaterOrEqual(t, len(m.Problems), 2)
	for i := range m.Functions {
		_, err := m.Disassemble(m.Functions[i].ABI.Name)
		require.NoError(t, err)
	}

	m, err = ParseBytecode(bodies("02:f0 ff", "02:08 02").with(0xc, "00 01 00 00 00 02 f0 ff ff ff ff").bytes())
	require.NoError(t, err)
	require.Equal(t, []string{"fun f0(): 1", "unknown fun f1(): 0"}, append(declared(m)[:1], strings.TrimPrefix(declared(m)[1], "public ")))
	require.Contains(t, m.Functions[1].Problem, "was not found")
}

// TestUnknownOpcodeAnywhere replaces each instruction of the newest module: the other functions stay as they are.
func TestUnknownOpcodeAnywhere(t *testing.T) {
	intact, err := ParseBytecode(newest().bytes())
	require.NoError(t, err)
	all := slices.Concat(everyInstruction, newestInstructions)
	start := intact.Functions[0].code
	for i, instruction := range all {
		code := newest().bytes()
		code[start] = 0xff
		m, err := ParseBytecode(code)
		require.NoError(t, err, instruction.want)
		require.Equal(t, i+1, m.Functions[0].Instructions)
		require.Len(t, m.Functions, 3, instruction.want)
		require.Equal(t, intact.Functions[1:], m.Functions[1:], instruction.want)
		require.Len(t, m.Problems, 1)
		require.Contains(t, m.Problems[0], fmt.Sprintf("unknown opcode 0xff at byte %d", start))
		start += len(unhex(instruction.code))
	}
}

// TestUnknownTables names tables, types, attributes and forms of structs that are not known, and reads the rest.
func TestUnknownTables(t *testing.T) {
	for _, test := range []struct {
		file bytecodeFile
		want []string
	}{
		{newest().with(0x15, "01 02 03"), []string{"unknown table kind 0x15 at byte 81: its content (3 bytes) is not shown"}},
		{newest().with(0x9, "01"), []string{"unknown table kind 0x9 at byte 81: its content (1 byte) is not shown"}},
		{newest().with(0x5, newest().body(0x5)+" 02 17 03"), []string{"unknown type 0x17 at byte 878 was read as a primitive type"}},
		{newest().with(0x5, newest().body(0x5)+" 02 17 ff 03"), []string{
			"unknown type 0x17 at byte 878 was read as a primitive type",
			"unknown type 0xff at byte 879 was read as a primitive type",
			"the table of kind 0x5 cannot be read from byte 880 on: unexpected end at byte 881: type needs 1 more byte",
		}},
		{newest().with(0x3, strings.Replace(newest().body(0x3), "02 01 02", "02 01 0a", 1)), []string{"unknown function attribute 0xa at byte 847 was read as one without operands"}},
		{newest().with(0xa, newest().body(0xa)+" 00 07"), []string{
			"the table of kind 0xa cannot be read from byte 869 on: unknown struct form 7 at byte 870",
		}},
		{newest().with(0x6, newest().body(0x6)+" 0a 17 02 abcd"), []string{"unknown type 0x17 at byte 879 was read as a primitive type"}},
	} {
		m, err := ParseBytecode(test.file.bytes())
		require.NoError(t, err)
		require.Equal(t, test.want, m.Problems)
		require.Len(t, m.Functions, 3)
		require.Len(t, m.Structs, 4)
		for i := range m.Functions {
			_, err := m.Disassemble(m.Functions[i].ABI.Name)
			require.NoError(t, err)
		}
	}
	m, err := ParseBytecode(newest().with(0x6, newest().body(0x6)+" 0a 17 02 abcd").bytes())
	require.NoError(t, err)
	require.Equal(t, BytecodeConstant{"vector<unknown_23>", `x"abcd"`}, m.Constants[len(m.Constants)-1])
}

// TestLostEntries refers to entries of tables that could not be read.
func TestLostEntries(t *testing.T) {
	file := newest()
	signatures := strings.Replace(file.body(0x5), "02 06 0c 05", "02 17 ff", 1) // the third one and all after it
	m, err := ParseBytecode(file.with(0x5, signatures+"ff").bytes())
	require.NoError(t, err)
	require.Len(t, m.Functions, 3)
	require.Contains(t, m.Functions[0].Declaration(), "fun all<T0: store>(#0: unknown")
	_, err = m.Disassemble("all")
	require.NoError(t, err)

	m, err = ParseBytecode(file.with(0xa, "00 07").bytes()) // no struct is read
	require.NoError(t, err)
	require.Equal(t, "struct Coin<T0: store> has store, key /* definition unknown */", m.Structs[0].Declaration())
	require.Len(t, m.Structs, 4)
	instructions, err := m.Disassemble("all")
	require.NoError(t, err)
	require.Equal(t, "unknown", instructions[slices.IndexFunc(instructions, func(i Instruction) bool { return i.Name == "Pack" })].Operand)
}

// TestMutatedBytecode changes each byte: the module opens or is refused with its reason, but nothing else.
func TestMutatedBytecode(t *testing.T) {
	for _, file := range []bytecodeFile{newest(), bodies("02:08 02", "02:f0 02", "01:02")} {
		code := file.bytes()
		for at := range code {
			for _, b := range []byte{0, 1, code[at] + 1, code[at] ^ 0x80, 0x17, 0xff} {
				mutated := slices.Clone(code)
				mutated[at] = b
				m, err := ParseBytecode(mutated)
				if err != nil {
					requireParseError(t, "bytecode", "", err)
					continue
				}
				for i := range m.Structs {
					require.NotEmpty(t, m.Structs[i].Declaration())
				}
				for i := range m.Functions {
					instructions, err := m.Disassemble(m.Functions[i].ABI.Name)
					require.NoError(t, err, "%d %x", at, b)
					require.Len(t, instructions, m.Functions[i].Instructions)
				}
			}
		}
	}
}

// TestRecoveryIsBounded searches for functions in a long table that has none: the work is limited, whatever the bytes are.
func TestRecoveryIsBounded(t *testing.T) {
	garbage := strings.Repeat("01 01 00 00 00 7f 01 02 08", 1<<14)
	p := newBytecodeParser(&Bytecode{bytes: bodies("02:f0 02", "02:08 02", "02:08 02").with(0xc, "00 01 00 00 00 02 f0"+garbage).bytes()}, 0)
	p.whole()
	require.Nil(t, p.err)
	require.Less(t, -p.budget, len(p.module.bytes), "bytes read beyond the budget")
	require.Equal(t, []string{"f0", "f1", "f2"}, []string{p.module.Functions[0].ABI.Name, p.module.Functions[1].ABI.Name, p.module.Functions[2].ABI.Name})
}

// TestCompareUnknownOpcode does not claim that functions with unknown opcodes are equal.
func TestCompareUnknownOpcode(t *testing.T) {
	parse := func(file bytecodeFile) *Bytecode {
		m, err := ParseBytecode(file.bytes())
		require.NoError(t, err)
		return m
	}
	old, updated := parse(bodies("02:08 f0", "01:02")), parse(bodies("02:08 f1", "01:02"))
	diff := CompareModules(ModuleVersion{Code: old}, ModuleVersion{Code: updated})
	require.Equal(t, []ModuleChange{{Action: Changed, Subject: "function", Name: "f0", Aspect: "body", Old: "unknown", New: "unknown", Note: noteUnknownOpcode}}, diff.Changes)
}

// TestCompareAttributes keeps a persistent function, which stored function values refer to.
func TestCompareAttributes(t *testing.T) {
	parse := func(attributes, visibility string) ModuleVersion {
		file := bodies("01:02").with(0x3, "00 01 00 00 00 01 "+attributes).with(0xc, "00 "+visibility+" 00 00 00 01 02")
		m, err := ParseBytecode(file.bytes())
		require.NoError(t, err)
		return ModuleVersion{Code: m}
	}
	diff := CompareModules(parse("01 01", "00"), parse("01 02", "00"))
	require.Equal(t, []ModuleChange{{
		Action: Changed, Subject: "function", Name: "f0", Aspect: "attributes", Old: "persistent", New: "module_lock", Breaks: ruleKeepPersistent,
	}}, diff.Changes)
	diff = CompareModules(parse("00", "01"), parse("01 01", "01"))
	require.True(t, diff.IsCompatible())
	gone := parse("01 01", "00")
	gone.Code.Functions = nil
	diff = CompareModules(parse("01 01", "00"), gone)
	require.Equal(t, ruleKeepPersistent, diff.Changes[0].Breaks)
}

// TestAbortMessage finds the code of an abort with a message.
func TestAbortMessage(t *testing.T) {
	file := bodies("03:06 0700000000000000 07 00 68", "02:06 0800000000000000 27").with(0x6, "0a 02 04 03 6e6f21")
	m, err := ParseBytecode(file.bytes())
	require.NoError(t, err)
	found, err := m.aborts(7, "")
	require.NoError(t, err)
	require.Equal(t, []Candidate{{Function: m.ID.function("f0"), Offset: 2}}, found)
}

// TestNamesWithDollar parses names that compilers generate since version 9.
func TestNamesWithDollar(t *testing.T) {
	function, err := ParseFunctionID("0x1::shapes::pack$Plain")
	require.NoError(t, err)
	require.Equal(t, "0x1::shapes::pack$Plain", function.String())
	require.Equal(t, hex.EncodeToString([]byte("pack$Plain")), hex.EncodeToString(CallBCS(function, nil, nil)[40:50]))
}
