package client

import (
	"context"
	"net/http"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// memoryCache is a BlockCache in memory.
type memoryCache struct{ blocks sync.Map }

func (m *memoryCache) Block(chainID, height uint64) []byte {
	raw, _ := m.blocks.Load([2]uint64{chainID, height})
	found, _ := raw.([]byte)
	return found
}

func (m *memoryCache) PutBlock(chainID, height uint64, raw []byte) {
	m.blocks.Store([2]uint64{chainID, height}, raw)
}

func cachingBlocks(t require.TestingT, chain *chainNode, cache BlockCache) *Node {
	node, err := NewNode("http://node", WithTransport(chain), WithBlockCache(cache))
	require.NoError(t, err)
	return node
}

func collectHeights(ctx context.Context, t require.TestingT, node *Node, from, to uint64, options ...BlocksOption) []Block {
	var blocks []Block
	for block, err := range node.Blocks(ctx, from, to, options...) {
		require.NoError(t, err)
		blocks = append(blocks, block)
	}
	return blocks
}

// Cached blocks are not requested, except the first block of an iteration without a known neighbor.
func TestBlockCacheHit(t *testing.T) {
	t.Parallel()
	chain, cache := &chainNode{respond: holdsUpTo(0, 1_000)}, &memoryCache{}
	node := cachingBlocks(t, chain, cache)
	head, err := node.FindHead(t.Context(), HeadSearch{Hints: []uint64{990}})
	require.NoError(t, err)
	first := collectHeights(t.Context(), t, node, 999, 100, NextTo(head))
	before := chain.total
	require.Equal(t, first, collectHeights(t.Context(), t, node, 999, 100, NextTo(head)))
	require.Equal(t, before, chain.total)

	require.Equal(t, first, collectHeights(BypassCache(t.Context()), t, node, 999, 100, NextTo(head)))
	require.Equal(t, before+900, chain.total, "BypassCache read from the cache")
	before = chain.total

	upwards := collectHeights(t.Context(), t, node, 100, 999, NextTo(collectHeights(t.Context(), t, node, 99, 99)[0]))
	require.Equal(t, before+1, chain.total)
	require.Equal(t, first[0], upwards[len(upwards)-1])

	require.Equal(t, first, collectHeights(t.Context(), t, node, 999, 100))
	require.LessOrEqual(t, chain.total, before+1+blocksAtOnce)
}

// Blocks always yields the blocks of the node: cached blocks of a replaced chain and corrupt ones are fetched again.
func TestBlockCacheByChainID(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		cache := &memoryCache{}
		for height := range uint64(200) {
			switch rapid.SampledFrom([]string{"right", "right", "right", "none", "other", "broken"}).Draw(rt, "cached") {
			case "right":
				cache.PutBlock(8, height, []byte(chainBlock(2, height)))
			case "other":
				cache.PutBlock(8, height, []byte(chainBlock(1, height)))
			case "broken":
				cache.PutBlock(8, height, []byte(`{"block":`))
			}
		}
		chain := &chainNode{respond: func(height uint64) (int, string) { return http.StatusOK, chainBlock(2, height) }}
		from, to := rapid.Uint64Range(1, 198).Draw(rt, "from"), rapid.Uint64Range(1, 198).Draw(rt, "to")
		var options []BlocksOption
		if rapid.Bool().Draw(rt, "next to") {
			neighbor := from - 1
			if to < from {
				neighbor = from + 1
			}
			options = append(options, NextTo(collectHeights(t.Context(), rt, chain.node(rt), neighbor, neighbor)[0]))
		}
		require.Equal(rt, collectHeights(t.Context(), rt, chain.node(rt), from, to), collectHeights(t.Context(), rt, cachingBlocks(rt, chain, cache), from, to, options...))
	})
}

// Only complete blocks are cached.
func TestBlockCacheRejectsInvalidBlocks(t *testing.T) {
	t.Parallel()
	cache := &memoryCache{}
	chain := &chainNode{respond: func(uint64) (int, string) {
		return http.StatusOK, `{"block":{"block":{"digest":"0x1","header":{"height":7}}}}`
	}}
	require.Len(t, collectHeights(t.Context(), t, cachingBlocks(t, chain, cache), 7, 7), 1)
	cache.blocks.Range(func(at, _ any) bool {
		require.Fail(t, "cached", at)
		return false
	})
}
