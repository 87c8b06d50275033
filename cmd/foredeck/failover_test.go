package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The first base URL that responds is used.
func TestSeveralBaseURLs(t *testing.T) {
	t.Parallel()
	n := serve(t, sentBy(transfers(3)))
	down := closedPort()
	got := foredeck(t, "account", senderText, "--base-url", down, "--base-url", n.url, "-o", "json")
	require.Zero(t, got.code, got.stderr)
	require.Equal(t, uint64(3), read[accountShape](t, got.stdout).SequenceNumber)
	require.Len(t, n.requests(), 1)

	got = foredeck(t, "account", senderText, "--base-url", down, "--base-url", closedPort())
	require.Equal(t, exitUnreachable, got.code)
	require.Contains(t, got.stderr, "no response from any of 2 nodes: :"+down[strings.LastIndex(down, ":")+1:]+" connection refused, ")
}
