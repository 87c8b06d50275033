package view_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/tui/tuitest"
)

// The result is below the form. Wide windows show the last results beside it.
func TestLastResultsBesideForm(t *testing.T) {
	t.Parallel()
	for width, isBeside := range map[int]bool{120: false, 159: false, 160: true, 200: true} {
		d := tuitest.New(t, width, 50, tuitest.Setup{})
		d.Press(openBalance()...)
		d.Shows("╭ Result ")
		require.NotContains(t, d.LineWith("╭ Run view"), "╭ Result")
		require.Equal(t, isBeside, strings.Contains(d.Frame(), "╭ Last results"), "%d columns", width)
		require.Equal(t, isBeside, strings.Contains(d.Frame(), "╭ Declaration"))
		d.Press("0x1::native_coin::NativeCoin", "tab", "treasury", "enter")
		d.Advance(time.Second)
		d.Shows("HISTORY (stored on this machine)", "[ Run ]", "ok")
	}
}
