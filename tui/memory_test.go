package tui

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMemoryLimit(t *testing.T) {
	t.Parallel()
	require.EqualValues(t, 40<<20, memoryLimit(0))
	require.EqualValues(t, 54<<20, memoryLimit(40<<20))
	require.EqualValues(t, 129<<20, memoryLimit(100<<20))
}
