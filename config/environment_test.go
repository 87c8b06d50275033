package config_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/config"
)

func TestEnvironmentHidesSecrets(t *testing.T) {
	t.Setenv("FOREDECK_API_KEY", "k3y")
	t.Setenv("FOREDECK_BASE", "https://host/s3cret")
	t.Setenv("MY_TOKEN", "t0ken")
	t.Setenv("ORDINARY", "yes")
	inherited := func() string { return strings.Join(os.Environ(), "\n") }

	var environment config.Environment
	environment.Hide("MY_TOKEN", "MISSING")
	for _, secret := range []string{"k3y", "s3cret", "t0ken"} {
		require.NotContains(t, inherited(), secret)
	}
	require.Contains(t, inherited(), "ORDINARY=yes")
	for name, value := range map[string]string{"FOREDECK_API_KEY": "k3y", "MY_TOKEN": "t0ken", "ORDINARY": "yes", "MISSING": ""} {
		require.Equal(t, value, environment.Get(name), name)
	}
	environment.Hide("MY_TOKEN")
	require.Equal(t, "t0ken", environment.Get("MY_TOKEN"), "hidden twice")

	environment.Restore()
	require.Equal(t, "t0ken", os.Getenv("MY_TOKEN"))
	require.Equal(t, "k3y", os.Getenv("FOREDECK_API_KEY"))
}

func TestSecretVariables(t *testing.T) {
	settings := resolved(t, "[networks.testnet]\napi_key_env = \"A\"\n[networks.mine]\nbase_urls = [\"http://127.0.0.1:1\"]\nconsensus_token_env = \"B\"\n")
	require.Subset(t, settings.SecretVariables(), []string{"A", "B"})
}
