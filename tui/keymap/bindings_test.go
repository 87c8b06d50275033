package keymap_test

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/config"
	"foredeck/tui"
	"foredeck/tui/keymap"
)

func bind(pairs ...string) []config.Binding {
	var wanted []config.Binding
	for i := 0; i < len(pairs); i += 2 {
		wanted = append(wanted, config.Binding{Action: pairs[i], Keys: strings.Fields(pairs[i+1]), Line: i/2 + 1})
	}
	return wanted
}

func TestRejectedBindings(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		wanted []config.Binding
		rules  []string
	}{
		"none":                     {},
		"free key":                 {wanted: bind("deck.quit", "ctrl+q", "list.down", "down j ctrl+o")},
		"no such action":           {bind("deck.fly", "f"), []string{`line 1: keys."deck.fly": unknown action: run foredeck keys to list actions`}},
		"no such key":              {bind("deck.quit", "hyper+q"), []string{`invalid key "hyper+q"`}},
		"two characters":           {bind("deck.quit", "qq"), []string{`invalid key "qq"`}},
		"taken at the same place":  {bind("account.pause", "s"), []string{"s is already bound to account.order"}},
		"taken everywhere":         {bind("account.pause", "q"), []string{"q is already bound to deck.quit"}},
		"everywhere, taken at one": {bind("deck.quit", "P"), []string{"P is already bound to resources.pin"}},
		"taken at another place":   {wanted: bind("account.pause", "x")},
		"changed places":           {wanted: bind("account.pause", "s", "account.order", "p")},
		"half of a change":         {bind("account.pause", "s", "account.order", "q"), []string{`keys."account.order": q is already bound to deck.quit`, `keys."account.pause": s is already bound to account.order`}},
		"two want one":             {bind("account.pause", "x", "account.order", "x"), []string{"x is already bound to account.order"}},
		"its own key":              {wanted: bind("deck.forward", "] f5")},
		"overlay":                  {wanted: bind("menu.close", "q")},
		"taken in the overlay":     {bind("goto.home", "a"), []string{"a is already bound to goto.account"}},
		"the last way out":         {bind("palette.close", "ctrl+c"), []string{"ctrl+c is already bound to deck.quit_now"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			bindings, problems := keymap.NewBindings(tui.Keys(), c.wanted)
			require.Len(t, problems, len(c.rules))
			for i, rule := range c.rules {
				require.Contains(t, problems[i].String(), rule)
			}
			require.Len(t, bindings, len(c.wanted)-len(c.rules))
		})
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"q", "?", " ", "世", "enter", "esc", "tab", "shift+tab", "backspace", "up", "home", "pgdown", "alt+left", "ctrl+u", "ctrl+p", "f5", "*"} {
		require.Equal(t, name, keymap.Parse(name).String())
	}
	require.Equal(t, tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}}, keymap.Parse(" "))
}
