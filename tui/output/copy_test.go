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

// The key copies where one is, also while the user types, and the status message says what it copied.
func TestCopyLink(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter", "?")
	d.Shows("copy the link of this screen", "ctrl+y")
	d.Press("esc", "ctrl+y")
	require.Equal(t, "local/account/"+tuitest.Busy+"/sent", d.Clipboard())
	d.Shows("copied link: local/account/0x88fb")
	d.Press("enter", "ctrl+y")
	require.Equal(t, "local/account/"+tuitest.Busy+"/tx/56", d.Clipboard())
	const view = "local/view/0x1::coin::balance?type=0x1%3A%3Aa%3A%3AB&arg="
	d.Press("space", "m", "0x1::coin::balance", "enter", "v", "0x1::a::B", "ctrl+y")
	require.Equal(t, view, d.Clipboard())

	d.Press("esc", "space", "n", "?")
	d.Hides("copy the link")
	d.Press("esc", "ctrl+y")
	require.Equal(t, view, d.Clipboard(), "no link leads to Networks")
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
