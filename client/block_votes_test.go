package client_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/localnet"
)

// tokened starts a network whose consensus blocks need a token, and returns a client without it and one with it.
func tokened(t *testing.T, options localnet.Options) (without, with *client.Node) {
	t.Helper()
	options.NodeVersion, options.ConsensusToken, options.Transactions = localnet.Node12, "sesame", 60
	network, err := localnet.Start(t.Context(), options)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, network.Close()) })
	without, err = client.NewNode(network.BaseURL())
	require.NoError(t, err)
	t.Cleanup(without.CloseIdleConnections)
	with, err = client.NewNode(network.BaseURL(), client.WithConsensusToken("sesame"))
	require.NoError(t, err)
	t.Cleanup(with.CloseIdleConnections)
	return without, with
}

// Without a token, the events say what the certificates say.
func TestEventVotesAgreeWithCertificates(t *testing.T) {
	t.Parallel()
	without, with := tokened(t, localnet.Options{Blocks: 700, EpochBlocks: 300})
	head, err := with.NewestBlock(t.Context())
	require.NoError(t, err)
	votes := map[uint64][]bool{}
	for block, err := range with.Blocks(t.Context(), head.Height, head.Height-150) {
		require.NoError(t, err)
		votes[block.Height] = block.Certificate.Voters
	}
	known := 0
	for block, err := range without.WithVotesOf(t.Context(), without.Blocks(t.Context(), head.Height, head.Height-150)) {
		require.NoError(t, err)
		if block.Certificate == nil {
			continue
		}
		known++
		require.Equal(t, *head.Epoch, *block.Epoch, "the order of the votes of earlier epochs is not known")
		require.Equal(t, client.EventVotes, block.Certificate.Kind)
		require.Equal(t, votes[block.Height], block.Certificate.Voters, "block %d", block.Height)
	}
	require.Greater(t, known, 60)
	require.NotEqual(t, make([]bool, len(votes[head.Height-1])), votes[head.Height-1])
}

// A watch reports the votes for each block once, after the block, and no block a second time.
func TestWatchEventVotes(t *testing.T) {
	t.Parallel()
	without, with := tokened(t, localnet.Options{Blocks: 400, BlockTime: 20 * time.Millisecond})
	head, err := without.NewestBlock(t.Context())
	require.NoError(t, err)
	arrived, voted, newest := map[uint64]bool{}, map[uint64]bool{}, uint64(0)
	feed := client.NewBlockFeed(t.Context(), without)
	for update, err := range feed.WatchBlocks(t.Context(), head.Height-20, client.WithEventVotes()) {
		require.NoError(t, err)
		height := update.Block.Height
		switch update.Kind {
		case client.BlockArrived:
			require.False(t, arrived[height])
			arrived[height] = true
		case client.VotesArrived:
			require.True(t, arrived[height])
			require.False(t, voted[height])
			require.Greater(t, height, newest, "in order")
			voted[height], newest = true, height
			if len(voted)%10 == 1 {
				block, err := with.Block(t.Context(), height)
				require.NoError(t, err)
				require.Equal(t, block.Certificate.Voters, update.Block.Certificate.Voters)
			}
		}
		if len(voted) >= 40 {
			break
		}
	}
}

// votesNode is a node whose members have another order in the committee than in the validator set.
type votesNode struct {
	*client.Node
	events     func(height uint64) string // the data of the event of a block
	hasNewest  bool                       // committees, of version 4
	eventCalls atomic.Int32
}

// newVotesNode serves blocks and events of epoch 5. The members of the set are the pools 0xa, 0xb and 0xc; in the committee they are sorted
// the other way around.
func newVotesNode(t *testing.T, hasNewest bool, events func(height uint64) string) *votesNode {
	t.Helper()
	n := &votesNode{events: events, hasNewest: hasNewest}
	respond := func(w http.ResponseWriter, status int, body string) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var from, to uint64
		switch {
		case strings.HasSuffix(r.URL.Path, "/resources/0x1::stake::ValidatorSet"):
			info := func(pool string, index int) string {
				return fmt.Sprintf(`{"addr":"0x%s","voting_power":"1","config":{"consensus_pubkey":"0x","validator_index":"%d"}}`, pool, index)
			}
			respond(w, http.StatusOK, `{"result":[{"active_validators":[`+info("c", 2)+","+info("a", 0)+","+info("b", 1)+`],"pending_inactive":[],"pending_active":[]}]}`)
		case strings.HasSuffix(r.URL.Path, "/resources/0x1::reconfiguration::Configuration"):
			respond(w, http.StatusOK, `{"result":[{"epoch":"5","last_reconfiguration_time":"1"}]}`)
		case strings.HasSuffix(r.URL.Path, "/consensus/committees/5") && n.hasNewest:
			member := func(identity, pool string) string {
				return fmt.Sprintf(`"%s":{"stake":1,"stake_pool_address":"0x%s"}`, strings.Repeat(identity, 64), pool)
			}
			respond(w, http.StatusOK, `{"V1":{"committee":{"members":{`+member("1", "c")+","+member("2", "b")+","+member("3", "a")+`}}}}`)
		case strings.Contains(r.URL.Path, "/events/"):
			n.eventCalls.Add(1)
			_, _ = fmt.Sscan(r.URL.Query().Get("start_height"), &from)
			_, _ = fmt.Sscan(r.URL.Query().Get("end_height"), &to)
			var items []string
			for height := from; height < to; height++ {
				items = append(items, fmt.Sprintf(`{"event":{"type":"0x1::block::NewBlock","guid":{},"data":%s},"block_height":%d,"transaction_hash":"0x%064x"}`, n.events(height), height, height))
			}
			respond(w, http.StatusOK, `{"data":[`+strings.Join(items, ",")+`]}`)
		default:
			respond(w, http.StatusNotFound, "")
		}
	}))
	t.Cleanup(server.Close)
	node, err := client.NewNode(server.URL)
	require.NoError(t, err)
	n.Node = node
	t.Cleanup(node.CloseIdleConnections)
	return n
}

