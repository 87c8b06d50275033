package index_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"foredeck/client"
	"foredeck/client/index"
	"foredeck/client/move"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(childPath); path != "" {
		os.Exit(runChild(path))
	}
	goleak.VerifyTestMain(m)
}

// small is a chain for tests.
var small = chain{senders: 40, perBlock: 5, blockTime: 60_000_000}

func create(t testing.TB, path string) *index.Writer {
	t.Helper()
	w, err := index.Create(t.Context(), path, index.Blocks)
	require.NoError(t, err)
	return w
}

func openReader(t testing.TB, path string) *index.Reader {
	t.Helper()
	r, err := index.Open(t.Context(), path)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, r.Close()) })
	return r
}

// values returns the rows of a query as text, with spaces between cells.
func values(t testing.TB, r *index.Reader, statement string, arguments ...any) (lines []string) {
	t.Helper()
	rows, err := r.Query(t.Context(), statement, arguments...)
	require.NoError(t, err, statement)
	defer func() { require.NoError(t, rows.Close()) }()
	columns, err := rows.Columns()
	require.NoError(t, err)
	for rows.Next() {
		cells, targets := make([]*string, len(columns)), make([]any, len(columns))
		for i := range cells {
			targets[i] = &cells[i]
		}
		require.NoError(t, rows.Scan(targets...))
		var line []string
		for _, cell := range cells {
			if cell == nil {
				cell = new("–")
			}
			line = append(line, *cell)
		}
		lines = append(lines, strings.Join(line, " "))
	}
	require.NoError(t, rows.Err())
	return lines
}

// Blocks and their transactions are found again, once however often they are added, in any order.
func TestAddedOnce(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a", "index.db")
	w := create(t, path)
	for _, part := range [][2]uint64{{50, 60}, {10, 20}, {55, 70}, {10, 20}, {21, 49}} {
		small.fill(t, w, part[0], part[1])
	}
	gaps, err := w.Gaps(t.Context(), 0, 100)
	require.NoError(t, err)
	require.Equal(t, []index.Range{{First: 0, Last: 9}, {First: 71, Last: 100}}, gaps)
	newest, ok, err := w.Newest(t.Context())
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, small.block(70).Digest, newest.Digest)
	require.NoError(t, w.Close())
	checkWhole(t, path, 10, 70)

	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
}

// checkWhole checks an index against the chain that it was made from: nothing is missing, and nothing is there twice.
func checkWhole(t testing.TB, path string, first, last uint64) {
	t.Helper()
	r := openReader(t, path)
	covered, err := r.Coverage(t.Context())
	require.NoError(t, err)
	require.Equal(t, []index.Range{{First: first, Last: last}}, covered.Blocks)
	require.Equal(t, []string{"ok"}, values(t, openRaw(t, path), "PRAGMA integrity_check"))
	count, failed, events, fee := 0, 0, 0, int64(0)
	for height := first; height <= last; height++ {
		block := small.block(height)
		for i := range block.Transactions {
			made := &block.Transactions[i]
			count++
			events += len(made.Events)
			fee += made.Fee().Int64()
			if made.Status == "Fail" {
				failed++
			}
		}
	}
	sums := values(t, r, `SELECT count(*), sum(status = 'Fail'), sum(fee), count(DISTINCT hash) FROM transactions`)
	require.Equal(t, []string{join(count, failed, fee, count)}, sums)
	require.Equal(t, []string{join(count, fee)}, values(t, r, "SELECT sum(count), sum(fee) FROM summary"))
	require.Equal(t, []string{join(count, fee)}, values(t, r, "SELECT sum(count), sum(fee) FROM sender_summary"))
	require.Equal(t, []string{join(events, last-first+1)}, values(t, r, "SELECT (SELECT count(*) FROM events), (SELECT count(*) FROM blocks)"))
}

