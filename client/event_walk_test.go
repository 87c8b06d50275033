package client

import (
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// perBlock is the number of events of a block, all of one transaction. Pages end between them.
const perBlock = 3

// eventNode has events in each block from oldest on. A response takes a second.
type eventNode struct {
	oldest   uint64
	requests atomic.Int32
	failing  atomic.Bool // the next request
}

func (n *eventNode) RoundTrip(request *http.Request) (*http.Response, error) {
	n.requests.Add(1)
	time.Sleep(time.Second) // the bubble's clock
	if n.failing.Swap(false) {
		return nil, io.ErrUnexpectedEOF
	}
	number := func(name string) uint64 {
		value, _ := strconv.ParseUint(request.URL.Query().Get(name), 10, 64)
		return value
	}
	first := max(perBlock*number("start_height"), number("start"))
	if number("start_height") < n.oldest {
		pruned := response(request, http.StatusGone, `{"message":"pruned"}`)
		pruned.Header.Set("X-Supra-Oldest-Block", strconv.FormatUint(n.oldest, 10))
		return pruned, request.Context().Err()
	}
	var events []string
	for ; first < perBlock*number("end_height") && len(events) < int(number("limit")); first++ {
		events = append(events, fmt.Sprintf(`{"event":{"type":"0x1::a::B","data":{"number":"%d"}},"block_height":%d,"transaction_hash":"0x%064x"}`, first, first/perBlock, first/perBlock))
	}
	page := response(request, http.StatusOK, `{"data":[`+strings.Join(events, ",")+`]}`)
	page.Header.Set("X-Supra-Cursor", strconv.FormatUint(first, 10))
	return page, request.Context().Err()
}

// Reading ahead changes neither the events nor their order. It takes few more requests than there are pages, three of them at once. The walk
// ends at the oldest height that the node keeps, and can continue after an error.
func TestEventWalkReadsAhead(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name             string
		limit            int
		oldest           uint64
		fails            bool
		requests, rounds int // at most; a round takes a second
	}{
		{name: "all", requests: 120, rounds: 75},
		{name: "pruned", oldest: 17_700, requests: 120, rounds: 75},
		{name: "failing", fails: true, requests: 130, rounds: 70},
		{name: "few", limit: 300, requests: 125, rounds: 120},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				chain := &eventNode{oldest: test.oldest}
				node, err := NewNode("http://node", WithTransport(chain))
				require.NoError(t, err)
				const newest = 20_000
				oldest := max(test.oldest, newest-3332) // 9,999 events
				walk := node.WalkEvents("0x1::a::B", newest, min(oldest, newest-3332))
				walk.ReadAhead(test.limit)
				defer walk.Stop()
				began, next := time.Now(), uint64(perBlock*newest+perBlock-1)
				for complete := false; !complete; {
					chain.failing.Store(test.fails && next == perBlock*(newest-64)+perBlock-1)
					window, err := walk.Next(t.Context())
					if err != nil {
						require.True(t, test.fails)
						continue
					}
					for i := range window.Events {
						require.JSONEq(t, fmt.Sprintf(`{"number":"%d"}`, next), string(window.Events[i].Data))
						require.EqualValues(t, next%perBlock, window.Events[i].Index)
						next--
					}
					complete = window.IsComplete
				}
				require.Equal(t, perBlock*oldest-1, next)
				require.LessOrEqual(t, int(chain.requests.Load()), test.requests)
				require.LessOrEqual(t, time.Since(began), time.Duration(test.rounds)*time.Second)
			})
		})
	}
}
