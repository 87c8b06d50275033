package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/record"
	"foredeck/tui/text"
)

// The rows of a page are aligned, whatever the width of their cells and characters. Columns only grow from page to page.
func TestWideAligns(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	type row struct{ name, number string }
	printer := newPrinter(&out, "wide", record.Columns[row]{
		{Title: text.Const("NAME"), Width: 6, Text: func(r *row) text.Safe { return text.Clean(r.name) }},
		{Title: text.Const("N"), Width: 2, Right: true, Text: func(r *row) text.Safe { return text.Clean(r.number) }},
		{Title: text.Const("LAST"), Text: func(*row) text.Safe { return text.Clean("end") }},
	})
	add := func(name, number string) { require.NoError(t, printer.add(&row{name, number})) }
	add("a", "1")
	add("a long name", "1,000")
	add("日本語", "7")
	require.NoError(t, printer.flush())
	add("b", "2")
	require.NoError(t, printer.flush())
	add(strings.Repeat("x", maxColumn+50), "3")
	add("c", "4")
	require.NoError(t, printer.end())
	lines := strings.Split(out.String(), "\n")
	require.Equal(t, []string{
		"NAME             N  LAST",
		"a                1  end",
		"a long name  1,000  end",
		"日本語           7  end",
		"b                2  end",
	}, lines[:5])
	require.Equal(t, "c"+strings.Repeat(" ", maxColumn-1)+"      4  end", lines[6], "one endless cell does not move all others")
}
