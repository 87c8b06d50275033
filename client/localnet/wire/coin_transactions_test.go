package wire

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/httpapi"
	"foredeck/client/localnet/internal/apitest"
	"foredeck/client/move"
)

// coinPage is a page of coin transactions of v1 or v2.
type coinPage struct {
	Record []record
	Cursor *uint64
}

func coinPageOf(t testing.TB, n *node, version version, address move.Address, query string) coinPage {
	t.Helper()
	path := fmt.Sprintf("/rpc/v%d/accounts/%s/coin_transactions%s", version, address, query)
	page := apitest.Decode[coinPage](t, apitest.Get(t, n, path))
	require.NotNil(t, page.Record, "an empty page is an empty array")
	require.NotNil(t, page.Cursor)
	return page
}

// coinItem is a coin transaction of the chain.
type coinItem struct {
	hash   string
	cursor uint64
	kind   chain.TransactionType
}

func coinItems(t *testing.T, n *node, address move.Address) []coinItem {
	t.Helper()
	account, records := n.chain.Account(address)
	var items []coinItem
	for _, index := range account.CoinTransactions {
		made := &records.Transactions[index]
		items = append(items, coinItem{fmt.Sprintf("0x%x", made.Hash), coinCursor(&records, index), made.Type()})
	}
	return items
}

func hashes(records []record) []string {
	listed := []string{}
	for _, record := range records {
		listed = append(listed, record.Hash)
	}
	return listed
}

// items returns the hashes of a range of a list, from inclusive and to exclusive. It is reversed if from is above to.
func items(list []coinItem, from, to int) []string {
	picked := []string{}
	for i := min(from, to); i < max(from, to); i++ {
		picked = append(picked, list[i].hash)
	}
	if from > to {
		slices.Reverse(picked)
	}
	return picked
}

// users selects the transactions that v1 and v2 list.
func users(list []coinItem) []coinItem {
	return slices.DeleteFunc(slices.Clone(list), func(item coinItem) bool { return item.kind != chain.UserTransaction })
}

// Spec sections 4.1 and 4.3 to 4.5: the cursor of a transaction is the time of its block
// plus its index in the block, and unique.
func TestCoinCursor(t *testing.T) {
	t.Parallel()
	n := newNode(t, 7, Options{})
	last := map[uint64]uint64{}
	for _, address := range everyAccount(n) {
		records := walk(t, n, address, "coin_transactions", "start", "&ascending=true")
		list := coinItems(t, n, address)
		require.Len(t, records, len(list))
		for i, record := range records {
			require.Equal(t, list[i].hash, record.Hash)
			index := list[i].cursor - record.Block.Timestamp.value()
			require.Less(t, index, uint64(256))
			require.Equal(t, record.Type == "block_metadata", index == 0, "index 0 is that of the block metadata")
			if i > 0 {
				require.Greater(t, list[i].cursor, list[i-1].cursor)
			}
			last[record.Block.Height] = max(last[record.Block.Height], list[i].cursor)
		}
	}
	records := n.chain.Records()
	for height, cursor := range last {
		if height+1 < records.Count() {
			require.Less(t, cursor, uint64(records.Time(uint32(height+1))))
		}
	}
}

