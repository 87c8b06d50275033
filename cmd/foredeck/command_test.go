package main

import (
	"regexp"
	"slices"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"foredeck/tui/command"
)

// The deck runs and completes the lines that the commands take, so both must know the same ones.
func TestTheDeckKnowsTheCommands(t *testing.T) {
	root := rootCommand(&globalFlags{})
	var names []string
	for _, sub := range root.Commands() {
		names = append(names, sub.Name())
		v := command.Lookup(sub.Name())
		require.NotNil(t, v, "tui/command does not know the command %s", sub.Name())
		require.Equal(t, sub.Use, v.Use())
		require.Equal(t, sub.Short, v.Short)
		requireOptions(t, sub, v.Options)
	}
	var known []string
	for _, v := range command.All() {
		known = append(known, v.Name)
	}
	require.ElementsMatch(t, names, known)
	requireOptions(t, root, command.Global())
}

var flagInHelp = regexp.MustCompile(`(?m)^ +(?:-\w, )?--([\w-]+)`)

// requireOptions checks that options and flags have the same names and take values alike.
func requireOptions(t *testing.T, sub *cobra.Command, options []command.Option) {
	t.Helper()
	flags := sub.Flags()
	if !sub.HasParent() {
		flags = sub.PersistentFlags()
	}
	for _, option := range options {
		flag := flags.Lookup(option.Name)
		require.NotNil(t, flag, "%s has no --%s, which tui/command knows", sub.Name(), option.Name)
		require.Equal(t, flag.Shorthand, option.Shorthand, "--%s of %s", option.Name, sub.Name())
		require.Equal(t, flag.Value.Type() == "bool", option.Value == "", "whether --%s of %s takes a value", option.Name, sub.Name())
	}
	for _, found := range flagInHelp.FindAllStringSubmatch(flags.FlagUsages(), -1) {
		require.True(t, slices.ContainsFunc(options, func(option command.Option) bool { return option.Name == found[1] }),
			"tui/command does not know --%s of %s", found[1], sub.Name())
	}
}
