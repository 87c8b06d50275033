package client_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/localnet"
)

// Spec sections 2.8 and 4.6: blocks are linked, and have batches on request.
func TestLocalnetConsensusBlocks(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, node *client.Node, network *localnet.Network) {
		head, err := network.Produce(t.Context())
		require.NoError(t, err)
		var last client.Block
		batches := 0
		for height := head - 20; height <= head; height++ {
			block, err := node.Block(t.Context(), height, client.WithBatches())
			require.NoError(t, err)
			require.Nil(t, block.Problems)
			require.Equal(t, height, block.Height)
			require.Equal(t, uint64(network.ChainID()), *block.ChainID)
			require.NotNil(t, block.Epoch)
			require.Len(t, block.Certificate.Voters, 31)
			require.Greater(t, block.Certificate.Votes(), 20)
			require.NotEmpty(t, block.Certificate.Kind)
			require.NotEmpty(t, block.Author)
			require.NotNil(t, block.Batches)
			batches += len(block.Batches.Hashes)
			if last.Digest != "" {
				require.Equal(t, last.Digest, block.Parent)
				require.Greater(t, *block.Timestamp, *last.Timestamp)
				require.Greater(t, *block.Round, *last.Round)
			}
			without, err := node.Block(t.Context(), height)
			require.NoError(t, err)
			require.Nil(t, without.Batches)
			require.Equal(t, block.Digest, without.Digest)
			last = block
		}
		require.Positive(t, batches)
		_, err = node.Block(t.Context(), head+1)
		require.ErrorIs(t, err, client.ErrNotFound)
	})
}

// A node that requires a token: without it, with an invalid one, with the right one.
func TestLocalnetConsensusToken(t *testing.T) {
	t.Parallel()
	network, err := localnet.Start(t.Context(), localnet.Options{Seed: localSeed, Start: localStart, Dialect: localnet.Deployed, ConsensusToken: "open-sesame"})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, network.Close()) })
	for token, text := range map[string]string{
		"": "none is set", "wrong-one": "rejects the consensus token", "open-sesame": "",
	} {
		node, err := client.NewNode(network.BaseURL(), client.WithConsensusToken(token))
		require.NoError(t, err)
		t.Cleanup(node.CloseIdleConnections)
		block, err := node.Block(t.Context(), 3)
		if text == "" {
			require.NoError(t, err)
			require.Equal(t, uint64(3), block.Height)
			continue
		}
		require.ErrorIs(t, err, client.ErrUnauthorized)
		require.ErrorContains(t, err, text)
		require.NotContains(t, err.Error(), "wrong-one")
	}
}
