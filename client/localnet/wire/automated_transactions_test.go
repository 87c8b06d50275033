package wire

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet/httpapi"
	"foredeck/client/localnet/internal/apitest"
)

// Spec sections 4.5 and 8: count, block_height, cursor and ascending of automated
// transactions, and the header with the cursor of the next page.
func TestAutomatedTransactions(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, n *node) {
		treasury := named(t, n, "treasury")
		path := "/rpc/v3/accounts/" + treasury.String() + "/automated_transactions"
		all := walk(t, n, treasury, "automated_transactions", "cursor", "&ascending=true")
		size := len(all)
		require.GreaterOrEqual(t, size, 60)
		heights := make([]uint64, size)
		for i, record := range all {
			require.Equal(t, "automated", record.Type)
			heights[i] = record.Block.Height
		}
		var cursors [10]string // after each of the first, ascending
		for i := range cursors {
			response := apitest.Do(t, n, http.MethodGet, fmt.Sprintf("%s?ascending=true&count=%d", path, i+1))
			cursors[i] = response.Header.Get(cursorHeader(n))
		}
		require.True(t, slices.IsSorted(heights))
		down := walk(t, n, treasury, "automated_transactions", "cursor", "")
		slices.Reverse(down)
		require.Equal(t, all, down)

		first := func(height uint64) int { i, _ := slices.BinarySearch(heights, height); return i }
		between := heights[30] + 1
		for between == heights[first(between)] {
			between++
		}
		for _, c := range []struct {
			query    string
			from, to int
		}{
			{"", size, size - 20},
			{"?count=3", size, size - 3},
			{"?count=1000&ascending=true", 0, 100},
			{"?ascending=false&count=1", size, size - 1},
			{fmt.Sprintf("?block_height=%d&ascending=true&count=5", heights[30]), first(heights[30]), first(heights[30]) + 5},
			{fmt.Sprintf("?block_height=%d&count=5", heights[30]), first(heights[30] + 1), first(heights[30]+1) - 5},
			{fmt.Sprintf("?block_height=%d&ascending=true&count=1", between), first(between), first(between) + 1},
			{fmt.Sprintf("?block_height=%d&count=1", between), first(between), first(between) - 1},
			{"?block_height=0&ascending=true&count=2", 0, 2},
			{"?block_height=0", 0, 0},
			{"?block_height=18446744073709551615&count=2", size, size - 2},
			{"?block_height=18446744073709551615&ascending=true", size, size},
			{"?ascending=true&count=4&cursor=" + cursors[9], 10, 14},
			{"?count=4&cursor=" + cursors[9], 9, 5},
			{"?count=40&cursor=" + cursors[2], 2, 0},
			{fmt.Sprintf("?ascending=true&count=4&cursor=%s&block_height=%d", cursors[9], heights[30]), 10, 14},
			{"?cursor=" + strings.ToUpper(cursors[0]), 0, 0},
		} {
			response := apitest.Do(t, n, http.MethodGet, path+c.query)
			require.Equal(t, http.StatusOK, response.Status, response.Body)
			want := slices.Clone(all[min(c.from, c.to):max(c.from, c.to)])
			if c.from > c.to {
				slices.Reverse(want)
			}
			require.Equal(t, hashes(want), hashes(apitest.Decode[[]record](t, response.Body)), c.query)
			cursor := response.Header.Get(cursorHeader(n))
			require.Equal(t, c.from > c.to && c.to > 0 || c.from < c.to && c.to < size, cursor != "", c.query)
			requireCursor(t, n, response, cursor, n.Dialect() == httpapi.Deployed, c.query)
		}
		empty := apitest.Do(t, n, http.MethodGet, path+"?count=0&cursor="+cursors[5])
		require.Equal(t, `[]`, empty.Body)
		requireCursor(t, n, empty, cursors[5], true, "count=0 hands the cursor back")
		requireCursor(t, n, apitest.Do(t, n, http.MethodGet, path+"?count=0"), "", n.Dialect() == httpapi.Deployed, "nothing to hand back")

		for _, account := range []string{"0xabc", named(t, n, "newcomer").String()} {
			none := apitest.Do(t, n, http.MethodGet, "/rpc/v3/accounts/"+account+"/automated_transactions")
			require.Equal(t, `[]`, none.Body)
			requireCursor(t, n, none, "", n.Dialect() == httpapi.Deployed, account)
		}
		for _, cursor := range []string{"", "zz", "abc", "00", cursors[0] + "00", cursors[0][2:], "0x" + cursors[0], strings.Repeat("0", len(cursors[0]))} {
			response := apitest.Do(t, n, http.MethodGet, path+"?cursor="+cursor)
			require.Equal(t, http.StatusBadRequest, response.Status, cursor)
			require.Equal(t, "application/json", response.Header.Get("Content-Type"))
			require.Equal(t, `{"message":"Cursor could not be decoded"}`, response.Body)
		}
		for _, version := range []string{"v1", "v2"} {
			response := apitest.Do(t, n, http.MethodGet, strings.Replace(path, "v3", version, 1))
			require.Equal(t, http.StatusNotFound, response.Status, "the call came with v3")
			require.Empty(t, response.Body)
		}
	})
}

