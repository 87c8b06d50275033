package client_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/localnet"
	"foredeck/client/move"
)

// TestPublishedSources follows the instructions that abort to their lines, through the package registry of a network.
func TestPublishedSources(t *testing.T) {
	t.Parallel()
	network, err := localnet.Start(t.Context(), localnet.Options{Transactions: 10})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, network.Close()) })
	node, err := client.NewNode(network.BaseURL())
	require.NoError(t, err)
	packages, err := node.Packages(t.Context(), move.Address{31: 1})
	require.NoError(t, err)
	require.NotEmpty(t, packages)
	aborts := 0
	for _, p := range packages {
		for i := range p.Modules {
			module := &p.Modules[i]
			require.True(t, module.HasSource && module.HasSourceMap, module.Name)
			text, err := module.Source()
			require.NoError(t, err)
			m, err := module.SourceMap()
			require.NoError(t, err)
			source := move.NewModuleSource(text, m)
			published, err := node.Module(t.Context(), move.ModuleID{Address: move.Address{31: 1}, Name: module.Name})
			require.NoError(t, err)
			code, err := move.ParseBytecode(published.Bytecode)
			require.NoError(t, err)
			for index, function := range code.Functions {
				instructions, err := code.Disassemble(function.ABI.Name)
				require.NoError(t, err)
				if len(instructions) == 0 {
					continue
				}
				declared, ok := source.FunctionLine(function.ABI.Name)
				require.True(t, ok, function.ABI.Name)
				for _, instruction := range instructions {
					line, ok := source.LineOf(index, instruction.Offset)
					require.True(t, ok)
					require.GreaterOrEqual(t, line, declared)
					require.Equal(t, function.ABI.Name, source.FunctionAt(line))
					if instruction.Name == "Abort" {
						aborts++
						require.Regexp(t, `abort|assert!`, source.Line(line), "%s::%s at %d", module.Name, function.ABI.Name, instruction.Offset)
					}
					found, _, ok := source.InstructionAt(line)
					require.True(t, ok)
					require.Equal(t, index, found)
				}
			}
			require.True(t, strings.HasPrefix(text, "module "), text[:20])
		}
	}
	require.Greater(t, aborts, 20)

	_, err = node.Packages(t.Context(), move.Address{31: 0xdd})
	require.ErrorIs(t, err, client.ErrNotFound)
}
