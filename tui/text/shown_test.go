package text_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/text"
)

func TestShownIsCleanInEveryWindow(t *testing.T) {
	for _, remote := range []string{"", "0x1::coin::transfer", strings.Repeat("a", 5000), "\x1b[31m" + strings.Repeat("世", 20_000) + "\x1b[0m", "0x12" + strings.Repeat("0", 50_000) + "ab"} {
		whole, shown := text.Clean(remote), text.Shown(remote)
		require.Less(t, len(shown), 20_000)
		for _, width := range []int{1, 40, 300, 1000} {
			require.Equal(t, text.Cut(whole, width), text.Cut(shown, width))
			require.Equal(t, text.CutMiddle(whole, width), text.CutMiddle(shown, width))
		}
		require.Equal(t, text.Wrap(whole, 200, 5), text.Wrap(shown, 200, 5))
	}
	long := "0x12" + strings.Repeat("0", 50_000) + "ab"
	require.Equal(t, text.Short(text.Clean(long)), text.Short(text.Shown(long)))
}
