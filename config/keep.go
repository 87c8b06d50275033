package config

import (
	"slices"
	"strings"
)

// Unreadable is the first line that cannot be read at all, so that nobody knows what it would say; nil: all can.
func (s *Settings) Unreadable() *Problem {
	for i := range s.Problems {
		if s.Problems[i].Key == "" {
			return &s.Problems[i]
		}
	}
	return nil
}

// KeepWrong takes over from earlier settings what lines that are wrong now would say: who looks on keeps what was.
func (s *Settings) KeepWrong(before *Settings) {
	for _, problem := range s.Problems {
		if strings.HasPrefix(problem.Key, "sizes.") {
			s.Sizes = before.Sizes // which belong together
			continue
		}
		for _, option := range options {
			if option.key == problem.Key {
				keep(s, before, option)
			}
		}
		for _, name := range before.Names {
			if problem.Key == "names."+bareOrQuoted(name.Name) {
				s.Names = append(s.Names, name)
			}
		}
		for _, coin := range before.Coins {
			if problem.Key == "decimals."+bareOrQuoted(coin.Type) {
				s.Coins = append(s.Coins, coin)
			}
		}
		for _, network := range before.Networks {
			s.keepNetwork(network, problem.Key)
		}
	}
}

// keepNetwork takes over from a network what a key that is wrong would say of it, or all of it where it was left out.
func (s *Settings) keepNetwork(before Network, wrong string) {
	key := "networks." + bareOrQuoted(before.Name)
	at := slices.IndexFunc(s.Networks, func(network Network) bool { return network.Name == before.Name })
	if at < 0 {
		if key == wrong {
			s.Networks = append(s.Networks, before)
		}
		return
	}
	for _, option := range networkOptions {
		if key+"."+option.key != wrong {
			continue
		}
		keep(&s.Networks[at], &before, option)
		if s.Network.Name == before.Name && s.from(wrong) != "flag" {
			keep(&s.Network, &before, option)
		}
	}
}

func keep[T any](now, before *T, option option[T]) {
	if old, ok := valueIn(option.toml(before)); ok {
		_ = option.set(now, old) // it was set by the same rule
	}
}

// KeepKeys takes over from earlier settings the keys of actions whose new ones cannot be, and tells whether there were any.
func (s *Settings) KeepKeys(before *Settings) (kept bool) {
	for _, problem := range s.Problems {
		for _, binding := range before.Keys {
			if problem.Key != "keys."+quoted(binding.Action) {
				continue
			}
			s.Keys = slices.DeleteFunc(s.Keys, func(now Binding) bool { return now.Action == binding.Action })
			s.Keys, kept = append(s.Keys, binding), true
		}
	}
	return kept
}
