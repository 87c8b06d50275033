package pane_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/config"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/text"
)

// newHeld returns a list of records in memory.
func newHeld(t *testing.T, newest bool) *reader {
	source := load.Source[element]{Key: (&node{}).source().Key}
	r := &reader{List: pane.NewList(deps(), pane.Words{Title: text.Const("Held")}, pane.InBothOrders(source), records), T: t, loader: load.NewLoader(time.Now)}
	r.Columns, r.Newest = columns, newest
	r.Empty = func() []text.Line { return []text.Line{text.Plain("nothing yet")} }
	r.Deps.Config = &config.Settings{}
	r.Rows.SetHeight(5)
	return r
}

// held returns the records of a range of numbers, newest first.
func held(first, end int) []*element {
	var records []*element
	for number := end - 1; number >= first; number-- {
		records = append(records, &element{number, number * 7919 % 31})
	}
	return records
}

func TestHeldRecordsStaySelected(t *testing.T) {
	t.Parallel()
	r := newHeld(t, false)
	r.Hold(held(0, 3))
	r.Rows.Move(1)
	r.Hold(held(0, 4)) // at the top, which stays
	require.Equal(t, []any{1, 2, 0}, []any{r.Selected().number, r.Rows.Selected(), r.Rows.First()})
	r.Hold(held(0, 20))
	require.Equal(t, []any{1, 18}, []any{r.Selected().number, r.Rows.Selected()})
	r.Hold(held(1, 21)) // the oldest is gone
	require.Equal(t, []any{1, 20}, []any{r.Selected().number, r.Len()})
	others := held(0, 10)
	slices.Reverse(others)
	r.Hold(others)
	require.Equal(t, []any{1, 1}, []any{r.Selected().number, r.Rows.Selected()})
	r.Hold(nil)
	require.Nil(t, r.Selected())
	r.Hold(held(3, 9))
	require.Equal(t, 6, r.Len())
	require.Nil(t, r.Refresh(), "nothing to request")
	require.Nil(t, r.Prefetch())
}

func TestFirstOfHeldRecordsStaysFirst(t *testing.T) {
	t.Parallel()
	r := newHeld(t, true)
	r.Hold(held(0, 10))
	r.Hold(held(0, 12))
	require.Equal(t, 11, r.Selected().number)
	r.Rows.Move(7)
	r.Hold(held(0, 14))
	require.Equal(t, []any{4, 9, 5}, []any{r.Selected().number, r.Rows.Selected(), r.Rows.First()})
}

// Whatever is held, the rows are the records that match, and the selected one stays selected while it is shown.
func TestAnyHeldRecords(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := newHeld(t, false)
		var numbers []int
		for range rapid.IntRange(1, 12).Draw(rt, "steps") {
			switch rapid.IntRange(0, 3).Draw(rt, "step") {
			case 0:
				r.SetFilter(rapid.SampledFrom([]string{"", "1", "value:<12"}).Draw(rt, "filter"))
			case 1:
				if r.Pages.Len() > 0 {
					r.press("S")
				}
			case 2:
				r.Rows.Select(rapid.IntRange(0, 30).Draw(rt, "row"))
			}
			first := rapid.IntRange(0, 20).Draw(rt, "first")
			records := held(first, first+rapid.IntRange(0, 30).Draw(rt, "count"))
			before := r.Selected()
			r.Hold(records)
			numbers = nil
			for _, record := range records {
				if r.Filter().Match(record) {
					numbers = append(numbers, record.number)
				}
			}
			require.ElementsMatch(rt, numbers, r.numbers())
			require.Equal(rt, len(numbers), r.Rows.Len())
			if before != nil && slices.Contains(numbers, before.number) {
				require.Equal(rt, before.number, r.Selected().number)
			}
		}
	})
}

func TestPanelOfHeldRecords(t *testing.T) {
	t.Parallel()
	r := newHeld(t, false)
	room := pane.Area{Width: 40, Height: 8}
	r.Head = func(pane.Area) []text.Line { return []text.Line{text.Plain("head")} }
	panel := func() (lines []string) {
		r.Resize(room)
		p := r.Panel(room)
		require.True(t, p.Focused)
		lines = append(lines, p.State.Text().String())
		for _, line := range p.Body {
			lines = append(lines, line.Text().String())
		}
		return lines
	}
	require.Equal(t, []string{"", "head", "nothing yet"}, panel())
	r.Hold(held(0, 9))
	r.Pinned = func(pane.Area) []*element { return held(77, 78) }
	lines := panel()
	require.Equal(t, []string{"9", "head"}, lines[:2])
	require.Contains(t, lines[2], "NUMBER")
	require.Regexp(t, `words +77 `, lines[3])
	require.Len(t, lines, 9)
	r.SetFilter("value:>2")
	require.Regexp(t, `^\d of 9$`, r.MatchCount().String())
	r.SetBlurred(true)
	require.False(t, r.Panel(room).Focused)
	export, ok := r.Export("held", r.All, 0)
	require.True(t, ok)
	require.Equal(t, r.numbers(), exported(t, export))
	require.Equal(t, "held", export.Name)
	require.Nil(t, r.Poll())
}
