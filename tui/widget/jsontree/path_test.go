package jsontree_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/theme"
	"foredeck/tui/widget/jsontree"
)

// isFirst reports whether no earlier value has the same path.
func isFirst(v *value) bool {
	for ; v.parent != nil; v = v.parent {
		for _, sibling := range v.parent.children {
			if sibling == v {
				break
			}
			if sibling.step == v.step {
				return false
			}
		}
	}
	return true
}

func TestSelectPath(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		root := document(t)
		m := jsontree.New(json.RawMessage(root.raw), new(theme.NoColor()))
		m.SetSize(60, rapid.IntRange(1, 40).Draw(t, "height"))
		m.AdjustDepth(rapid.IntRange(-2, 2).Draw(t, "depth"))
		for _, v := range root.all() {
			if !isFirst(v) {
				continue
			}
			if !m.SelectPath(v.path()) {
				t.Fatalf("%s is not found in %s", v.path(), root.raw)
			}
			if path, raw := m.Selected(); path != v.path() || string(raw) != v.raw {
				t.Fatalf("%s selects %s, which is %s and not %s", v.path(), path, raw, v.raw)
			}
		}
		m.SelectPath(rapid.String().Draw(t, "any path"))
		m.View()
	})
}

func TestMissingPaths(t *testing.T) {
	m := jsontree.New(json.RawMessage(`{"coin": {"value": "1", "list": [1, [2]]}}`), new(theme.NoColor()))
	m.SetSize(60, 10)
	for path, last := range map[string]string{
		"":                   ".",
		"coin":               ".",
		".coin.nothing":      ".coin",
		".coin.value.x":      ".coin.value",
		".coin.list[2]":      ".coin.list",
		".coin.list[-1]":     ".coin.list",
		".coin.list[0":       ".coin.list",
		".coin.list.0":       ".coin.list",
		".coin.list[1][1]":   ".coin.list[1]",
		".coin[0]":           ".coin",
		`.coin["list]`:       ".coin",
		`.coin["list"`:       ".coin",
		`.coin["list"]value`: ".coin.list",
		".coin..value":       ".coin",
		"..":                 ".",
	} {
		require.False(t, m.SelectPath(path), path)
		selected, _ := m.Selected()
		require.Equal(t, last, selected, path)
	}
	require.True(t, m.SelectPath(`["coin"].list[1][0]`))
	selected, _ := m.Selected()
	require.Equal(t, ".coin.list[1][0]", selected)
	none := jsontree.Model{}
	require.False(t, none.SelectPath("."))
	odd := jsontree.New(json.RawMessage(`{"a`), new(theme.NoColor()))
	require.False(t, odd.SelectPath(".a"))
}
