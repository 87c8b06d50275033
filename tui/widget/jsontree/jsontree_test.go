package jsontree_test

import (
	"encoding/json"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui/text"
	"foredeck/tui/widget/jsontree"
)

func tree(raw string, width, height int) jsontree.Model {
	m := jsontree.New(json.RawMessage(raw), new(theme.Terminal()))
	m.SetSize(width, height)
	return m
}

// drawn returns the tree as text, without trailing blanks.
func drawn(m jsontree.Model) string {
	var lines []string
	for _, line := range m.View() {
		lines = append(lines, strings.TrimRight(line.Text().String(), " "))
	}
	return "\n" + strings.Join(lines, "\n") + "\n"
}

const coinStore = `{"coin":{"value":"120455102400"},"deposit_events":{"counter":"12","guid":{"id":{"addr":"0x88fbd33f54e1126269769780feb24480428179f552e2313fbe571b72e62a2ca1","creation_num":"2"}}},
 "frozen":false,"withdraw_events":{"counter":"881","guid":{"id":{"addr":"0x1","creation_num":"3"}}}}`

func TestView(t *testing.T) {
	for _, c := range []struct {
		name, raw     string
		width, height int
		do            func(*jsontree.Model)
		want          string
	}{
		{"two levels are open at first", coinStore, 56, 13, func(m *jsontree.Model) { m.SetName(text.Const("CoinStore<0x1::move_coin::MoveCoin>")) }, `
▾ CoinStore<0x1::move_coin::MoveCoin>           4 fields
  ▾ coin                                        1 field
      value  120455102400
  ▾ deposit_events                              2 fields
      counter  12
    ▸ guid                                      1 field
    frozen           false
  ▾ withdraw_events                             2 fields
      counter  881
    ▸ guid                                      1 field
`},
		{"long strings are cut at the width", coinStore, 40, 13, func(m *jsontree.Model) { m.AdjustDepth(2); m.Move(8); m.SetSize(40, 3) }, `
      ▾ id                      2 fields
          addr          "0x88fbd33f54e1…
          creation_num  2
`},
		{"one level less", coinStore, 40, 13, func(m *jsontree.Model) { m.AdjustDepth(-1) }, `
▾ object                        4 fields
  ▸ coin                        1 field
  ▸ deposit_events              2 fields
    frozen           false
  ▸ withdraw_events             2 fields
`},
		{"values keep what was sent", `{"z":18446744073709551616,"a":1e400,"m":-0.10,"z":true,"n":null,"":"", "empty":[ ],"none":{ }}`, 40, 20, nil, `
▾ object                        8 fields
    z      18446744073709551616
    a      1e400
    m      -0.10
    z      true
    n      null
    ""     ""
    empty  []
    none   {}
`},
		{"arrays count items", `[{"a":[1,2]},["x"],"y"]`, 30, 7, nil, `
▾ array                3 items
  ▾ [0]                1 field
    ▸ a                2 items
  ▾ [1]                1 item
      [0]  "x"
    [2]  "y"
`},
		{"one value alone", ` "a\tb" `, 30, 20, nil, "\n  \"a␉b\"\n"},
		{"one value with a name", `12`, 30, 20, func(m *jsontree.Model) { m.SetName(text.Const("height")) }, "\n  height  12\n"},
		{"the text is made safe", `{"k\u001b[2J":"\ud83d\ude00 \ud800 \u202e\u0007 \"q\" \/\\","two\nlines":"` + "\u202e\xff" + `","e\u0301":1}`, 60, 20, nil, `
▾ object                                            3 fields
    k␛[2J      "😀 \ud800 <U+202E>␇ "q" /\"
    two␊lines  "<U+202E><0xFF>"
    e` + "\u0301" + `          1
`},
		{"a very long key does not push the others away", `{"` + strings.Repeat("k", 40) + `":1,"b":2,"` + strings.Repeat("世", 20) + `":{"c":3}}`, 50, 20, nil, `
▾ object                                  3 fields
    kkkkkkkkkkkkkkkkkkkkkkkkkkkkk…  1
    b                         2
  ▾ 世世世世世世世世世世世世世世世世世…   1 field
      c  3
`},
		{"a small window loses the counts, then the words", `{"coins":{"value":"120455102400"}}`, 14, 20, nil, `
▾ object
  ▾ coins
      value  …
`},
		{"nothing at all", "", 40, 5, nil, "\nempty, not JSON\n"},
		{"blanks only", " \n", 40, 5, nil, "\nempty, not JSON ␊\n"},
		{"not JSON", "<html>\x1b[2J</html>", 60, 5, nil, "\ninvalid JSON at byte 0: <html>␛[2J</html>\n"},
		{"a truncated response", `{"coin":{"val`, 60, 5, nil, "\ninvalid JSON at byte 13: {\"coin\":{\"val\n"},
		{"a second value", `{} {}`, 60, 5, nil, "\ninvalid JSON at byte 3: {} {}\n"},
		{"a narrow malformed one", `{"coin":{"val`, 20, 5, nil, "\ninvalid JSON at byt…\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := tree(c.raw, c.width, c.height)
			if c.do != nil {
				c.do(&m)
			}
			require.Equal(t, c.want, drawn(m))
		})
	}
}