// What the views return is what the node sent.
func TestViewsReturnWhatWasSent(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "index.db")
	block := small.block(7)
	account := address(3, 1)
	block.Transactions = []client.Transaction{{
		Hash: "odd\x1b[2Jhash", Status: "Fail", VMStatus: "Move abort in 0x77::pool: 0x10006", Sender: &account, GasUsed: new(uint64(1 << 63)), GasUnitPrice: new(uint64(2)),
		Payload: &client.Payload{Kind: "entry_function", Function: "0x77::pool::swap", TypeArguments: []string{"u8", "0x1::a::B<u8>"}, Arguments: []json.RawMessage{json.RawMessage(`[ 1, "two" ]`)}},
		Events: []client.Event{
			{Type: "0x1::coin::CoinDeposit", Data: json.RawMessage(`{"account":"` + account.String() + `","amount":"340282366920938463463374607431768211455","coin_type":"0x1::a::A"}`)},
			{Type: "0x1::coin::DepositEvent", Account: &account, SequenceNumber: new(uint64(9)), CreationNumber: new(uint64(2)), Data: json.RawMessage(`{"amount":"340282366920938463463374607431768211455"}`)},
			{Type: "0x1::coin::CoinWithdraw", Data: json.RawMessage(`{"coin_type":"0x1::a::A","account":"` + account.String() + `","amount":"5","more":1}`)},
			{Type: "0x77::pool::Swapped", Data: json.RawMessage(`{"a": 1}`)},
		},
	}}
	w := create(t, path)
	_, err := w.Add(t.Context(), []client.Block{block})
	require.NoError(t, err)
	require.NoError(t, w.Close())
	r := openReader(t, path)
	require.Equal(t, []string{"odd\x1b[2Jhash – Fail " + account.String() + ` – 0x77::pool::swap INVALID_ARGUMENT 6 in 0x77::pool – 2 – ["u8","0x1::a::B<u8>"] [[1,"two"]]`},
		values(t, r, "SELECT hash, type, status, sender, sequence_number, function, reason, gas_used, gas_unit_price, fee, type_arguments, arguments FROM transactions"))
	for i, event := range block.Transactions[0].Events {
		require.Equal(t, []string{event.Type + " " + string(event.Data)}, values(t, r, "SELECT type, data FROM events WHERE e = ?", i))
	}
	require.Equal(t, []string{account.String() + " 9 2"}, values(t, r, "SELECT account, sequence_number, creation_number FROM events WHERE e = 1"))
	require.Equal(t, []string{"deposit 340282366920938463463374607431768211455 0x1::a::A", "withdrawal 5 0x1::a::A"},
		values(t, r, "SELECT direction, amount, coin FROM transfers WHERE account = ?", account.String()), "each transfer once")
	s, err := r.Statistics(t.Context(), index.Question{By: []string{"reason"}})
	require.NoError(t, err)
	require.EqualValues(t, 1, s.Total.WithoutFee, "unknown is not zero")
}

// A reader changes nothing: neither the index nor another file, and no statement can turn that off.
func TestReaderOnlyReads(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path, other := filepath.Join(folder, "index.db"), filepath.Join(folder, "other.db")
	w := create(t, path)
	small.fill(t, w, 1, 2)
	require.NoError(t, w.Close())
	r := openReader(t, path)
	for _, statement := range []string{
		"DELETE FROM tx", "CREATE TABLE x (a)", "CREATE TEMP TABLE x (a)", "DROP VIEW calls", "UPDATE meta SET value = 'x'", "PRAGMA query_only = 0", "PRAGMA query_only(0)",
		"PRAGMA writable_schema = 1", "PRAGMA journal_mode = DELETE", "PRAGMA user_version = 9", "ATTACH '" + other + "' AS o", "VACUUM INTO '" + other + "'", "VACUUM", "REINDEX",
		"ANALYZE", "BEGIN IMMEDIATE", "SELECT load_extension('" + other + "')", "SELECT 1; DELETE FROM tx", "WITH a AS (SELECT 1) DELETE FROM tx", "SELECT zeroblob(100000000)",
	} {
		rows, err := r.Query(t.Context(), statement)
		for err == nil && rows.Next() {
		}
		if err == nil {
			err = errors.Join(rows.Err(), rows.Close())
		}
		require.Error(t, err, statement)
	}
	require.NoFileExists(t, other)
	require.Equal(t, []string{"10 2"}, values(t, r, "SELECT count(*), (SELECT user_version FROM pragma_user_version) FROM tx"))
}

