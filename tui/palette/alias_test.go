package palette_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/tuitest"
)

const aliases = `[aliases]
me = "account treasury"
res = "resources"
night = "theme nord"
flip = "order"
helpme = "help"
gone = "account nobody"
`

func TestAliasesInThePalette(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Config: aliases})
	d.Press(":", "me")
	d.Shows("▸ me ", "alias: account treas…", "shell command:  foredeck account treasury")
	d.Press("enter")
	d.Shows("Home › Account treasury › Sent")

	d.Press(":", "res", "enter")
	d.Shows(": res ") // its argument is missing
	d.Press("tre")
	d.Shows("resources treasury")
	d.Press("esc", ":", "res treasury")
	d.Shows("▸ resources treasury")
	d.Press("enter")
	d.Shows("Account treasury › Resources")

	d.Press("1", ":", "flip", "enter")
	d.Shows("oldest first", "▸ 0 ")
	d.Press(":", "helpme", "enter")
	d.Shows("Keys on this screen")
	d.Press("esc", ":", "gone")
	d.Shows("▸ gone", `address "nobody": not hex`)
	d.Press("enter")
	require.True(t, d.Model.HasOverlay(), "it cannot run")
}

func TestAliasesInTheGoToBox(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Config: aliases})
	d.Press("res treasury")
	d.Shows("▸ link", "treasury", "› resources")
	d.Press("enter")
	d.Shows("Home › Account treasury › Resources")
	d.Press("esc", "night")
	d.Shows(`alias of "theme nord", which only the command palette can run`)
	d.Press("esc", "mexico")
	d.Hides("link", "alias")
}
