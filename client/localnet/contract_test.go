package localnet

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// inBothDialects runs a test against a network of each dialect.
func inBothDialects(t *testing.T, test func(t *testing.T, n *Network)) {
	for _, dialect := range []Dialect{Spec, Deployed} {
		t.Run(dialect.String(), func(t *testing.T) {
			test(t, launch(t, Options{Dialect: dialect, Start: start, Seed: 7}))
		})
	}
}

// Spec sections 2.4 and 4.5: the account record.
func TestAccount(t *testing.T) {
	inBothDialects(t, func(t *testing.T, n *Network) {
		type account struct {
			SequenceNumber    uint64 `json:"sequence_number"`
			AuthenticationKey string `json:"authentication_key"`
		}
		treasury := named(t, n, "treasury")
		answer := ask(t, n, http.MethodGet, "/rpc/v3/accounts/"+treasury.String())
		require.Equal(t, http.StatusOK, answer.status)
		require.Equal(t, "application/json", answer.header.Get("Content-Type"))
		got := decode[account](t, answer.body)
		require.EqualValues(t, 1_200, got.SequenceNumber)
		require.Regexp(t, "^0x[0-9a-f]{64}$", got.AuthenticationKey)
		require.NotEqual(t, treasury.String(), got.AuthenticationKey, "treasury has rotated its key")
		require.Equal(t, fmt.Sprintf(`{"sequence_number":1200,"authentication_key":%q}`, got.AuthenticationKey), answer.body)

		alice := named(t, n, "alice")
		require.Equal(t, alice.String(), decode[account](t, get(t, n, "/rpc/v3/accounts/"+alice.String())).AuthenticationKey)

		newcomer := named(t, n, "newcomer").String()
		require.Equal(t, `{"sequence_number":0,"authentication_key":"`+newcomer+`"}`, get(t, n, "/rpc/v3/accounts/"+newcomer))
		require.Equal(t, `[]`, get(t, n, "/rpc/v3/accounts/"+newcomer+"/transactions"))
	})
}

// Spec section 4.1: an address is given with or without 0x; short forms name the same
// account.
func TestAddressForms(t *testing.T) {
	inBothDialects(t, func(t *testing.T, n *Network) {
		full := named(t, n, "treasury").String()
		for _, group := range [][]string{
			{full, full[2:], strings.ToUpper(full[2:]), "0X" + full[2:]},
			{"0x1", "1", "0x01", "0x" + strings.Repeat("0", 63) + "1"},
		} {
			want := get(t, n, "/rpc/v3/accounts/"+group[0])
			for _, form := range group {
				require.Equal(t, want, get(t, n, "/rpc/v3/accounts/"+form), form)
			}
		}
	})
}

func TestMissingAccount(t *testing.T) {
	inBothDialects(t, func(t *testing.T, n *Network) {
		answer := ask(t, n, http.MethodGet, "/rpc/v3/accounts/0xabc")
		require.Equal(t, http.StatusNotFound, answer.status)
		require.Equal(t, "application/json", answer.header.Get("Content-Type"))
		require.Equal(t, `{"message":"Information not available for `+strings.Repeat("0", 61)+`abc"}`, answer.body)
		require.Equal(t, `[]`, get(t, n, "/rpc/v3/accounts/0xabc/transactions"))
	})
}

// Spec sections 4.1, 4.5 and 8: count, start and ascending of the list of sent
// transactions.
func TestTransactionPages(t *testing.T) {
	const most = "18446744073709551615"
	cases := []struct {
		query string
		first uint64 // sequence number of the first record
		last  uint64
		empty bool
	}{
		{query: "", first: 1_199, last: 1_180},
		{query: "?count=20", first: 1_199, last: 1_180},
		{query: "?ascending=false", first: 1_199, last: 1_180},
		{query: "?ascending=true", first: 0, last: 19},
		{query: "?count=1", first: 1_199, last: 1_199},
		{query: "?count=100", first: 1_199, last: 1_100},
		{query: "?count=101", first: 1_199, last: 1_100},
		{query: "?count=" + most, first: 1_199, last: 1_100},
		{query: "?count=0", empty: true},
		{query: "?count=0&start=5", empty: true},
		{query: "?start=500", first: 500, last: 481},
		{query: "?start=500&ascending=true", first: 500, last: 519},
		{query: "?start=5&count=100", first: 5, last: 0},
		{query: "?start=0", first: 0, last: 0},
		{query: "?start=0&ascending=true&count=3", first: 0, last: 2},
		{query: "?start=1199", first: 1_199, last: 1_180},
		{query: "?start=1199&ascending=true", first: 1_199, last: 1_199},
		{query: "?start=1150&ascending=true&count=100", first: 1_150, last: 1_199},
		{query: "?start=1200", first: 1_199, last: 1_180},
		{query: "?start=" + most, first: 1_199, last: 1_180},
		{query: "?start=1200&ascending=true", empty: true},
		{query: "?start=" + most + "&ascending=true&count=100", empty: true},
		{query: "?whatever=1&count=2&type=user", first: 1_199, last: 1_198},
	}
	inBothDialects(t, func(t *testing.T, n *Network) {
		for _, c := range cases {
			records := list(t, n, named(t, n, "treasury"), c.query)
			if c.empty {
				require.Empty(t, records, c.query)
				continue
			}
			step, size := uint64(1), c.last-c.first+1
			if c.first > c.last {
				step, size = ^uint64(0), c.first-c.last+1
			}
			require.Len(t, records, int(size), c.query)
			for i, record := range records {
				require.Equal(t, c.first+step*uint64(i), record.Header.SequenceNumber, c.query)
			}
		}
	})
}

