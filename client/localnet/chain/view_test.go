package chain

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Every declared view function has an implementation, and vice versa.
func TestViewFunctionsAreDeclared(t *testing.T) {
	t.Parallel()
	declared := map[string]bool{}
	for id, module := range newGenesis(7).published {
		for _, function := range module.Functions {
			if function.IsView {
				declared[id.Name+"::"+function.Name] = true
			}
		}
	}
	for name := range viewFunctions() {
		require.True(t, declared[name], "%s is not declared", name)
	}
	for name := range declared {
		require.NotNil(t, viewFunctions()[name], "%s is not implemented", name)
	}
	require.Greater(t, len(declared), 60)
}

// BenchmarkGenesis makes the modules and objects of a new chain.
func BenchmarkGenesis(b *testing.B) {
	newGenesis(7) // reads the framework
	for b.Loop() {
		newGenesis(7)
	}
}
