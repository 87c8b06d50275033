package explain

import (
	"encoding/hex"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client/move"
	"foredeck/tui/target"
)

var (
	now   = time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	hash  = "0x" + strings.Repeat("9c", 32)
	names = []target.Name{{Name: "treasury", Address: move.Address{31: 7}}}
)

func read(t *testing.T, typed string) []Reading {
	t.Helper()
	return Read(typed, Context{Now: now, Names: names, Decimals: 8})
}

func TestRead(t *testing.T) {
	for typed, want := range map[string]string{
		"Move abort in 0x1::coin: 0x10006":                                          "status: INVALID_ARGUMENT, reason 6 (0x10006)",
		"Move abort in 0x1::coin: EINSUFFICIENT_BALANCE(0x10006): Not enough coins": "status: EINSUFFICIENT_BALANCE · INVALID_ARGUMENT, reason 6 (0x10006)",
		"Execution failed in 0x1::m::f at code offset 3":                            "status",
		"Out of gas":                                 "status: out of gas",
		"\"Executed successfully\"":                  "status: success",
		"0x1::coin 65542":                            "abort code: 0x10006",
		"0x1::coin: 0x10006":                         "abort code: 0x10006",
		"abort 0x10006 in treasury::vault":           "abort code: 0x10006",
		"abort code 7":                               "abort code: 0x7",
		"0x60001":                                    "abort code?: 0x60001; account?: 0x0000000000000000000000000000000000000000000000000000000000060001",
		"0x1::coin::balance":                         "function: 0x1::coin::balance",
		"treasury::vault::Vault":                     "type: 0x7::vault::Vault; function: 0x7::vault::Vault",
		"0x1::coin":                                  "module: 0x1::coin",
		"0x1::coin::extract@8":                       "function: 0x1::coin::extract@8",
		"vector<u8>":                                 "type: vector<u8>",
		"&mut 0x1::coin::Coin<T0>":                   "type: &mut 0x1::coin::Coin<T0>",
		"https://suprascan.io/tx/" + hash + "/f?x=1": "web page: " + hash,
		"https://suprascan.io/address/0x7/f":         "web page: 0x" + strings.Repeat("0", 63) + "7",
		"https://explorer.aptoslabs.com/account/0x1/modules/code/coin?network=mainnet": "web page: 0x1::coin",
		"https://explorer.aptoslabs.com/account/0x1/modules/run/coin/transfer":         "web page: 0x1::coin::transfer",
		"https://suprascan.io/block/48211907":                                          "web page: 48211907",
		"https://rpc.example.org/rpc/v1/transactions/" + hash:                          "web page: " + hash,
		"mainnet/block/42":                        "link: mainnet/block/42",
		"1732708800":                              "time?: 2024-11-27 12:00:00 UTC; block?: 1,732,708,800; amount?: 17.32708800",
		"1732708800000":                           "time?: 2024-11-27 12:00:00 UTC; block?; amount?",
		"1732708800000000":                        "time?: 2024-11-27 12:00:00 UTC; block?; amount?",
		"1732708800000000000":                     "time?: 2024-11-27 12:00:00 UTC; block?; amount?",
		"12,500,000,000":                          "block?: 12,500,000,000; amount?: 125.00000000",
		"340282366920938463463374607431768211455": "amount?: 3,402,823,669,209,384,634,633,746,074,317.68211455",
		"2024-11-27T12:00:00Z":                    "time: 2024-11-27 12:00:00 UTC",
		"2024-11-27 12:00:00":                     "time: 2024-11-27 12:00:00 UTC",
		"0x0d48656c6c6f2c20776f726c6421":          "value?: 0x1::string::String; value?: vector<u8>; account?",
		"0x48656c6c6f2c20776f726c6421":            "text?: Hello, world!; account?",
		"SGVsbG8sIHdvcmxkIQ==":                    "text?: Hello, world!",
		"[72,101,108,108,111]":                    "text?: Hello",
		"0x00e1f50500000000":                      "account?; number?: 100,000,000",
		hash:                                      "account?: " + hash + "; transaction?: " + hash + "; number?",
		"treasury":                                "account: 0x0000000000000000000000000000000000000000000000000000000000000007",
		"btc_usdt":                                "pair: btc_usdt",
		`{"type":"0x1::coin::CoinStore<0x1::a::B>","data":{"coin":{"value":"1"}}}`:  "resource: 0x1::coin::CoinStore<0x1::a::B>",
		`{"guid":{},"type":"0x1::coin::DepositEvent","data":{"amount":"1"}}`:        "event: 0x1::coin::DepositEvent",
		`{"function":"0x1::coin::balance","type_arguments":[],"arguments":["0x1"]}`: "call: 0x1::coin::balance",
		`{"U64":"5"}`: "JSON: u64",
		"public(friend) entry fun transfer<T>(from: &signer, to: address): u64 {": "declaration: transfer",
		"nonsense, as it seems": "",
		"":                      "",
		strings.Repeat("z", 30): "",
	} {
		found := read(t, typed)
		if want == "" {
			require.Empty(t, found, typed)
			continue
		}
		parts := strings.Split(want, "; ")
		require.Len(t, found, len(parts), "%s: %v", typed, found)
		for i, part := range parts {
			kind, value, hasValue := strings.Cut(part, ": ")
			kind, guess := strings.CutSuffix(kind, "?")
			require.Equal(t, kind, found[i].Kind.String(), typed)
			if len(parts) > 1 || guess {
				require.Equal(t, guess || len(parts) == 1 && found[i].IsGuess, found[i].IsGuess, "%s: %s", typed, part)
			}
			if hasValue {
				require.Equal(t, value, found[i].Value, typed)
			}
		}
	}
}

