package text_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/tui/text"
)

// Documents of ordinary depth look as json.Indent writes them.
func TestWriteIndented(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var compact, want, got bytes.Buffer
		require.NoError(t, json.Compact(&compact, []byte(documents().Draw(t, "document"))))
		require.NoError(t, json.Indent(&want, compact.Bytes(), "    ", "  "))
		require.NoError(t, text.WriteIndented(&got, compact.Bytes(), "\n    "))
		require.Equal(t, want.String(), got.String())
	})
}

// Deeper values stay on one line, so that the output is a bounded multiple of the input at any depth.
func TestWriteIndentedBoundsDeepValues(t *testing.T) {
	t.Parallel()
	nested := func(depth int, inner string) string {
		return strings.Repeat("[", depth) + inner + strings.Repeat("]", depth)
	}
	deep := nested(31, `[1,[2,{"]":"\"}"}],[]]`)
	var got bytes.Buffer
	require.NoError(t, text.WriteIndented(&got, []byte(deep), "\n"))
	require.Contains(t, got.String(), "\n"+strings.Repeat("  ", 32)+`[2,{"]":"\"}"}],`+"\n"+strings.Repeat("  ", 32)+"[]\n")

	const bound = 40
	for _, document := range []string{nested(9_000, "1"), nested(450, strings.Repeat("[1],", 10_000)+"1"), nested(32, strings.Repeat("1,", 10_000)+"1")} {
		got.Reset()
		require.NoError(t, text.WriteIndented(&got, []byte(document), "\n"))
		require.Less(t, got.Len(), bound*len(document))
		var compact bytes.Buffer
		require.NoError(t, json.Compact(&compact, got.Bytes()))
		require.Equal(t, document, compact.String())
	}
}

// The output is written in pieces, so that it never is in memory as a whole.
func TestWriteIndentedWritesInPieces(t *testing.T) {
	t.Parallel()
	document := []byte(strings.Repeat("[", 32) + strings.Repeat("1,", 1<<20) + "1" + strings.Repeat("]", 32))
	var pieces pieces
	require.NoError(t, text.WriteIndented(&pieces, document, "\n"))
	require.Greater(t, pieces.total, 60<<20)
	require.Less(t, pieces.largest, 64<<10)
}

// pieces counts the bytes of the Write calls.
type pieces struct{ total, largest int }

func (p *pieces) Write(piece []byte) (int, error) {
	p.total, p.largest = p.total+len(piece), max(p.largest, len(piece))
	return len(piece), nil
}