func executed(height, epoch uint64) client.Block {
	return client.Block{Height: height, Epoch: &epoch, Statistics: &client.BlockStatistics{}}
}

// addVotes returns the votes that a node says for one block.
func addVotes(t *testing.T, n *votesNode, height, epoch uint64) (*client.Certificate, error) {
	t.Helper()
	blocks := []client.Block{executed(height, epoch)}
	err := n.AddEventVotes(t.Context(), blocks)
	return blocks[0].Certificate, err
}

func event(epoch, height uint64, votes string) string {
	return fmt.Sprintf(`{"epoch":"%d","height":"%d","previous_block_votes_bitvec":"%s"}`, epoch, height, votes)
}

// The bitmap is in the order of the validator set, the voters are in that of the committee, if the node has it.
func TestOrderOfEventVotes(t *testing.T) {
	t.Parallel()
	onlyFirst := func(height uint64) string { return event(5, height, "0x80") } // pool 0xa
	certificate, err := addVotes(t, newVotesNode(t, true, onlyFirst), 10, 5)
	require.NoError(t, err)
	require.Equal(t, []bool{false, false, true}, certificate.Voters)
	certificate, err = addVotes(t, newVotesNode(t, false, onlyFirst), 10, 5)
	require.NoError(t, err)
	require.Equal(t, []bool{true, false, false}, certificate.Voters, "without committees, that of the set")
}

// What an event does not say for certain is not known.
func TestUnknownEventVotes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		event string
		epoch uint64
		none  bool // the events have no votes at all
	}{
		"the votes of the last block of the epoch before": {event(5, 11, "0xe0"), 4, false},
		"of an epoch whose members are not known":         {event(4, 11, "0xe0"), 4, false},
		"more members than the committee has":             {event(5, 11, "0xe0e0"), 5, false},
		"a vote of a member that is not there":            {event(5, 11, "0xf0"), 5, false},
		"no vote":                                         {event(5, 11, "0x00"), 5, true},
		"no bitmap":                                       {event(5, 11, "0x"), 5, true},
		"no field":                                        {`{"epoch":"5","height":"11"}`, 5, true},
		"another height":                                  {event(5, 99, "0xe0"), 5, false},
		"not an object":                                   {`"x"`, 5, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := newVotesNode(t, true, func(uint64) string { return c.event })
			certificate, err := addVotes(t, n, 10, c.epoch)
			require.Nil(t, certificate)
			require.Equal(t, !c.none, n.HasEventVotes())
			if c.none {
				require.ErrorIs(t, err, client.ErrUnsupported)
			} else {
				require.NoError(t, err)
			}
		})
	}
}

// Blocks near each other are read together; a node without votes in its events is not asked for those of each page.
func TestEventVotesRequests(t *testing.T) {
	t.Parallel()
	n := newVotesNode(t, true, func(height uint64) string { return event(5, height, "0xe0") })
	var blocks []client.Block
	for height := range uint64(100) {
		blocks = append(blocks, executed(1_000+height, 5))
	}
	blocks = append(blocks, executed(5_000, 5))
	require.NoError(t, n.AddEventVotes(t.Context(), blocks))
	require.EqualValues(t, 2, n.eventCalls.Load())
	for i := range blocks {
		require.Equal(t, []bool{true, true, true}, blocks[i].Certificate.Voters)
	}

	none := newVotesNode(t, true, func(height uint64) string { return event(5, height, "0x") })
	all := func(yield func(client.Block, error) bool) {
		for height := range uint64(500) {
			if !yield(executed(height, 5), nil) {
				return
			}
		}
	}
	heights := 0
	for block, err := range none.WithVotesOf(t.Context(), all) {
		require.NoError(t, err)
		require.EqualValues(t, heights, block.Height)
		heights++
	}
	require.Equal(t, 500, heights)
	require.EqualValues(t, 1, none.eventCalls.Load())

	sometimes := newVotesNode(t, true, func(height uint64) string {
		if height == 21 { // the first one of an epoch
			return event(5, height, "0x00")
		}
		return event(5, height, "0xe0")
	})
	for _, height := range []uint64{10, 20, 30} {
		certificate, err := addVotes(t, sometimes, height, 5)
		require.NoError(t, err)
		require.Equal(t, height != 20, certificate != nil)
		require.True(t, sometimes.HasEventVotes())
	}

	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, n.AddEventVotes(cancelled, []client.Block{executed(10, 5)}), context.Canceled)
}
