package config_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/config"
)

func TestFindNode(t *testing.T) {
	t.Parallel()
	settings := resolved(t, "network = \"mine\"\n[networks.mine]\nbase_urls = [\"http://127.0.0.1:1\", \"https://rpc.example.org/v\"]\n[networks.one]\nbase_urls = [\"http://one.example.org\"]\n")
	require.Subset(t, settings.NodeNames(), []string{"mine/1", "mine/2", "one"})
	for name, want := range map[string][2]string{
		"mine/2": {"mine", "https://rpc.example.org/v"}, "one": {"one", "http://one.example.org"}, "one/1": {"one", "http://one.example.org"},
		"127.0.0.1:1": {"mine", "http://127.0.0.1:1"}, "http://127.0.0.1:1/": {"mine", "http://127.0.0.1:1/"}, "https://rpc.example.org/v": {"mine", "https://rpc.example.org/v"},
		"https://other.example.org": {"", "https://other.example.org"}, "other.example.org": {"", "https://other.example.org"}, "localhost:9": {"", "http://localhost:9"},
	} {
		network, baseURL, err := settings.FindNode(name)
		require.NoError(t, err, name)
		require.Equal(t, want, [2]string{network, baseURL}, name)
	}
	for name, message := range map[string]string{
		"mine": "has 2 nodes: use mine/1 to mine/2", "mine/3": "has 2 nodes", "mine/0": "has 2 nodes", "one/2": "has only one node: use one", "simulated": "runs inside the program", "nowhere": "must be a URL",
	} {
		_, _, err := settings.FindNode(name)
		require.ErrorContains(t, err, message)
	}
	settings, err := config.Resolve(config.Flags{BaseURLs: []string{"http://127.0.0.1:7", "http://127.0.0.1:8"}, Standalone: true}, nothing, nil)
	require.NoError(t, err)
	require.Subset(t, settings.NodeNames(), []string{"http://127.0.0.1:7", "http://127.0.0.1:8"})
	network, baseURL, err := settings.FindNode("127.0.0.1:7")
	require.NoError(t, err)
	require.Equal(t, [2]string{"", "http://127.0.0.1:7"}, [2]string{network, baseURL})
}
