package tui

import (
	"fmt"
	"slices"
	"sync"

	"foredeck/config"
	"foredeck/tui/command"
	"foredeck/tui/custom"
	"foredeck/tui/desk"
	"foredeck/tui/follow"
	"foredeck/tui/history"
	"foredeck/tui/keymap"
	"foredeck/tui/output"
	"foredeck/tui/overlay"
	"foredeck/tui/palette"
	"foredeck/tui/pane"
	"foredeck/tui/prefs"
	"foredeck/tui/screen"
)

// Keys returns the keys of the deck by screen and overlay, those that act everywhere first. The actions of the commands that have a key
// are those of their screens.
func Keys(commands ...config.Command) []keymap.Group {
	everywhere := func() []screen.Action {
		return slices.Concat(history.Keys(), palette.Keys(), ownBindings().All(), output.Keys(), history.BookmarkKeys(), prefs.AppearanceKeys())
	}
	groups := []keymap.Group{
		{Name: "everywhere", Actions: everywhere, Everywhere: true},
		{Name: "go-to menu", Actions: func() []screen.Action { return overlay.MenuKeys(history.New(Screens).Menu()) }, Overlay: true},
	}
	for _, kind := range Screens {
		groups = append(groups, keymap.Group{Name: kind.Title(), Actions: kind.All})
	}
	groups = append(groups,
		keymap.Group{Name: "palette", Actions: palette.BoxKeys, Overlay: true},
		keymap.Group{Name: "help", Actions: overlay.HelpKeys, Overlay: true},
		keymap.Group{Name: "changes", Actions: follow.StatesKeys, Overlay: true},
		keymap.Group{Name: "comparison", Actions: desk.ComparisonKeys, Overlay: true},
		keymap.Group{Name: "columns", Actions: pane.ChooserKeys, Overlay: true},
		keymap.Group{Name: "choice", Actions: overlay.ChooserKeys, Overlay: true},
		keymap.Group{Name: "question", Actions: overlay.PromptKeys, Overlay: true},
		keymap.Group{Name: "output", Actions: custom.PagerKeys, Overlay: true},
	)
	for i := range groups {
		name, actions := groups[i].Name, groups[i].Actions
		groups[i].Actions = sync.OnceValue(func() []screen.Action { return withCommands(actions(), name, commands) })
	}
	return groups
}

// withCommands returns the actions of a group, each once, with those of the commands that have a key there.
func withCommands(actions []screen.Action, group string, commands []config.Command) []screen.Action {
	for _, c := range commands {
		if c.Key != "" && slices.ContainsFunc(c.Where, func(where string) bool { return groupOf(where) == group }) {
			actions = append(actions, custom.NewAction(c))
		}
	}
	known := map[string]bool{}
	return slices.DeleteFunc(actions, func(action screen.Action) bool {
		defer func() { known[action.ID] = true }()
		return known[action.ID]
	})
}

// groupOf returns the group of the screen on which a command runs.
func groupOf(where string) string {
	switch where {
	case config.AnyScreen:
		return "everywhere"
	case "pair":
		return "price"
	}
	return where
}

// Bindings returns the bindings of the config file: those of actions, and those of commands to their keys. Invalid ones are added to the
// problems, and those of commands are removed, as are commands and aliases with the name of something else.
func Bindings(settings *config.Settings) keymap.Bindings {
	if len(settings.Keys)+len(settings.Commands)+len(settings.Aliases) == 0 {
		return keymap.Bindings{} // tests check the default keys, so that the start does not
	}
	groups, wanted := Keys(settings.Commands...), make([]config.Binding, 0, len(settings.Commands)+len(settings.Keys))
	for _, c := range slices.Clone(settings.Commands) {
		switch {
		case isTaken(c.Name):
			settings.DropCommand(c.Name, "already the name of a command or an action: choose another one")
		case c.Key != "":
			wanted = append(wanted, config.Binding{Action: custom.ActionID(c.Name), Keys: []string{c.Key}})
		}
	}
	for _, a := range slices.Clone(settings.Aliases) {
		if isTaken(a.Name) || slices.ContainsFunc(settings.Commands, func(c config.Command) bool { return c.Name == a.Name }) {
			settings.DropAlias(a.Name, "already the name of a command or an action: choose another one")
		} else if _, nested := command.Expand(a.Line, settings.Aliases); nested {
			settings.DropAlias(a.Name, "must not begin with an alias: write out its line")
		}
	}
	for _, binding := range settings.Keys {
		if custom.IsAction(binding.Action) {
			settings.Problems = append(settings.Problems, config.Problem{Line: binding.Line, Key: fmt.Sprintf("keys.%q", binding.Action), Rule: "the key of a command is set by key in [" + binding.Action + "]"})
			continue
		}
		wanted = append(wanted, binding)
	}
	bindings, problems := keymap.NewBindings(groups, wanted)
	for _, problem := range problems {
		i := slices.IndexFunc(settings.Commands, func(c config.Command) bool {
			return problem.Line == 0 && problem.Key == fmt.Sprintf("keys.%q", custom.ActionID(c.Name))
		})
		if i < 0 {
			settings.Problems = append(settings.Problems, problem)
			continue
		}
		settings.DropKey(settings.Commands[i].Name, problem.Rule)
	}
	return bindings
}

// isTaken reports whether the palette has something else with this name.
func isTaken(name string) bool {
	if command.IsName(name) {
		return true
	}
	for _, group := range Keys() {
		if !group.Overlay && slices.ContainsFunc(group.Actions(), func(action screen.Action) bool { return palette.NameOf(action.ID) == name }) {
			return true
		}
	}
	return false
}
