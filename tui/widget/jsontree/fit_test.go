package jsontree

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/theme"
)

func TestATreeThatFitsOpensFully(t *testing.T) {
	t.Parallel()
	raw := json.RawMessage(`{"a":{"b":{"c":{"d":1}}},"e":2}`) // 6 values on 4 levels
	tree := New(raw, &theme.Theme{})
	tree.SetSize(40, 5)
	require.Equal(t, 4, tree.Len(), "one line short")
	tree.SetSize(40, 6)
	require.Equal(t, 6, tree.Len())

	tree.Move(1)
	tree.Close()
	tree.SetSize(40, 20)
	require.Equal(t, 3, tree.Len(), "the user's folds stay")

	reloaded := New(raw, &theme.Theme{})
	reloaded.SetSize(40, 5)
	reloaded.FoldLike(tree)
	reloaded.SetSize(40, 20)
	require.Equal(t, 3, reloaded.Len(), "also after a reload")
}

// Nodes send large integers as text. They are drawn as numbers, but what is not written like one stays text.
func TestNumbersHaveNoQuotes(t *testing.T) {
	t.Parallel()
	th := theme.Terminal()
	for raw, want := range map[string]string{
		`"18446744073709551615"`: "18446744073709551615", `"0"`: "0", `"-5"`: "-5", `7`: "7", `1.5e3`: "1.5e3", `"007"`: `"007"`, `"-0"`: `"-0"`, `"-"`: `"-"`, `""`: `""`, `"1.5"`: `"1.5"`, `"0x1"`: `"0x1"`,
		`"` + strings.Repeat("9", 80) + `"`: `"` + strings.Repeat("9", 80) + `"`,
	} {
		tree := New(json.RawMessage(`{"a":`+raw+`}`), &th)
		tree.SetSize(100, 9)
		line := tree.View()[1]
		require.Equal(t, "    a  "+want, strings.TrimRight(line.Text().String(), " "))
		style := th.Text
		if want[0] != '"' {
			style = th.Plot
		}
		require.Equal(t, style, line[3].Style)
		require.Equal(t, want, line[3].Text.String())
		tree.Select(1)
		_, value := tree.Selected()
		require.Equal(t, raw, string(value), "copies have the JSON")
	}
}
