// Package config is the settings: which networks there are, and what flags and environment say about the one to use.
package config

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"
)

// Simulated is the name of the network inside of the program.
const Simulated = "simulated"

// DefaultTimeout is how long a call may take.
const DefaultTimeout = 30 * time.Second

// Network is one deployment of the service.
type Network struct {
	Name     string
	BaseURL  string // of the node RPC; empty for the network inside of the program
	Decimals int    // of the coin in which gas is paid
}

// networks are those that are known without any settings.
func networks() []Network {
	return []Network{
		{Name: Simulated, Decimals: 8},
		{Name: "local", BaseURL: "http://127.0.0.1:27000", Decimals: 8},
	}
}

// Flags is what the command line says; empty where it says nothing.
type Flags struct {
	Network  string
	BaseURL  string
	NoColour bool
}

// Settings is what the program goes by.
type Settings struct {
	Network  Network
	NoColour bool
}

// ErrUnknownNetwork is returned for a network that is in no list.
var ErrUnknownNetwork = errors.New("unknown network")

// Resolve puts flags and environment together: a flag goes before the environment, and that before the default. The error
// names the setting and what it may be.
func Resolve(flags Flags, environment func(string) string) (Settings, error) {
	settings := Settings{NoColour: flags.NoColour || environment("NO_COLOR") != ""}
	name, said := flags.Network, "--network"
	if name == "" {
		name, said = environment("FOREDECK_NETWORK"), "FOREDECK_NETWORK"
	}
	if flags.BaseURL != "" && (name == "" || name == Simulated && flags.Network == "") {
		settings.Network = Network{Name: hostOf(flags.BaseURL), BaseURL: flags.BaseURL, Decimals: 8}
		return settings, nil
	}
	if name == "" {
		name = Simulated
	}
	var known []string
	for _, network := range networks() {
		if network.Name != name {
			known = append(known, network.Name)
			continue
		}
		if flags.BaseURL != "" {
			if name == Simulated {
				return Settings{}, errors.New("--base-url: the simulated network is inside of the program and has no address; leave one of the two out")
			}
			network.BaseURL = flags.BaseURL
		}
		settings.Network = network
		return settings, nil
	}
	return Settings{}, fmt.Errorf("%s %q: %w; there are %s, and any node with --base-url", said, name, ErrUnknownNetwork, strings.Join(known, ", "))
}

// hostOf is what a node that is known by its address alone is called.
func hostOf(baseURL string) string {
	parsed, err := url.Parse(baseURL)
	if err != nil || parsed.Host == "" {
		return "node"
	}
	return parsed.Host
}