func TestMalformedRequests(t *testing.T) {
	inBothDialects(t, func(t *testing.T, n *Network) {
		account := "/rpc/v3/accounts/" + named(t, n, "treasury").String()
		list := account + "/transactions"
		for path, names := range map[string]string{
			list + "?count=abc":                  "count",
			list + "?count=-1":                   "count",
			list + "?count=":                     "count",
			list + "?count=1.5":                  "count",
			list + "?count=18446744073709551616": "count",
			list + "?count=1&count=2":            "count",
			list + "?start=0x10":                 "start",
			list + "?start=18446744073709551616": "start",
			list + "?ascending=1":                "ascending",
			list + "?ascending=True":             "ascending",
			list + "?ascending":                  "ascending",
			list + "?count=%zz":                  "%zz",
			"/rpc/v3/accounts/zz":                "zz",
			"/rpc/v3/accounts/0x":                "0x",
			"/rpc/v3/accounts/1%2F2":             "1/2",
			"/rpc/v3/accounts/" + strings.Repeat("1", 65) + "/transactions": "65",
		} {
			answer := ask(t, n, http.MethodGet, path)
			requireRefused(t, n, answer, names, path)
		}
	})
}

// requireRefused: the dialect's form of a refusal, which names what was wrong.
func requireRefused(t *testing.T, n *Network, answer reply, names, path string) {
	t.Helper()
	require.Equal(t, http.StatusBadRequest, answer.status, path)
	if n.Dialect() == Deployed {
		require.Equal(t, "text/plain; charset=utf-8", answer.header.Get("Content-Type"), path)
		require.Contains(t, answer.body, names, path)
		return
	}
	require.Equal(t, "application/json", answer.header.Get("Content-Type"), path)
	require.Contains(t, decode[struct{ Message string }](t, answer.body).Message, names, path)
}

func TestUnknownPathsAndMethods(t *testing.T) {
	inBothDialects(t, func(t *testing.T, n *Network) {
		account := "/rpc/v3/accounts/" + named(t, n, "treasury").String()
		for _, path := range []string{
			"/", "/rpc", "/rpc/v3/accounts", "/rpc/v3/accounts/", account + "/", account + "/nothing",
			account + "/transactions/", "/rpc/v9/accounts/0x1", "//rpc/v3/accounts/0x1", "/rpc/v3/../v3/accounts/0x1",
			"/rpc/v3/accounts//transactions",
		} {
			answer := ask(t, n, http.MethodGet, path)
			require.Equal(t, http.StatusNotFound, answer.status, path)
			require.Empty(t, answer.body, path)
		}
		for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete} {
			answer := ask(t, n, method, account)
			require.Equal(t, http.StatusMethodNotAllowed, answer.status, method)
			require.Equal(t, "GET, HEAD", answer.header.Get("Allow"), method)
			require.Empty(t, answer.body, method)
		}
		answer := ask(t, n, http.MethodHead, account)
		require.Equal(t, http.StatusOK, answer.status)
		require.Empty(t, answer.body)
	})
}

func TestHeaders(t *testing.T) {
	inBothDialects(t, func(t *testing.T, n *Network) {
		account := "/rpc/v3/accounts/" + named(t, n, "alice").String()
		chain, oldest := "", ""
		if n.Dialect() == Deployed {
			chain, oldest = "255", "0"
		}
		for path, oldest := range map[string]string{
			account: "", account + "/transactions": oldest, "/rpc/v3/accounts/0xabc": "", "/rpc/v3/accounts/zz": "",
		} {
			header := ask(t, n, http.MethodGet, path).header
			require.Equal(t, chain, header.Get("x-supra-chain-id"), path)
			require.Equal(t, oldest, header.Get("x-supra-oldest-block"), path)
			require.Empty(t, header.Get("x-supra-cursor"), "this list has none")
		}
	})
}

