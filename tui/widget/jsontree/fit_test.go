package jsontree

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/theme"
)

func TestATreeThatFitsOpensFully(t *testing.T) {
	t.Parallel()
	raw := json.RawMessage(`{"a":{"b":{"c":{"d":1}}},"e":2}`) // 6 values on 4 levels
	tree := New(raw, &theme.Theme{})
	tree.SetSize(40, 5)
	require.Equal(t, 4, tree.Len(), "one line short")
	tree.SetSize(40, 6)
	require.Equal(t, 6, tree.Len())

	tree.Move(1)
	tree.Close()
	tree.SetSize(40, 20)
	require.Equal(t, 3, tree.Len(), "the user's folds stay")

	reloaded := New(raw, &theme.Theme{})
	reloaded.SetSize(40, 5)
	reloaded.FoldLike(tree)
	reloaded.SetSize(40, 20)
	require.Equal(t, 3, reloaded.Len(), "also after a reload")
}
