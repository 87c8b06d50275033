package pane

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/widget"
)

// A range follows its first row where others are added above it, and ends with it.
func TestRowRangeFollowsItsRow(t *testing.T) {
	t.Parallel()
	var table widget.Table
	var keys []int
	show := func(rows ...int) {
		keys = rows
		table.SetLength(len(rows))
	}
	r := NewRowRange(func() *widget.Table { return &table }, func(row int) string { return strconv.Itoa(keys[row]) })
	show(7, 8, 9)
	table.Select(1)
	r.extendRange(1)
	require.True(t, r.HasRange())
	rows, ok := r.Range()
	require.True(t, ok)
	require.Equal(t, 2, rows.Count())

	show(5, 6, 7, 8, 9)
	table.Select(4)
	r.Mark()
	rows, _ = r.Range()
	require.Equal(t, 2, rows.Count(), "8 and 9")

	show(5, 6)
	require.NotPanics(t, r.Mark)
	require.False(t, r.HasRange())
}
