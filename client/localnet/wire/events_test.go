package wire

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet/internal/apitest"
	"foredeck/client/move"
)

type listedEvent struct {
	Event       json.RawMessage
	BlockHeight uint64 `json:"block_height"`
	Hash        string `json:"transaction_hash"`
}

const depositType = "0x1::coin::CoinDeposit"

// eventsIn requests a page of events.
func eventsIn(t testing.TB, n *node, path string) (page []listedEvent, cursor string) {
	t.Helper()
	response := apitest.Do(t, n, http.MethodGet, "/rpc/"+path)
	require.Equal(t, http.StatusOK, response.Status, "%s: %s", path, response.Body)
	require.NotEmpty(t, response.Header.Get("x-supra-oldest-block"))
	return apitest.Decode[struct{ Data []listedEvent }](t, response.Body).Data, response.Header.Get("x-supra-cursor")
}

// deposits returns the path of the deposits in a range of heights, on v3.
func deposits(from, to uint64) string {
	return fmt.Sprintf("v3/events/%s?start_height=%d&end_height=%d", depositType, from, to)
}

// The cursor is the one of the node's own tests: keccak256 of the type, and the position.
func TestEventCursor(t *testing.T) {
	t.Parallel()
	const cursor = "2357d5d16bbaa32707274baeba550b22b8c04fed970ab3eb668e6a13836412f2" + "0000000000000018" + "0000000000000003" + "0000000000000000"
	tag, err := move.ParseStructTag(depositType)
	require.NoError(t, err)
	kind := hashOfType(tag)
	require.Equal(t, cursor, encodeEventCursor(kind, eventPosition{24, 3, 0}))
	require.Equal(t, &eventPosition{24, 3, 0}, decodeEventCursor(kind, "0x"+cursor))
	for _, invalid := range []string{"", "zz", cursor + "00", cursor[:62], "00" + cursor[2:]} {
		require.Nil(t, decodeEventCursor(kind, invalid))
	}
}

// The pages of a range hold each event of its transactions once, in order.
func TestEvents(t *testing.T) {
	t.Parallel()
	n := on(t, Node11)
	from, to := n.chain.Head()-300, n.chain.Head()-20
	type found struct {
		height uint64
		hash   string
		event  string
	}
	var want, got []found
	for height := from; height < to; height++ {
		for _, raw := range getBlock(t, n, "v3/block/height/"+strconv.FormatUint(height, 10)+"?with_finalized_transactions=true").Transactions {
			output := apitest.Decode[struct {
				Hash   string
				Output struct {
					Move struct{ Events []json.RawMessage }
				}
			}](t, string(raw))
			for _, event := range output.Output.Move.Events {
				if apitest.Decode[struct{ Type string }](t, string(event)).Type == depositType {
					want = append(want, found{height, output.Hash, string(event)})
				}
			}
		}
	}
	pages, cursor := 0, ""
	for {
		path := deposits(from, to) + "&limit=7"
		if cursor != "" {
			path += "&start=" + cursor
		}
		page, next := eventsIn(t, n, path)
		for _, event := range page {
			got = append(got, found{event.BlockHeight, event.Hash, string(event.Event)})
		}
		if pages++; len(page) < 7 {
			require.NotEmpty(t, next, "also after the last page")
			last, unchanged := eventsIn(t, n, deposits(from, to)+"&start="+next)
			require.Empty(t, last)
			require.Equal(t, next, unchanged)
			break
		}
		cursor = next
	}
	require.Equal(t, want, got)
	require.Greater(t, pages, 10)

	page, _ := eventsIn(t, n, deposits(from, to))
	require.Len(t, page, defaultCount)
	page, _ = eventsIn(t, n, deposits(from, to)+"&limit=1000")
	require.Len(t, page, maxCount)
	page, cursor = eventsIn(t, n, deposits(from, to)+"&limit=0")
	require.Empty(t, page)
	require.Empty(t, cursor)
	page, cursor = eventsIn(t, n, fmt.Sprintf("v3/events/0x1::a::B?start_height=%d&end_height=%d", from, to))
	require.Empty(t, page)
	require.Empty(t, cursor)
	encoded, _ := eventsIn(t, n, fmt.Sprintf("v3/events/0x1%%3A%%3Acoin%%3A%%3ACoinDeposit?start_height=%d&end_height=%d", from, to))
	require.Len(t, encoded, defaultCount)
}

