package config_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/config"
)

func TestResolve(t *testing.T) {
	environment := func(pairs map[string]string) func(string) string {
		return func(name string) string { return pairs[name] }
	}
	for name, c := range map[string]struct {
		flags       config.Flags
		environment map[string]string
		network     string
		baseURLs    []string
		oracleURL   string
		fails       string
	}{
		"no input":                   {network: "simulated"},
		"flag":                       {flags: config.Flags{Network: "local"}, network: "local", baseURLs: []string{"http://127.0.0.1:27000"}},
		"environment":                {environment: map[string]string{"FOREDECK_NETWORK": "local"}, network: "local", baseURLs: []string{"http://127.0.0.1:27000"}},
		"flag before environment":    {flags: config.Flags{Network: "simulated"}, environment: map[string]string{"FOREDECK_NETWORK": "local"}, network: "simulated"},
		"address alone":              {flags: config.Flags{BaseURLs: []string{"https://rpc.example.org:8443/node"}}, network: "rpc.example.org:8443", baseURLs: []string{"https://rpc.example.org:8443/node"}},
		"address before environment": {flags: config.Flags{BaseURLs: []string{"http://127.0.0.1:1"}}, environment: map[string]string{"FOREDECK_NETWORK": "simulated"}, network: "127.0.0.1:1", baseURLs: []string{"http://127.0.0.1:1"}},
		"network at another place":   {flags: config.Flags{Network: "local", BaseURLs: []string{"http://127.0.0.1:1"}}, network: "local", baseURLs: []string{"http://127.0.0.1:1"}},
		"several addresses":          {flags: config.Flags{BaseURLs: []string{"http://127.0.0.1:2", "http://127.0.0.1:1"}}, network: "127.0.0.1:2", baseURLs: []string{"http://127.0.0.1:2", "http://127.0.0.1:1"}},
		"prices elsewhere":           {flags: config.Flags{Network: "local", OracleURL: "https://oracle.example.org"}, network: "local", baseURLs: []string{"http://127.0.0.1:27000"}, oracleURL: "https://oracle.example.org"},
		"prices beside an address":   {flags: config.Flags{BaseURLs: []string{"http://127.0.0.1:1"}, OracleURL: "https://oracle.example.org"}, network: "127.0.0.1:1", baseURLs: []string{"http://127.0.0.1:1"}, oracleURL: "https://oracle.example.org"},
		"prices alone":               {flags: config.Flags{OracleURL: "https://oracle.example.org"}, network: "simulated", oracleURL: "https://oracle.example.org"},
		"simulated has no address":   {flags: config.Flags{Network: "simulated", BaseURLs: []string{"http://127.0.0.1:1"}}, fails: "--base-url"},
		"unknown network":            {flags: config.Flags{Network: "nowhere"}, fails: `--network "nowhere": unknown network: must be one of simulated, local, mainnet, testnet`},
		"unknown in environment":     {environment: map[string]string{"FOREDECK_NETWORK": "nowhere"}, fails: `FOREDECK_NETWORK "nowhere": unknown network`},
	} {
		t.Run(name, func(t *testing.T) {
			settings, err := config.Resolve(c.flags, environment(c.environment), nil)
			if c.fails != "" {
				require.ErrorContains(t, err, c.fails)
				return
			}
			require.NoError(t, err)
			require.Equal(t, c.network, settings.Network.Name)
			require.Equal(t, c.baseURLs, settings.Network.BaseURLs)
			require.Equal(t, c.oracleURL, settings.Network.OracleURL)
			require.Equal(t, 8, settings.Network.Decimals)
		})
	}
}

func TestNoColor(t *testing.T) {
	for name, c := range map[string]struct {
		flag        bool
		environment string
		want        bool
	}{"neither": {}, "flag": {flag: true, want: true}, "environment": {environment: "1", want: true}} {
		t.Run(name, func(t *testing.T) {
			settings, err := config.Resolve(config.Flags{NoColor: c.flag}, func(variable string) string {
				if variable == "NO_COLOR" {
					return c.environment
				}
				return ""
			}, nil)
			require.NoError(t, err)
			require.Equal(t, c.want, settings.NoColor)
		})
	}
}
