package jsontree_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/theme"
	"foredeck/tui/query"
	"foredeck/tui/text"
	"foredeck/tui/widget/jsontree"
)

func pattern(t require.TestingT, typed string) query.Pattern {
	p, err := query.ParsePattern(typed)
	require.NoError(t, err)
	return p
}

// searchFor runs a search to its end.
func searchFor(t require.TestingT, m *jsontree.Model, typed string) {
	if cmd := m.Search(pattern(t, typed)); cmd != nil {
		require.Equal(t, text.Const("searching"), m.Hits())
		require.Equal(t, jsontree.FoundMsg{}, cmd())
	}
	m.ApplyHits()
}

func selectedPath(m jsontree.Model) string {
	path, _ := m.Selected()
	return path
}

func TestNextHit(t *testing.T) {
	m := tree(coinStore, 60, 6)
	require.Empty(t, m.Hits())
	searchFor(t, &m, "^creation")
	require.Equal(t, ".deposit_events.guid.id.creation_num", selectedPath(m))
	require.Equal(t, text.Const("1 of 2"), m.Hits())
	m.NextHit(1)
	require.Equal(t, ".withdraw_events.guid.id.creation_num", selectedPath(m))
	require.Contains(t, drawn(m), "creation_num")
	m.NextHit(1)
	require.Equal(t, ".deposit_events.guid.id.creation_num", selectedPath(m))
	m.NextHit(-1)
	require.Equal(t, text.Const("2 of 2"), m.Hits())
	m.Select(0)
	require.Equal(t, text.Const("2 hits"), m.Hits())
	m.NextHit(-1)
	require.Equal(t, text.Const("2 of 2"), m.Hits())

	searchFor(t, &m, "nowhere")
	require.Equal(t, text.Const("no hits"), m.Hits())
	require.False(t, m.HasHits())
	require.Equal(t, ".", selectedPath(m), "without hits the selection stays")
	m.NextHit(1)
	searchFor(t, &m, "")
	require.Empty(t, m.Hits())
}

func TestSearchStartsAtTheSelection(t *testing.T) {
	m := tree(coinStore, 60, 20)
	m.Move(4)
	require.Equal(t, ".deposit_events.counter", selectedPath(m))
	searchFor(t, &m, "c")
	require.Equal(t, ".deposit_events.counter", selectedPath(m))
	searchFor(t, &m, "co")
	require.Equal(t, ".deposit_events.counter", selectedPath(m))
	searchFor(t, &m, "coi")
	require.Equal(t, ".coin", selectedPath(m), "wraps around")
	searchFor(t, &m, "co")
	require.Equal(t, ".deposit_events.counter", selectedPath(m), "a shorter pattern starts from the origin again")
}

func TestNewPatternCancelsPreviousSearch(t *testing.T) {
	m := tree(coinStore, 60, 20)
	old := m.Search(pattern(t, "counter"))
	again := m.Search(pattern(t, "frozen"))
	old()
	m.ApplyHits()
	require.Equal(t, text.Const("searching"), m.Hits())
	again()
	m.ApplyHits()
	require.Equal(t, text.Const("1 of 1"), m.Hits())
}

func TestRepeatSearchKeepsTheSelection(t *testing.T) {
	m := tree(coinStore, 60, 20)
	m.RepeatSearch(pattern(t, "counter"))()
	m.ApplyHits()
	require.Equal(t, ".", selectedPath(m))
	require.Equal(t, text.Const("2 hits"), m.Hits())
}

func TestHitsAreHighlighted(t *testing.T) {
	th := theme.Terminal()
	m := tree(`{"coin":{"value":"coin \u001b of coin"},"n":[17]}`, 60, 20)
	searchFor(t, &m, "coin|1")
	m.Select(0)
	var marked []string
	for _, line := range m.View() {
		for _, span := range line {
			if span.Style == th.Match {
				marked = append(marked, span.Text.String())
			}
		}
	}
	require.Equal(t, []string{"coin", "coin", "coin", "1"}, marked)
}