func TestSelectedLineIsHighlighted(t *testing.T) {
	for _, th := range []theme.Theme{theme.Terminal(), theme.NoColor()} {
		m := jsontree.New(json.RawMessage(coinStore), &th)
		m.SetSize(40, 20)
		m.Move(2)
		for i, line := range m.View() {
			require.Equal(t, 40, line.Width())
			rendered := text.Render([]text.Line{line})
			if i == 2 {
				require.Contains(t, rendered, "\x1b[7m")
				require.Equal(t, text.Render([]text.Line{line.In(th.Selected)}), rendered, "every span")
			} else {
				require.NotContains(t, rendered, "\x1b[7m")
			}
		}
	}
}

func TestLongArraysStartClosed(t *testing.T) {
	items := func(n int) string { return "[" + strings.Repeat("0,", n-1) + "0]" }
	for _, c := range []struct {
		raw   string
		lines int
	}{
		{`{"a":` + items(100) + `}`, 102},
		{`{"a":` + items(101) + `}`, 2},
		{items(101), 1},
		{items(100), 101},
	} {
		m := tree(c.raw, 40, 10)
		require.Equal(t, c.lines, m.Len())
		m.OpenAll()
		require.Equal(t, strings.Count(c.raw, "0")-strings.Count(c.raw, "00")+strings.Count(c.raw, "[")+strings.Count(c.raw, "{"), m.Len())
	}
	m := tree(`{"a":`+items(101)+`,"b":{"c":{"d":1}}}`, 40, 10)
	m.AdjustDepth(1)
	require.Equal(t, 1+1+101+1+1+1, m.Len(), "AdjustDepth makes no exceptions")
}

func TestSelectedIsExact(t *testing.T) {
	const raw = ` { "coin" : {"value":"120455102400"}, "events":[ 0, 1, 2, {"data":{"odd key": 1.50e+3, "\u0061":[[true]]}} ], "coin":2 } `
	want := []struct{ path, value string }{
		{".", strings.TrimSpace(raw)},
		{".coin", `{"value":"120455102400"}`},
		{".coin.value", `"120455102400"`},
		{".events", `[ 0, 1, 2, {"data":{"odd key": 1.50e+3, "\u0061":[[true]]}} ]`},
		{".events[0]", "0"},
		{".events[1]", "1"},
		{".events[2]", "2"},
		{".events[3]", `{"data":{"odd key": 1.50e+3, "\u0061":[[true]]}}`},
		{".events[3].data", `{"odd key": 1.50e+3, "\u0061":[[true]]}`},
		{`.events[3].data["odd key"]`, "1.50e+3"},
		{`.events[3].data["\u0061"]`, "[[true]]"},
		{`.events[3].data["\u0061"][0]`, "[true]"},
		{`.events[3].data["\u0061"][0][0]`, "true"},
		{".coin", "2"},
	}
	m := tree(raw, 40, 5)
	m.OpenAll()
	require.Equal(t, len(want), m.Len())
	for i, w := range want {
		path, value := m.Selected()
		require.Equal(t, w.path, path)
		require.Equal(t, w.value, string(value))
		require.Equal(t, i, m.Position())
		m.Move(1)
	}
	for raw, want := range map[string]string{`[1,[2]]`: ".[1][0]", `{"9a":1}`: `.["9a"]`, `{"":1}`: `.[""]`, `{"say \"":1}`: `.["say \""]`} {
		m := tree(raw, 40, 5)
		m.Select(m.Len() - 1)
		path, _ := m.Selected()
		require.Equal(t, want, path)
	}
	broken := tree(`{"a":`, 40, 5)
	path, value := broken.Selected()
	require.Equal(t, ".", path)
	require.Equal(t, `{"a":`, string(value))
}

func TestCloseSelectsTheParent(t *testing.T) {
	m := tree(`{"a":{"b":{"c":1},"d":2}}`, 40, 4) // one line short of all, so b is closed
	m.Select(m.Len() - 1)                         // d
	at := func(path string, lines int) {
		t.Helper()
		selected, _ := m.Selected()
		require.Equal(t, path, selected)
		require.Equal(t, lines, m.Len())
	}
	m.Toggle()
	m.Open()
	at(".a.d", 4)
	m.Close()
	at(".a", 4)
	m.Move(1) // b, closed
	m.Close()
	at(".a", 4)
	m.Close()
	at(".a", 2)
	m.Close()
	at(".", 2)
	m.Close()
	at(".", 1)
	m.Close()
	at(".", 1)
	m.Toggle()
	at(".", 2)
	m.OpenAll()
	at(".", 5)
	m.Select(m.Len() - 1)
	m.Move(-1)
	at(".a.b.c", 5)
	m.AdjustDepth(-1)
	at(".a.b", 4)
	m.AdjustDepth(-5)
	at(".", 1)
	m.AdjustDepth(100)
	at(".", 5)
}

