package tui

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/config"
	"foredeck/tui/overlay"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// Bindings are the keys that the user has chosen for actions in the place of the usual ones. The zero value has none.
//
// Screens know the usual keys alone: a key is turned into the usual one of its action before anybody sees it, and what is
// drawn of actions goes the other way. So there is one place for all of them.
type Bindings struct {
	keys map[string][]string // by the id of the action
}

// NewBindings takes over what the settings say of keys. What cannot be done is named: an action or a key that there is not, and a
// key that is in use already at the same place. The usual keys stay there.
func NewBindings(wanted []config.Binding) (Bindings, []config.Problem) {
	b := Bindings{keys: map[string][]string{}}
	groups := Keys()
	var problems []config.Problem
	refuse := func(binding config.Binding, rule string) {
		problems = append(problems, config.Problem{Line: binding.Line, Key: fmt.Sprintf("keys.%q", binding.Action), Rule: rule})
		delete(b.keys, binding.Action)
	}
	for _, binding := range wanted {
		if !slices.ContainsFunc(groups, func(group KeyGroup) bool { return group.has(binding.Action) }) {
			refuse(binding, "there is no such action; foredeck keys lists them")
			continue
		}
		keys, err := keyNames(binding.Keys)
		if err != nil {
			refuse(binding, err.Error())
			continue
		}
		b.keys[binding.Action] = keys
	}
	// What is given up can clash with what stays, so that it is looked at again.
	for again := true; again; {
		again = false
		for _, binding := range wanted {
			if other, key, clashes := b.clash(groups, binding.Action); clashes {
				refuse(binding, fmt.Sprintf("%s is the key of %s already", key, other))
				again = true
			}
		}
	}
	return b, problems
}

func (g KeyGroup) has(id string) bool {
	return slices.ContainsFunc(g.Actions, func(action screen.Action) bool { return action.ID == id })
}

// keyNames are keys as Bubble Tea names them.
func keyNames(written []string) ([]string, error) {
	var names []string
	for _, name := range written {
		if name == "space" {
			name = " "
		}
		plain := strings.TrimPrefix(name, "alt+")
		_, named := namedTypes[plain]
		characters := []rune(plain)
		if !named && (len(characters) != 1 || !unicode.IsPrint(characters[0])) {
			return nil, fmt.Errorf("%q is no key: a character, or a name such as space, enter, tab, esc, f5, ctrl+q, alt+x, shift+tab, pgdown", name)
		}
		names = append(names, name)
	}
	return names, nil
}

// clash finds another action that has a key of this one at the same place. Keys that two actions share anyway are no clash.
func (b Bindings) clash(groups []KeyGroup, id string) (other, key string, clashes bool) {
	chosen, bound := b.keys[id]
	if !bound {
		return "", "", false
	}
	for _, group := range groups {
		at := slices.IndexFunc(group.Actions, func(action screen.Action) bool { return action.ID == id })
		if at < 0 {
			continue
		}
		for _, action := range rivals(groups, group) {
			for _, key := range b.keysOf(action) {
				if action.ID != id && slices.Contains(chosen, key) && !slices.Contains(group.Actions[at].Keys(), key) {
					return action.ID, screen.KeyName(key), true
				}
			}
		}
	}
	return "", "", false
}

// rivals are the actions that can act where those of the group do.
func rivals(groups []KeyGroup, of KeyGroup) []screen.Action {
	all := slices.Clone(of.Actions)
	for _, group := range groups {
		for _, action := range group.Actions {
			always := group.Everywhere && (action.ID == "deck.suspend" || action.ID == "deck.quit_now")
			if always || (group.Everywhere || of.Everywhere) && !group.Overlay && !of.Overlay {
				all = append(all, action)
			}
		}
	}
	return all
}

// keysOf are the keys of an action.
func (b Bindings) keysOf(action screen.Action) []string {
	if chosen, ok := b.keys[action.ID]; ok {
		return chosen
	}
	return action.Keys()
}

// usual turns a key into the usual one of the action that it triggers, of those that act now. It is not ok for a key that does
// nothing because its action has another one.
func (b Bindings) usual(msg tea.KeyMsg, actions []screen.Action) (key tea.KeyMsg, ok bool) {
	if len(b.keys) == 0 {
		return msg, true
	}
	pressed, given := msg.String(), false
	for _, action := range actions {
		chosen, bound := b.keys[action.ID]
		if at := slices.Index(chosen, pressed); bound && at >= 0 {
			return keyNamed(action.Keys()[min(at, len(action.Keys())-1)]), true
		}
	}
	for _, action := range actions {
		if !slices.Contains(action.Keys(), pressed) {
			continue
		}
		if _, bound := b.keys[action.ID]; !bound {
			return msg, true
		}
		given = true
	}
	return msg, !given
}

// Bind gives actions the keys that were chosen for them, to be shown.
func (b Bindings) Bind(actions []screen.Action) []screen.Action {
	if len(b.keys) == 0 {
		return actions
	}
	bound := slices.Clone(actions)
	for i := range bound {
		if chosen, ok := b.keys[bound[i].ID]; ok {
			written := screen.KeyName(chosen[0])
			if usual := bound[i].Keys(); bound[i].Help().Key == keyRange(usual) {
				written = keyRange(chosen[:min(len(chosen), len(usual))])
			}
			bound[i].SetKeys(chosen...)
			bound[i].SetHelp(written, bound[i].Help().Desc)
		}
	}
	return bound
}

// keyRange writes the keys of an action that chooses between several things by the first and the last of them.
func keyRange(keys []string) string {
	first, last := screen.KeyName(keys[0]), screen.KeyName(keys[len(keys)-1])
	if first == last {
		return first
	}
	return first + "-" + last
}

// usual turns a key into the one that the deck and its screens know. What is typed as text stays as it is.
func (m *Model) usual(msg tea.KeyMsg) (key tea.KeyMsg, ok bool) {
	var captured bool
	if m.overlay.Open() != nil {
		captured = m.overlay.Captures(msg)
	} else {
		isText := msg.Type == tea.KeyRunes || msg.Type == tea.KeySpace
		captured = isText && m.shown().Captures(msg)
	}
	if captured {
		return msg, true
	}
	return m.bindings.usual(msg, m.usualActions())
}

// keyOf is the key that does what has this id, as it is written.
func (m *Model) keyOf(id string) text.Safe { return m.keyAt(id, 0) }

// keyAt is the key for one of the things between which what has this id chooses; empty where the user has chosen fewer keys.
func (m *Model) keyAt(id string, at int) text.Safe {
	keys, bound := m.bindings.keys[id]
	if !bound {
		keys = m.usualKeys[id]
	}
	if at >= len(keys) {
		return ""
	}
	return text.Clean(screen.KeyName(keys[at]))
}

// usualKeys are the keys of all actions by the ids of these.
func usualKeys() map[string][]string {
	usual := map[string][]string{}
	for _, group := range Keys() {
		for _, action := range group.Actions {
			usual[action.ID] = action.Keys()
		}
	}
	return usual
}

// boundPlaces is the go-to menu with the keys that the user has chosen.
func (m *Model) boundPlaces() []overlay.Item {
	places := m.places()
	for i := range places {
		places[i].Action = m.bindings.Bind([]screen.Action{places[i].Action})[0]
	}
	return places
}