// The time limit of a query is that of its context.
func TestQueryEnds(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "index.db")
	require.NoError(t, create(t, path).Close())
	r := openReader(t, path)
	ctx, cancel := context.WithCancel(t.Context())
	rows, err := r.Query(ctx, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n")
	require.NoError(t, err)
	require.True(t, rows.Next())
	cancel()
	for rows.Next() {
	}
	require.ErrorIs(t, rows.Err(), context.Canceled)
	require.NoError(t, rows.Close())
}

// Files that are not an index of this version are reported, and never changed.
func TestForeignFiles(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	_, err := index.Open(t.Context(), filepath.Join(folder, "none.db"))
	require.ErrorIs(t, err, index.ErrNone)
	require.NoFileExists(t, filepath.Join(folder, "none.db"))

	text := filepath.Join(folder, "text.db")
	require.NoError(t, os.WriteFile(text, []byte(strings.Repeat("not a database ", 1000)), 0o600))
	_, err = index.Open(t.Context(), text)
	require.ErrorContains(t, err, "not a database")
	_, err = index.Create(t.Context(), text, index.Blocks)
	require.ErrorContains(t, err, "not a database")

	path := filepath.Join(folder, "index.db")
	require.NoError(t, create(t, path).Close())
	_, err = index.Create(t.Context(), path, index.Accounts)
	require.ErrorIs(t, err, index.ErrScope)
	newer := openRaw(t, path)
	_ = values(t, newer, "PRAGMA user_version = 77")
	_, err = index.Open(t.Context(), path)
	require.ErrorIs(t, err, index.ErrNewer)
	_, err = index.Create(t.Context(), path, index.Blocks)
	require.ErrorIs(t, err, index.ErrNewer)
	_ = values(t, newer, "PRAGMA application_id = 77")
	_, err = index.Open(t.Context(), path)
	require.ErrorIs(t, err, index.ErrForeign)
}