func TestScrollFollowsSelection(t *testing.T) {
	m := tree("["+strings.Repeat("0,", 99)+"0]", 20, 10) // 101 lines
	top := func() string { return strings.Fields(m.View()[0].Text().String())[0] }
	require.Len(t, m.View(), 10)
	m.Move(9)
	require.Equal(t, "▾", top())
	m.Move(1)
	require.Equal(t, "[0]", top())
	m.Page(1)
	require.Equal(t, "[10]", top())
	require.Equal(t, 20, m.Position())
	m.Page(-1)
	require.Equal(t, "[0]", top())
	m.Select(m.Len() - 1)
	require.Equal(t, 100, m.Position())
	require.Equal(t, "[90]", top())
	m.SetSize(20, 5)
	require.Equal(t, "[95]", top())
	m.SetSize(20, 200)
	require.Len(t, m.View(), 101, "no empty lines below")
	m.Select(0)
	require.Equal(t, 0, m.Position())
	m.SetSize(20, 0)
	require.Empty(t, m.View())
	m.SetSize(-1, 5)
	require.Empty(t, m.View())
}

func TestSelectionKeepsItsRow(t *testing.T) {
	m := tree(`{"a":{"x":{"y":1}},"b":{"x":{"y":1}},"c":{"x":{"y":1}},"d":{"x":{"y":1}},"e":2,"f":3,"g":4}`, 40, 4)
	row := func() int {
		return slices.IndexFunc(m.View(), func(line text.Line) bool { return line[0].Style == theme.Terminal().Selected })
	}
	m.Move(8)
	m.Move(-2)
	require.Equal(t, 1, row())
	for _, do := range []func(){m.OpenAll, func() { m.AdjustDepth(-1) }, m.Toggle} {
		do()
		require.Equal(t, 1, row())
		path, _ := m.Selected()
		require.Equal(t, ".c.x", path)
	}
}

func TestDeepNestingIsCut(t *testing.T) {
	nested := func(depth int) string { return strings.Repeat(`{"a":`, depth) + "[7]" + strings.Repeat("}", depth) }
	m := tree(nested(99), 60, 3)
	m.OpenAll()
	m.Select(m.Len() - 1)
	require.Equal(t, 101, m.Len())
	_, value := m.Selected()
	require.Equal(t, "7", string(value))

	m = tree(nested(100), 80, 1)
	m.OpenAll()
	m.Select(m.Len() - 1)
	require.Equal(t, 101, m.Len())
	require.Contains(t, drawn(m), "nested deeper than 100")
	path, value := m.Selected()
	require.Equal(t, strings.Repeat(".a", 100), path)
	require.Equal(t, "[7]", string(value))

	m = tree(`[`+nested(5000)+`,8]`, 80, 1)
	m.OpenAll()
	m.Select(m.Len() - 1)
	_, value = m.Selected()
	require.Equal(t, "8", string(value), "later values are found")

	m = tree(nested(20_000), 80, 1)
	require.Equal(t, 1, m.Len())
	require.Contains(t, drawn(m), "invalid JSON at byte")
}

func TestZeroValue(t *testing.T) {
	var m jsontree.Model
	m.SetSize(40, 10)
	m.Move(1)
	m.Page(1)
	m.Select(0)
	m.Select(m.Len() - 1)
	m.Open()
	m.Close()
	m.Toggle()
	m.AdjustDepth(1)
	m.OpenAll()
	path, value := m.Selected()
	require.Empty(t, path)
	require.Nil(t, value)
	require.Empty(t, m.View())
	require.Zero(t, m.Len())
	require.Zero(t, m.Position())
}

func TestCopiesHaveTheirOwnSelection(t *testing.T) {
	m := tree(coinStore, 40, 5)
	older := m
	older.Select(older.Len() - 1)
	m.Close()
	require.Equal(t, 1, older.Len())
	require.Len(t, older.View(), 1)
	require.Zero(t, older.Position())
	path, _ := older.Selected()
	require.Equal(t, ".", path)
}

// Drawing a line of a huge string costs no more than its columns.
func TestHugeStringsAreCheapToDraw(t *testing.T) {
	for _, unit := range []string{"a", `\u0301`, "\u0301", `\\`} {
		huge := strings.Repeat(unit, 4<<20/len(unit))
		m := tree(`{"`+huge+`":"`+huge+`"}`, 80, 5)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		m.View()
		runtime.ReadMemStats(&after)
		require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(100_000), strconv.Quote(unit))
	}
}
