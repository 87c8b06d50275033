package render

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/theme"
	"foredeck/tui/text"
)

// accountNamed returns the address of an account of the tests of sentences.
func accountNamed(name string) move.Address {
	return map[string]move.Address{"treasury": {1}, "exchange": {2}, "vault": {3}, "stranger": {31: 9}}[name]
}

func sentenceFormatter() Formatter {
	return Formatter{
		Decimals: 8,
		NameOf: func(address move.Address) text.Safe {
			for _, name := range []string{"treasury", "exchange", "vault"} {
				if address == accountNamed(name) {
					return text.Clean(name)
				}
			}
			return text.Safe{}
		},
		CoinDecimals: func(kind string) (int, bool) {
			decimals, ok := map[string]int{"0xc::usdx::USDX": 6, "0xc::ethx::ETHX": 8}[kind]
			return decimals, ok
		},
	}
}

const (
	nativeCoin = "0x1::native_coin::NativeCoin"
	usdx       = "0xc::usdx::USDX"
	ethx       = "0xc::ethx::ETHX"
	unknown    = "0xc::odd::Odd"
)

// moved returns an event of a coin.
func moved(kind, account, amount, coin string) client.Event {
	return client.Event{Type: "0x1::coin::" + kind, Data: json.RawMessage(fmt.Sprintf(`{"account": %q, "amount": %q, "coin_type": %q}`, accountNamed(account).String(), amount, coin))}
}

func calls(function string, types []string, arguments ...string) *client.Payload {
	payload := &client.Payload{Kind: "entry_function", Function: function, TypeArguments: types}
	for _, argument := range arguments {
		if address := accountNamed(argument); address != (move.Address{}) {
			argument = fmt.Sprintf("%q", address.String())
		}
		payload.Arguments = append(payload.Arguments, json.RawMessage(argument))
	}
	return payload
}

func multisig(payload *client.Payload) *client.Payload {
	payload.Kind, payload.MultisigAddress = "multisig", new(accountNamed("vault"))
	return payload
}

