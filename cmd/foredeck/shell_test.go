package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestShellFlags(t *testing.T) {
	path := settingsOf(t, "network = \"mine\"\n[networks.mine]\nbase_urls = [\"http://127.0.0.1:1\"]\n[networks.other]\nbase_urls = [\"http://127.0.0.1:2\"]\n")
	for _, given := range [][]string{
		nil, {"--network", "other"}, {"--network", "mine"}, {"--base-url", "http://127.0.0.1:3", "--base-url", "http://127.0.0.1:4"},
	} {
		flags := &globalFlags{}
		root := rootCommand(flags)
		root.SetContext(t.Context())
		require.NoError(t, root.PersistentFlags().Parse(append([]string{"--config", path}, given...)))
		s, err := flags.resolve(root, opening{})
		require.NoError(t, err)
		require.Equal(t, append([]string{"--config", path}, given...), flags.shellFlags(root, s))
		s.close()
	}
}
