package client

import (
	"io"
	"net/http"
	"path"
	"runtime/metrics"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/transport"
)

// executedNode responds with executed blocks as public nodes send them. It makes few allocations.
type executedNode map[string]string

func newExecutedNode(from, to uint64) executedNode {
	n := executedNode{}
	digest := func(height uint64) string {
		return `"0x` + strings.Repeat("ab", 24) + strconv.FormatUint(1<<60+height, 16) + `"`
	}
	for height := from; height <= to; height++ {
		at := strconv.FormatUint(height, 10)
		n[at] = `{"header":{"author":` + digest(0) + `,"hash":` + digest(height) + `,"height":` + at + `,"parent":` + digest(height-1) +
			`,"timestamp":{"microseconds_since_unix_epoch":1795756358400762,"utc_date_time":"2026-11-27T05:12:38.400762+00:00"},` +
			`"view":{"epoch_id":{"chain_id":255,"epoch":64},"round":103}},"execution_statistics":{"user_txn_count":1,"automated_txn_count":1,` +
			`"automation_record_count":0,"automated_txn_gas_unit_price":100000,"block_gas_unit_price_min":100000,"block_gas_unit_price_max":100000,` +
			`"block_total_user_gas_used":9,"block_total_automated_gas_used":11},"transactions":null}`
	}
	return n
}

func (n executedNode) RoundTrip(request *http.Request) (*http.Response, error) {
	body := n[path.Base(request.URL.Path)]
	return &http.Response{StatusCode: http.StatusOK, Request: request, ContentLength: int64(len(body)), Body: io.NopCloser(strings.NewReader(body))}, nil
}

// node returns a client with the transport of foredeck blocks.
func (n executedNode) node(t testing.TB) *Node {
	policy := transport.Default()
	policy.Coalesce, policy.Next = false, n
	roundTripper, err := policy.Transport()
	require.NoError(t, err)
	node, err := NewNode("http://node", WithTransport(roundTripper), WithBlockCache(&memoryCache{}))
	require.NoError(t, err)
	node.blockSource.Store(executedBlocks)
	return node
}

// walk reads the blocks downwards, none of which is cached.
func (n executedNode) walk(t testing.TB) {
	node := n.node(t)
	highest := uint64(len(n))
	next := highest
	for block, err := range node.Blocks(t.Context(), highest, 1) {
		if err != nil || block.Height != next {
			require.Equal(t, next, block.Height, err)
		}
		next--
	}
	require.Zero(t, next)
}

// A walk over blocks takes few allocations and no goroutine for each: it stays near a loop that only reads the bodies. Those of this node,
// of its transport and of the checks are counted too.
func TestCostOfWalk(t *testing.T) {
	const blocks = 2000
	chain := newExecutedNode(1, blocks)
	created := []metrics.Sample{{Name: "/sched/goroutines-created:goroutines"}}
	metrics.Read(created)
	before := created[0].Value.Uint64()
	allocations := testing.AllocsPerRun(1, func() { chain.walk(t) }) / blocks
	metrics.Read(created)
	require.LessOrEqual(t, allocations, 53.0)
	require.Less(t, created[0].Value.Uint64()-before, uint64(2*blocksAtOnce+50), "goroutines of two walks")
}

func BenchmarkWalkExecuted(b *testing.B) {
	chain := newExecutedNode(1, 10_000)
	b.ReportAllocs()
	for b.Loop() {
		chain.walk(b)
	}
}
