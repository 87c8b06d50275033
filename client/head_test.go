package client

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"net/http"
	"path"
	"strconv"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// chainNode is a node of a simulated chain. It responds without a network, so that it works in synctest.
type chainNode struct {
	lock        sync.Mutex
	requests    map[uint64]int
	total       int
	flight      int
	maxInFlight int
	respond     func(height uint64) (status int, body string)
}

func (c *chainNode) RoundTrip(request *http.Request) (*http.Response, error) {
	if err := request.Context().Err(); err != nil {
		return nil, err
	}
	height, err := strconv.ParseUint(path.Base(request.URL.Path), 10, 64)
	if err != nil { // it has no other calls
		return &http.Response{StatusCode: http.StatusNotFound, Header: http.Header{}, Body: http.NoBody, Request: request}, nil
	}
	c.lock.Lock()
	if c.requests == nil {
		c.requests = map[uint64]int{}
	}
	c.requests[height]++
	c.total++
	c.flight++
	c.maxInFlight = max(c.maxInFlight, c.flight)
	status, body := c.respond(height)
	c.lock.Unlock()
	defer func() {
		c.lock.Lock()
		c.flight--
		c.lock.Unlock()
	}()
	if status == 0 {
		return nil, errors.New("connection refused")
	}
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(bytes.NewBufferString(body)), Request: request}, nil
}

func (c *chainNode) node(t require.TestingT) *Node {
	node, err := NewNode("http://node", WithTransport(c))
	require.NoError(t, err)
	return node
}

// chainBlock is the block at a height of one of several chains.
func chainBlock(chain, height uint64) string { return chainBlockAt(chain, height, height*1_000_000) }

// chainBlockAt is chainBlock with a timestamp in microseconds.
func chainBlockAt(chain, height, timestamp uint64) string {
	return chainBlockAbove(chain, chain, height, timestamp)
}

// chainBlockAbove is chainBlockAt with a parent on another chain.
func chainBlockAbove(parent, chain, height, timestamp uint64) string {
	digest := func(chain, height uint64) string { return fmt.Sprintf("0x%032x%032x", chain, height) }
	return fmt.Sprintf(`{"block":{"block":{"digest":"%s","header":{"author":"0x%064x","height":%d,"parent":"%s","timestamp":{"timestamp":%d},`+
		`"view":{"epoch_id":{"chain_id":8,"epoch":1},"round":%d}},"payload":{}},"qc":{"certificate":{"kind":"Quorum","voters":[true,false,true]}}},"batches":null}`,
		digest(chain, height), height%7, height, digest(parent, height-1), timestamp, height)
}

// holdsUpTo responds like a node that has the blocks of a chain from one height to another.
func holdsUpTo(from, to uint64) func(uint64) (int, string) {
	return func(height uint64) (int, string) {
		if height < from || height > to {
			return http.StatusOK, "null"
		}
		return http.StatusOK, chainBlock(1, height)
	}
}

// findHead also counts the rounds of a search.
func findHead(ctx context.Context, node *Node, hints ...uint64) (head Block, rounds int, err error) {
	head, err = node.FindHead(ctx, HeadSearch{Hints: hints, OnRound: func(heights []uint64) {
		rounds++
		if len(heights) > blocksAtOnce || len(heights) == 0 {
			panic(fmt.Sprint("concurrent requests: ", len(heights)))
		}
	}})
	return head, rounds, err
}

