package config

import "slices"

// ForVisitor returns the settings of a visitor: somebody who uses the program from another machine. They are the defaults, changed by the
// visitor's flags and environment, and those settings of s that say what the network has, and how to show it. Nothing else of s is in
// them: no path, command, secret or amount that the owner of s holds, and no other network. Hyperlinks depend on the terminal of the visitor.
func (s *Settings) ForVisitor(flags Flags, environment func(string) string) (*Settings, error) {
	v, err := Resolve(Flags{Theme: flags.Theme, NoColor: flags.NoColor}, environment, nil)
	if err != nil {
		return nil, err
	}
	v.Network = s.Network
	v.Network.APIKey, v.Network.ConsensusToken = Secret{}, Secret{}
	v.Networks = []Network{v.Network}
	v.origins["network"] = ""
	if flags.Theme == "" && slices.Contains(Themes, s.Theme) { // a theme file is not read for visitors
		v.Theme = s.Theme
	}
	v.Background, v.Motion, v.Hints, v.Octants = s.Background, s.Motion, s.Hints, s.Octants
	v.ASCII = v.ASCII || s.ASCII
	v.Timeout, v.Periods, v.Sizes, v.Time, v.Units = s.Timeout, s.Periods, s.Sizes, s.Time, s.Units
	v.Coins, v.Names, v.Validators, v.Columns = s.Coins, s.Names, s.Validators, s.Columns
	v.WatchBlocks, v.Alerts = s.WatchBlocks, s.Alerts
	return v, nil
}
