package pane

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/widget/jsontree"
)

func newModel() TreeView {
	m := NewTreeView(&screen.Deps{Env: &screen.Env{Theme: theme.NoColor(), Loader: load.NewLoader(time.Now)}})
	m.SetSize(40, 5)
	return m
}

func unchanged(*jsontree.Model) {}

func drawn(m *TreeView) string {
	var lines []string
	for _, line := range m.View() {
		lines = append(lines, line.Text().String())
	}
	return strings.Join(lines, "\n")
}

func itself(m *TreeView) *TreeView { return m }

var bindings = screen.Bind(TreeSearch(itself), TreeFolding(itself), TreeLevels(itself), TreeSiblings(itself), TreeMovement(itself))

func press(m *TreeView, keys ...tea.KeyMsg) {
	for _, key := range keys {
		cmd := screen.TypeSearch(m, key)
		for _, action := range bindings.Actions(m, m.Typing()) {
			if !m.Captures(key) && slices.Contains(action.Keys(), key.String()) && action.Runs() {
				cmd = action.Run(0)
				break
			}
		}
		if cmd != nil {
			m.Update(cmd())
		}
	}
}

func runes(text string) (keys []tea.KeyMsg) {
	for _, c := range text {
		keys = append(keys, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{c}})
	}
	return keys
}

func TestResumeAfterLostResult(t *testing.T) {
	t.Parallel()
	m := newModel()
	long := json.RawMessage(`{"name": "` + strings.Repeat("a", 1<<20) + `"}`)
	require.NotNil(t, m.Show(long, unchanged))
	require.Equal(t, "parsing 1.0 MB", drawn(&m))
	cmd := m.Resume()
	_, replaced := m.Update(cmd())
	require.True(t, replaced)
	require.Contains(t, drawn(&m), "name")
	require.Nil(t, m.Resume())
}

func TestReloadPreservesTreeAndSelection(t *testing.T) {
	t.Parallel()
	m := newModel()
	m.Show(json.RawMessage(`{"a": 1, "b": 2}`), unchanged)
	m.Select(2)
	cmd := m.Reload(json.RawMessage(`{"a": 1, "b": "`+strings.Repeat("3", 1<<20)+`"}`), unchanged)
	_, value := m.Selected()
	require.Equal(t, "2", string(value), "still the previous tree")
	m.Update(cmd())
	path, _ := m.Selected()
	require.Equal(t, ".b", path)
	m.Show(json.RawMessage(`{"a": 1, "b": 2}`), unchanged)
	require.Equal(t, 0, m.Position())
}

func TestSearchLine(t *testing.T) {
	t.Parallel()
	m := newModel()
	m.Show(json.RawMessage(`{"a": 1, "b": 2, "c": 3, "d": 4}`), unchanged)
	require.Len(t, m.View(), 5)
	press(&m, runes("/b")...)
	require.Len(t, m.View(), 5, "the search line takes a line from the tree")
	require.Contains(t, drawn(&m), "1 of 1")
	require.Equal(t, "3 of 5", m.PositionText().String())
	press(&m, tea.KeyMsg{Type: tea.KeyDown})
	require.True(t, m.Typing())
	require.Equal(t, "4 of 5", m.PositionText().String())
	m.SetBlurred(true)
	require.False(t, m.Typing())
	m.Show(json.RawMessage(`[{"b": 5}]`), unchanged)
	m.Update(m.Apply()())
	path, _ := m.Selected()
	require.Equal(t, ".[0].b", path, "the pattern applies to the next tree")
	require.True(t, m.Escape())
	require.False(t, m.Escape())
}

func TestKeys(t *testing.T) {
	t.Parallel()
	m := newModel()
	m.Show(json.RawMessage(`{"a": {"x": 1}, "b": {"x": 2}}`), unchanged)
	left := tea.KeyMsg{Type: tea.KeyLeft}
	require.True(t, m.AtTop())
	press(&m, runes("jJ")...)
	path, _ := m.Selected()
	require.Equal(t, ".b", path)
	require.False(t, m.AtTop())
	press(&m, left)
	require.Equal(t, 4, m.Len())
	press(&m, runes("*")...)
	require.Equal(t, 5, m.Len())
	press(&m, runes("{{")...)
	require.Equal(t, 1, m.Len())
	require.Empty(t, m.PositionText())
	copies := m.Copies()
	require.Len(t, copies, 3)
	require.JSONEq(t, `{"a": {"x": 1}, "b": {"x": 2}}`, copies[1].Value())
	m.Reset()
	require.Empty(t, m.Copies())
}