// A search takes few rounds on a chain of 50 million blocks, and fewer with a hint from an hour ago.
func TestFindHeadRounds(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		height := rapid.Uint64Range(0, 100_000_000).Draw(rt, "head")
		if rapid.Bool().Draw(rt, "about 50 million") {
			height = rapid.Uint64Range(45_000_000, 55_000_000).Draw(rt, "head")
		}
		chain := &chainNode{respond: holdsUpTo(0, height)}
		head, rounds, err := findHead(t.Context(), chain.node(rt))
		require.NoError(rt, err)
		require.Equal(rt, height, head.Height)
		require.LessOrEqual(rt, rounds, 10)
		require.LessOrEqual(rt, chain.maxInFlight, blocksAtOnce)

		ago := rapid.Uint64Range(0, min(height, 5_000)).Draw(rt, "blocks ago")
		head, rounds, err = findHead(t.Context(), chain.node(rt), height-ago)
		require.NoError(rt, err)
		require.Equal(rt, height, head.Height)
		require.LessOrEqual(rt, rounds, 6)
	})
}

// Any range is found that covers a sixteenth of an octave or contains a hint.
func TestFindHeadPrunedChain(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		height := rapid.Uint64Range(0, 1<<rapid.IntRange(0, 40).Draw(rt, "octave")).Draw(rt, "head")
		octave := uint64(1) << (max(bits.Len64(height), 1) - 1)
		retained := rapid.Uint64Range(min(height, octave/16), height).Draw(rt, "retained")
		chain := &chainNode{respond: holdsUpTo(height-retained, height)}
		hints := rapid.SliceOfN(rapid.OneOf(rapid.Uint64(), rapid.Uint64Range(height-retained, height)), 0, 8).Draw(rt, "hints")
		head, rounds, err := findHead(t.Context(), chain.node(rt), hints...)
		require.NoError(rt, err)
		require.Equal(rt, height, head.Height)
		require.LessOrEqual(rt, rounds, 60)
		require.LessOrEqual(rt, chain.maxInFlight, blocksAtOnce)
	})
}

func TestFindHeadMaxHeight(t *testing.T) {
	t.Parallel()
	chain := &chainNode{respond: holdsUpTo(0, math.MaxUint64)}
	for _, hints := range [][]uint64{nil, {math.MaxUint64}, {math.MaxUint64 - 1}} {
		head, rounds, err := findHead(t.Context(), chain.node(t), hints...)
		require.NoError(t, err)
		require.Equal(t, uint64(math.MaxUint64), head.Height)
		require.LessOrEqual(t, rounds, 30)
	}
}

// Without any block the error lists all heights, each once.
func TestFindHeadNotFound(t *testing.T) {
	t.Parallel()
	chain := &chainNode{respond: holdsUpTo(1, 0)}
	_, rounds, err := findHead(t.Context(), chain.node(t), 48_211_907)
	var none *headNotFoundError
	require.ErrorAs(t, err, &none)
	require.ErrorIs(t, err, ErrNotFound)
	require.IsIncreasing(t, none.Tried)
	require.Contains(t, none.Tried, uint64(48_211_907))
	require.LessOrEqual(t, rounds, 45)
	for height, times := range chain.requests {
		require.Equal(t, 1, times, height)
		require.Contains(t, none.Tried, height)
	}
	require.EqualError(t, err, fmt.Sprintf("no block at any of %d heights from 0 to %d: specify a height that the node has",
		len(none.Tried), none.Tried[len(none.Tried)-1]))
}

// On a growing chain with lagging nodes, the result is a height that some node had during the search and is not outdated.
func TestFindHeadGrowingChain(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		begin := rapid.Uint64Range(10, 1<<32).Draw(rt, "height")
		lag := rapid.Uint64Range(0, 10).Draw(rt, "lag")
		every := rapid.IntRange(5, 60).Draw(rt, "requests per block")
		chain := &chainNode{}
		chain.respond = func(height uint64) (int, string) {
			head := begin + uint64(chain.total/every)
			if chain.total%3 == 0 {
				head -= lag
			}
			return holdsUpTo(0, head)(height)
		}
		head, rounds, err := findHead(t.Context(), chain.node(rt))
		require.NoError(rt, err)
		require.GreaterOrEqual(rt, head.Height, begin-lag)
		require.LessOrEqual(rt, head.Height, begin+uint64(chain.total/every))
		require.LessOrEqual(rt, rounds, 40)
	})
}

