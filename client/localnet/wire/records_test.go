package wire

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet/httpapi"
	"foredeck/client/localnet/internal/apitest"
)

var everyVersion = []version{v1, v2, v3}

// Spec sections 2.4, 4.3 and 4.4: the account record is the same on every version. A
// missing account is null on v1 and a 404 on the others.
func TestAccountOnEveryVersion(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, n *node) {
		for _, address := range []string{named(t, n, "treasury").String(), named(t, n, "council").String(), "1"} {
			want := apitest.Get(t, n, "/rpc/v3/accounts/"+address)
			for _, version := range everyVersion {
				require.Equal(t, want, apitest.Get(t, n, fmt.Sprintf("/rpc/v%d/accounts/%s", version, address)))
			}
		}
		require.Equal(t, "null", apitest.Get(t, n, "/rpc/v1/accounts/0xabc"))
		for _, version := range []version{v2, v3} {
			response := apitest.Do(t, n, http.MethodGet, fmt.Sprintf("/rpc/v%d/accounts/0xabc", version))
			require.Equal(t, http.StatusNotFound, response.Status)
			require.Equal(t, `{"message":"Information not available for `+strings.Repeat("0", 61)+`abc"}`, response.Body)
		}
	})
}

// Spec sections 4.1, 4.3, 4.4 and 8: on v1 and v2 the transactions of an account are
// ascending from an inclusive start, and descending without one.
func TestTransactionsOfV1AndV2(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, n *node) {
		treasury := named(t, n, "treasury")
		for _, version := range []version{v1, v2} {
			for _, c := range []struct {
				query       string
				first, last uint64
				empty       bool
			}{
				{query: "", first: 1_199, last: 1_180},
				{query: "?count=100", first: 1_199, last: 1_100},
				{query: "?count=101", first: 1_199, last: 1_100},
				{query: "?count=1", first: 1_199, last: 1_199},
				{query: "?count=0", empty: true},
				{query: "?start=0", first: 0, last: 19},
				{query: "?start=500", first: 500, last: 519},
				{query: "?start=500&count=3", first: 500, last: 502},
				{query: "?start=500&count=100000", first: 500, last: 599},
				{query: "?start=1190", first: 1_190, last: 1_199},
				{query: "?start=1200", empty: true},
				{query: "?start=18446744073709551615", empty: true},
				{query: "?start=5&ascending=false&count=2", first: 5, last: 6}, // a parameter of v3 means nothing
				{query: "?count=2&ascending=maybe", first: 1_199, last: 1_198},
			} {
				path := fmt.Sprintf("/rpc/v%d/accounts/%s/transactions%s", version, treasury, c.query)
				body := apitest.Get(t, n, path)
				require.Equal(t, []string{"record"}, memberNames(t, []byte(body)))
				records := apitest.Decode[struct{ Record []record }](t, body).Record
				if c.empty {
					require.Equal(t, `{"record":[]}`, body, path)
					continue
				}
				require.Equal(t, c.first, records[0].Header.SequenceNumber, path)
				require.Equal(t, c.last, records[len(records)-1].Header.SequenceNumber, path)
				require.Len(t, records, int(max(c.first, c.last)-min(c.first, c.last))+1, path)
			}
			require.Equal(t, `{"record":[]}`, apitest.Get(t, n, fmt.Sprintf("/rpc/v%d/accounts/0xabc/transactions", version)))
		}
	})
}

