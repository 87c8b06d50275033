package widget_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/theme"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// naive is a simple reference model: named rows, the selected one and the visible ones.
type naive struct {
	rows     []int // names; every new row gets a new one
	selected int
	first    int
	height   int
	names    int
}

func (n *naive) insert(at, count int) {
	for range count {
		n.names++
		n.rows = slices.Insert(n.rows, at, n.names)
	}
}

// clamp tries every first row and takes the one nearest to wish that fills the screen and shows the selected row.
func (n *naive) clamp(selected, wish int) {
	n.selected = min(max(selected, 0), max(len(n.rows)-1, 0))
	best := -1
	for first := range len(n.rows) + 1 {
		full := first == 0 || first+n.height <= len(n.rows)
		shown := len(n.rows) == 0 || first <= n.selected && (n.selected < first+n.height || n.height == 0)
		if full && shown && (best < 0 || distance(first, wish) < distance(best, wish)) {
			best = first
		}
	}
	n.first = best
}

func distance(a, b int) int { return max(a-b, b-a) }

func TestSelectionAndScroll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var m widget.Table
		var n naive
		check := func() {
			require.Equal(t, len(n.rows), m.Len())
			require.Equal(t, n.height, m.Height())
			require.Equal(t, n.selected, m.Selected())
			require.Equal(t, n.first, m.First())
		}
		t.Repeat(map[string]func(*rapid.T){
			"": func(*rapid.T) { check() },
			"move": func(t *rapid.T) {
				delta := rapid.IntRange(-30, 30).Draw(t, "delta")
				m.Move(delta)
				n.clamp(n.selected+delta, n.first)
			},
			"select": func(t *rapid.T) {
				row := rapid.IntRange(-5, 60).Draw(t, "row")
				m.Select(row)
				n.clamp(row, n.first)
			},
			"page": func(t *rapid.T) {
				delta := rapid.SampledFrom([]float64{-2, -1, -0.5, 0.5, 1, 2}).Draw(t, "delta")
				rows := int(delta * float64(n.height))
				if rows == 0 { // a key has an effect even on a screen of one row or none
					rows = map[bool]int{true: 1, false: -1}[delta > 0]
				}
				m.Page(delta)
				n.clamp(n.selected+rows, n.first+rows)
			},
			"inserted": func(t *rapid.T) {
				count := rapid.IntRange(0, 30).Draw(t, "count")
				var selected, line int
				if len(n.rows) > 0 {
					selected, line = n.rows[n.selected], n.selected-n.first
				}
				full := len(n.rows) >= n.height
				was := len(n.rows)
				n.insert(0, count)
				m.Prepended(count)
				if was == 0 {
					n.clamp(0, 0)
					return
				}
				n.clamp(n.selected+count, n.first+count)
				require.Equal(t, selected, n.rows[m.Selected()], "the same row stays selected")
				if full {
					require.Equal(t, line, m.Selected()-m.First(), "on the same line of the screen")
				}
			},
			"length": func(t *rapid.T) {
				length := rapid.IntRange(0, 60).Draw(t, "length")
				if length > len(n.rows) {
					n.insert(len(n.rows), length-len(n.rows))
				}
				n.rows = n.rows[:length]
				m.SetLength(length)
				n.clamp(n.selected, n.first)
			},
			"height": func(t *rapid.T) {
				n.height = rapid.IntRange(0, 25).Draw(t, "height")
				m.SetHeight(n.height)
				n.clamp(n.selected, n.first)
			},
		})
	})
}

func TestPage(t *testing.T) {
	var m widget.Table
	m.SetHeight(10)
	m.SetLength(25)
	m.Move(3)
	at := func() [2]int { return [2]int{m.First(), m.Selected()} }
	m.Page(1)
	require.Equal(t, [2]int{10, 13}, at(), "the selection stays on its line")
	m.Page(1)
	require.Equal(t, [2]int{15, 23}, at(), "the last screen is full")
	m.Page(1)
	require.Equal(t, [2]int{15, 24}, at())
	m.Page(-0.5)
	require.Equal(t, [2]int{10, 19}, at())
	m.Page(-2)
	require.Equal(t, [2]int{0, 0}, at())
	m.Page(-1)
	require.Equal(t, [2]int{0, 0}, at())
	m.SetHeight(1)
	m.Page(0.5)
	require.Equal(t, [2]int{1, 1}, at(), "at least one row")
}

