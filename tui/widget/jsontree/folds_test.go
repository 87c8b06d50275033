package jsontree_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/theme"
	"foredeck/tui/widget/jsontree"
)

func TestFoldLikeSameValue(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		want := &reference{root: document(rt)}
		raw := []byte(want.root.raw)
		m := jsontree.New(raw, new(theme.NoColor()))
		height := rapid.IntRange(1, 8).Draw(rt, "height")
		m.SetSize(60, height)
		for range rapid.IntRange(0, 20).Draw(rt, "keys") {
			switch rapid.IntRange(0, 5).Draw(rt, "key") {
			case 0:
				m.Toggle()
			case 1:
				m.OpenAll()
			case 2:
				m.Close()
			case 3:
				m.AdjustDepth(-1)
			default:
				m.Move(rapid.IntRange(-5, 9).Draw(rt, "by"))
			}
		}
		again := jsontree.New(raw, new(theme.NoColor()))
		again.SetSize(60, height)
		again.FoldLike(m)
		require.Equal(rt, m.Len(), again.Len())
		require.Equal(rt, drawn(m), drawn(again))
	})
}

func TestFoldLikeChangedValue(t *testing.T) {
	m := tree(`{"coin":{"value":"1"},"events":{"guid":{"id":1},"counter":"7"}}`, 40, 20)
	m.OpenAll()
	m.Move(1)
	m.Close() // coin
	m.Move(4)
	path, _ := m.Selected()
	require.Equal(t, ".events.counter", path)

	changed := tree(`{"added":{"deep":{"deeper":[1]}},"events":{"counter":"8","guid":{"id":2}},"coin":{"value":"3"}}`, 40, 20)
	changed.FoldLike(m)
	path, value := changed.Selected()
	require.Equal(t, ".events.counter", path)
	require.Equal(t, `"8"`, string(value))
	require.Contains(t, drawn(changed), "▸ coin")
	require.Contains(t, drawn(changed), "▾ guid")

	gone := tree(`{"coin":[]}`, 40, 20)
	gone.FoldLike(m)
	path, _ = gone.Selected()
	require.Equal(t, ".", path)
}
