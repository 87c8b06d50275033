package jsontree_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/theme"
	"foredeck/tui/text"
	"foredeck/tui/widget/jsontree"
)

// value is a simple model of a node: it holds its children, and lines are counted by walking all of them.
type value struct {
	parent   *value
	children []*value
	key      string // as drawn in front of the value
	step     string
	raw      string
	array    bool
	open     bool
	depth    int
}

func (v *value) isBranch() bool { return len(v.children) > 0 }

func (v *value) all() []*value {
	all := []*value{v}
	for _, child := range v.children {
		all = append(all, child.all()...)
	}
	return all
}

func (v *value) lines() []*value {
	lines := []*value{v}
	if v.open {
		for _, child := range v.children {
			lines = append(lines, child.lines()...)
		}
	}
	return lines
}

func (v *value) path() string {
	path := ""
	for ; v.parent != nil; v = v.parent {
		path = v.step + path
	}
	if !strings.HasPrefix(path, ".") {
		path = "." + path
	}
	return path
}

// visible returns the value or the outermost closed one around it.
func (v *value) visible() *value {
	seen := v
	for up := v.parent; up != nil; up = up.parent {
		if !up.open {
			seen = up
		}
	}
	return seen
}

// keys are few, so that duplicates occur: literal, drawn form and path step.
var keys = []struct{ literal, drawn, step string }{
	{`"a"`, "a", ".a"},
	{`"coin"`, "coin", ".coin"},
	{`"odd key"`, "odd key", `["odd key"]`},
	{`""`, `""`, `[""]`},
	{`"\u001b[2J"`, "␛[2J", `["\u001b[2J"]`},
	{`"世\n"`, "世␊", `["世\n"]`},
	{"\"\u202e\\\"\"", `<U+202E>"`, "[\"\u202e\\\"\"]"},
}

// document draws a JSON value and its model, white space included.
func document(t *rapid.T) *value {
	left := rapid.IntRange(0, 200).Draw(t, "values")
	blank := func() string { return rapid.SampledFrom([]string{"", "", " ", "\n\t"}).Draw(t, "blank") }
	var grow func(parent *value, depth int) *value
	grow = func(parent *value, depth int) *value {
		v := &value{parent: parent, depth: depth}
		kind := rapid.IntRange(0, 5).Draw(t, "kind")
		if kind > 2 && depth > 0 || left <= 0 {
			v.raw = rapid.SampledFrom([]string{"0", "18446744073709551616", "-1.50e+9", "true", "null", `"x"`, `"\ud800\u202e"`, `"long ` + strings.Repeat("世", 50) + `"`, "{ }", "[]"}).Draw(t, "leaf")
			return v
		}
		v.array = kind%2 == 0
		number := rapid.IntRange(0, 8).Draw(t, "children")
		if v.array && rapid.IntRange(0, 30).Draw(t, "long") == 0 {
			number = 101
		}
		left -= number
		var raw strings.Builder
		for i := range number {
			child := grow(v, depth+1)
			if i > 0 {
				raw.WriteString("," + blank())
			}
			if v.array {
				child.key = fmt.Sprintf("[%d]", i)
				child.step = child.key
			} else {
				key := rapid.SampledFrom(keys).Draw(t, "key")
				child.key, child.step = key.drawn, key.step
				raw.WriteString(blank() + key.literal + blank() + ":" + blank())
			}
			raw.WriteString(child.raw + blank())
			v.children = append(v.children, child)
		}
		if v.array {
			v.raw = "[" + raw.String() + "]"
		} else {
			v.raw = "{" + raw.String() + "}"
		}
		return v
	}
	return grow(nil, 0)
}

// reference is the tree as documented.
type reference struct {
	root     *value
	selected *value
	level    int
	levels   int
}

func (r *reference) depth(level int) {
	r.level = max(min(level, r.levels), 0)
	for _, v := range r.root.all() {
		v.open = v.isBranch() && v.depth < r.level
	}
	r.selected = r.selected.visible()
}

func (r *reference) position() int {
	for i, v := range r.root.lines() {
		if v == r.selected {
			return i
		}
	}
	return -1
}

func (r *reference) move(delta int) {
	lines := r.root.lines()
	r.selected = lines[max(min(r.position()+delta, len(lines)-1), 0)]
}

func TestMatchesReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		root := document(t)
		want := &reference{root: root, selected: root}
		for _, v := range root.all() {
			v.open = v.isBranch() && v.depth < 2 && !(v.array && len(v.children) > 100)
			if v.isBranch() {
				want.levels = max(want.levels, v.depth+1)
			}
		}
		want.level = min(2, want.levels)
		width, height := rapid.IntRange(1, 100).Draw(t, "width"), rapid.IntRange(1, 40).Draw(t, "height")
		m := jsontree.New(json.RawMessage(rapid.SampledFrom([]string{"", " \n"}).Draw(t, "around")+root.raw+" "), new(theme.NoColor()))
		m.SetSize(width, height)
		if all := len(root.all()); all <= height && len(root.lines()) < all {
			want.depth(want.levels)
		}
		compare(t, want, m, width, height)
		for range rapid.IntRange(1, 12).Draw(t, "keys") {
			press(t, want, &m, height)
			compare(t, want, m, width, height)
		}
	})
}

