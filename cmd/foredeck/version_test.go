package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestVersion(t *testing.T) {
	t.Parallel()
	got := foredeck(t, "version")
	require.Equal(t, got, foredeck(t, "--version"))
	require.Equal(t, foredeck(t, "version", "-o", "json"), foredeck(t, "--version", "-o", "json"))
	require.Zero(t, got.code)
	require.Empty(t, got.stderr)
	require.Regexp(t, `^foredeck \S+ \(go\S+( \S+)*, \w+/\w+\)\n$`, got.stdout)

	type shape struct {
		Version  string `json:"version"`
		Go       string `json:"go"`
		Platform string `json:"platform"`
	}
	for _, format := range []string{"json", "jsonl"} {
		got := foredeck(t, "version", "-o", format)
		require.Zero(t, got.code)
		require.Empty(t, got.stderr)
		versions := readLines[shape](t, got.stdout)
		require.Len(t, versions, 1)
		require.NotEmpty(t, versions[0].Version)
		require.Regexp(t, `^go`, versions[0].Go)
	}
}

func TestVersionSendsNoRequest(t *testing.T) {
	t.Parallel()
	// Neither an unknown network nor an unreachable one matters.
	for _, arguments := range [][]string{
		{"version", "--network", "nowhere"},
		{"version", "--base-url", closedPort()},
	} {
		require.Zero(t, foredeck(t, arguments...).code)
	}
}