// Malformed queries are rejected by every list.
func TestMalformedQueries(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, n *node) {
		treasury := named(t, n, "treasury")
		for _, version := range everyVersion {
			for call, queries := range map[string]map[string]string{
				"/transactions":      {"count=abc": "count", "start=-1": "start", "count=1&count=1": "count", "start=18446744073709551616": "start", "count=%zz": "%zz"},
				"/coin_transactions": {"count=1.5": "count", "start=0x5": "start", "start=": "start", "start=1&start=2": "start", "start=%zz": "%zz"},
			} {
				for query, names := range queries {
					path := fmt.Sprintf("/rpc/v%d/accounts/%s%s?%s", version, treasury, call, query)
					requireRejected(t, n, apitest.Do(t, n, http.MethodGet, path), names, path)
				}
			}
			for _, call := range []string{"", "/transactions", "/coin_transactions"} {
				path := fmt.Sprintf("/rpc/v%d/accounts/zz%s", version, call)
				requireRejected(t, n, apitest.Do(t, n, http.MethodGet, path), "zz", path)
				response := apitest.Do(t, n, http.MethodPost, fmt.Sprintf("/rpc/v%d/accounts/0x1%s", version, call))
				require.Equal(t, http.StatusMethodNotAllowed, response.Status)
				require.Equal(t, "GET, HEAD", response.Header.Get("Allow"))
			}
		}
		for query, names := range map[string]string{
			"coin_transactions?type=users": "type", "coin_transactions?type=": "type", "coin_transactions?type=user&type=auto": "type",
			"coin_transactions?ascending=1": "ascending", "automated_transactions?ascending=no": "ascending",
			"automated_transactions?block_height=head": "block_height", "automated_transactions?count=-1": "count",
			"automated_transactions?cursor=00&cursor=01": "cursor", "automated_transactions?cursor=%zz": "%zz",
		} {
			path := "/rpc/v3/accounts/" + treasury.String() + "/" + query
			requireRejected(t, n, apitest.Do(t, n, http.MethodGet, path), names, path)
		}
	})
}

// Spec section 9: only responses of v1 have the header Deprecation. Deployed nodes send the
// chain id with every response, and the oldest block with lists of v3.
func TestHeadersOnEveryVersion(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, n *node) {
		treasury := named(t, n, "treasury").String()
		for _, version := range everyVersion {
			for _, path := range []string{treasury, treasury + "/transactions", treasury + "/coin_transactions", "0xabc", "zz", treasury + "/transactions?count=x"} {
				header := apitest.Do(t, n, http.MethodGet, fmt.Sprintf("/rpc/v%d/accounts/%s", version, path)).Header
				require.Equal(t, version == v1, header.Get("Deprecation") == "@0", path)
				require.Equal(t, n.Dialect() == httpapi.Deployed, header.Get("x-supra-chain-id") == "255", path)
				lists := version == v3 && strings.HasSuffix(path, "transactions")
				require.Equal(t, n.Dialect() == httpapi.Deployed && lists, header.Get("x-supra-oldest-block") == "0", path)
				if version != v3 {
					require.NotContains(t, header, "X-Supra-Cursor")
					require.NotContains(t, header, "X-Chain-Cursor")
				}
			}
		}
	})
}

// Spec section 2.5: the members of a record depend on its type and on the version; their
// values are the same on every version.
func TestRecordsOnEveryVersion(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, n *node) {
		path := "/accounts/" + named(t, n, "treasury").String() + "/transactions?count=50&start=0&ascending=true"
		newest := apitest.Decode[[]map[string]json.RawMessage](t, apitest.Get(t, n, "/rpc/v3"+path))
		for _, version := range []version{v1, v2} {
			body := apitest.Get(t, n, fmt.Sprintf("/rpc/v%d%s", version, path))
			older := apitest.Decode[struct{ Record []json.RawMessage }](t, body).Record
			require.Len(t, older, len(newest))
			for i, raw := range older {
				require.Equal(t, []string{"authenticator", "block_header", "hash", "header", "payload", "output", "status"}, memberNames(t, raw))
				members := apitest.Decode[map[string]json.RawMessage](t, string(raw))
				block := []string{"author", "hash", "height", "parent", "timestamp", "view"}
				if version == v1 {
					block = []string{"hash", "height", "timestamp"}
				}
				require.Equal(t, block, memberNames(t, members["block_header"]))
				whole := apitest.Decode[map[string]json.RawMessage](t, string(newest[i]["block_header"]))
				for key, value := range apitest.Decode[map[string]json.RawMessage](t, string(members["block_header"])) {
					require.Equal(t, string(whole[key]), string(value))
				}
				for key, value := range members {
					if key != "block_header" {
						require.Equal(t, string(newest[i][key]), string(value))
					}
				}
			}
		}
	})
}

