package main

import (
	"path/filepath"

	"github.com/spf13/cobra"

	"foredeck/config"
)

// shellFlags returns the flags with which a command in any shell uses the network of the session, whatever its environment is.
func (f *globalFlags) shellFlags(cmd *cobra.Command, s *session) []string {
	if f.visitor != nil {
		return nil // the paths and addresses of the host
	}
	var flags []string
	add := func(name, value string) {
		if value != "" {
			flags = append(flags, "--"+name, value)
		}
	}
	if path, named, err := f.configPath(); err == nil && named {
		add("config", absolute(path))
	}
	if f.replay != "" {
		add("replay", absolute(f.replay))
		return flags
	}
	network := s.settings.Network.Name
	if f.Network != "" || len(f.BaseURLs) == 0 && network != f.defaultNetwork(cmd) {
		add("network", network)
	}
	for _, baseURL := range f.BaseURLs {
		add("base-url", baseURL)
	}
	add("oracle-url", f.OracleURL)
	if cmd.Flags().Changed("rpc-version") {
		add("rpc-version", f.RPCVersion)
	}
	return flags
}

// defaultNetwork returns the network of a command without flags and environment.
func (f *globalFlags) defaultNetwork(cmd *cobra.Command) string {
	file, err := f.readConfigFile(cmd.Context())
	if err != nil {
		return ""
	}
	settings, err := config.Resolve(config.Flags{}, func(string) string { return "" }, file)
	if err != nil {
		return ""
	}
	return settings.Network.Name
}

// absolute returns the path from the root, so that it is the same in every folder.
func absolute(path string) string {
	if whole, err := filepath.Abs(path); err == nil {
		return whole
	}
	return path
}