func TestSentence(t *testing.T) {
	t.Parallel()
	native := calls("0x1::native_account::transfer", nil, "exchange", `"72176334139000000"`)
	deposit := moved("CoinDeposit", "exchange", "72176334139000000", nativeCoin)
	pay := func(coin string) *client.Payload {
		return calls("0x1::coin::transfer", []string{coin}, "exchange", `"1200000000"`)
	}
	swap := calls("0xab::pool::swap_exact_in", []string{usdx, ethx}, `"1200000000"`, `"1"`)
	swapped := []client.Event{moved("CoinWithdraw", "treasury", "1200000000", usdx), moved("CoinDeposit", "vault", "1200000000", usdx), moved("CoinDeposit", "treasury", "31000000", ethx)}
	tests := []struct {
		name    string
		status  string
		vm      string
		kind    string
		payload *client.Payload
		events  []client.Event
		want    string
	}{
		{"native transfer", "Success", "", "user", native, []client.Event{deposit}, "✓ transferred 721,763,341.39 to exchange"},
		{"coin transfer", "Success", "", "user", pay(usdx), []client.Event{moved("CoinDeposit", "exchange", "1200000000", usdx)}, "✓ transferred 1,200 USDX to exchange"},
		{"long form of the coin", "Success", "", "user", pay(usdx), []client.Event{moved("CoinDeposit", "exchange", "1200000000", "0x000c::usdx::USDX")}, "✓ transferred 1,200 USDX to exchange"},
		{"decimals not known", "Success", "", "user", pay(unknown), []client.Event{moved("CoinDeposit", "exchange", "1200000000", unknown)}, "✓ transferred 1,200,000,000 units of Odd to exchange"},
		{"fungible asset", "Success", "", "user", calls("0x1::primary_fungible_store::transfer", []string{"0x1::fungible_asset::Metadata"}, `{"inner": "0xa"}`, "exchange", `"5"`),
			[]client.Event{{Type: "0x1::fungible_asset::Deposit", Data: json.RawMessage(`{"amount": "5", "store": "0x7"}`)}}, "✓ transferred 5 units to exchange"},
		{"fungible asset without event", "Success", "", "user", calls("0x1::primary_fungible_store::transfer", nil, `"0xa"`, "exchange", `"5"`), []client.Event{deposit}, "✓ 0x1::primary_fungible_store::transfer called by treasury"},
		{"no event", "Success", "", "user", native, nil, "✓ 0x1::native_account::transfer called by treasury"},
		{"another amount", "Success", "", "user", pay(usdx), []client.Event{moved("CoinDeposit", "exchange", "1", usdx)}, "✓ 0x1::coin::transfer called by treasury"},
		{"another coin", "Success", "", "user", pay(usdx), []client.Event{moved("CoinDeposit", "exchange", "1200000000", ethx)}, "✓ 0x1::coin::transfer called by treasury"},
		{"another receiver", "Success", "", "user", pay(usdx), []client.Event{moved("CoinDeposit", "vault", "1200000000", usdx), moved("CoinWithdraw", "treasury", "1200000000", usdx)}, "✓ 0x1::coin::transfer called by treasury · -1,200 USDX"},
		{"arguments missing", "Fail", "", "user", calls("0x1::coin::transfer", []string{usdx}, "exchange"), nil, "✗ 0x1::coin::transfer called by treasury failed"},
		{"arguments of other types", "Fail", "", "user", calls("0x1::coin::transfer", []string{usdx}, `{"a": 1}`, `"-5"`), nil, "✗ 0x1::coin::transfer called by treasury failed"},
		{"greater than a u64", "Fail", "", "user", calls("0x1::coin::transfer", []string{usdx}, "exchange", `"18446744073709551616"`), nil, "✗ 0x1::coin::transfer called by treasury failed"},
		{"function of another account", "Fail", "", "user", calls("0x2::coin::transfer", []string{usdx}, "exchange", `"5"`), nil, "✗ 0x2::coin::transfer called by treasury failed"},

		{"description of the abort", "Fail", "Move abort in 0x1::coin: EINSUFFICIENT_BALANCE(0x10006): Not enough coins to complete transaction", "user", native, nil, "✗ transfer of 721,763,341.39 to exchange failed: not enough coins to complete transaction"},
		{"name of the abort", "Fail", "Move abort in 0x1::coin: ECOIN_STORE_NOT_PUBLISHED(0x60005): ", "user", native, nil, "✗ transfer of 721,763,341.39 to exchange failed: ECOIN_STORE_NOT_PUBLISHED"},
		{"category of the abort", "Fail", "Move abort in 0x1::coin: 0x10006", "user", native, nil, "✗ transfer of 721,763,341.39 to exchange failed: INVALID_ARGUMENT 6"},
		{"code of the abort", "Fail", "Move abort in 0xab::pool: 0x2a", "user", swap, nil, "✗ 0xab::pool::swap_exact_in called by treasury failed: abort 0x2a"},
		{"long description", "Fail", "Move abort in 0x1::coin: EODD(0x10006): " + strings.Repeat("words ", 30), "user", native, nil, "✗ transfer of 721,763,341.39 to exchange failed: EODD"},
		{"out of gas", "Fail", "Out of gas", "user", pay(usdx), nil, "✗ transfer of 1,200 USDX to exchange failed: out of gas"},
		{"no reason", "Fail", "", "user", pay(usdx), nil, "✗ transfer of 1,200 USDX to exchange failed"},
		{"invalid", "Invalid", "SEQUENCE_NUMBER_TOO_OLD", "user", pay(usdx), nil, "✗ transfer of 1,200 USDX to exchange is invalid: SEQUENCE_NUMBER_TOO_OLD"},
		{"pending", "Pending", "", "user", pay(usdx), nil, "? transfer of 1,200 USDX to exchange is pending"},
		{"executed but not final", "PendingAfterExecution", "", "user", pay(usdx), nil, "? transfer of 1,200 USDX to exchange was executed and is not final"},
		{"no status", "", "", "user", pay(usdx), nil, "? transfer of 1,200 USDX to exchange: status not known"},
		{"another status", "Moon", "", "user", pay(usdx), []client.Event{moved("CoinDeposit", "exchange", "1200000000", usdx)}, "? transfer of 1,200 USDX to exchange: status Moon"},

		{"swap", "Success", "", "user", swap, swapped, "✓ swapped 1,200 USDX for 0.31 ETHX"},
		{"swap that failed", "Fail", "Out of gas", "user", swap, swapped, "✗ 0xab::pool::swap_exact_in called by treasury failed: out of gas"},
		{"like a swap", "Success", "", "user", calls("0xab::pool::enter", nil), swapped, "✓ 0xab::pool::enter called by treasury · -1,200 USDX · +0.31 ETHX"},
		{"swap of other accounts", "Success", "", "user", swap, []client.Event{moved("CoinWithdraw", "vault", "5", usdx), moved("CoinDeposit", "vault", "5", ethx)}, "✓ 0xab::pool::swap_exact_in called by treasury"},
		{"swap of one coin", "Success", "", "user", swap, []client.Event{moved("CoinWithdraw", "treasury", "5", usdx), moved("CoinDeposit", "treasury", "3", "0x0c::usdx::USDX")}, "✓ 0xab::pool::swap_exact_in called by treasury"},
		{"swap without a name of the coin", "Success", "", "user", swap, []client.Event{swapped[0], {Type: "0x1::coin::DepositEvent", Account: new(accountNamed("treasury")), Data: json.RawMessage(`{"amount": "7"}`)}}, "✓ 0xab::pool::swap_exact_in called by treasury"},
		{"three coins", "Success", "", "user", swap, append(swapped[:3:3], moved("CoinDeposit", "treasury", "1", unknown)), "✓ 0xab::pool::swap_exact_in called by treasury"},
		{"negative amount", "Success", "", "user", swap, []client.Event{moved("CoinDeposit", "treasury", "-5", usdx), swapped[2]}, "✓ 0xab::pool::swap_exact_in called by treasury"},

		{"publication", "Success", "", "user", calls("0x1::code::publish_package_txn", nil, `"0x00"`, `["0xa1", "0xa2", "0xa3"]`), []client.Event{{Type: "0x1::code::PublishPackage"}}, "✓ published 3 modules to treasury"},
		{"publication that failed", "Fail", "Out of gas", "user", calls("0x1::code::publish_package_txn", nil, `"0x00"`, `["0xa1"]`), nil, "✗ publication of 1 module to treasury failed: out of gas"},
		{"publication without event", "Success", "", "user", calls("0x1::code::publish_package_txn", nil, `"0x00"`, `["0xa1"]`), nil, "✓ 0x1::code::publish_package_txn called by treasury"},
		{"publication of nothing known", "Fail", "", "user", calls("0x1::code::publish_package_txn", nil, `"0x00"`, `[["0xa1", "0xa2"]]`), nil, "✗ 0x1::code::publish_package_txn called by treasury failed"},
		{"entry function", "Success", "", "user", calls("0xab::game::play", nil, `"1"`), nil, "✓ 0xab::game::play called by treasury"},

		{"multisig", "Success", "", "user", multisig(calls("0x1::native_account::transfer", nil, "exchange", `"250000000"`)), []client.Event{moved("CoinDeposit", "exchange", "250000000", nativeCoin)}, "✓ transferred 2.5 to exchange for multisig vault"},
		{"stored payload of a multisig account", "Success", "", "user", multisig(&client.Payload{Function: "0x1::native_account::transfer", EncodedArguments: [][]byte{append([]byte{2}, make([]byte, 31)...), {5, 0, 0, 0, 0, 0, 0, 0}}}), []client.Event{moved("CoinDeposit", "exchange", "5", nativeCoin)}, "✓ transferred 0.00000005 to exchange for multisig vault"},
		{"stored payload that is not given", "Success", "", "user", multisig(calls("", nil)), nil, "✓ stored call run by treasury for multisig vault"},
		{"multisig whose call failed", "Success", "", "user", multisig(calls("0x1::native_account::transfer", nil, "exchange", `"250000000"`)), []client.Event{{Type: "0x1::multisig_account::TransactionExecutionFailed", Data: json.RawMessage(`{"execution_error": {"abort_location": "0x1::coin", "error_type": "MoveAbort", "error_code": "65542"}}`)}},
			"✗ transfer of 2.5 to exchange for multisig vault failed: INVALID_ARGUMENT 6"},
		{"multisig whose failure cannot be read", "Success", "", "user", multisig(calls("0xab::game::play", nil)), []client.Event{{Type: "0x1::multisig_account::TransactionExecutionFailed", Data: json.RawMessage(`[]`)}}, "✗ 0xab::game::play called by treasury for multisig vault failed"},

		{"automated", "Success", "", "automated", calls("0x1::native_account::transfer", nil, "exchange", `"250000000"`), []client.Event{moved("CoinDeposit", "exchange", "250000000", nativeCoin)}, "✓ transferred 2.5 to exchange by automation task 12"},
		{"automated call", "Success", "", "automated", calls("0xab::game::play", nil), nil, "✓ 0xab::game::play called by automation task 12 of treasury"},
		{"registration", "Success", "", "user", &client.Payload{Kind: "automation_registration", Function: "0x1::native_account::transfer", Arguments: native.Arguments}, []client.Event{deposit}, "✓ registered a task that calls 0x1::native_account::transfer"},
		{"registration that failed", "Fail", "", "user", &client.Payload{Kind: "automation_registration"}, nil, "✗ registration of a task failed"},

		{"script", "Success", "", "user", &client.Payload{Kind: "script"}, nil, "✓ script run by treasury"},
		{"another payload", "Success", "", "user", &client.Payload{Kind: "dkg"}, nil, "✓ dkg transaction sent by treasury"},
		{"no payload", "Success", "", "user", nil, nil, "✓ transaction sent by treasury"},
		{"no payload of another type", "Success", "", "block_metadata", nil, nil, "✓ block_metadata transaction sent by treasury"},
		{"hostile text", "\x1b[2J\n", "\x1b[31m", "\x1b]0;x\a", calls("\x1b[2J\u202e::a\n::b", nil), nil, "? ␛[2J<U+202E>::a␊::b called by treasury: status ␛[2J␊"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			record := &client.Transaction{
				Status: test.status, VMStatus: test.vm, Type: test.kind, Payload: test.payload, Events: test.events,
				Sender: new(accountNamed("treasury")), SequenceNumber: new(uint64(12)),
			}
			transfers, _ := CoinTransfers(record)
			require.Equal(t, test.want, Sentence(record, nil, transfers, sentenceFormatter()).String())
		})
	}
}