// With sporadic failures the head is found, or the error of the node is returned.
func TestFindHeadFailingNode(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		height := rapid.Uint64Range(0, 1<<40).Draw(rt, "head")
		failing := rapid.Uint64Range(2, 20).Draw(rt, "one in")
		chain := &chainNode{}
		chain.respond = func(requested uint64) (int, string) {
			if (requested*2654435761>>7+uint64(chain.total))%failing == 0 {
				return rapid.SampledFrom([]int{0, 500, 503, 429}).Example(chain.total), ""
			}
			return holdsUpTo(0, height)(requested)
		}
		head, _, err := findHead(t.Context(), chain.node(rt))
		if err != nil {
			require.NotErrorIs(rt, err, ErrNotFound)
			return
		}
		require.Equal(rt, height, head.Height)
	})
}

func TestFindHeadUnauthorized(t *testing.T) {
	t.Parallel()
	for status, is := range map[int]error{401: ErrUnauthorized, 406: ErrUnauthorized, 501: ErrUnsupported, 429: ErrRateLimited} {
		chain := &chainNode{respond: func(uint64) (int, string) { return status, "no" }}
		_, rounds, err := findHead(t.Context(), chain.node(t))
		require.ErrorIs(t, err, is)
		require.Equal(t, 1, rounds)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	chain := &chainNode{respond: holdsUpTo(0, 9)}
	_, _, err := findHead(ctx, chain.node(t))
	require.ErrorIs(t, err, context.Canceled)
}

// A block of another height is ignored.
func TestFindHeadWrongBlocks(t *testing.T) {
	t.Parallel()
	chain := &chainNode{respond: func(uint64) (int, string) { return http.StatusOK, chainBlock(1, 7) }}
	_, _, err := findHead(t.Context(), chain.node(t), 100)
	require.ErrorContains(t, err, "block 7 instead of")
}

func BenchmarkFindHead(b *testing.B) {
	chain := &chainNode{respond: holdsUpTo(0, 48_211_907)}
	node := chain.node(b)
	for b.Loop() {
		if _, err := node.FindHead(b.Context(), HeadSearch{}); err != nil {
			b.Fatal(err)
		}
	}
}

// The search starts at the height from WithHeadHint, and ignores a call that fails or has no height.
func TestWithHeadHint(t *testing.T) {
	t.Parallel()
	const newest = 1_000_000_000_000 // so high that without a hint it takes many rounds
	for body, maxRounds := range map[string]int{
		`{"hash":"0x1","header":{"height":"999999999990"},"height":1}`: 3,
		`{"height":{"height":999999999999}}`:                           3,
		`[]`:                                                           40, `"height`: 40, `{"height":"x","no":1}`: 40, ``: 40,
	} {
		chain := &chainNode{respond: holdsUpTo(0, newest)}
		travel := roundTripper(func(request *http.Request) (*http.Response, error) {
			if request.URL.Path == "/rpc/v1/status" {
				return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(bytes.NewBufferString(body)), Request: request}, nil
			}
			return chain.RoundTrip(request)
		})
		node, err := NewNode("http://node", WithTransport(travel), WithHeadHint("/rpc/v1/status"))
		require.NoError(t, err)
		head, rounds, err := findHead(t.Context(), node)
		require.NoError(t, err)
		require.EqualValues(t, newest, head.Height)
		require.LessOrEqual(t, rounds, maxRounds, body)
	}
	for _, path := range []string{"rpc", "/rpc?x", "/rpc x"} {
		var wrong *ArgumentError
		_, err := NewNode("http://node", WithHeadHint(path))
		require.ErrorAs(t, err, &wrong)
	}
}

type roundTripper func(*http.Request) (*http.Response, error)

func (r roundTripper) RoundTrip(request *http.Request) (*http.Response, error) { return r(request) }
