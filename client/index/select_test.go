package index_test

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/index"
	"foredeck/client/move"
	"foredeck/tui/record"
	"foredeck/tui/target"
)

// varied returns a block with transactions of all kinds, some of which lack parts.
func varied(height uint64) client.Block {
	block := small.block(height)
	random := rand.New(rand.NewPCG(height, 2))
	header := block.Header()
	add := func(t client.Transaction) {
		t.Block, t.Hash = header, fmt.Sprintf("0x%016x%048x", random.Uint64(), height)
		block.Transactions = append(block.Transactions, t)
	}
	add(client.Transaction{Type: string(client.BlockMetadataType), Status: "Success"})
	add(client.Transaction{Type: "user", Status: "Success", Payload: &client.Payload{Kind: "script"}, Sender: &move.Address{31: 0x77}, GasUsed: new(^uint64(0) >> 1), GasUnitPrice: new(uint64(3))})
	add(client.Transaction{Type: "user", Status: "Fail", VMStatus: failures[0], Payload: &client.Payload{Kind: "multisig", Function: functions[3]}, SequenceNumber: new(^uint64(0))})
	add(client.Transaction{Type: "automated", Payload: &client.Payload{Kind: "automation_registration", Function: functions[4]}, GasUsed: new(uint64(0))})
	add(client.Transaction{})
	return block
}

// selectAll returns the hashes of all pages.
func selectAll(t *testing.T, page func(client.PageRequest) (hashes []string, next client.Cursor)) (all []string) {
	t.Helper()
	request := client.PageRequest{Count: 37}
	for {
		hashes, next := page(request)
		require.LessOrEqual(t, len(hashes), 37)
		if all = append(all, hashes...); next == "" {
			return all
		}
		require.NotEqual(t, request.Cursor, next)
		request.Cursor = next
	}
}

// randomFilter returns a filter of up to three terms, most of which select something.
func randomFilter(random *rand.Rand, last uint64) string {
	pick := func(values ...string) string { return values[random.IntN(len(values))] }
	number := func(below uint64) string {
		n := random.Uint64N(below)
		return pick(fmt.Sprintf(">%d", n), fmt.Sprintf("<=%d", n), fmt.Sprintf("%d..%d", n, n+below/3), fmt.Sprint(n), ">99999999999999999999", "<18446744073709551615")
	}
	terms := make([]string, 1+random.IntN(3))
	for i := range terms {
		sender := address(1, random.IntN(5)).String()
		terms[i] = pick("", "", "!") + pick("height:"+number(last), "seq:"+number(10_000), "gas:"+number(1000), "price:"+number(200_000), "fee:"+number(100_000_000), "fee:>9223372036854775807",
			"age:"+pick("<", ">", "")+fmt.Sprintf("%dm", random.Uint64N(last+20)), "from:"+sender, "from:"+sender[:20], "from:0x77", "from:known", "from:="+sender, "from:/01.*03/", `from:=""`, "from:1,000",
			"status:"+pick("fail", "success", "s", `=""`, "=Fail", "~fl"), "type:"+pick("user", "auto", "meta", `=""`), "fn:"+pick("transfer", "=0x77::pool::swap_exact_in", "0x88", "/^multisig/", "register", "script", "~pool", `=""`, "user"),
			"module:"+pick("pool", "0x1", "=0x77::pool", `=""`), "reason:ESLIPPAGE", "hash:0x1", "transfer", "0x77", "5")
	}
	return strings.Join(terms, " ")
}

