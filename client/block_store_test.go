package client

import (
	"context"
	"net/http"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// memoryStore is a BlockCache in memory.
type memoryStore struct{ blocks sync.Map }

func (m *memoryStore) Block(chainID, height uint64) []byte {
	raw, _ := m.blocks.Load([2]uint64{chainID, height})
	found, _ := raw.([]byte)
	return found
}

func (m *memoryStore) PutBlock(chainID, height uint64, raw []byte) {
	m.blocks.Store([2]uint64{chainID, height}, raw)
}

func storing(t require.TestingT, chain *chainNode, store BlockCache) *Node {
	node, err := NewNode("http://node", WithTransport(chain), WithBlockCache(store))
	require.NoError(t, err)
	return node
}

func walked(ctx context.Context, t require.TestingT, node *Node, from, to uint64, options ...BlocksOption) []ConsensusBlock {
	var blocks []ConsensusBlock
	for block, err := range node.Blocks(ctx, from, to, options...) {
		require.NoError(t, err)
		blocks = append(blocks, block)
	}
	return blocks
}

// Cached blocks are not requested, except the first block of an iteration without a known neighbor.
func TestKeptBlocksAreNotAskedFor(t *testing.T) {
	t.Parallel()
	chain, store := &chainNode{answer: holding(0, 1_000)}, &memoryStore{}
	node := storing(t, chain, store)
	head, err := node.FindHead(t.Context(), HeadSearch{Hints: []uint64{990}})
	require.NoError(t, err)
	first := walked(t.Context(), t, node, 999, 100, NextTo(head))
	before := chain.total
	require.Equal(t, first, walked(t.Context(), t, node, 999, 100, NextTo(head)))
	require.Equal(t, before, chain.total)

	require.Equal(t, first, walked(BypassCache(t.Context()), t, node, 999, 100, NextTo(head)))
	require.Equal(t, before+900, chain.total, "past the store all are asked for")
	before = chain.total

	upwards := walked(t.Context(), t, node, 100, 999, NextTo(walked(t.Context(), t, node, 99, 99)[0]))
	require.Equal(t, before+1, chain.total)
	require.Equal(t, first[0], upwards[len(upwards)-1])

	require.Equal(t, first, walked(t.Context(), t, node, 999, 100))
	require.LessOrEqual(t, chain.total, before+1+blocksAtOnce)
}

// Blocks always yields the blocks of the node: cached blocks of a replaced chain and corrupt ones are fetched again.
func TestKeptBlocksAreThoseOfTheChain(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		store := &memoryStore{}
		for height := range uint64(200) {
			switch rapid.SampledFrom([]string{"right", "right", "right", "none", "other", "broken"}).Draw(rt, "kept") {
			case "right":
				store.PutBlock(8, height, []byte(chainBlock(2, height)))
			case "other":
				store.PutBlock(8, height, []byte(chainBlock(1, height)))
			case "broken":
				store.PutBlock(8, height, []byte(`{"block":`))
			}
		}
		chain := &chainNode{answer: func(height uint64) (int, string) { return http.StatusOK, chainBlock(2, height) }}
		from, to := rapid.Uint64Range(1, 198).Draw(rt, "from"), rapid.Uint64Range(1, 198).Draw(rt, "to")
		var options []BlocksOption
		if rapid.Bool().Draw(rt, "next to") {
			beside := from - 1
			if to < from {
				beside = from + 1
			}
			options = append(options, NextTo(walked(t.Context(), rt, chain.node(rt), beside, beside)[0]))
		}
		require.Equal(rt, walked(t.Context(), rt, chain.node(rt), from, to), walked(t.Context(), rt, storing(rt, chain, store), from, to, options...))
	})
}

// Only complete blocks are cached.
func TestOddBlocksAreNotKept(t *testing.T) {
	t.Parallel()
	store := &memoryStore{}
	chain := &chainNode{answer: func(uint64) (int, string) {
		return http.StatusOK, `{"block":{"block":{"digest":"0x1","header":{"height":7}}}}`
	}}
	require.Len(t, walked(t.Context(), t, storing(t, chain, store), 7, 7), 1)
	store.blocks.Range(func(at, _ any) bool {
		require.Fail(t, "kept", at)
		return false
	})
}