func cursorHeader(n *node) string {
	if n.Dialect() == httpapi.Deployed {
		return "x-supra-cursor"
	}
	return "x-chain-cursor"
}

// Spec section 2.5: an automated transaction has the hash of the registration of its task and makes the call in it.
func TestAutomatedTransactionCalls(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, n *node) {
		treasury := named(t, n, "treasury")
		type registration struct {
			Function struct {
				Function  string
				Arguments []string
			} `json:"automated_function"`
			Expiration   uint64 `json:"expiration_timestamp_secs"`
			MaxGasAmount uint64 `json:"max_gas_amount"`
		}
		tasks, blocks := map[string]registration{}, map[string]record{}
		for _, record := range everySent(t, n, treasury) {
			for _, raw := range [][]byte{record.Payload.Move.V1, record.Payload.Move.V2} {
				if raw != nil && record.Status == "Success" {
					tasks[record.Hash] = apitest.Decode[registration](t, string(raw))
					blocks[record.Hash] = record
				}
			}
		}
		fired, failed := map[string]int{}, 0
		for _, record := range walk(t, n, treasury, "automated_transactions", "cursor", "&ascending=true") {
			task, ok := tasks[record.Authenticator.Automation]
			require.True(t, ok, "treasury registered it")
			require.Empty(t, record.Authenticator.Move)
			registered := blocks[record.Authenticator.Automation]
			require.Greater(t, record.Block.View.Epoch.Epoch, registered.Block.View.Epoch.Epoch, "tasks fire from the next epoch on")
			require.Equal(t, treasury, record.sender(t))
			require.Equal(t, task.Expiration*1_000_000, record.Header.Expiration.value())
			require.Equal(t, task.MaxGasAmount, record.Header.MaxGasAmount)
			require.Equal(t, "entry_function_payload", record.Payload.Move.Type)
			require.Equal(t, task.Function.Function, record.Payload.Move.Function)
			var arguments []string
			for _, raw := range record.Payload.Move.Arguments {
				arguments = append(arguments, apitest.Decode[string](t, string(raw)))
			}
			require.Equal(t, task.Function.Arguments, arguments)
			require.Contains(t, string(decodeEventData(t, registered, "TaskRegistrationDepositFeeWithdraw")),
				fmt.Sprintf(`"task_index":"%d"`, record.Header.SequenceNumber))
			fired[record.Authenticator.Automation]++
			if record.Status == "Fail" {
				failed++
			}
		}
		require.Greater(t, len(fired), 10, "several tasks fire")
		require.Positive(t, failed)
	})
}

// decodeEventData returns the data of the first event of a type.
func decodeEventData(t *testing.T, record record, kind string) []byte {
	t.Helper()
	for _, event := range record.Output.Move.Events {
		if strings.HasSuffix(event.Type, "::"+kind) {
			return event.Data
		}
	}
	require.Failf(t, "no such event", "%s", kind)
	return nil
}
