package config

import "slices"

// ForVisitor returns the settings of a visitor: somebody who uses the program from another machine. They are the defaults, changed by the
// visitor's flags and environment, and those settings of s whose row says that visitors have them. Nothing else of s is in them: no path,
// command, secret or amount that the owner of s holds, and no other network.
func (s *Settings) ForVisitor(flags Flags, environment func(string) string) (*Settings, error) {
	v, err := Resolve(Flags{Theme: flags.Theme, NoColor: flags.NoColor}, environment, nil)
	if err != nil {
		return nil, err
	}
	v.Network = Network{Name: s.Network.Name}
	for _, option := range networkOptions {
		if option.access == isShared {
			option.copy(&v.Network, &s.Network)
		}
	}
	v.Networks = []Network{v.Network}
	v.origins["network"] = ""
	for _, option := range slices.Concat(options, tables) {
		if option.access == isShared && v.origins[option.key] != "flag" {
			option.copy(v, s)
		}
	}
	return v, nil
}