// Records of the chain itself have no header, payload and authenticator.
func TestRecordsOfTheChain(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, n *node) {
		treasury := named(t, n, "treasury")
		path := "/rpc/v3/accounts/" + treasury.String() + "/coin_transactions?count=100&type="
		rewards := apitest.Decode[[]json.RawMessage](t, apitest.Get(t, n, path+"meta"))
		require.NotEmpty(t, rewards)
		skipped := 0
		for _, raw := range rewards {
			require.Equal(t, []string{"txn_type", "hash", "block_header", "output", "status"}, memberNames(t, raw))
			read := apitest.Decode[record](t, string(raw))
			require.Zero(t, read.Output.Move.GasUsed)
			require.Equal(t, "0x1::block::NewBlock", read.Output.Move.Events[0].Type)
			var event struct {
				Epoch, Height, Round uint64   `json:",string"`
				Failed               []string `json:"failed_proposer_indices"`
				Hash                 string
				Votes                string `json:"previous_block_votes_bitvec"`
				Proposer             string
				Time                 uint64 `json:"time_microseconds,string"`
			}
			require.NoError(t, json.Unmarshal(read.Output.Move.Events[0].Data, &event))
			require.Equal(t, read.Block.View.Epoch.Epoch, event.Epoch)
			require.Equal(t, read.Block.View.Round, event.Round)
			require.Equal(t, read.Block.Height, event.Height)
			require.Equal(t, read.Block.Hash, event.Hash)
			require.Equal(t, read.Block.Timestamp.value(), event.Time)
			records := n.chain.Records()
			require.Equal(t, records.StakePool(uint32(event.Epoch), int(records.Block(uint32(event.Height)).Author)).Short(), event.Proposer)
			skipped += len(event.Failed)
			votes, err := strconv.ParseUint(event.Votes, 0, 32)
			require.NoError(t, err)
			before := apitest.Decode[consensusResponse](t, apitest.Get(t, n, consensusPath(event.Height-1, "?with_batches=false")))
			for member, voted := range before.Block.QC.Certificate.Voters {
				require.Equal(t, voted, votes>>(31-member)&1 == 1)
			}
			now := apitest.Decode[consensusResponse](t, apitest.Get(t, n, consensusPath(event.Height, "?with_batches=false")))
			next := uint64(0) // rounds start at 0 in each epoch
			if view := before.Block.Block.Header.View; view.Epoch == now.Block.Block.Header.View.Epoch {
				next = view.Round + 1
			}
			require.EqualValues(t, now.Block.Block.Header.View.Round-next, len(event.Failed))
			for _, failed := range event.Failed {
				member, err := strconv.Atoi(failed)
				require.NoError(t, err)
				require.False(t, now.Block.QC.Certificate.Voters[member], "failed proposers do not vote")
			}
			require.NotEmpty(t, decodeEventData(t, read, "CoinDeposit"))
		}
		require.Positive(t, skipped)

		settled := uint64(0)
		records := walk(t, n, treasury, "coin_transactions", "start", "&type=record&ascending=true")
		require.NotEmpty(t, records)
		for _, raw := range apitest.Decode[[]json.RawMessage](t, apitest.Get(t, n, path+"record")) {
			require.Equal(t, []string{"txn_type", "hash", "block_header", "output", "status", "data"}, memberNames(t, raw))
		}
		for _, read := range records {
			require.Equal(t, read.Block.Height, read.Data.BlockHeight)
			require.Equal(t, read.Block.View.Epoch.Epoch, read.Data.CycleIndex)
			deposits := 0
			for _, event := range read.Output.Move.Events {
				if event.Type == "0x1::coin::CoinDeposit" {
					deposits++
				}
			}
			require.Len(t, read.Data.Action.Process, deposits, "each task gets its refund")
			for _, task := range read.Data.Action.Process {
				require.GreaterOrEqual(t, task, settled, "tasks are settled in their order")
				settled = task + 1
			}
		}
	})
}