func TestSearchEmptyTree(t *testing.T) {
	var m jsontree.Model
	require.Nil(t, m.Search(pattern(t, "x")))
	m.ApplyHits()
	m.NextHit(1)
	m.Sibling(1)
	broken := tree("{broken", 60, 20)
	searchFor(t, &broken, "roke")
	require.Equal(t, text.Const("1 of 1"), broken.Hits())
}

// naive returns the key and the value of a line as texts.
func (v *value) naive() (texts []string) {
	if v.parent != nil && !v.parent.array {
		var key string
		for _, known := range keys {
			if known.step == v.step {
				_ = json.Unmarshal([]byte(known.literal), &key)
			}
		}
		texts = append(texts, key)
	}
	if v.isBranch() {
		return texts
	}
	var str string
	switch {
	case strings.Contains(v.raw, `\ud800`): // half a surrogate pair stays an escape
		texts = append(texts, "\\ud800\u202e")
	case json.Unmarshal([]byte(v.raw), &str) == nil && v.raw != "null":
		texts = append(texts, str)
	default:
		texts = append(texts, v.raw)
	}
	return texts
}

func TestHitsMatchNaiveSearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		root := document(t)
		m := jsontree.New(json.RawMessage(root.raw), new(theme.NoColor()))
		m.SetSize(60, rapid.IntRange(1, 10).Draw(t, "height"))
		p := pattern(t, rapid.SampledFrom([]string{"a", "^a$", "!a", "coin", "Coin", "~ok", "世\n", "\x1b", `\\u`, "d800", "0$", "1.5", "null|true", "^$", "{", "!~o"}).Draw(t, "pattern"))
		var want []string
		for _, v := range root.all() {
			if texts := v.naive(); len(texts) > 0 && p.Match(texts...) {
				want = append(want, v.path())
			}
		}
		for range rapid.IntRange(0, 3).Draw(t, "folds") {
			m.Move(rapid.IntRange(0, 20).Draw(t, "to"))
			m.Toggle()
		}
		m.Select(0)
		m.Search(p)()
		m.ApplyHits()
		if len(want) == 0 {
			require.Equal(t, text.Const("no hits"), m.Hits())
			return
		}
		for i, path := range want {
			require.Equal(t, path, selectedPath(m))
			require.Equal(t, text.Format("%s of %s", text.Integer(uint64(i+1)), text.Integer(uint64(len(want)))), m.Hits())
			require.NotEmpty(t, m.View())
			m.NextHit(1)
		}
		require.Equal(t, want[0], selectedPath(m))
	})
}

func TestSiblings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		root := document(t)
		m := jsontree.New(json.RawMessage(root.raw), new(theme.NoColor()))
		m.SetSize(60, 10)
		m.OpenAll()
		for _, v := range root.all() {
			v.open = true
		}
		lines := root.lines()
		at := lines[rapid.IntRange(0, len(lines)-1).Draw(t, "line")]
		for i, v := range lines {
			if v == at {
				m.Move(i)
			}
		}
		delta := rapid.IntRange(-3, 3).Draw(t, "delta")
		m.Sibling(delta)
		want := at
		if at.parent != nil {
			for i, child := range at.parent.children {
				if child == at {
					want = at.parent.children[max(min(i+delta, len(at.parent.children)-1), 0)]
				}
			}
		}
		position := 0
		for i, v := range lines {
			if v == want {
				position = i
			}
		}
		require.Equal(t, position, m.Position())
	})
}

func TestSearchInNarrowTree(t *testing.T) {
	t.Parallel()
	for width := range 40 {
		m := tree(`{"a":"","coin":{"value":"coin","long name of a field":["",1,true,null,{}]}}`, width, 20)
		searchFor(t, &m, "n|^$")
		for _, line := range m.View() {
			require.LessOrEqual(t, line.Width(), width)
		}
	}
}
