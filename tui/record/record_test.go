package record_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/tui/record"
	"foredeck/tui/text"
)

type row struct {
	name  string
	count *uint64
}

func columns() record.Columns[row] {
	return record.Columns[row]{
		{Name: "count", Title: text.Const("COUNT"), Width: 5, Right: true, Number: func(r *row) *uint64 { return r.count }},
		{Name: "name", Title: text.Const("NAME"), Width: 4, Wide: 9, Text: func(r *row) text.Safe { return text.Clean(r.name) },
			Full: func(r *row) text.Safe { return text.Format("whole %s", text.Clean(r.name)) }},
		{Title: text.Const("ONLY"), Only: record.Wide, Text: func(*row) text.Safe { return text.Safe{} }, Blank: true},
	}
}

func cells(format string, r *row) (titles, cells []string) {
	for _, shown := range columns().InCSV("name count").In(format) {
		titles, cells = append(titles, shown.Title.String()), append(cells, shown.Of(r).String())
	}
	return titles, cells
}

// A column is declared once, and each format shows its own form of it.
func TestFormatsOfColumns(t *testing.T) {
	t.Parallel()
	full, empty := &row{"a", new(uint64(1234))}, &row{}
	for _, c := range []struct {
		format              string
		titles, full, empty []string
	}{
		{record.Table, []string{"COUNT", "NAME"}, []string{"1,234", "a"}, []string{"–", "–"}},
		{record.Wide, []string{"COUNT", "NAME", "ONLY"}, []string{"1,234", "whole a", ""}, []string{"–", "whole ", ""}},
		{record.CSV, []string{"name", "count"}, []string{"a", "1234"}, []string{"", ""}},
		{"json", nil, nil, nil},
	} {
		titles, got := cells(c.format, full)
		require.Equal(t, c.titles, titles, c.format)
		require.Equal(t, c.full, got, c.format)
		_, got = cells(c.format, empty)
		require.Equal(t, c.empty, got, c.format)
	}
	require.Equal(t, 9, columns().In(record.Wide)[1].Width)
	require.Equal(t, []string{"name"}, columns().InCSV("name").CSV().Names, "columns that are not named are left out")
}

// The names in the order of CSV are those of columns: a wrong one would drop a column without a word.
func TestColumnsOfCSV(t *testing.T) {
	t.Parallel()
	require.Len(t, record.Transactions{}.Columns().CSV().Names, 33)
	require.Len(t, record.Blocks(nil, true).CSV().Names, 24)
	require.Len(t, record.Blocks(nil, false).CSV().Names, 23)
	require.Len(t, record.Modules.CSV().Names, 6)
	require.Len(t, record.Packages.CSV().Names, 7)
	rows := record.Modules.CSV()
	require.Equal(t, []string{"0x0000000000000000000000000000000000000000000000000000000000000000", "coin", "", "", "", ""}, rows.Of(&client.Module{Name: "coin"}))
}