func TestImpossibleSizes(t *testing.T) {
	var m widget.Table
	m.SetLength(-3)
	m.SetHeight(-3)
	m.Move(1)
	m.Page(-1)
	m.Prepended(0)
	require.Equal(t, [4]int{}, [4]int{m.Len(), m.Height(), m.Selected(), m.First()})
	require.Len(t, m.View(theme.Theme{}, columns(), 80, nil), 1, "only the titles")
	require.Empty(t, m.View(theme.Theme{}, nil, 0, nil)[0].Text())
}

// columns resemble those of a transaction list.
func columns() []widget.Column {
	return []widget.Column{
		{Title: text.Const("SEQ"), Width: 5, Right: true},
		{Title: text.Const("STATUS"), Width: 9},
		{Title: text.Const("TYPE"), Width: 4, Rank: 5},
		{Title: text.Const("FUNCTION"), Width: 12, Flex: true, Shorten: text.Function},
		{Title: text.Const("FEE"), Width: 8, Right: true, Rank: 3},
		{Title: text.Const("AGE"), Width: 6, Rank: 1},
		{Title: text.Const("HASH"), Width: 11, Rank: 4, Shorten: text.CutMiddle},
	}
}

func TestColumnGrowsBeforeFlexibleOne(t *testing.T) {
	t.Parallel()
	var m widget.Table
	m.SetHeight(1)
	columns := []widget.Column{{Title: text.Const("A"), Width: 4, Max: 8}, {Title: text.Const("B"), Width: 4, Flex: true}, {Title: text.Const("C"), Width: 1}}
	for width, want := range map[int]string{
		15: "  A     B     C|", 19: "  A     B         C|", 21: "  A       B         C|", 30: "  A         B                C|",
	} {
		require.Equal(t, want, drawnTable(&m, columns, width, nil)[0], width)
	}
}

func rows(i int) []widget.Cell {
	number := text.Clean(strconv.Itoa(i))
	return []widget.Cell{
		{Text: number}, {Text: text.Const("✓ Success")}, {Text: text.Const("user")}, {Text: text.Const("0x1::coin::transfer")}, {Text: text.Const("0.009")}, {Text: text.Const("2s")}, {Text: text.Const("0x6c1a0f5d9be2437c")},
	}
}

// drawnTable returns the table's lines, with | at the end of each.
func drawnTable(m *widget.Table, columns []widget.Column, width int, rows widget.TableRows) []string {
	return strings.Split(strings.ReplaceAll(text.Render(m.View(theme.Theme{}, columns, width, rows)), "\n", "|\n")+"|", "\n")
}

func TestView(t *testing.T) {
	var m widget.Table
	m.SetHeight(3)
	m.SetLength(2)
	m.Move(1)
	require.Equal(t, []string{
		"    SEQ  STATUS     TYPE  FUNCTION                  FEE  AGE     HASH       |",
		"      0  ✓ Success  user  0x1::coin::transfer     0.009  2s      0x6c1…2437c|",
		"▸     1  ✓ Success  user  0x1::coin::transfer     0.009  2s      0x6c1…2437c|",
	}, drawnTable(&m, columns(), 76, rows))
}

// Columns are dropped by rank; the flexible column gets the remaining width and shrinks last.
func TestColumnsAreDroppedByRank(t *testing.T) {
	var m widget.Table
	for width, want := range map[int]string{
		76: "    SEQ  STATUS     TYPE  FUNCTION                  FEE  AGE     HASH       |",
		69: "    SEQ  STATUS     TYPE  FUNCTION           FEE  AGE     HASH       |",
		68: "    SEQ  STATUS     FUNCTION                FEE  AGE     HASH       |",
		63: "    SEQ  STATUS     FUNCTION           FEE  AGE     HASH       |",
		62: "    SEQ  STATUS     FUNCTION                       FEE  AGE   |",
		50: "    SEQ  STATUS     FUNCTION           FEE  AGE   |",
		49: "    SEQ  STATUS     FUNCTION               AGE   |",
		40: "    SEQ  STATUS     FUNCTION      AGE   |",
		39: "    SEQ  STATUS     FUNCTION           |",
		32: "    SEQ  STATUS     FUNCTION    |",
		30: "    SEQ  STATUS     FUNCTION  |",
		25: "    SEQ  STATUS     FUNC…|",
		21: "    SEQ  STATUS     …|",
		20: "    SEQ  STATUS    …|",
		8:  "    SEQ…|",
		1:  "…|",
	} {
		require.Equal(t, want, drawnTable(&m, columns(), width, rows)[0], "width %d", width)
	}
}

