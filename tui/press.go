package tui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
)

// pressMsg presses a key for the user, who named what it does.
type pressMsg struct {
	key tea.KeyMsg
}

// namedTypes are the keys that have a name, by that name.
var namedTypes = func() map[string]tea.KeyType {
	const lowest, highest = -100, 127 // more than Bubble Tea has
	named := map[string]tea.KeyType{}
	for key := tea.KeyType(lowest); key <= highest; key++ {
		if name := key.String(); name != "" && key != tea.KeyRunes {
			named[name] = key
		}
	}
	return named
}()

// keyNamed is the key with this name, as actions name their keys.
func keyNamed(name string) tea.KeyMsg {
	plain, alt := strings.CutPrefix(name, "alt+")
	if key, ok := namedTypes[plain]; ok {
		msg := tea.KeyMsg{Type: key, Alt: alt}
		if key == tea.KeySpace {
			msg.Runes = []rune{' '}
		}
		return msg
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(plain), Alt: alt}
}

// wordOf is the last part of an action's id, by which it can be called for. What begins something is called for by that.
func wordOf(action screen.Action) string {
	id := strings.TrimSuffix(action.ID, ".begin")
	return id[strings.LastIndexByte(id, '.')+1:]
}
