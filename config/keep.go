package config

import (
	"maps"
	"reflect"
	"slices"
	"strings"
)

// Unreadable returns the first line that is not TOML, or nil.
func (s *Settings) Unreadable() *Problem {
	for i := range s.Problems {
		if s.Problems[i].Key == "" {
			return &s.Problems[i]
		}
	}
	return nil
}

// Changes returns the top-level keys of the file whose values differ from earlier settings.
func (s *Settings) Changes(before *Settings) []string {
	var changed []string
	compare := func(key string, equal bool) {
		table, _, _ := strings.Cut(key, ".")
		if !equal && !slices.Contains(changed, table) {
			changed = append(changed, table)
		}
	}
	compare("network", s.Network.Name == before.Network.Name)
	for _, option := range slices.Concat(options, tables) {
		compare(option.key, option.toml(s) == option.toml(before))
	}
	compare("networks", reflect.DeepEqual(s.Networks, before.Networks))
	return changed
}

// Change is a value in effect that differs from that of earlier settings, as TOML. Of a secret it has only where it comes from.
type Change struct{ Key, Before, Now string }

// ChangesTo returns the values that differ in later settings, in the order of Entries; Now is empty for one that is not set any more.
func (s *Settings) ChangesTo(now *Settings, environment func(string) string) []Change {
	before := map[string]string{}
	for _, entry := range s.Entries(environment) {
		before[entry.Key] = entry.Value
	}
	var changes []Change
	for _, entry := range now.Entries(environment) {
		if old := before[entry.Key]; old != entry.Value {
			changes = append(changes, Change{entry.Key, old, entry.Value})
		}
		delete(before, entry.Key)
	}
	for _, key := range slices.Sorted(maps.Keys(before)) {
		changes = append(changes, Change{key, before[key], ""})
	}
	return changes
}

// KeepInvalid replaces the values of invalid lines by those of earlier settings.
func (s *Settings) KeepInvalid(before *Settings) {
	for _, problem := range s.Problems {
		if strings.HasPrefix(problem.Key, "sizes.") {
			s.Sizes = before.Sizes // they belong together
			continue
		}
		for _, option := range options {
			if option.key == problem.Key {
				restore(s, before, option)
			}
		}
		restoreEntries(&s.Names, before.Names, problem.Key, func(n Name) string { return "names." + bareOrQuoted(n.Name) })
		restoreEntries(&s.Groups, before.Groups, problem.Key, func(g AccountGroup) string { return "groups." + g.Name })
		validators.restore(s, before, problem.Key)
		holdings.restore(s, before, problem.Key)
		commands.restore(s, before, problem.Key)
		receivers.restore(s, before, problem.Key)
		restoreEntries(&s.Aliases, before.Aliases, problem.Key, func(a Alias) string { return "aliases." + a.Name })
		restoreEntries(&s.Queries, before.Queries, problem.Key, func(q SavedQuery) string { return "queries." + q.Name })
		restoreEntries(&s.Jumps, before.Jumps, problem.Key, func(j Jump) string { return "jumps." + bareOrQuoted(j.Field) })
		restoreEntries(&s.Coins, before.Coins, problem.Key, func(c Coin) string { return "decimals." + bareOrQuoted(c.Type) })
		for _, network := range before.Networks {
			s.restoreNetwork(network, problem.Key)
		}
	}
}

// restoreNetwork restores the value of an invalid key of a network, or the whole network if it was ignored.
func (s *Settings) restoreNetwork(before Network, invalid string) {
	key := "networks." + bareOrQuoted(before.Name)
	at := findNetwork(s.Networks, before.Name)
	if at < 0 {
		if key == invalid {
			s.Networks = append(s.Networks, before)
		}
		return
	}
	for _, option := range networkOptions {
		if key+"."+option.key != invalid {
			continue
		}
		restore(&s.Networks[at], &before, option)
		if s.Network.Name == before.Name && s.origin(invalid) != "flag" {
			restore(&s.Network, &before, option)
		}
	}
}

func restore[T any](now, before *T, option option[T]) {
	if old, ok := valueIn(option.toml(before)); ok {
		_ = option.set(now, old) // it was valid before
	}
}

// KeepKeys replaces invalid key bindings by those of earlier settings, and reports whether there were any.
func (s *Settings) KeepKeys(before *Settings) (restored bool) {
	for _, problem := range s.Problems {
		for _, binding := range before.Keys {
			if problem.Key != "keys."+quoted(binding.Action) {
				continue
			}
			s.Keys = slices.DeleteFunc(s.Keys, func(now Binding) bool { return now.Action == binding.Action })
			s.Keys, restored = append(s.Keys, binding), true
		}
	}
	return restored
}