func TestEqualRanksAreDroppedFromTheLeft(t *testing.T) {
	var m widget.Table
	same := []widget.Column{{Title: text.Const("A"), Width: 3, Rank: 1}, {Title: text.Const("B"), Width: 3, Rank: 1}, {Title: text.Const("C"), Width: 3}}
	require.Equal(t, "  A    B    C   |", drawnTable(&m, same, 16, nil)[0])
	require.Equal(t, "  B    C     |", drawnTable(&m, same, 13, nil)[0])
	require.Equal(t, "  C    |", drawnTable(&m, same, 7, nil)[0])
}

func TestMissingAndExtraCells(t *testing.T) {
	var m widget.Table
	m.SetHeight(4)
	m.SetLength(4)
	two := []widget.Column{{Title: text.Const("A"), Width: 3}, {Title: text.Const("B"), Width: 3}}
	require.Equal(t, []string{
		"  A    B  |", "▸         |", "  a       |", "  a    b  |", "  a    b  |",
	}, drawnTable(&m, two, 10, func(i int) []widget.Cell {
		return []widget.Cell{{Text: text.Const("a")}, {Text: text.Const("b")}, {Text: text.Const("c")}}[:i]
	}))
}

func TestSelectedRow(t *testing.T) {
	th := theme.Terminal()
	var m widget.Table
	m.SetHeight(2)
	m.SetLength(2)
	cells := func(int) []widget.Cell { return []widget.Cell{{Text: text.Const("fine"), Style: th.Good}} }
	one := []widget.Column{{Title: text.Const("A"), Width: 4}}
	lines := m.View(th, one, 20, cells)
	require.Equal(t, text.Const("▸ fine              "), lines[1].Text())
	require.Equal(t, th.Selected, lines[1][0].Style)
	require.Equal(t, text.Span{Text: text.Const("fine"), Style: th.Good.On(th.Selected), Hit: lines[1][1].Hit}, lines[1][1], "a status keeps its color")
	require.Equal(t, th.Selected, lines[1][2].Style, "the whole line, to its end")
	require.Contains(t, lines[2], text.Span{Text: text.Const("fine"), Style: th.Good, Hit: &text.Hit{Rows: 1}})

	m.SetBlurred(true)
	lines = m.View(th, one, 20, cells)
	require.Equal(t, text.Const("▸ fine              "), lines[1].Text(), "the pointer stays")
	require.Contains(t, lines[1], text.Span{Text: text.Const("fine"), Style: th.Good, Hit: &text.Hit{Unfocused: true}}, "and the cells keep their styles")
	m.SetBlurred(false)
	require.Equal(t, th.Selected, m.View(th, one, 20, cells)[1][0].Style)
}

func TestEveryWidthIsExact(t *testing.T) {
	remote := rapid.OneOf(rapid.StringMatching(`[a-z0-9:]{0,30}`), rapid.StringOf(rapid.SampledFrom([]rune("ab世界é😀…ｗ\x1b\u202e"))), rapid.String())
	rapid.Check(t, func(t *rapid.T) {
		var shape []widget.Column
		for range rapid.IntRange(0, 8).Draw(t, "columns") {
			shape = append(shape, widget.Column{
				Title: text.Clean(remote.Draw(t, "title")), Width: rapid.IntRange(0, 40).Draw(t, "width"), Flex: rapid.Bool().Draw(t, "flex"),
				Right: rapid.Bool().Draw(t, "right"), Rank: rapid.IntRange(0, 3).Draw(t, "rank"),
				Shorten: rapid.SampledFrom([]func(text.Safe, int) text.Safe{nil, text.Function, text.CutMiddle}).Draw(t, "shorten"),
			})
		}
		cells := make([][]widget.Cell, 3)
		for i := range cells {
			for range rapid.IntRange(0, len(shape)+1).Draw(t, "cells") {
				cells[i] = append(cells[i], widget.Cell{Text: text.Clean(remote.Draw(t, "cell"))})
			}
		}
		var m widget.Table
		m.SetHeight(len(cells))
		m.SetLength(len(cells))
		m.Select(rapid.IntRange(0, len(cells)-1).Draw(t, "selected"))
		for width := 1; width <= 200; width++ {
			lines := m.View(theme.Theme{}, shape, width, func(i int) []widget.Cell { return cells[i] })
			require.Len(t, lines, 1+len(cells))
			for i, line := range lines {
				require.Equal(t, width, line.Width(), "line %d at width %d: %q", i, width, line.Text())
			}
		}
	})
}

