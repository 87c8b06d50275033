package config

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestBaseURL(t *testing.T) {
	for host, baseURL := range map[string]string{
		"127.0.0.1:27123": "http://127.0.0.1:27123", "localhost": "http://localhost", "localhost:8080": "http://localhost:8080", "[::1]:443": "http://[::1]:443",
		"rpc.example.org": "https://rpc.example.org", "rpc.example.org:443": "https://rpc.example.org:443", "rpc.example.org:8080": "http://rpc.example.org:8080",
	} {
		found, ok := BaseURLForHost(host)
		require.True(t, ok, host)
		require.Equal(t, baseURL, found)
		require.Equal(t, host, hostOf(found))
	}
	for _, name := range []string{"mainnet", "nowhere", "a:b:c", "x.y@z", "a.b c"} {
		_, ok := BaseURLForHost(name)
		require.False(t, ok, name)
	}
}
