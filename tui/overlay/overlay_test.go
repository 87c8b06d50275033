package overlay_test

import (
	"errors"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/tui/overlay"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/tuitest"
)

func open(t *testing.T, msg tea.Msg) *tuitest.Deck {
	t.Helper()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{}})
	d.Press("esc")
	d.Send(msg)
	require.True(t, d.Model.HasOverlay())
	return d
}

func TestChooser(t *testing.T) {
	t.Parallel()
	var calls []string
	call := func(name string) func() tea.Cmd {
		return func() tea.Cmd {
			calls = append(calls, name)
			return nil
		}
	}
	msg := screen.ChooseMsg{Title: text.Const("Fruit"), Selected: 1, OnCancel: call("cancel"), Choices: []screen.Choice{
		{Name: text.Const("apple"), Remark: text.Const("red"), Run: call("run apple")},
		{Name: text.Const("banana"), Remark: text.Const("yellow"), Run: call("run banana"), Preview: call("preview banana")},
	}}
	d := open(t, msg)
	d.Shows("╭ Fruit ", "apple   red", "▸ banana  yellow", "enter select", "esc close")
	d.Press("up", "x", "down", "enter")
	require.Equal(t, []string{"preview banana", "run banana"}, calls)
	require.False(t, d.Model.HasOverlay())

	d.Send(msg)
	d.Press("esc")
	require.Equal(t, "cancel", calls[len(calls)-1])
	require.False(t, d.Model.HasOverlay())
}

func TestPrompt(t *testing.T) {
	t.Parallel()
	submitted := ""
	d := open(t, screen.PromptMsg{Title: text.Const("Name"), Hint: text.Const("letters only"), Value: "ab", Submit: func(value string) (tea.Cmd, error) {
		if value == "ab1" {
			return nil, errors.New("invalid name")
		}
		submitted = value
		return nil, nil
	}})
	d.Shows("╭ Name ", "> ab", "letters only")
	d.Press("1", "enter")
	d.Shows("> ab1", "invalid name")
	d.Hides("letters only")
	d.Press("backspace")
	d.Shows("letters only")
	d.Press("q", "enter") // q is text here
	require.Equal(t, "abq", submitted)
	require.False(t, d.Model.HasOverlay())
}

func TestMenu(t *testing.T) {
	t.Parallel()
	var run []string
	item := func(id, key, name string) overlay.Item {
		return overlay.Item{ID: id, Key: key, Words: name, Run: func() tea.Cmd {
			run = append(run, name)
			return nil
		}}
	}
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{}})
	menu := overlay.OpenMsg{Overlay: overlay.NewMenu(d.Deps(), text.Const("Do"), []overlay.Item{item("goto.home", "h", "first"), item("goto.blocks", "b", "second")})}
	d.Send(menu)
	d.Shows("╭ Do ", "h  first", "b  second")
	d.Press("b")
	require.Equal(t, []string{"second"}, run)
	require.False(t, d.Model.HasOverlay())

	d.Send(menu)
	d.Press("x")
	require.Len(t, run, 1, "other keys close the menu")
	require.False(t, d.Model.HasOverlay())

	d.Resize(30, 2)
	d.Send(menu)
	require.False(t, d.Model.HasOverlay(), "no overlays in the smallest windows")
}
