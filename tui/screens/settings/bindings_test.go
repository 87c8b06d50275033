package settings_test

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// Keys of the user act in the form as the default keys do, which no longer act.
func TestBoundKeysOfTheForm(t *testing.T) {
	t.Parallel()
	keys := "[keys]\n\"settings.add\" = \"n\"\n\"settings.save\" = \"f2\"\n\"settings.tab\" = [\"f5\", \"f6\"]\n\"search.accept\" = \"f3\"\n"
	d := configured(t, keys)
	openForm(d)
	d.Send(tea.KeyMsg{Type: tea.KeyF5})
	d.Shows("n add a network", "f5-f6 tab")
	d.Press("a")
	d.Shows("n add a network")
	d.Press("n", "second")
	d.Shows("> second", "f2 next")
	d.Press("enter")
	d.Shows("> second")
	d.Send(tea.KeyMsg{Type: tea.KeyF2})
	d.Press("not an address")
	d.Hides("f2 save", "f2 next")
	d.Send(tea.KeyMsg{Type: tea.KeyF2})
	d.Shows("> not an address")
	d.Press("esc", "2")
	d.Shows("Settings › Networks")
	d.Send(tea.KeyMsg{Type: tea.KeyF6})
	d.Shows("Settings › Appearance", "enter change")
	d.Press("/", "motion")
	d.Send(tea.KeyMsg{Type: tea.KeyF3})
	d.Shows("enter toggle", "esc clear")
	d.Press("d")
	d.Shows("unset: not in the config file")
}