func TestCompression(t *testing.T) {
	n := launch(t, Options{})
	account := "/rpc/v3/accounts/" + named(t, n, "treasury").String()
	plain := get(t, n, account+"/transactions")
	for accepts, zipped := range map[string]bool{
		"gzip": true, "br, GZIP;q=0.5": true, "gzip;level=1": true,
		"": false, "br": false, "identity": false, "gzip; q=0": false, "gzip;q=zz": false,
	} {
		answer := ask(t, n, http.MethodGet, account+"/transactions", "Accept-Encoding", accepts)
		require.Equal(t, "Accept-Encoding", answer.header.Get("Vary"))
		if !zipped {
			require.Empty(t, answer.header.Get("Content-Encoding"), accepts)
			require.Equal(t, plain, answer.body, accepts)
			continue
		}
		require.Equal(t, "gzip", answer.header.Get("Content-Encoding"), accepts)
		require.Less(t, len(answer.body), len(plain)/2)
		reader, err := gzip.NewReader(strings.NewReader(answer.body))
		require.NoError(t, err)
		unzipped, err := io.ReadAll(reader)
		require.NoError(t, err)
		require.Equal(t, plain, string(unzipped), accepts)
	}
	small := ask(t, n, http.MethodGet, account, "Accept-Encoding", "gzip")
	require.Empty(t, small.header.Get("Content-Encoding"), "too small to be worth it")
}

// Spec section 2.5 and what deployed nodes do: the parts of a record that the two
// dialects write differently, and the exact numbers in them.
func TestDialects(t *testing.T) {
	spec := launch(t, Options{Seed: 7, Start: start})
	deployed := launch(t, Options{Seed: 7, Start: start, Dialect: Deployed})
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
	// The newest block holds the one transaction that creates the newcomer.
	newest := list(t, deployed, named(t, deployed, "faucet"), "?count=1")[0]
	require.Equal(t, "0x1::native_account::create_account", newest.Payload.Move.Function)
	require.EqualValues(t, start.UnixMicro(), newest.Block.Timestamp.value())
	require.Equal(t, "2026-08-01T12:00:00.000500+00:00", *newest.Block.Timestamp.Text)
}

func TestTimestamps(t *testing.T) {
	const second = 1_756_460_012_000_000
	for microseconds, text := range map[int64]string{
		second:           "2025-08-29T09:33:32+00:00",
		second + 500_000: "2025-08-29T09:33:32.500+00:00",
		second + 345_678: "2025-08-29T09:33:32.345678+00:00",
		second + 1:       "2025-08-29T09:33:32.000001+00:00",
		0:                "1970-01-01T00:00:00+00:00",
	} {
		r := rendering{dialect: Deployed}
		r.timestamp(microseconds)
		require.Equal(t, fmt.Sprintf(`{"microseconds_since_unix_epoch":%d,"utc_date_time":%q}`, microseconds, text), string(r.out))
		r = rendering{dialect: Spec}
		r.timestamp(microseconds)
		require.Equal(t, fmt.Sprintf(`{"timestamp":%d}`, microseconds), string(r.out))
	}
}

// Every record of every account has the keys of its kind and nothing else, in the order
// that nodes write them.
func TestRecordKeys(t *testing.T) {
	inBothDialects(t, func(t *testing.T, n *Network) {
		body := get(t, n, "/rpc/v3/accounts/"+named(t, n, "treasury").String()+"/transactions?count=100")
		require.True(t, json.Valid([]byte(body)))
		for _, raw := range decode[[]json.RawMessage](t, body) {
			require.Equal(t, []string{
				"txn_type", "authenticator", "block_header", "hash", "header", "payload", "output", "status",
			}, keysOf(t, raw))
			parts := decode[map[string]json.RawMessage](t, string(raw))
			require.Equal(t, []string{"author", "hash", "height", "parent", "timestamp", "view"}, keysOf(t, parts["block_header"]))
			require.Equal(t, []string{
				"chain_id", "expiration_timestamp", "sender", "sequence_number", "gas_unit_price", "max_gas_amount",
			}, keysOf(t, parts["header"]))
		}
	})
}

// keysOf gives the keys of an object in their order.
func keysOf(t *testing.T, object []byte) []string {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(object))
	opening, err := decoder.Token()
	require.NoError(t, err)
	require.Equal(t, json.Delim('{'), opening)
	var keys []string
	for decoder.More() {
		key, err := decoder.Token()
		require.NoError(t, err)
		keys = append(keys, key.(string))
		var value json.RawMessage
		require.NoError(t, decoder.Decode(&value))
	}
	return keys
}
