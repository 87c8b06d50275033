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
	Name      string
	BaseURLs  []string // of its nodes, the first one first; none for the network inside of the program
	OracleURL string   // of the price service; empty where that answers at the first base URL
	Decimals  int      // of the coin in which gas is paid
}

// networks are those that are known without any settings.
func networks() []Network {
	return []Network{
		{Name: Simulated, Decimals: 8},
		{Name: "local", BaseURLs: []string{"http://127.0.0.1:27000"}, Decimals: 8},
	}
}

// Flags is what the command line says; empty where it says nothing.
type Flags struct {
	Network   string
	BaseURLs  []string
	OracleURL string
	NoColour  bool
}

// Settings is what the program goes by. The secrets are those of the environment.
type Settings struct {
	Network        Network
	NoColour       bool
	APIKey         string // of the price service
	ConsensusToken string // of the node's blocks
}

// ErrUnknownNetwork is returned for a network that is in no list.
var ErrUnknownNetwork = errors.New("unknown network")

// Resolve puts flags and environment together: a flag goes before the environment, and that before the default. The error
// names the setting and what it may be.
func Resolve(flags Flags, environment func(string) string) (Settings, error) {
	network, err := resolveNetwork(flags, environment("FOREDECK_NETWORK"))
	if err != nil {
		return Settings{}, err
	}
	return Settings{
		Network:        network,
		NoColour:       flags.NoColour || environment("NO_COLOR") != "",
		APIKey:         environment("FOREDECK_API_KEY"),
		ConsensusToken: environment("FOREDECK_CONSENSUS_TOKEN"),
	}, nil
}

func resolveNetwork(flags Flags, fromEnvironment string) (Network, error) {
	name, said := flags.Network, "--network"
	if name == "" {
		name, said = fromEnvironment, "FOREDECK_NETWORK"
	}
	if len(flags.BaseURLs) > 0 && (name == "" || name == Simulated && flags.Network == "") {
		return Network{Name: hostOf(flags.BaseURLs[0]), BaseURLs: flags.BaseURLs, OracleURL: flags.OracleURL, Decimals: 8}, nil
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
		if len(flags.BaseURLs) > 0 {
			if name == Simulated {
				return Network{}, errors.New("--base-url: the simulated network is inside of the program and has no address; leave one of the two out")
			}
			network.BaseURLs = flags.BaseURLs
		}
		if flags.OracleURL != "" {
			network.OracleURL = flags.OracleURL
		}
		return network, nil
	}
	return Network{}, fmt.Errorf("%s %q: %w; there are %s, and any node with --base-url", said, name, ErrUnknownNetwork, strings.Join(known, ", "))
}

// hostOf is what a node that is known by its address alone is called.
func hostOf(baseURL string) string {
	parsed, err := url.Parse(baseURL)
	if err != nil || parsed.Host == "" {
		return "node"
	}
	return parsed.Host
}