// A filter selects the same transactions from the index as from all of its rows: what is compared by SQL never leaves out one.
func TestSelection(t *testing.T) {
	t.Parallel()
	const last = 60
	path := filepath.Join(t.TempDir(), "index.db")
	w := create(t, path)
	for height := uint64(1); height <= last; height++ {
		_, err := w.Add(t.Context(), []client.Block{varied(height)})
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	file := index.File{Path: path}
	var read []client.Transaction
	pages := func(s client.Selection, from uint64, keep func(*client.Transaction) bool) []string {
		return selectAll(t, func(request client.PageRequest) (hashes []string, next client.Cursor) {
			page, err := file.Transactions(t.Context(), s, from, request)
			require.NoError(t, err)
			for i := range page.Items {
				if keep(&page.Items[i]) {
					hashes = append(hashes, page.Items[i].Hash)
				}
			}
			read = append(read, page.Items...)
			return hashes, page.Next
		})
	}
	every := func(*client.Transaction) bool { return true }
	all := pages(client.Selection{}, last+100, every)
	require.Len(t, all, 10*last)
	rows := read
	require.Equal(t, all[10*10:], pages(client.Selection{}, last-10, every))
	names := []target.Name{{Name: "known", Address: address(1, 2)}}
	language := record.TransactionFields(record.FieldEnv{Names: names, Now: time.UnixMicro(1_790_000_000_000_000 + (last+10)*60_000_000)}, true)
	random, compared := rand.New(rand.NewPCG(1, 3)), 0
	filters := 40
	if os.Getenv("FOREDECK_LONG_TESTS") != "" {
		filters = 200
	}
	for range filters {
		typed := randomFilter(random, last)
		q, err := language.Parse(typed)
		require.NoError(t, err, typed)
		withMetadata := random.IntN(2) == 0
		var want []string
		for i := range rows {
			if q.Match(&rows[i]) && (withMetadata || rows[i].Type != string(client.BlockMetadataType)) {
				want = append(want, rows[i].Hash)
			}
		}
		read, file.Rows = nil, random.IntN(3)*45
		got := pages(record.Selection(q, withMetadata), last, q.Match)
		require.Equal(t, want, got, typed)
		if len(read) < len(rows)*9/10-1 {
			compared++
		}
	}
	require.Greater(t, compared, filters*9/20, "about half of the filters are compared by SQL, too")
}

// Values of filters are parameters: none is read as SQL, and amounts above 2^63 are compared.
func TestSelectionOfLargeFees(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "index.db")
	w := create(t, path)
	_, err := w.Add(t.Context(), []client.Block{varied(1)})
	require.NoError(t, err)
	require.NoError(t, w.Close())
	file := index.File{Path: path}
	q, err := record.TransactionFields(record.FieldEnv{Now: time.Now()}, true).Parse(fmt.Sprintf("fee:>=%s", new(big.Int).Lsh(big.NewInt(1), 64)))
	require.NoError(t, err)
	page, err := file.Transactions(t.Context(), record.Selection(q, true), 1, client.PageRequest{Count: 10})
	require.NoError(t, err)
	require.Len(t, page.Items, 1)
	require.Equal(t, "script", page.Items[0].Payload.Kind)
	_, err = file.Transactions(t.Context(), client.Selection{}, 1, client.PageRequest{Cursor: "1; DROP TABLE tx"})
	require.ErrorContains(t, err, "cursor")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = file.Transactions(ctx, client.Selection{}, 1, client.PageRequest{Count: 10})
	require.ErrorIs(t, err, context.Canceled)
}

// The events of a type are those of the blocks, newest first, however the type is written.
func TestEventsOfType(t *testing.T) {
	t.Parallel()
	const last = 40
	path := filepath.Join(t.TempDir(), "index.db")
	w := create(t, path)
	var want []string
	for height := uint64(last); height >= 1; height-- {
		block := varied(height)
		if height%10 == 0 {
			event := block.Transactions[0].Events
			block.Transactions[0].Events = append(event, client.Event{Type: "0x0001::coin::CoinDeposit", Data: []byte(`{}`)}, client.Event{Type: "0x1::coin::CoinDeposit", Data: []byte(`{"a":"1"}`)})
		}
		_, err := w.Add(t.Context(), []client.Block{block})
		require.NoError(t, err)
		for i := len(block.Transactions) - 1; i >= 0; i-- {
			transaction := &block.Transactions[i]
			for j := len(transaction.Events) - 1; j >= 0; j-- {
				if strings.HasSuffix(transaction.Events[j].Type, "CoinDeposit") {
					want = append(want, fmt.Sprint(height, transaction.Hash, string(transaction.Events[j].Data)))
				}
			}
		}
	}
	require.NoError(t, w.Close())
	file, keys := &index.File{Path: path}, map[string]bool{}
	events := func(kind string, from uint64) []string {
		return selectAll(t, func(request client.PageRequest) (found []string, next client.Cursor) {
			page, err := file.Events(t.Context(), kind, from, request)
			require.NoError(t, err)
			for i := range page.Items {
				e := &page.Items[i]
				found = append(found, fmt.Sprint(*e.Height, e.Transaction, string(e.Data)))
				keys[e.Key()+e.Type] = true
			}
			return found, page.Next
		})
	}
	require.Equal(t, want, events("0x1::coin::CoinDeposit", last))
	require.Len(t, keys, len(want), "keys differ")
	require.Empty(t, events("0x1::coin::CoinDeposited", last))
	require.Empty(t, events("0x1::coin::CoinDeposit", 0))
	covered, ok, err := file.Covered(t.Context())
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, client.HeightRange{First: 1, Last: last}, covered)
	_, ok, err = (&index.File{Path: path + "x"}).Covered(t.Context())
	require.NoError(t, err)
	require.False(t, ok)
}
