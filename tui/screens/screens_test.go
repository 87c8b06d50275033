package screens_test

import (
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui"
	"foredeck/tui/target"
	"foredeck/tui/tuitest"
)

func TestMain(m *testing.M) {
	tui.Screens = append(slices.Clip(tui.Screens), &Spec) // the line in tui/screens.go
	os.Exit(m.Run())
}

// The screen of the guide pages, filters, sorts, opens, has a link, and lies below its account.
func TestExampleScreen(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter", "5", ":", "bytecodes busy", "enter")
	d.Shows("Bytecode of modules", "MODULE", "BYTECODE", "::module_9 ", "enter open", "/ filter")
	d.Shows("Account busy › Modules › Bytecodes")
	d.Press("?")
	d.Shows("open", "filter", "sort")
	d.Press("esc", "/", "module_12", "enter")
	d.Shows("/ module_12  ")
	d.Press("enter")
	d.Shows("::module_12")
	d.Press("[", "ctrl+y")
	link, err := target.ParseLink(d.Clipboard())
	require.NoError(t, err)
	require.Equal(t, "bytecodes", link.Tab)
	d.Press("esc", "esc")
	d.Shows("Published modules")
	require.Equal(t, "Modules", d.Crumb())
	opened := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}, First: &link})
	opened.Shows("Bytecode of modules")
	opened.Press("end", "end")
	opened.Shows("57, end")

	_, err = target.ParseLink("local/account/0x1/shapes")
	require.ErrorContains(t, err, `tab "shapes" of the link: must be one of sent, coin, automated, modules, resources, `)
	require.ErrorContains(t, err, "bytecodes")
	d.Press(":", "bytecodes 0x1", "enter")
	d.Shows("Bytecode of modules", "no modules at this address")
}
