package callers_test

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/tuitest"
)

// Keys of the user, the palette, clicks and the wheel run the same rows.
func TestBoundKeys(t *testing.T) {
	t.Parallel()
	config := "[keys]\n\"calls.account\" = [\"f6\", \"f5\", \"f7\"]\n\"list.down\" = \"f3\"\n\"calls.open\" = \"f9\"\n\"search.accept\" = \"f2\"\n"
	d := tuitest.New(t, 120, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}, Config: config})
	d.Press("busy", "enter", "enter", "f", "t")
	d.Shows("[f6 by busy] f5 by 0x1", "▸ 56 ", "f9 open", "f6-f7 account")
	d.Send(tea.KeyMsg{Type: tea.KeyF3})
	d.Shows("▸ 54 ")
	d.Press("j", "down") // rebound
	d.Shows("▸ 54 ")
	d.Press("/", "no5")
	d.Shows("/ no5")
	d.Press("esc")
	d.Wheel(tea.MouseButtonWheelDown)
	d.Hides("▸ 54 ")
	d.Click("f9 open")
	d.Shows("row ", "calls of transfer")
	d.Press("esc")
	d.Click("f5 by 0x1")
	d.Shows("[f5 by 0x1]", "no transaction sent by this account calls the function")
	d.Send(tea.KeyMsg{Type: tea.KeyF9})
	d.Shows("open: no call selected")
	d.Press(":", "account 1", "enter")
}

func TestPalette(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press(openCalls(":", "account 2", "enter")...)
	t.Log(d.Frame())
	d.Shows("[2 by 0x1]")
	d.Press("1", ":", "sort", "enter")
	d.Shows("loaded rows sorted by")
	d.Press("enter")
	d.Shows("calls of transfer")
}
