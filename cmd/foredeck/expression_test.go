package main

import (
	"bufio"
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// expressed applies an expression to documents as -o does.
func expressed(t *testing.T, format, documents string, toTerminal bool) (string, error) {
	t.Helper()
	convert, err := parseConversion(t.Context(), format, toTerminal)
	require.NoError(t, err)
	var out bytes.Buffer
	buffered := bufio.NewWriter(&out)
	err = convert(buffered, bufio.NewReader(strings.NewReader(documents)))
	require.NoError(t, buffered.Flush())
	return out.String(), err
}

func TestTemplatesAndFilters(t *testing.T) {
	t.Parallel()
	const documents = `{"n":18446744073709551615,"big":340282366920938463463374607431768211456,"small":7,"f":1.5,"t":"a b","l":[1,"x"],"none":null}`
	for format, want := range map[string]string{
		`template={{.n}} {{.big}} {{.small}} {{.f}}`:                    "18446744073709551615 340282366920938463463374607431768211456 7 1.5\n",
		`template={{if gt .small 5}}more{{end}}`:                        "more\n",
		`template={{range .l}}{{.}}{{"\n"}}{{end}}`:                     "1\nx\n",
		`template={{join "," .l}} {{json .l}} {{json .big}} {{len .t}}`: "1,x [1,\"x\"] 340282366920938463463374607431768211456 3\n",
		`template=`:              "",
		`jq=.n, .big, .t, .none`: "18446744073709551615\n340282366920938463463374607431768211456\na b\nnull\n",
		`jq=select(.n > 18446744073709551614) | .l`: "[1,\"x\"]\n",
		`jq=empty`:      "",
		`jq=$ENV, env`:  "{}\n{}\n",
		`jq=1, halt, 2`: "1\n",
	} {
		got, err := expressed(t, format, documents, false)
		require.NoError(t, err, format)
		require.Equal(t, want, got, format)
	}
	got, err := expressed(t, "jq=.a", `{"a":1}{"a":2}`, false)
	require.NoError(t, err)
	require.Equal(t, "1\n2\n", got, "one after the other")
}

// Text of a node does not control a terminal; a pipe gets it exactly.
func TestTemplatesAndFiltersAreCleanOnATerminal(t *testing.T) {
	t.Parallel()
	for format, want := range map[string]string{"template={{.x}}": "a\x1b[2J\n", "jq=.x": "a\x1b[2J\n"} {
		for toTerminal, want := range map[bool]string{false: want, true: strings.ReplaceAll(want, "\x1b", "␛")} {
			got, err := expressed(t, format, `{"x":"a\u001b[2J"}`, toTerminal)
			require.NoError(t, err)
			require.Equal(t, want, got, format)
		}
	}
}

// A wrong expression makes no request; one that does not suit the document says where to look.
func TestWrongExpressions(t *testing.T) {
	t.Parallel()
	n := serve(t, sentBy(transfers(3)))
	for format, want := range map[string]string{
		"template={{":                      "-o template={{: line:1: unclosed action",
		"template={{call .x}} {{nothing}}": `function "nothing" not defined`,
		"jq=.[":                            "-o jq=.[: unexpected EOF",
		"jq=nothing":                       "function not defined: nothing/0",
	} {
		got := foredeck(t, "txs", senderText, "--base-url", n.url, "-o", format)
		require.Equal(t, exitUsage, got.code, format)
		require.Contains(t, got.stderr, want)
	}
	require.Empty(t, n.requests())
	for format, want := range map[string]string{
		"jq=.hash":                               "expected an object but got: array",
		"template={{range .}}{{.hash.x}}{{end}}": "can't evaluate field x",
	} {
		got := foredeck(t, "txs", senderText, "--base-url", n.url, "-o", format)
		require.Equal(t, exitOther, got.code, format)
		require.Contains(t, got.stderr, want)
		require.Contains(t, got.stderr, "-o json prints what it is applied to")
	}
}