// Spec sections 4.1, 4.3, 4.4 and 8: count and start of coin transactions on v1 and v2. In
// the dialect Spec, pages are full.
func TestCoinTransactionsOfV1AndV2(t *testing.T) {
	t.Parallel()
	n := newNode(t, 7, Options{})
	treasury := named(t, n, "treasury")
	list := users(coinItems(t, n, treasury))
	size := len(list)
	at := func(i int) string { return strconv.FormatUint(list[i].cursor, 10) }
	for _, version := range []version{v1, v2} {
		for _, c := range []struct {
			query    string
			from, to int // in the list; from above to goes down
		}{
			{"", size, size - 20}, // the most recent, descending
			{"?count=3", size, size - 3},
			{"?count=100", size, size - 100},
			{"?count=5000", size, size - 100},
			{"?start=0", 0, 20}, // from a start on, ascending
			{"?start=" + at(10), 11, 31},
			{"?start=" + at(10) + "&count=2", 11, 13},
			{"?start=" + strconv.FormatUint(list[10].cursor-1, 10) + "&count=2", 10, 12},
			{"?start=" + at(10) + "&count=101", 11, 111},
			{"?start=" + at(size-3), size - 2, size},
			{"?start=" + at(size-1), size, size},
			{"?start=18446744073709551615", size, size},
			{"?count=2&ascending=true&type=zz", size, size - 2}, // parameters of v3 mean nothing
		} {
			page := coinPageOf(t, n, version, treasury, c.query)
			require.Equal(t, items(list, c.from, c.to), hashes(page.Record), "v%d %s", version, c.query)
			switch {
			case c.from == c.to:
				require.Zero(t, *page.Cursor, c.query)
			case c.from < c.to:
				require.Equal(t, list[c.to-1].cursor, *page.Cursor, c.query)
			default:
				require.Equal(t, list[c.to].cursor, *page.Cursor, c.query)
			}
		}
		require.Equal(t, coinPage{Record: []record{}, Cursor: new(uint64(0))}, coinPageOf(t, n, version, treasury, "?count=0"))
		require.Equal(t, coinPage{Record: []record{}, Cursor: new(uint64(77))}, coinPageOf(t, n, version, treasury, "?count=0&start=77"))
		require.Equal(t, `{"record":[],"cursor":0}`, apitest.Get(t, n, fmt.Sprintf("/rpc/v%d/accounts/0xabc/coin_transactions", version)))
	}
}

// The order without a start is that of the dialect, unless the option CoinOrder is set.
func TestCoinOrder(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		dialect httpapi.Dialect
		order   CoinOrder
		oldest  bool
	}{
		{httpapi.Spec, DialectOrder, false}, {httpapi.Spec, NewestFirst, false}, {httpapi.Spec, OldestFirst, true},
		{httpapi.Deployed, DialectOrder, true}, {httpapi.Deployed, NewestFirst, false}, {httpapi.Deployed, OldestFirst, true},
	} {
		n := newOwnNode(t, chain.Config{Accounts: 40, Transactions: 50}, Options{Dialect: c.dialect, CoinOrder: c.order})
		treasury := named(t, n, "treasury")
		list := coinItems(t, n, treasury)
		if c.dialect == httpapi.Spec {
			list = users(list)
		}
		want := list[:5]
		if !c.oldest {
			want = list[len(list)-5:]
		}
		for _, version := range []version{v1, v2} {
			page := coinPageOf(t, n, version, treasury, "?count=5")
			got := hashes(page.Record)
			if !c.oldest {
				slices.Reverse(got)
				require.Equal(t, want[0].cursor, *page.Cursor)
			} else {
				require.Equal(t, want[4].cursor, *page.Cursor)
			}
			require.Equal(t, items(users(want), 0, len(users(want))), got, "%s %s", c.dialect, c.order)
			// With a start the order is ascending.
			require.Equal(t, hashes(coinPageOf(t, n, version, treasury, "?start=0&count=5").Record),
				hashes(coinPageOf(t, n, version, treasury, fmt.Sprintf("?count=5&start=%d", list[0].cursor-1)).Record))
		}
	}
}

// Deployed nodes filter pages of v1 and v2 after counting. Pages may be short or empty
// before the end, and following the cursor to 0 yields each transaction once.
func TestShortPagesOfDeployedNodes(t *testing.T) {
	t.Parallel()
	n := newNode(t, 7, Options{Dialect: httpapi.Deployed})
	treasury := named(t, n, "treasury")
	want := users(coinItems(t, n, treasury))
	for _, version := range []version{v1, v2} {
		var all []record
		short, empty := 0, 0
		for cursor := uint64(0); ; {
			page := coinPageOf(t, n, version, treasury, fmt.Sprintf("?count=3&start=%d", cursor))
			if *page.Cursor == 0 {
				require.Empty(t, page.Record)
				break
			}
			require.Greater(t, *page.Cursor, cursor)
			cursor = *page.Cursor
			if len(page.Record) < 3 {
				short++
			}
			if len(page.Record) == 0 {
				empty++
			}
			all = append(all, page.Record...)
		}
		require.Equal(t, items(want, 0, len(want)), hashes(all))
		require.Positive(t, short)
		require.Positive(t, empty)
	}
}

