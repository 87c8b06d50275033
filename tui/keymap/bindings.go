package keymap

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"foredeck/config"
	"foredeck/tui/screen"
)

// Bindings holds the keys that the user has bound actions to, by action id. Other actions have their default keys.
type Bindings map[string][]string

// Group is the keys of one screen or overlay.
type Group struct {
	Name       string
	Actions    func() []screen.Action
	Everywhere bool // active on every screen
	Overlay    bool // active in an overlay, instead of the keys of the screen
}

func (g Group) has(id string) bool {
	return slices.ContainsFunc(g.Actions(), func(action screen.Action) bool { return action.ID == id })
}

// NewBindings checks the bindings of the config file against all groups. A binding with an unknown action, an unknown key, or a key
// that another action has on the same screen is reported as a problem, and its action keeps its default keys.
func NewBindings(groups []Group, wanted []config.Binding) (Bindings, []config.Problem) {
	b := Bindings{}
	var problems []config.Problem
	reject := func(binding config.Binding, rule string) {
		problems = append(problems, config.Problem{Line: binding.Line, Key: fmt.Sprintf("keys.%q", binding.Action), Rule: rule})
		delete(b, binding.Action)
	}
	for _, binding := range wanted {
		if !slices.ContainsFunc(groups, func(group Group) bool { return group.has(binding.Action) }) {
			reject(binding, "unknown action: run foredeck keys to list actions")
			continue
		}
		keys, err := parseKeys(binding.Keys)
		if err != nil {
			reject(binding, err.Error())
			continue
		}
		b[binding.Action] = keys
	}
	// The default keys of a rejected action can conflict with other bindings, so repeat until nothing is rejected.
	for rejected := true; rejected; {
		rejected = false
		for _, binding := range wanted {
			if other, key, conflicts := b.conflict(groups, binding.Action); conflicts {
				reject(binding, fmt.Sprintf("%s is already bound to %s", key, other))
				rejected = true
			}
		}
	}
	return b, problems
}

// parseKeys returns the keys as Bubble Tea names them.
func parseKeys(written []string) ([]string, error) {
	var keys []string
	for _, name := range written {
		if name == "space" {
			name = " "
		}
		plain := strings.TrimPrefix(name, "alt+")
		_, named := namedTypes[plain]
		characters := []rune(plain)
		if !named && (len(characters) != 1 || !unicode.IsPrint(characters[0])) {
			return nil, fmt.Errorf("invalid key %q: expected a character or a name such as space, enter, tab, esc, f5, ctrl+q, alt+x, shift+tab, pgdown", name)
		}
		keys = append(keys, name)
	}
	return keys, nil
}

// conflict finds another action that has a key of this one on the same screen. Default keys that two actions share do not conflict.
func (b Bindings) conflict(groups []Group, id string) (other, key string, conflicts bool) {
	bound, ok := b[id]
	if !ok {
		return "", "", false
	}
	for _, group := range groups {
		actions := group.Actions()
		i := slices.IndexFunc(actions, func(action screen.Action) bool { return action.ID == id })
		if i < 0 {
			continue
		}
		for _, action := range rivals(groups, group) {
			for _, key := range b.KeysOf(action) {
				if action.ID != id && slices.Contains(bound, key) && !slices.Contains(actions[i].Keys(), key) {
					return action.ID, screen.KeyName(key), true
				}
			}
		}
	}
	return "", "", false
}

// rivals returns the actions that can act at the same time as those of the group.
func rivals(groups []Group, of Group) []screen.Action {
	all := slices.Clone(of.Actions())
	for _, group := range groups {
		for _, action := range group.Actions() {
			always := group.Everywhere && (action.ID == "deck.suspend" || action.ID == "deck.quit_now")
			if always || (group.Everywhere || of.Everywhere) && !group.Overlay && !of.Overlay {
				all = append(all, action)
			}
		}
	}
	return all
}

// KeysOf returns the keys of an action, as bound.
func (b Bindings) KeysOf(action screen.Action) []string {
	if bound, ok := b[action.ID]; ok {
		return bound
	}
	return action.Keys()
}

// Find returns the action that the pressed key triggers, of the actions that act now, and the number of the key. Keys of the user come first.
func (b Bindings) Find(pressed string, actions []screen.Action) (found screen.Action, choice int, ok bool) {
	for _, isBound := range []bool{true, false} {
		if isBound && len(b) == 0 {
			continue
		}
		for _, action := range actions {
			if keys, bound := b[action.ID]; bound == isBound {
				if !bound {
					keys = action.Keys()
				}
				if i := slices.Index(keys, pressed); i >= 0 {
					return action, i, true
				}
			}
		}
	}
	return screen.Action{}, 0, false
}

// Owns reports whether a press of the key triggers this action, of the actions that act now.
func (b Bindings) Owns(action screen.Action, key string, acting []screen.Action) bool {
	found, _, ok := b.Find(key, acting)
	return ok && found.ID == action.ID
}

// IsFree reports whether no action that acts now has the key by default, bound to others by the user.
func (b Bindings) IsFree(pressed string, acting []screen.Action) bool {
	return !slices.ContainsFunc(acting, func(action screen.Action) bool { return slices.Contains(action.Keys(), pressed) })
}

// Bind returns the actions with the keys that they are bound to.
func (b Bindings) Bind(actions []screen.Action) []screen.Action {
	if len(b) == 0 {
		return actions
	}
	defaults := actions
	actions = slices.Clone(actions)
	for i := range actions {
		action := &actions[i]
		if half := slices.IndexFunc(defaults, func(other screen.Action) bool { return other.ID == action.Pair() }); half >= 0 {
			written := screen.KeyName(b.KeysOf(*action)[0]) + "/" + screen.KeyName(b.KeysOf(defaults[half])[0])
			action.SetKeys(b.KeysOf(*action)...)
			action.Binding.SetHelp(written, action.Help().Desc)
			continue
		}
		if keys, ok := b[action.ID]; ok {
			written := screen.KeyName(keys[0])
			if defaults := action.Keys(); action.Help().Key == keyRange(defaults) {
				written = keyRange(keys[:min(len(keys), len(defaults))])
			}
			action.SetKeys(keys...)
			action.Binding.SetHelp(written, action.Help().Desc)
		}
	}
	return actions
}

// keyRange formats the keys of an action with several choices, such as tabs, as first-last.
func keyRange(keys []string) string {
	first, last := screen.KeyName(keys[0]), screen.KeyName(keys[len(keys)-1])
	if first == last {
		return first
	}
	return first + "-" + last
}