// Events of v4 have hashes; those of a node before v11.3.4 have a guid as text; v1 has no context.
func TestEventForms(t *testing.T) {
	t.Parallel()
	n := on(t, Node11)
	head := n.chain.Head()
	window := fmt.Sprintf("/events/0x1::coin::DepositEvent?start_height=%d&end_height=%d", head-9, head+1)
	page, _ := eventsIn(t, n, "v4"+window)
	require.Equal(t, []string{"guid", "sequence_number", "type", "data", "hash"}, memberNames(t, page[0].Event))
	require.NotContains(t, apitest.Get(t, n, "/rpc/v4"+window), "proof")
	require.Contains(t, apitest.Get(t, n, "/rpc/v4"+window+"&include_proof=true"), `"proofs":{"transaction_inclusion_proof":{`)
	require.NotContains(t, apitest.Get(t, n, "/rpc/v3"+window+"&include_proof=true"), "proof")

	old := on(t, Node10)
	page, _ = eventsIn(t, old, "v3"+window)
	form := apitest.Decode[struct {
		GUID     string
		Sequence uint64 `json:"sequence_number"`
	}](t, string(page[0].Event))
	guid, err := hex.DecodeString(form.GUID[2:])
	require.NoError(t, err)
	require.Len(t, guid, 40)

	path := fmt.Sprintf("/rpc/v1/events/0x1::coin::DepositEvent?start=%d&end=%d", head-9, head+1)
	bare := apitest.Decode[struct{ Data []json.RawMessage }](t, apitest.Get(t, old, path)).Data
	require.NotEmpty(t, bare)
	require.Equal(t, []string{"guid", "sequence_number", "type", "data"}, memberNames(t, bare[0]))
}

func TestEventErrors(t *testing.T) {
	t.Parallel()
	n := on(t, Node10)
	head := n.chain.Head()
	for path, status := range map[string]int{
		deposits(5, 5):                               http.StatusBadRequest,
		deposits(6, 5):                               http.StatusBadRequest,
		deposits(5, 6) + "&start=00":                 http.StatusBadRequest,
		"v3/events/coin?start_height=1&end_height=2": http.StatusBadRequest,
		deposits(head, head+2):                       http.StatusNotFound,
		deposits(head, 1<<64-1):                      http.StatusNotFound,
		fmt.Sprintf("v1/events/%s?start=%d&end=%d", depositType, head-10, head+1): http.StatusBadRequest,
	} {
		response := apitest.Do(t, n, http.MethodGet, "/rpc/"+path)
		require.Equal(t, status, response.Status, path)
		require.NotEmpty(t, apitest.Decode[struct{ Message string }](t, response.Body).Message)
	}
	require.Contains(t, apitest.Do(t, n, http.MethodGet, "/rpc/"+deposits(5, 5)).Body, "`end` must be greater than `start`")
	for query, names := range map[string]string{
		"": "start_height", "?start_height=1": "end_height", "?start_height=1&end_height=x": "end_height", "?start_height=1&end_height=2&limit=-1": "limit",
	} {
		requireRejected(t, n, apitest.Do(t, n, http.MethodGet, "/rpc/v3/events/"+depositType+query), names, query)
	}
}

// The index covers new blocks, except those that it lags behind.
func TestEventLag(t *testing.T) {
	t.Parallel()
	n := newOwnNode(t, defaultConfig(7), Options{Node: Node11, EventLag: 3})
	const newBlock = "0x1::block::NewBlock"
	for range 5 {
		head := n.Produce(t)
		window := func(from, to uint64) string {
			return fmt.Sprintf("v3/events/%s?start_height=%d&end_height=%d", newBlock, from, to)
		}
		page, _ := eventsIn(t, n, window(head-12, head-2))
		require.NotEmpty(t, page)
		require.Equal(t, head-3, page[len(page)-1].BlockHeight)
		requireMissing(t, n, "/rpc/"+window(head-12, head-1))
	}
}
