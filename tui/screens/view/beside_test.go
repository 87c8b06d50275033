package view_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/tuitest"
)

// Wide windows show the result beside the form, others below it.
func TestResultBesideForm(t *testing.T) {
	t.Parallel()
	for width, isBeside := range map[int]bool{120: false, 159: false, 160: true, 200: true} {
		d := tuitest.New(t, width, 50, tuitest.Setup{})
		d.Press(openBalance()...)
		line := d.LineWith("╭ Run view")
		require.Equal(t, isBeside, strings.Contains(line, "╭ Result"), "%d columns: %s", width, line)
		d.Shows("╭ Result", "[ Run ]")
	}
}