func TestSentenceOfOddRecords(t *testing.T) {
	t.Parallel()
	f := sentenceFormatter()
	require.Equal(t, "? transaction: status not known", Sentence(&client.Transaction{}, nil, nil, Formatter{}).String())
	reverted := &client.Transaction{Status: "Success", Output: &client.Output{Kind: "Evm", Status: "Revert"}, Payload: &client.Payload{Kind: "evm"}}
	require.Equal(t, "? evm transaction: output Revert", Sentence(reverted, nil, nil, f).String())
	stranger := &client.Transaction{Status: "Fail", Payload: calls("0x1::coin::transfer", []string{usdx}, "stranger", `"1"`)}
	require.Equal(t, "✗ transfer of 0.000001 USDX to 0x9 failed", Sentence(stranger, nil, nil, f).String(), "no name, no sender")
	f.Units = text.InRaw
	require.Equal(t, "✗ transfer of 1 units of USDX to 0x9 failed", Sentence(stranger, nil, nil, f).String())
	explained := move.ParseVMStatus("Move abort in 0x1::coin: 0x10006")
	explained.Reason, explained.Description = "EX", "Found in the module.\nMore"
	require.Equal(t, "✗ transfer of 1 units of USDX to 0x9 failed: found in the module", Sentence(stranger, &explained, nil, f).String())
}

func TestSentenceStyle(t *testing.T) {
	t.Parallel()
	th := theme.Terminal()
	for sentence, want := range map[string]theme.Style{"✓ a": th.Good, "✗ a": th.Bad, "? a": th.Warn} {
		require.Equal(t, want, SentenceStyle(th, text.Clean(sentence)))
	}
}
