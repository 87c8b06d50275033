package record_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/live"
	"foredeck/tui/query"
	"foredeck/tui/record"
	"foredeck/tui/target"
)

var now = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

const (
	sender   = "0x00000000000000000000000000000000000000000000000000000000000b0b00"
	receiver = "0x88fbd33f54e1126269769780feb24480428179f552e2313fbe571b72e62a1ca1"
)

func env(t *testing.T) record.FieldEnv {
	address, err := move.ParseAddress(receiver)
	require.NoError(t, err)
	return record.FieldEnv{
		Names: []target.Name{{Name: "treasury", Address: address}}, Decimals: 8, Now: now,
		Author: func(author string) string { return map[string]string{"0x7d1e": "validator-a"}[author] },
	}
}

// check tests which queries a record matches.
func check[T any](t *testing.T, language query.Language[T], record *T, queries map[string]bool) {
	t.Helper()
	for typed, want := range queries {
		q, err := language.Parse(typed)
		require.NoError(t, err, typed)
		require.Equal(t, want, q.Match(record), typed)
		var none T
		q.Match(&none) // a record without any field
	}
}

func TestTransactions(t *testing.T) {
	from, err := move.ParseAddress(sender)
	require.NoError(t, err)
	sent := &client.Transaction{
		Hash: "0x9c0e", Type: "automated", Status: "Fail", Sender: &from, SequenceNumber: new(uint64(1150)), GasUnitPrice: new(uint64(100_000)),
		GasUsed: new(uint64(387)), VMStatus: "Move abort in 0x1::coin: EINSUFFICIENT_BALANCE(0x10006): Not enough coins",
		Block: &client.BlockHeader{Height: new(uint64(48_211_841)), Timestamp: new(client.Timestamp(now.Add(-30 * time.Minute).UnixMicro()))},
		Payload: &client.Payload{
			Kind: "entry_function", Function: "0x1::coin::transfer", TypeArguments: []string{"0x1::native_coin::NativeCoin"},
			Arguments: []json.RawMessage{json.RawMessage(`"` + receiver + `"`), json.RawMessage(`"2500000"`), json.RawMessage(`"0x68656c6c6f"`)},
		},
		Events: []client.Event{{Type: "0x1::coin::CoinWithdraw", Data: json.RawMessage(`{"account":"0xb0b00"}`)}},
	}
	check(t, record.TransactionFields(env(t), false), sent, map[string]bool{
		"fail": true, "transfer": true, "automated": true, "0x9c0e": true, "1,150": true, "48211841": true, "48,211,841": true, "0.387": true,
		"treasury": false, "hello": false,
		"status:fail": true, "fn:transfer": true, "module:0x1::coin": true, "module:transfer": false, "reason:INSUFFICIENT": true, "reason:0x10006": true, "reason:INVALID_ARGUMENT": true, "reason:abort": true, "reason:NOT_FOUND": false,
		"arg:treasury": true, "arg:2500000": true, "arg:2,500,000": true, "arg:hello": true, "arg:NativeCoin": true, "arg:0x88fb": true,
		"to:treasury": true, "to:0xb0b00": false, "from:0xb0b00": true, "from:treasury": false,
		"type:auto": true, "type:automated": true, "type:user": false, "type:record": false,
		"fee:>0.3": true, "fee:0.387": true, "fee:<0.3": false, "gas:>300": true, "gas:387": true, "price:100,000": true,
		"seq:1150..": true, "height:48211000..48212000": true, "age:<1h": true, "age:<5m": false, "hash:9c0e": true,
		"event:Withdraw": true, "event:0xb0b00": true, "event:0x000b0b00": true, "event:Deposit": false,
		"status:fail fn:transfer reason:INSUFFICIENT arg:0x88fb to:treasury type:auto fee:>0.1 gas:>300 age:<1h seq:1100..1200 height:1500..": true,
	})
	check(t, record.TransactionFields(env(t), true), sent, map[string]bool{"treasury": true, "hello": true, "2500000": true})
	sent.Status = "Success"
	check(t, record.TransactionFields(env(t), false), sent, map[string]bool{"reason:coin": false})
}

func TestModules(t *testing.T) {
	module := &client.Module{Name: "coin", Bytecode: make([]byte, 1500), ABI: &move.ModuleABI{
		Functions: []move.FunctionABI{{Name: "transfer", IsEntry: true}, {Name: "balance", IsView: true}},
		Structs:   []move.StructABI{{Name: "CoinStore"}},
	}}
	check(t, record.ModuleFields(env(t)), module, map[string]bool{
		"coin": true, "transfer": false, "name:oi": true, "fn:transfer": true, "fn:mint": false, "struct:Store": true,
		"functions:2": true, "views:1": true, "entries:>1": false, "structs:1": true, "size:>1000": true, "size:1,500": true,
	})
}

func TestResources(t *testing.T) {
	resource := &client.Resource{Type: "0x1::coin::CoinStore<0x2::usd::Usd>", Data: json.RawMessage(`{"owner":"` + receiver + `"}`)}
	check(t, record.ResourceFields(env(t)), resource, map[string]bool{
		"coinstore": true, "coin::": true, "CoinStore<Usd>": true, "name:coin::": false, "type:0x2::usd": true, "data:treasury": true, "data:0x1": false,
		"size:>20": true, "!coinstore": false,
	})
}

func TestBlocks(t *testing.T) {
	height := uint64(1550)
	row := live.NewRow(client.Block{
		Height: height, Author: "0x7d1e", Epoch: new(uint64(3)), Round: new(uint64(91_044)),
		Timestamp: new(client.Timestamp(now.Add(-10 * time.Second).UnixMicro())), Digest: "0x" + strings.Repeat("ab", 32),
	})
	row.Votes, row.Members = 40, 41
	check(t, record.BlockFields(env(t)), &row, map[string]bool{
		"1550": true, "1,550": true, "validator-a": true, "40/41": true, "abab": true, "nowhere": false,
		"height:1500..": true, "age:<1m": true, "epoch:3": true, "round:91,044": true, "author:validator": true, "author:0x7d1e": true,
		"votes:40": true, "votes:<40": false, "missing:>0": true, "missing:>1": false, "hash:0xabab": true, "batches:>0": false,
	})
}

// Values that the node may send in any length do not slow down a filter.
func TestLongTextsAreBounded(t *testing.T) {
	long := strings.Repeat("a", 10<<20)
	sent := &client.Transaction{Status: "Fail", VMStatus: long + "end", Payload: &client.Payload{Arguments: []json.RawMessage{json.RawMessage(`"` + long + `end"`)}}}
	check(t, record.TransactionFields(env(t), true), sent, map[string]bool{"reason:aaa": true, "reason:end": false, "arg:aaa": true, "arg:end": false})
}
