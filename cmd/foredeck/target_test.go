package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/target"
)

// openTarget returns the location and the network that a command line opens the deck with.
func openTarget(t *testing.T, arguments ...string) (*target.Link, string, error) {
	t.Helper()
	flags := &globalFlags{}
	command := rootCommand(flags)
	command.SetContext(t.Context())
	require.NoError(t, command.ParseFlags(arguments))
	s, first, err := flags.openAt(command, command.Flags().Args())
	if err != nil {
		return nil, "", err
	}
	defer s.close()
	return first, s.endpoint.Network, nil
}

func TestLinkSelectsNetwork(t *testing.T) {
	t.Setenv("FOREDECK_NETWORK", "simulated")
	for _, arguments := range [][]string{
		{"local/account/0x7/coin"}, {"local/account/0x7/coin", "--network", "local"},
		{"local/account/0x7/coin", "--network", "local", "--base-url", "http://127.0.0.1:1"},
		{"127.0.0.1:8/account/0x7/coin"}, {"localhost/account/0x7/coin"}, {"simulated/account/treasury/coin"},
		{"node.example:8/account/0x7/coin", "--base-url", "http://node.example:8"},
	} {
		first, network, err := openTarget(t, arguments...)
		require.NoError(t, err, arguments)
		require.Equal(t, network, first.Network)
		require.Equal(t, "coin", first.Tab)
	}
	first, network, err := openTarget(t, "treasury")
	require.NoError(t, err)
	require.Equal(t, "simulated", network)
	require.Equal(t, target.Link{Network: "simulated", Target: first.Target}, *first)
	require.Equal(t, "treasury", first.Target.Name)
	first, _, err = openTarget(t)
	require.NoError(t, err)
	require.Nil(t, first)
}

func TestInvalidLinks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		arguments []string
		message   string
	}{
		{[]string{"nowhere/account/0x7"}, `--network "nowhere": unknown network`},
		{[]string{"local/account/0x7", "--network", "simulated"}, "the link names network \"local\", the flags name \"simulated\""},
		{[]string{"local/account/0x7", "--base-url", "http://node.example:8"}, "the flags name \"node.example:8\""},
		{[]string{"localnett"}, "did you mean localnet?"},
		{[]string{"local/account/0x7/nowhere"}, `tab "nowhere"`},
	} {
		_, _, err := openTarget(t, c.arguments...)
		require.ErrorContains(t, err, c.message, c.arguments)
		var usage *usageError
		require.ErrorAs(t, err, &usage, c.arguments)
	}
}