func TestOnlyVisibleRowsAreRequested(t *testing.T) {
	const length, height = 1_000_000, 40
	var requested []int
	count := func(i int) []widget.Cell {
		requested = append(requested, i)
		return rows(i)
	}
	var m widget.Table
	m.SetHeight(height)
	m.SetLength(length)
	for _, do := range []func(){
		func() {}, func() { m.Move(1) }, func() { m.Page(1) }, func() { m.Select(length / 2) }, func() { m.Select(length - 1) },
		func() { m.Prepended(1000) }, func() { m.SetLength(length / 3) }, func() { m.Page(-0.5) }, func() { m.Select(0) },
	} {
		requested = nil
		do()
		require.Empty(t, requested, "moving requests no rows")
		m.View(theme.Theme{}, columns(), 120, count)
		want := make([]int, height)
		for i := range want {
			want[i] = m.First() + i
		}
		require.Equal(t, want, requested)
	}
}

func BenchmarkKey(b *testing.B) {
	for _, length := range []int{100, 10_000, 1_000_000} {
		b.Run(fmt.Sprintf("%d rows", length), func(b *testing.B) {
			var m widget.Table
			m.SetHeight(40)
			m.SetLength(length)
			m.Select(length / 2)
			th, shape := theme.Terminal(), columns()
			b.ReportAllocs()
			for b.Loop() {
				m.Move(1)
				if m.Selected() == m.Len()-1 {
					m.Select(0)
				}
				m.View(th, shape, 120, rows)
			}
		})
	}
}

func TestUnits(t *testing.T) {
	th := theme.Terminal()
	var m widget.Table
	m.SetHeight(1)
	m.SetLength(1)
	m.SetBlurred(true)
	cells := func(int) []widget.Cell {
		return []widget.Cell{{Text: text.Const("84"), Unit: text.Const(" ms"), Style: th.Bad}}
	}
	wide := m.View(th, []widget.Column{{Title: text.Const("LATENCY"), Width: 7, Right: true}}, 9, cells)
	require.Equal(t, text.Const("▸   84 ms"), wide[1].Text())
	require.Contains(t, wide[1], text.Span{Text: text.Const(" ms"), Style: th.Faint, Hit: wide[1][0].Hit})
	narrow := m.View(th, []widget.Column{{Title: text.Const("L"), Width: 3, Right: true}}, 5, cells)
	require.Equal(t, text.Const("▸  84"), narrow[1].Text(), "the unit goes first")
}

func TestSkeleton(t *testing.T) {
	th := theme.Terminal()
	var m widget.Table
	m.SetHeight(3)
	lines := m.Skeleton(th, []widget.Column{{Title: text.Const("A"), Width: 8}, {Title: text.Const("B"), Width: 4, Right: true}}, 20)
	require.Len(t, lines, 4, "the titles and a row for each line")
	require.Equal(t, "  A            B", strings.TrimRight(lines[0].Text().String(), " "))
	for _, line := range lines[1:] {
		require.Regexp(t, `^  ▁+ +▁+ *$`, line.Text().String(), "bars without a pointer")
		require.Equal(t, 20, line.Width())
	}
	m.SetHeight(40)
	require.Len(t, m.Skeleton(th, []widget.Column{{Title: text.Const("A"), Width: 8}}, 20), 9)
}