// Statistics from the summaries are those of the transactions themselves.
func TestStatistics(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "index.db")
	w := create(t, path)
	const last = 3000 // minutes: fifty hours
	small.fill(t, w, 1, last)
	require.NoError(t, w.Close())
	r := openReader(t, path)
	sender := address(1, 0)
	hour := int64(*small.block(1800).Timestamp)
	for name, q := range map[string]index.Question{
		"all":               {},
		"function":          {By: []string{"function"}},
		"outcome, reason":   {By: []string{"outcome", "reason"}, Since: hour},
		"day":               {By: []string{"day", "function"}},
		"hour":              {By: []string{"hour"}, Since: hour},
		"sender":            {By: []string{"sender"}},
		"first senders":     {By: []string{"sender", "day"}, Since: hour, Limit: 1000},
		"of a sender":       {By: []string{"function", "reason"}, Sender: &sender},
		"hours of a sender": {By: []string{"hour"}, Sender: &sender, Since: hour},
		"of a function":     {By: []string{"sender", "outcome"}, Function: functions[1], Since: hour},
		"gas":               {By: []string{"gas", "outcome"}, Since: hour},
		"nobody":            {By: []string{"reason"}, Sender: &move.Address{9}},
	} {
		s, err := r.Statistics(t.Context(), q)
		require.NoError(t, err, name)
		want := map[string]int64{}
		fees, total := int64(0), int64(0)
		for height := uint64(1); height <= last; height++ {
			block := small.block(height)
			for i := range block.Transactions {
				made := &block.Transactions[i]
				if int64(*made.BlockTime()) < q.Start() || q.Sender != nil && *made.Sender != *q.Sender || q.Function != "" && made.Payload.Function != q.Function {
					continue
				}
				total++
				fees += made.Fee().Int64()
				want[strings.Join(keysOf(made, q.By), " ")]++
			}
		}
		got := map[string]int64{}
		for _, group := range s.Groups {
			var keys []string
			for _, value := range group.Values {
				if value == nil {
					value = new("–")
				}
				keys = append(keys, *value)
			}
			got[strings.Join(keys, " ")] = group.Count
		}
		if len(q.By) > 0 {
			require.Equal(t, want, got, name)
		}
		require.Equal(t, total, s.Total.Count, name)
		require.Equal(t, fees, s.Total.Fee.Int64(), name)
		if len(q.By) > 0 {
			require.EqualValues(t, len(want), s.Count, name)
		}
	}
	huge := openRaw(t, path) // fees whose sum is above 2^63-1
	require.Empty(t, values(t, huge, "UPDATE sender_summary SET fee = 9223372036854775807, gas = 9223372036854775807"))
	rows := values(t, r, "SELECT count(*) FROM sender_summary WHERE sender = (SELECT id FROM account WHERE address = ?)", sender.String())
	s, err := r.Statistics(t.Context(), index.Question{By: []string{"day", "outcome"}, Sender: &sender, Limit: 2})
	require.NoError(t, err)
	number, ok := new(big.Int).SetString(rows[0], 10)
	require.True(t, ok)
	require.Equal(t, number.Mul(number, big.NewInt(math.MaxInt64)), s.Total.Fee)

	s, err = r.Statistics(t.Context(), index.Question{By: []string{"function"}, Limit: 2})
	require.NoError(t, err)
	require.Len(t, s.Groups, 2)
	require.EqualValues(t, last*small.perBlock, s.Total.Count, "of all groups")
	require.Greater(t, s.Groups[0].Count, s.Groups[1].Count)
}

func keysOf(made *client.Transaction, by []string) (keys []string) {
	at := made.BlockTime().Time()
	for _, key := range by {
		keys = append(keys, map[string]string{
			"function": made.Payload.Function, "outcome": made.Status, "reason": reasons[made.VMStatus], "sender": made.Sender.String(),
			"day": at.Format("2006-01-02"), "hour": at.Format("2006-01-02T15:00Z"),
			"gas": []string{"", "0-9", "10-99", "100-999", "1000-9999", "10000-99999"}[len(strconv.FormatUint(*made.GasUsed, 10))],
		}[key])
	}
	return keys
}

var reasons = map[string]string{
	"Executed successfully": "–", failures[0]: "ESLIPPAGE", failures[1]: "abort 0x4 in 0x88::market", failures[2]: "out of gas",
	failures[3]: "execution failed in 0x1::coin::withdraw, instruction 12",
}

// Type arguments and arguments are told apart, also if they are the same text.
func TestCallsKeepBothKindsOfArguments(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "index.db")
	block := small.block(7)
	sender := address(3, 1)
	block.Transactions = []client.Transaction{{
		Hash: "0x1", Status: "Success", Sender: &sender,
		Payload: &client.Payload{Kind: "entry_function", Function: "0x77::pool::swap", TypeArguments: []string{"u8"}, Arguments: []json.RawMessage{json.RawMessage(`"u8"`)}},
	}}
	w := create(t, path)
	_, err := w.Add(t.Context(), []client.Block{block})
	require.NoError(t, err)
	require.NoError(t, w.Close())
	function, err := move.ParseFunctionID("0x77::pool::swap")
	require.NoError(t, err)
	list := index.CallList{Path: path, Functions: []move.FunctionID{function}, Head: func(context.Context) (uint64, error) { return 7, nil }}
	page, err := list.Page(t.Context(), client.PageRequest{Count: 10})
	require.NoError(t, err)
	require.Len(t, page.Items, 1)
	require.Equal(t, []string{"u8"}, page.Items[0].Payload.TypeArguments)
	require.Equal(t, []json.RawMessage{json.RawMessage(`"u8"`)}, page.Items[0].Payload.Arguments)
	require.Empty(t, page.Next)
}
