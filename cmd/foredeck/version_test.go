package main

import (
	"runtime/debug"
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
	require.Regexp(t, `^foredeck \S+ \((commit [0-9a-f]+(-dirty)?, [\d-]+, )?go\S+( \S+)*, \w+/\w+\)\n$`, got.stdout)

	type shape struct {
		Version  string  `json:"version"`
		Commit   *string `json:"commit"`
		Date     *string `json:"date"`
		Go       string  `json:"go"`
		Platform string  `json:"platform"`
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

func TestCommit(t *testing.T) {
	t.Parallel()
	commit, date := commitOf([]debug.BuildSetting{{Key: "vcs.revision", Value: "0123456789abcdef"}, {Key: "vcs.time", Value: "2026-11-23T23:59:59-05:00"}, {Key: "vcs.modified", Value: "true"}})
	require.Equal(t, "0123456789abcdef-dirty", commit)
	require.Equal(t, "2026-11-24", date)
	commit, date = commitOf(nil)
	require.Empty(t, commit+date)
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
