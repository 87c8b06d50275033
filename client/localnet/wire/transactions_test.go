package wire

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"foredeck/client/localnet/internal/apitest"

	"github.com/stretchr/testify/require"
)

// Spec sections 2.4 and 4.5: the account record.
func TestAccount(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, n *node) {
		type account struct {
			SequenceNumber    uint64 `json:"sequence_number"`
			AuthenticationKey string `json:"authentication_key"`
		}
		treasury := named(t, n, "treasury")
		response := apitest.Do(t, n, http.MethodGet, "/rpc/v3/accounts/"+treasury.String())
		require.Equal(t, http.StatusOK, response.Status)
		require.Equal(t, "application/json", response.Header.Get("Content-Type"))
		got := apitest.Decode[account](t, response.Body)
		require.EqualValues(t, 1_200, got.SequenceNumber)
		require.Regexp(t, "^0x[0-9a-f]{64}$", got.AuthenticationKey)
		require.NotEqual(t, treasury.String(), got.AuthenticationKey, "treasury has rotated its key")
		require.Equal(t, fmt.Sprintf(`{"sequence_number":1200,"authentication_key":%q}`, got.AuthenticationKey), response.Body)

		alice := named(t, n, "alice")
		require.Equal(t, alice.String(), apitest.Decode[account](t, apitest.Get(t, n, "/rpc/v3/accounts/"+alice.String())).AuthenticationKey)

		newcomer := named(t, n, "newcomer").String()
		require.Equal(t, `{"sequence_number":0,"authentication_key":"`+newcomer+`"}`, apitest.Get(t, n, "/rpc/v3/accounts/"+newcomer))
		require.Equal(t, `[]`, apitest.Get(t, n, "/rpc/v3/accounts/"+newcomer+"/transactions"))
	})
}

// Spec section 4.1: addresses may be short and without 0x.
func TestAddressForms(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, n *node) {
		full := named(t, n, "treasury").String()
		for _, group := range [][]string{
			{full, full[2:], strings.ToUpper(full[2:]), "0X" + full[2:]},
			{"0x1", "1", "0x01", "0x" + strings.Repeat("0", 63) + "1"},
		} {
			want := apitest.Get(t, n, "/rpc/v3/accounts/"+group[0])
			for _, form := range group {
				require.Equal(t, want, apitest.Get(t, n, "/rpc/v3/accounts/"+form), form)
			}
		}
	})
}

func TestMissingAccount(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, n *node) {
		response := apitest.Do(t, n, http.MethodGet, "/rpc/v3/accounts/0xabc")
		require.Equal(t, http.StatusNotFound, response.Status)
		require.Equal(t, "application/json", response.Header.Get("Content-Type"))
		require.Equal(t, `{"message":"Information not available for `+strings.Repeat("0", 61)+`abc"}`, response.Body)
		require.Equal(t, `[]`, apitest.Get(t, n, "/rpc/v3/accounts/0xabc/transactions"))
	})
}

// Spec sections 4.1, 4.5 and 8: count, start and ascending of the transactions of an account.
func TestTransactionPages(t *testing.T) {
	t.Parallel()
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
	inBothDialects(t, func(t *testing.T, n *node) {
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