// Spec sections 4.5 and 8: count, start, ascending and type of coin transactions on v3, and
// the header with the cursor of the next page.
func TestCoinTransactionsOfV3(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, n *node) {
		treasury := named(t, n, "treasury")
		list := coinItems(t, n, treasury)
		size := len(list)
		require.GreaterOrEqual(t, size, 2_000)
		at := func(i int) string { return strconv.FormatUint(list[i].cursor, 10) }
		for _, c := range []struct {
			query    string
			from, to int
		}{
			{"", size, size - 20},
			{"?ascending=false", size, size - 20},
			{"?ascending=true", 0, 20},
			{"?count=100", size, size - 100},
			{"?count=101&ascending=true", 0, 100},
			{"?start=" + at(50), 50, 30},
			{"?start=" + at(50) + "&ascending=true&count=2", 51, 53},
			{"?start=" + at(2) + "&count=2", 2, 0},
			{"?start=" + at(1) + "&count=2", 1, 0},
			{"?start=" + at(0), 0, 0},
			{"?start=0", 0, 0},
			{"?start=0&ascending=true&count=1", 0, 1},
			{"?start=18446744073709551615&count=1", size, size - 1},
			{"?start=18446744073709551615&ascending=true", size, size},
			{"?start=" + at(size-2) + "&ascending=true", size - 1, size},
		} {
			response := apitest.Do(t, n, http.MethodGet, "/rpc/v3/accounts/"+treasury.String()+"/coin_transactions"+c.query)
			require.Equal(t, http.StatusOK, response.Status)
			require.Equal(t, items(list, c.from, c.to), hashes(apitest.Decode[[]record](t, response.Body)), c.query)
			last, end := c.to, c.to == 0
			if c.from < c.to {
				last, end = c.to-1, c.to == size
			}
			want := ""
			switch {
			case c.from == c.to && n.Dialect() == httpapi.Deployed:
				want = "0"
			case c.from != c.to && (!end || n.Dialect() == httpapi.Deployed):
				want = at(last)
			}
			requireCursor(t, n, response, want, n.Dialect() == httpapi.Deployed, c.query)
		}
		for kind, filter := range typeFilters {
			want := slices.DeleteFunc(slices.Clone(list), func(item coinItem) bool { return int(item.kind) != kind })
			require.NotEmpty(t, want, filter)
			got := walk(t, n, treasury, "coin_transactions", "start", "&type="+filter)
			require.Equal(t, items(want, len(want), 0), hashes(got), filter)
			for _, record := range got {
				require.Equal(t, typeNames[kind], record.Type)
			}
		}
		none := apitest.Do(t, n, http.MethodGet, "/rpc/v3/accounts/0xabc/coin_transactions")
		require.Equal(t, `[]`, none.Body)
		empty := apitest.Do(t, n, http.MethodGet, "/rpc/v3/accounts/"+treasury.String()+"/coin_transactions?count=0&start=77")
		require.Equal(t, `[]`, empty.Body)
		requireCursor(t, n, empty, "77", true, "count=0 hands the start back")
	})
}

// requireCursor checks the cursor header of the dialect, and that the one of the other dialect is absent.
func requireCursor(t *testing.T, n *node, response apitest.Response, want string, given bool, message string) {
	t.Helper()
	name, other := "X-Chain-Cursor", "X-Supra-Cursor"
	if n.Dialect() == httpapi.Deployed {
		name, other = other, name
	}
	require.NotContains(t, response.Header, other, message)
	require.Equal(t, want, response.Header.Get(name), message)
	require.Equal(t, given || want != "", len(response.Header[name]) == 1, message)
}
