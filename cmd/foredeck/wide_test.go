package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/text"
)

// The rows of a page are aligned, whatever the width of their cells and characters. Columns only grow from page to page.
func TestWideAligns(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	printer := newPrinter(&out, "wide", []column{{title: text.Const("NAME"), width: 6}, {title: text.Const("N"), width: 2, right: true}, {title: text.Const("LAST")}}, false)
	add := func(name, number string) {
		require.NoError(t, printer.add(record{cells: []text.Safe{text.Clean(name), text.Clean(number), text.Clean("end")}}))
	}
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
