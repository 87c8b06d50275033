// Package keymap binds actions to keys: it finds the action of a pressed key, and gives actions their bound keys when they are drawn.
package keymap

import (
	"slices"
	"strings"
	"sync"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// RunMsg runs an action that the user named.
type RunMsg struct {
	ID     string
	Choice int
}

// Model holds the keys of all actions.
type Model struct {
	Groups []Group
	Bindings
	defaults sync.Map // keys by the id of an action that was looked up, also by commands, on other goroutines
}

// New returns the keys of the groups with these bindings.
func New(groups []Group, bindings Bindings) *Model {
	return &Model{Groups: groups, Bindings: bindings}
}

// keys returns the default keys of an action. It is looked for everywhere first and on the screen whose name its id begins with: building
// the actions of all screens takes as long as the rest of the start.
func (m *Model) keys(id string) []string {
	if keys, known := m.defaults.Load(id); known {
		return keys.([]string)
	}
	name, _, _ := strings.Cut(id, ".")
	for _, isLikely := range []bool{true, false} {
		for _, group := range m.Groups {
			if (group.Everywhere || group.Name == name) != isLikely {
				continue
			}
			for _, action := range group.Actions() {
				if action.ID == id {
					m.defaults.Store(id, action.Keys())
					return action.Keys()
				}
			}
		}
	}
	return nil
}

// Key returns the first key of an action, as it is written.
func (m *Model) Key(id string) text.Safe { return m.KeyAt(id, 0) }

// KeyAt returns the key for a choice of an action with several choices, such as tabs, counted from 0. It is empty if the user has
// bound fewer keys.
func (m *Model) KeyAt(id string, i int) text.Safe {
	keys, bound := m.Bindings[id]
	if !bound {
		keys = m.keys(id)
	}
	if i >= len(keys) {
		return text.Safe{}
	}
	return text.Clean(screen.KeyName(keys[i]))
}

// Captured reports whether the screen handles all keys of the action as text now, so that the action cannot be triggered.
func (m *Model) Captured(current screen.Screen, action screen.Action) bool {
	return !slices.ContainsFunc(m.KeysOf(action), func(key string) bool { return !Captures(current, key) })
}

// Keep returns the action with only those of its default keys for which keep is true. One that the user has bound stays as it is.
func (m *Model) Keep(action screen.Action, keep func(key string) bool) screen.Action {
	if _, bound := m.Bindings[action.ID]; bound || len(action.Keys()) < 2 {
		return action
	}
	kept := slices.DeleteFunc(slices.Clone(action.Keys()), func(key string) bool { return !keep(key) })
	if len(kept) == len(action.Keys()) {
		return action
	}
	words := slices.DeleteFunc(strings.Fields(action.Help().Key), func(word string) bool {
		return slices.Contains(action.Keys(), word) && !slices.Contains(kept, word)
	})
	action.Binding.SetHelp(strings.Join(words, " "), action.Help().Desc)
	action.SetKeys(kept...)
	return action
}

// Captures reports whether the screen handles the key as text now.
func Captures(current screen.Screen, key string) bool { return current.Captures(Parse(key)) }

// namedTypes holds the keys that have a name, by name.
var namedTypes = func() map[string]tea.KeyType {
	const lowest, highest = -100, 127 // includes all of Bubble Tea's
	named := map[string]tea.KeyType{}
	for key := tea.KeyType(lowest); key <= highest; key++ {
		if name := key.String(); name != "" && key != tea.KeyRunes {
			named[name] = key
		}
	}
	return named
}()

// Parse returns the key with this name, such as "a", "ctrl+p" or "alt+left".
func Parse(name string) tea.KeyMsg {
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
