package output_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/tuitest"
)

func TestCopy(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter", "y")
	require.True(t, strings.HasPrefix(d.Clipboard(), "0x9c0e"), "the plain value")
	d.Shows("(66 characters)")
	d.Press("Y")
	d.Shows("Copy as", "▸ hash", "JSON", "link")
	d.Press("down", "enter")
	require.NotEqual(t, "0x9c0e", d.Clipboard()[:6])

	d.Press(":", "copy link", "enter")
	require.Equal(t, "local/account/"+tuitest.Busy+"/sent", d.Clipboard())
}

func TestCopyWithoutSelection(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{}, NoNames: true})
	d.Press("esc", "?")
	d.Hides("copy as")
	d.Press("esc", "y", "Y")
	require.False(t, d.Model.HasOverlay())
	require.Empty(t, d.Terminal.String())
}
