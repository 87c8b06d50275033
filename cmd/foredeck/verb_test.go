package main

import (
	"regexp"
	"slices"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"foredeck/tui/verb"
)

// The deck runs and completes the lines that the commands take, so both must know the same ones.
func TestTheDeckKnowsTheCommands(t *testing.T) {
	root := rootCommand(&globalFlags{})
	var names []string
	for _, command := range root.Commands() {
		names = append(names, command.Name())
		v := verb.Named(command.Name())
		require.NotNil(t, v, "tui/verb does not know the command %s", command.Name())
		require.Equal(t, command.Use, v.Use())
		require.Equal(t, command.Short, v.Does)
		requireOptions(t, command, v.Options)
	}
	var known []string
	for _, v := range verb.All() {
		known = append(known, v.Name)
	}
	require.ElementsMatch(t, names, known)
	requireOptions(t, root, verb.Global())
}

var flagInHelp = regexp.MustCompile(`(?m)^ +(?:-\w, )?--([\w-]+)`)

// requireOptions checks that options and flags have the same names and take values alike.
func requireOptions(t *testing.T, command *cobra.Command, options []verb.Option) {
	t.Helper()
	flags := command.Flags()
	if !command.HasParent() {
		flags = command.PersistentFlags()
	}
	for _, option := range options {
		flag := flags.Lookup(option.Name)
		require.NotNil(t, flag, "%s has no --%s, which tui/verb knows", command.Name(), option.Name)
		require.Equal(t, flag.Shorthand, option.Shorthand, "--%s of %s", option.Name, command.Name())
		require.Equal(t, flag.Value.Type() == "bool", option.Value == "", "whether --%s of %s takes a value", option.Name, command.Name())
	}
	for _, found := range flagInHelp.FindAllStringSubmatch(flags.FlagUsages(), -1) {
		require.True(t, slices.ContainsFunc(options, func(option verb.Option) bool { return option.Name == found[1] }),
			"tui/verb does not know --%s of %s", found[1], command.Name())
	}
}