// The forms in which the dialects differ (spec section 2.5), and exact numbers in them.
func TestDialects(t *testing.T) {
	t.Parallel()
	spec := newNode(t, 7, Options{})
	deployed := newNode(t, 7, Options{Dialect: httpapi.Deployed})
	treasury := named(t, spec, "treasury")
	literal, seen := everySent(t, spec, treasury), everySent(t, deployed, treasury)
	require.Len(t, seen, len(literal))
	for i := range literal {
		require.Equal(t, literal[i].Hash, seen[i].Hash)
		require.Equal(t, `"`+treasury.String()+`"`, string(literal[i].Header.Sender))
		require.Equal(t, `{"Move":"`+treasury.String()+`"}`, string(seen[i].Header.Sender))
		for _, pair := range [][2]moment{
			{literal[i].Block.Timestamp, seen[i].Block.Timestamp},
			{literal[i].Header.Expiration, seen[i].Header.Expiration},
		} {
			require.Equal(t, *pair[0].Timestamp, *pair[1].Microseconds)
			require.Nil(t, pair[0].Microseconds)
			require.Nil(t, pair[0].Text)
			require.Nil(t, pair[1].Timestamp)
			require.Regexp(t, `^2026-08-01T1[12]:\d\d:\d\d(\.\d{3}|\.\d{6})?\+00:00$`, *pair[1].Text)
		}
		require.Zero(t, literal[i].Header.Expiration.value()%1_000_000)
		require.Greater(t, literal[i].Header.Expiration.value(), literal[i].Block.Timestamp.value())
	}
	// The only transaction in the newest block creates newcomer.
	newest := list(t, deployed, named(t, deployed, "faucet"), "?count=1")[0]
	require.Equal(t, "0x1::native_account::create_account", newest.Payload.Move.Function)
	require.EqualValues(t, start.UnixMicro(), newest.Block.Timestamp.value())
	require.Equal(t, "2026-08-01T12:00:00.000500+00:00", *newest.Block.Timestamp.Text)
}

func TestTimestamps(t *testing.T) {
	t.Parallel()
	const second = 1_756_460_012_000_000
	for microseconds, text := range map[int64]string{
		second:           "2025-08-29T09:33:32+00:00",
		second + 500_000: "2025-08-29T09:33:32.500+00:00",
		second + 345_678: "2025-08-29T09:33:32.345678+00:00",
		second + 1:       "2025-08-29T09:33:32.000001+00:00",
		0:                "1970-01-01T00:00:00+00:00",
	} {
		r := recordEncoder{dialect: httpapi.Deployed}
		r.timestamp(microseconds)
		require.Equal(t, fmt.Sprintf(`{"microseconds_since_unix_epoch":%d,"utc_date_time":%q}`, microseconds, text), string(r.Bytes))
		r = recordEncoder{dialect: httpapi.Spec}
		r.timestamp(microseconds)
		require.Equal(t, fmt.Sprintf(`{"timestamp":%d}`, microseconds), string(r.Bytes))
	}
}

// Records have exactly the specified keys, in the order of nodes.
func TestRecordKeys(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, n *node) {
		body := apitest.Get(t, n, "/rpc/v3/accounts/"+named(t, n, "treasury").String()+"/transactions?count=100")
		require.True(t, json.Valid([]byte(body)))
		for _, raw := range apitest.Decode[[]json.RawMessage](t, body) {
			require.Equal(t, []string{
				"txn_type", "authenticator", "block_header", "hash", "header", "payload", "output", "status",
			}, memberNames(t, raw))
			parts := apitest.Decode[map[string]json.RawMessage](t, string(raw))
			require.Equal(t, []string{"author", "hash", "height", "parent", "timestamp", "view"}, memberNames(t, parts["block_header"]))
			require.Equal(t, []string{
				"chain_id", "expiration_timestamp", "sender", "sequence_number", "gas_unit_price", "max_gas_amount",
			}, memberNames(t, parts["header"]))
		}
	})
}