func press(t *rapid.T, want *reference, m *jsontree.Model, height int) {
	fold := func(open bool) {
		if want.selected.isBranch() {
			want.selected.open = open
		}
	}
	switch key := rapid.SampledFrom([]string{"move", "move", "move", "page", "first", "last", "open", "close", "toggle", "toggle", "depth", "all"}).Draw(t, "key"); key {
	case "move":
		delta := rapid.IntRange(-30, 30).Draw(t, "delta")
		m.Move(delta)
		want.move(delta)
	case "page":
		delta := rapid.IntRange(-2, 2).Draw(t, "delta")
		m.Page(float64(delta))
		want.move(delta * height)
	case "first":
		m.Select(0)
		want.selected = want.root
	case "last":
		m.Select(m.Len() - 1)
		want.move(len(want.root.lines()))
	case "open":
		m.Open()
		fold(true)
	case "close":
		m.Close()
		if !want.selected.open && want.selected.parent != nil {
			want.selected = want.selected.parent
		} else {
			fold(false)
		}
	case "toggle":
		m.Toggle()
		fold(!want.selected.open)
	case "depth":
		delta := rapid.IntRange(-2, 2).Draw(t, "delta")
		m.AdjustDepth(delta)
		want.depth(want.level + delta)
	case "all":
		m.OpenAll()
		want.depth(want.levels)
	}
}

func compare(t *rapid.T, want *reference, m jsontree.Model, width, height int) {
	lines := want.root.lines()
	require.Equal(t, len(lines), m.Len())
	require.Equal(t, want.position(), m.Position())

	all := m // a copy with room for every line, to compare with the visible ones
	all.SetSize(width, len(lines))
	whole := all.View()
	require.Len(t, whole, len(lines))
	shown := m.View()
	require.Len(t, shown, min(height, len(lines)))
	row := -1
	for i, line := range shown {
		require.Equal(t, width, line.Width())
		if line[0].Style == theme.NoColor().Selected {
			require.Equal(t, -1, row, "two selected lines")
			row = i
		}
	}
	require.GreaterOrEqual(t, row, 0, "the selection is on the screen")
	first := m.Position() - row
	require.Equal(t, whole[first:first+len(shown)], shown)

	all.SetSize(400, len(lines))
	all.Select(0)
	for i, line := range all.View() {
		v := lines[i]
		path, raw := all.Selected()
		require.Equal(t, v.path(), path)
		require.Equal(t, v.raw, string(raw))
		all.Move(1)
		if v.parent == nil {
			continue
		}
		mark := "  "
		if v.isBranch() {
			mark = map[bool]string{true: "▾ ", false: "▸ "}[v.open]
		}
		require.True(t, strings.HasPrefix(line.Text().String(), strings.Repeat("  ", v.depth)+mark+v.key+"  "), "%q", line.Text())
		if v.isBranch() {
			unit := map[bool]string{true: "item", false: "field"}[v.array]
			if len(v.children) != 1 {
				unit += "s"
			}
			require.True(t, strings.HasSuffix(strings.TrimRight(line.Text().String(), " "), fmt.Sprintf("  %d %s", len(v.children), unit)), "%q", line.Text())
		}
	}
}

// values returns the number of JSON values of a valid text and the depth of the innermost.
func values(t *testing.T, raw []byte) (number, depth int) {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	type level struct{ object, key bool }
	var around []level
	for {
		token, err := decoder.Token()
		if err != nil {
			return number, depth
		}
		top := len(around) - 1
		if token == json.Delim('}') || token == json.Delim(']') {
			around = around[:top]
			continue
		}
		if top >= 0 && around[top].object {
			if around[top].key = !around[top].key; around[top].key {
				continue
			}
		}
		number++
		if token == json.Delim('{') || token == json.Delim('[') {
			around = append(around, level{object: token == json.Delim('{')})
			depth = max(depth, len(around))
		}
	}
}

func FuzzNew(f *testing.F) {
	for _, seed := range []string{
		"", " ", "{", "[[]]", `{"a":[1,{"b":"\ud800"}],"a":2}`, `["\ud83d\ude00","\ud83d","\ude00\ud83d"]`, "\"\xff\u202e\"", coinStore,
		`{"` + strings.Repeat("k", 40) + `":"` + "\u0301" + `"}`, strings.Repeat("[", 150) + strings.Repeat("]", 150), `{"a" 1}`, `[1,]`, `{} {}`, `[{,}]`, "\ufeff{}",
		strings.Repeat("[", 100) + "{1:2}" + strings.Repeat("]", 100), `{"e\u0301\u0301\u0301\u0301\u0301\u0301":[1e5]}`,
	} {
		f.Add([]byte(seed), uint8(40), uint8(10))
	}
	f.Fuzz(func(t *testing.T, raw []byte, width, height uint8) {
		sent := bytes.Clone(raw)
		m := jsontree.New(raw, new(theme.NoColor()))
		m.SetSize(int(width), int(height))
		check := func() {
			lines := m.View()
			if width == 0 || height == 0 {
				require.Empty(t, lines)
				return
			}
			require.Len(t, lines, min(int(height), m.Len()))
			for _, line := range lines {
				require.Equal(t, int(width), line.Width())
				requireSafe(t, line.Text())
			}
		}
		check()
		m.AdjustDepth(1)
		m.Select(m.Len() - 1)
		m.Toggle()
		check()
		m.OpenAll()
		m.Select(0)
		_, value := m.Selected()
		if json.Valid(raw) {
			number, depth := values(t, raw)
			if depth <= 100 {
				require.Equal(t, number, m.Len())
			}
			require.Equal(t, string(bytes.Trim(raw, " \t\r\n")), string(value))
			for range min(m.Len(), 200) {
				_, value := m.Selected()
				require.True(t, json.Valid(value), "%q", value)
				m.Move(1)
				check()
			}
		} else {
			require.Equal(t, 1, m.Len())
			require.Equal(t, string(raw), string(value))
		}
		require.Equal(t, sent, raw, "the input is not modified")
	})
}

func requireSafe(t *testing.T, shown text.Safe) {
	require.True(t, utf8.ValidString(shown.String()))
	for _, r := range shown.String() {
		require.False(t, unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co), "%U in %q", r, shown)
	}
}
