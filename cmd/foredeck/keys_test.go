package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestKeys(t *testing.T) {
	got := foredeck(t, "keys")
	require.Zero(t, got.code, got.stderr)
	require.Regexp(t, `(?m)^everywhere +q +deck\.quit +quit$`, got.stdout)
	require.Regexp(t, `(?m)^everywhere +space +deck\.goto +go to$`, got.stdout)

	path := settingsOf(t, "[keys]\n\"deck.quit\" = \"ctrl+q\"\n\"account.pause\" = \"s\"\n")
	got = foredeck(t, "keys")
	require.Zero(t, got.code)
	require.Regexp(t, `(?m)^everywhere +ctrl\+q +deck\.quit +quit$`, got.stdout)
	require.Regexp(t, `(?m)^account +p +account\.pause +pause$`, got.stdout, "the default key stays")
	require.Contains(t, got.stderr, path+`, line 3: keys."account.pause": s is already bound to account.order; using the default`)

	shapes := read[[]keyShape](t, foredeck(t, "keys", "-o", "json").stdout)
	require.Contains(t, shapes, keyShape{"account", "list.up", []string{"up", "k"}, "up", "account", "up"})

	got = foredeck(t, "config", "check")
	require.Equal(t, exitUsage, got.code)
	require.Contains(t, got.stdout, "line 3")
}