func TestFactsOfDeclaration(t *testing.T) {
	found := read(t, "public entry fun swap<X, Y>(sender: &signer, amount: u64, route: vector<0x1::a::B<u8, u8>>)")[0]
	require.Equal(t, []Fact{
		{Name: "is", Value: "public entry"}, {Name: "generics", Value: "X, Y"},
		{Name: "parameter", Value: "sender: &signer (the sender; calls have no argument for it)"}, {Name: "parameter", Value: "amount: u64"},
		{Name: "parameter", Value: "route: vector<0x1::a::B<u8, u8>>"},
	}, found.Facts)
}

// TestReadCopies checks that links to what the deck copies are found: a payload in each form in which it is written.
func TestReadCalls(t *testing.T) {
	function := move.MustParseFunctionID("0x1::aptos_account::transfer")
	to, amount := make([]byte, 32), []byte{0, 0xe1, 0xf5, 5, 0, 0, 0, 0}
	body := move.CallBCS(function, nil, [][]byte{to, amount})
	for form, bytes := range map[string][]byte{"call": body, "call of a multisig account": append([]byte{0}, body...), "payload": append([]byte{2}, body...)} {
		found := read(t, "0x"+hex.EncodeToString(bytes))
		require.NotEmpty(t, found, form)
		require.Equal(t, PayloadCall, found[0].Kind, form)
		require.Equal(t, "0x1::aptos_account::transfer", found[0].Value, form)
		require.Equal(t, [][]byte{to, amount}, found[0].Call.Arguments, form)
	}
}

func TestCandidate(t *testing.T) {
	for typed, want := range map[string]string{
		"0x1::coin: 0x10006":         "abort code 0x10006",
		"Out of gas":                 "status out of gas",
		"transfers":                  "", // eight letters are bytes in base64
		"48656c6c6f2c20776f":         "", // digits of an address that is being typed
		"SGVsbG8sIHdvcmxkIQ==SGVs!!": "",
	} {
		candidate, ok := Candidate(typed, Context{Now: now})
		require.Equal(t, want != "", ok, typed)
		require.Equal(t, want, candidate.Name, typed)
	}
}

func TestIsTimestamp(t *testing.T) {
	for typed, want := range map[string]bool{"1732708800": true, "1732708800000": true, "0732708800": false, "48211907": false, "17327088001": false, "a732708800": false, "": false} {
		require.Equal(t, want, IsTimestamp(typed), typed)
	}
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{"0x1::coin 65542", "https://h/tx/" + hash, "{\"hash\":1}", "[[1,2],[3]]", "1732708800000", "fun f<T>(a: T)", "2024-11-27 12:00", "SGVsbG8s"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		for _, r := range Read(typed, Context{Now: now, Names: names, Decimals: 8}) {
			_ = r.Word()
			if r.Opens != nil && r.Opens.Network == "" && r.Opens.View == nil {
				_ = r.Command()
			}
		}
	})
}
