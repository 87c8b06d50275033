package main

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
)

// Events come from the index for the heights that it has, and from the node above and below them: the same as those of the node alone.
func TestEventsFromIndex(t *testing.T) {
	t.Parallel()
	network := startPublic(t, "")
	require.Zero(t, at(t, network, "index", "--from", "120").code)
	events := func(arguments ...string) (lines []string, stderr string) {
		got := at(t, network, append([]string{"events", "0x1::coin::CoinDeposit", "-o", "jsonl"}, arguments...)...)
		require.Zero(t, got.code, got.stderr)
		for line := range strings.Lines(got.stdout) {
			var event struct {
				Height      uint64
				Transaction string
				Data        json.RawMessage
			}
			require.NoError(t, json.Unmarshal([]byte(line), &event))
			written, err := json.Marshal(event)
			require.NoError(t, err)
			lines = append(lines, string(written))
		}
		return lines, got.stderr
	}
	last, err := network.Produce(t.Context())
	require.NoError(t, err)
	for _, c := range []struct {
		arguments []string
		words     string
	}{
		{[]string{"--from", "130", "--to", "160", "--all"}, "foredeck: from the index, heights 130 to 160\n"},
		{[]string{"--from", "100", "--to", "160", "--all"}, "foredeck: searched heights 100 to 160: from the index, heights 120 to 160; the rest from the node\n"},
		{[]string{"--from", "150", "--all"}, "; the rest from the node\n"},
		{[]string{"--to", "160", "--limit", "3"}, "; --limit and --to list older events\n"},
	} {
		found, words := events(c.arguments...)
		require.NotEmpty(t, found)
		require.Contains(t, words, c.words)
		require.Contains(t, words, "from the index")
		fromNode, words := events(append(c.arguments, "--from-node")...)
		require.Equal(t, fromNode, found)
		require.NotContains(t, words, "index")
	}
	_, words := events("--from", "10", "--to", "100", "--all")
	require.NotContains(t, words, "index", "it has none of these heights")
	require.Contains(t, at(t, network, "events", "0x1::coin::CoinDeposit", "-o", "raw", "--limit", "1").stderr, "searched heights")
	require.NotZero(t, last)
}

// coveredHeights is an index of some heights without events.
type coveredHeights struct {
	client.Index
	client.HeightRange
	err error
}

func (c coveredHeights) Covered(context.Context) (client.HeightRange, bool, error) {
	return c.HeightRange, true, c.err
}

func (c coveredHeights) Events(context.Context, string, uint64, client.PageRequest) (client.Page[client.ChainEvent], error) {
	return client.Page[client.ChainEvent]{}, nil
}

// A node that has no events by type leaves those that the index has, and what neither has is named.
func TestEventsOfIndexOnly(t *testing.T) {
	t.Parallel()
	network := ownNetwork(t) // of version 9, without events by type
	node, err := client.NewNode(network.BaseURL())
	require.NoError(t, err)
	r := eventRange{node: node, index: coveredHeights{HeightRange: client.HeightRange{First: 0, Last: 20}}, kind: "0x1::coin::CoinDeposit", to: 30}
	for _, err := range r.pages(t.Context()) {
		require.NoError(t, err)
	}
	require.Equal(t, "from the index, heights 0 to 20; not read: heights 21 to 30, which foredeck index adds", r.words(false).String())
	failed := errors.New("disk")
	r = eventRange{node: node, index: coveredHeights{err: failed}, to: 30}
	for _, err := range r.pages(t.Context()) {
		require.ErrorIs(t, err, failed)
	}
}
