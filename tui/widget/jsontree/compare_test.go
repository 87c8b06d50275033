package jsontree_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/theme"
	"foredeck/tui/text"
	"foredeck/tui/widget/jsontree"
)

func TestCompare(t *testing.T) {
	for _, c := range []struct {
		name, old, changed string
		want               []string
	}{
		{"a value", `{"a":{"b":"878"}}`, `{"a":{"b":"881"}}`, []string{`.a.b "878" "881"`}},
		{"the same", coinStore, coinStore, nil},
		{"another order", `{"a":1,"b":{"c":2}}`, `{"b":{"c":2},"a":1}`, nil},
		{"written otherwise", `{"a":"\u0061","b":{ }}`, `{"\u0061":"a","b":{}}`, nil},
		{"digits", `1.0`, `1.00`, []string{". 1.0 1.00"}},
		{"added and removed", `{"a":1,"b":[1,{"x":2}]}`, `{"b":[1],"c":{"d":{},"e":3}}`, []string{".b[1].x 2 -", ".c.d - {}", ".c.e - 3", ".a 1 -"}},
		{"another kind", `{"a":[1]}`, `{"a":{"b":1}}`, []string{".a[0] 1 -", ".a.b - 1"}},
		{"a leaf that grew", `{"a":[]}`, `{"a":[7]}`, []string{".a [] -", ".a[0] - 7"}},
		{"the same key twice", `{"a":1,"x":0,"a":2}`, `{"a":1,"a":3,"x":0}`, []string{".a 2 3"}},
		{"nothing before", ``, `{"a":1}`, []string{".a - 1"}},
		{"nothing after", `{"a":1}`, ``, []string{".a 1 -"}},
		{"nothing at all", ``, ``, nil},
		{"no JSON", `{`, `[1]`, []string{". { -", "[0] - 1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, change := range jsontree.Compare(json.RawMessage(c.old), json.RawMessage(c.changed)) {
				side := func(raw json.RawMessage) string {
					if raw == nil {
						return "-"
					}
					return string(raw)
				}
				got = append(got, strings.TrimPrefix(change.Path, ".[")+" "+side(change.Old)+" "+side(change.New))
			}
			for i := range got { // the path of a top-level item starts with a dot as well
				if strings.HasPrefix(got[i], "0]") {
					got[i] = "[" + got[i]
				}
			}
			require.Equal(t, c.want, got)
		})
	}
}

// leaves returns the leaves by path; duplicate keys keep their order.
func (v *value) leaves() map[string][]string {
	leaves := map[string][]string{}
	for _, v := range v.all() {
		if !v.isBranch() {
			leaves[v.path()] = append(leaves[v.path()], strings.ReplaceAll(v.raw, "{ }", "{}"))
		}
	}
	return leaves
}

// repeats reports whether two values inside v have the same path.
func (v *value) repeats() bool {
	known := map[string]bool{}
	for _, v := range v.all() {
		if known[v.path()] {
			return true
		}
		known[v.path()] = true
	}
	return false
}

func TestChangesTurnOldIntoNew(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		old, changed := document(t), document(t)
		require.Empty(t, jsontree.Compare(json.RawMessage(old.raw), json.RawMessage(old.raw)))
		left, want := old.leaves(), changed.leaves()
		if old.repeats() || changed.repeats() {
			return // duplicate keys share a path
		}
		for _, change := range jsontree.Compare(json.RawMessage(old.raw), json.RawMessage(changed.raw)) {
			was := left[change.Path]
			if change.Old != nil {
				require.Equal(t, []string{strings.ReplaceAll(string(change.Old), "{ }", "{}")}, was)
			} else {
				require.Empty(t, was)
			}
			delete(left, change.Path)
			if change.New != nil {
				left[change.Path] = []string{strings.ReplaceAll(string(change.New), "{ }", "{}")}
			}
		}
		require.Equal(t, want, left)
	})
}

func TestMarksAndUnits(t *testing.T) {
	const old = `{"coin":{"value":"1"},"deposit_events":{"counter":"12","guid":{"id":{"addr":"0x88fbd33f54e1126269769780feb24480428179f552e2313fbe571b72e62a2ca1","creation_num":"2"}}},"withdraw_events":{"counter":"878","guid":{"id":{"addr":"0x1","creation_num":"1"}}}}`
	m := tree(coinStore, 60, 13)
	m.MarkChanges(jsontree.Compare(json.RawMessage(old), json.RawMessage(coinStore)))
	m.SetUnits(func(path string, value json.RawMessage) text.Safe {
		if path == ".coin.value" {
			require.Equal(t, `"120455102400"`, string(value))
			return text.Const("1,204.55102400")
		}
		return text.Safe{}
	})
	require.Equal(t, `
▾ object                                        4 fields
  ▾ coin                                        1 field
      value  120455102400               1,204.55102400   ●
  ▾ deposit_events                              2 fields
      counter  12
    ▸ guid                                      1 field
    frozen           false              new              ●
  ▾ withdraw_events                             2 fields
      counter  881                      was 878          ●
    ▸ guid                                      1 field  ●
`, drawn(m))
	m.SetSize(20, 20)
	for _, line := range m.View() {
		require.Equal(t, 20, line.Width())
	}
	require.Contains(t, drawn(m), "●")
	m.MarkChanges(nil)
	m.SetUnits(nil)
	require.NotContains(t, drawn(m), "●")
}

func TestLinesFitWithMarksAndUnits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		old, changed := document(t), document(t)
		m := jsontree.New(json.RawMessage(changed.raw), new(theme.NoColor()))
		m.MarkChanges(jsontree.Compare(json.RawMessage(old.raw), json.RawMessage(changed.raw)))
		if rapid.Bool().Draw(t, "units") {
			m.SetUnits(func(_ string, value json.RawMessage) text.Safe { return text.Clean(string(value)) })
		}
		width := rapid.IntRange(1, 120).Draw(t, "width")
		m.SetSize(width, 300)
		for _, line := range m.View() {
			require.Equal(t, width, line.Width())
		}
	})
}
