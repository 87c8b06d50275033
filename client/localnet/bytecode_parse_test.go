package localnet

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/move"
)

// Spec section 2.6: package move reads the bytecode of each module, and finds in it what
// the interface shows.
func TestBytecodeParses(t *testing.T) {
	n := launch(t, Options{Seed: 7})
	read := 0
	for _, account := range n.Accounts() {
		for _, module := range everyModule(t, n, account.Address) {
			code, err := hex.DecodeString(strings.TrimPrefix(module.Bytecode, "0x"))
			require.NoError(t, err)
			parsed, err := move.ParseBytecode(code)
			require.NoError(t, err, module.ABI.Name)
			requireParsed(t, module.ABI, parsed)
			read++
		}
	}
	require.Greater(t, read, 36)
}

func requireParsed(t *testing.T, abi abiRecord, m *move.Bytecode) {
	t.Helper()
	require.Equal(t, 6, m.Version)
	require.Equal(t, abi.Address+"::"+abi.Name, m.ID.String())
	friends := []string{}
	for _, friend := range m.Friends {
		friends = append(friends, friend.String())
	}
	require.Equal(t, abi.Friends, friends)

	require.Len(t, m.Structs, len(abi.Structs))
	for i, shown := range abi.Structs {
		parsed := m.Structs[i].ABI
		require.Equal(t, shown.Name, parsed.Name)
		require.Equal(t, shown.Native, parsed.IsNative)
		require.Equal(t, shown.Abilities, parsed.Abilities, parsed.Name)
		require.Equal(t, shown.Types, recorded(parsed.TypeParameters), parsed.Name)
		require.Len(t, parsed.Fields, len(shown.Fields), parsed.Name)
		for i, field := range shown.Fields {
			require.Equal(t, move.FieldABI{Name: field.Name, Type: field.Type}, parsed.Fields[i], parsed.Name)
		}
	}

	shown := make(map[string]functionRecord)
	for _, function := range abi.Functions {
		shown[function.Name] = function
	}
	for _, function := range m.Functions {
		parsed := function.ABI
		if record, ok := shown[parsed.Name]; ok {
			require.Equal(t, record.Visibility, parsed.Visibility, parsed.Name)
			require.Equal(t, record.Entry, parsed.IsEntry, parsed.Name)
			require.Equal(t, record.Types, recorded(parsed.TypeParameters), parsed.Name)
			require.Equal(t, record.Params, append([]string{}, parsed.Parameters...), parsed.Name)
			require.Equal(t, record.Return, append([]string{}, parsed.Return...), parsed.Name)
			delete(shown, parsed.Name)
		}
		instructions, err := m.Disassemble(parsed.Name)
		require.NoError(t, err, parsed.Name)
		require.Len(t, instructions, function.Instructions)
		if !function.IsNative {
			require.Contains(t, []string{"Ret", "Abort"}, instructions[len(instructions)-1].Name)
		}
	}
	require.Empty(t, shown)
}

func recorded(parameters []move.TypeParameter) []parameterRecord {
	records := []parameterRecord{}
	for _, parameter := range parameters {
		records = append(records, parameterRecord{parameter.Constraints, parameter.IsPhantom})
	}
	return records
}

// A script is told apart from a module.
func TestScriptBytecodeIsNoModule(t *testing.T) {
	_, err := move.ParseBytecode(scriptBytecode)
	require.ErrorContains(t, err, "a script, not a module")
}
