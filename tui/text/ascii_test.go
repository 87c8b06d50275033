package text_test

import (
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/tui/text"
)

func TestASCII(t *testing.T) {
	for drawn, want := range map[string]string{
		"":      "",
		"plain": "plain",
		"┌ Sent ─┐\n│ ▸ 0x88fb…2ca1 │":      "+ Sent -+\n| > 0x88fb~2ca1 |",
		"\x1b[32m✓ Success\x1b[0m ▁▂▃▄▅▆▇█": "\x1b[32m+ Success\x1b[0m _.-=+*%#",
		"␛[31m␀␡":           "^[31m^^",
		"Zürich 東京 e\u0301": "Z?rich ???? e",
		"– × ● › ≤ 5 ↑↓":    "- x * > < 5 ^v",
		"⠀⠉⣀⣿ ┄┈◂╱":         " '.: -.</",
	} {
		require.Equal(t, want, text.ASCII(drawn))
	}
}

func TestASCIIPreservesWidth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		drawn := text.Clean(rapid.String().Draw(t, "text")).String()
		plain := text.ASCII(drawn)
		require.Equal(t, ansi.StringWidth(drawn), ansi.StringWidth(plain), "%q as %q", drawn, plain)
		for _, r := range plain {
			require.Less(t, r, rune(0x80))
		}
	})
}
