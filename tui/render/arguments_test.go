package render_test

import (
	"encoding/json"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

var everyType = &move.ModuleABI{Functions: []move.FunctionABI{{Name: "f", Parameters: []string{
	"&signer", "u8", "u64", "u256", "bool", "address", "vector<u8>", "vector<T0>", "0x1::string::String", "0x1::option::Option<u64>",
	"0x1::object::Object<0x2::m::S>", "0x2::m::S<T0>", "signer", "0x1::option::Option<u8>",
}}}}

func raws(values ...string) []json.RawMessage {
	var all []json.RawMessage
	for _, value := range values {
		all = append(all, json.RawMessage(value))
	}
	return all
}

func formatter() render.Formatter {
	return render.Formatter{Decimals: 8, NameOf: func(address move.Address) text.Safe {
		if address == (move.Address{31: 7}) {
			return text.Const("seven")
		}
		return text.Safe{}
	}}
}

func TestArgumentsByType(t *testing.T) {
	deployed := raws(`7`, `"250000000000"`, `"`+strings.Repeat("9", 77)+`"`, `true`, `"0x7"`, `"0x0102"`, `["1","2"]`, `"words"`, `{"vec":["5"]}`,
		`{"inner":"0x8"}`, `{"a":{"b":"1"}}`, `{"vec":"0x"}`)
	keyed := raws(`{"U8":7}`, `{"U64":"250000000000"}`, `{"U256":"`+strings.Repeat("9", 77)+`"}`, `{"Bool":true}`, `{"Address":"0x7"}`, `{"Bytes":"0x0102"}`,
		`{"Vector":["1","2"]}`, `{"String":"words"}`, `{"vec":["5"]}`, `{"inner":"0x8"}`, `{"Struct":{"a":{"b":"1"}}}`, `{"vec":"0x"}`)
	for name, sent := range map[string][]json.RawMessage{"deployed": deployed, "keyed": keyed} {
		payload := &client.Payload{Function: "0x2::m::f", TypeArguments: []string{"u64"}, Arguments: sent}
		call := render.NewArguments(payload, everyType)
		require.Empty(t, call.RawReason, name)
		var written []string
		for i := range call.Len() {
			argument := call.At(formatter(), i)
			written = append(written, text.Format("%s = %s ; %s", call.Type(i), argument.Shown, argument.Raw).String()+" ; "+argument.Input())
		}
		nines := strings.Repeat("9", 77)
		require.Equal(t, []string{
			"u8 = 7 ; same ; 7",
			"u64 = 250,000,000,000 ; 250000000000 ; 250000000000",
			"u256 = " + text.Decimal(big0(nines), 0).String() + " ; " + nines + " ; " + nines,
			"bool = true ; same ; true",
			"address = seven  0x7 ; 0x7 ; 0x" + strings.Repeat("0", 63) + "7",
			"vector<u8> = 0x0102 ; same ; 0x0102",
			`vector<u64> = ["1","2"] ; same ; [1, 2]`,
			"0x1::string::String = words ; same ; words",
			`0x1::option::Option<u64> = 5 ; {"vec":["5"]} ; 5`,
			`0x1::object::Object<0x2::m::S> = 0x8 ; {"inner":"0x8"} ; 0x` + strings.Repeat("0", 63) + "8",
			`0x2::m::S<u64> = {"a":{"b":"1"}} ; same ; {"a":{"b":"1"}}`,
			`0x1::option::Option<u8> = {"vec":"0x"} ; same ; none`,
		}, written, name)
	}
}

func TestNativeCoinAmounts(t *testing.T) {
	abi := &move.ModuleABI{Functions: []move.FunctionABI{{Name: "transfer", Parameters: []string{"&signer", "address", "u64"}}}}
	shown := func(function string, units text.Units, types ...string) string {
		call := render.NewArguments(&client.Payload{Function: function, TypeArguments: types, Arguments: raws(`"0x1"`, `"250000000000"`)}, abi)
		r := formatter()
		r.Units = units
		argument := call.At(r, 1)
		return text.Format("%s ; %s", argument.Shown, argument.Raw).String()
	}
	require.Equal(t, "2,500.00000000 ; 250000000000", shown("0x1::coin::transfer", text.InDecimals, "0x1::move_coin::MoveCoin"))
	require.Equal(t, "250000000000 ; same", shown("0x1::coin::transfer", text.InRaw, "0x1::move_coin::MoveCoin"))
	require.Equal(t, "0x3a35294400 ; 250000000000", shown("0x1::coin::transfer", text.InHex, "0x1::move_coin::MoveCoin"))
	require.Equal(t, "2,500.00000000 ; 250000000000", shown("0x1::native_coin::transfer", text.InDecimals))
	require.Equal(t, "2,500.00000000 ; 250000000000", shown("0x1::native_account::transfer", text.InDecimals))
	require.Equal(t, "250,000,000,000 ; 250000000000", shown("0x2::native_account::transfer", text.InDecimals))
	require.Equal(t, "250,000,000,000 ; 250000000000", shown("0x1::coin::transfer", text.InDecimals, "0x1::move_coin::Other"))
	require.Equal(t, "250,000,000,000 ; 250000000000", shown("0x1::coin::transfer", text.InDecimals, "0x2::move_coin::MoveCoin"))
	require.Equal(t, "250,000,000,000 ; 250000000000", shown("0x1::coin::transfer", text.InDecimals, "0x1::move_coin::MoveCoin", "u64"))
	require.Equal(t, "250,000,000,000 ; 250000000000", shown("0x1::coin::transfer", text.InDecimals))
}

func TestBatchAmounts(t *testing.T) {
	abi := &move.ModuleABI{Functions: []move.FunctionABI{{Name: "batch_transfer", Parameters: []string{"&signer", "vector<address>", "vector<u64>"}}}}
	call := render.NewArguments(&client.Payload{Function: "0x1::native_account::batch_transfer", Arguments: raws(`["0x1", "0x2"]`, `["250000000000", "1"]`)}, abi)
	require.Empty(t, call.RawReason)
	amounts := call.At(formatter(), 1)
	require.Equal(t, text.Const("[2,500.00000000  0.00000001]"), amounts.Shown)
	require.Equal(t, text.Const(`["250000000000","1"]`), amounts.Raw)
	addresses := call.At(formatter(), 0)
	require.Equal(t, text.Const("same"), addresses.Raw)
}

func TestUndecodedArgumentsStayRaw(t *testing.T) {
	long := "0x" + strings.Repeat("0", 63) + "7"
	for name, c := range map[string]struct {
		payload client.Payload
		abi     *move.ModuleABI
		raw     text.Safe
	}{
		"no function":   {client.Payload{Kind: "script"}, everyType, text.Const("the payload names no function")},
		"odd function":  {client.Payload{Function: "\x1b"}, everyType, text.Const("invalid function name")},
		"no interface":  {client.Payload{Function: "0x1::m::f"}, nil, text.Const("the node sent no ABI of the module")},
		"gone":          {client.Payload{Function: "0x1::m::g"}, everyType, text.Const("the module exposes no function g")},
		"other number":  {client.Payload{Function: "0x1::m::f"}, everyType, text.Const("expected 12 arguments, got 1")},
		"type argument": {client.Payload{Function: "0x1::m::f", TypeArguments: []string{"\x1b"}}, everyType, text.Const("invalid type argument")},
	} {
		c.payload.Arguments = raws(`"` + long + `"`)
		call := render.NewArguments(&c.payload, c.abi)
		require.Equal(t, c.raw, call.RawReason, name)
		argument := call.At(formatter(), 0)
		require.Empty(t, argument.Type, name)
		require.Equal(t, text.Const("seven  0x0000…0007"), argument.Shown, name)
		require.Equal(t, &move.Address{31: 7}, argument.Address, name)
	}
	abi := &move.ModuleABI{Functions: []move.FunctionABI{{Name: "f", Parameters: []string{"u64", "address", "vector<u8", "bool"}}}}
	call := render.NewArguments(&client.Payload{Function: "0x1::m::f", Arguments: raws(`"x\u001b"`, `"0xzz"`, `1`, `"true"`)}, abi)
	require.Equal(t, text.Const("#0 is not of type u64"), call.RawReason)
	for i, want := range text.Consts("x␛", "0xzz", "1", "true") {
		require.Equal(t, want, call.At(formatter(), i).Shown)
	}
	huge := `"` + strings.Repeat("9", 1<<20) + `"`
	call = render.NewArguments(&client.Payload{Function: "0x1::m::f", Arguments: raws(huge, huge, huge, huge)}, abi)
	require.Equal(t, text.Const("#0 is not of type u64"), call.RawReason)
	require.Less(t, len(call.At(formatter(), 1).Shown.String()), 5000)
}

func big0(digits string) *big.Int {
	number, _ := new(big.Int).SetString(digits, 10)
	return number
}

func event(kind string, account byte, data string) client.Event {
	address := move.Address{31: account}
	return client.Event{Type: kind, Account: &address, Data: json.RawMessage(data)}
}

func TestCoinTransfersAreDeduplicated(t *testing.T) {
	record := &client.Transaction{Events: []client.Event{
		event("0x1::coin::CoinWithdraw", 0, `{"account": "0x7", "amount": "250000000", "coin_type": "0x1::move_coin::MoveCoin"}`),
		event("0x1::coin::WithdrawEvent", 7, `{"amount": "250000000"}`),
		event("0x1::coin::CoinDeposit", 0, `{"account": "0x8", "amount": "250000000", "coin_type": "0x2::usdx::USDX"}`),
		event("0x1::coin::DepositEvent", 8, `{"amount": "250000000"}`),
		event("0x1::coin::DepositEvent", 8, `{"amount": "250000000"}`), // a second one that no module event reports
		event("0x1::transaction_fee::FeeStatement", 0, `{"amount": "1"}`),
		event("0x2::coin::CoinDeposit", 0, `{"account": "0x8", "amount": "1"}`),
		event("0x1::coin::CoinDeposit", 0, `{"account": 5, "amount": []}`),
		event("0x1::coin::CoinDeposit", 0, `"odd"`),
		{Type: "0x1::coin::DepositEvent", Data: json.RawMessage(`{"amount": "1"}`)},
	}}
	moves, events := render.CoinTransfers(record)
	require.Equal(t, 5, events)
	var written []string
	for _, moved := range moves {
		written = append(written, moved.Account.Short()+" "+moved.Format(formatter()).String())
	}
	require.Equal(t, []string{"0x7 - 2.50000000", "0x8 + 250,000,000 USDX", "0x8 + 250,000,000"}, written)
	require.Equal(t, text.Const("- 0xee6b280"), moves[0].Format(render.Formatter{Decimals: 8, Units: text.InHex}))
}

// Arguments in BCS, of a stored multisig payload, are decoded by the types of the ABI; those of a script by its own.
func TestArgumentsWithoutJSON(t *testing.T) {
	abi := &move.ModuleABI{Functions: []move.FunctionABI{{Name: "f", Parameters: []string{"&signer", "vector<T0>", "0x1::string::String"}}}}
	stored := &client.Payload{Kind: "multisig", Function: "0x1::m::f", TypeArguments: []string{"u16"}, EncodedArguments: [][]byte{{1, 5, 0}, {2, 'h', 'i'}}}
	call := render.NewArguments(stored, abi)
	require.Empty(t, call.RawReason)
	require.Equal(t, []string{"[5]", "hi"}, []string{call.Input(0), call.Input(1)})
	require.Equal(t, "vector<u16>", call.Type(0).String())
	unknown := render.NewArguments(stored, nil)
	require.Equal(t, text.Const("the node sent no ABI of the module"), unknown.RawReason)
	require.Equal(t, "0x010500", unknown.Input(0))
	stored.EncodedArguments[0] = []byte{2, 5}
	require.Equal(t, text.Const("#1 is not of type vector<u16>"), render.NewArguments(stored, abi).RawReason)

	script := &client.Payload{Kind: "script", ScriptParameters: []string{"&signer", "u64", "0x1::option::Option<u8>"}, Arguments: raws(`"7"`, `{"vec":"0x"}`)}
	call = render.NewArguments(script, nil)
	require.Empty(t, call.RawReason)
	require.Equal(t, []string{"7", "none"}, []string{call.Input(0), call.Input(1)})
	script.Arguments = script.Arguments[:1]
	require.Equal(t, text.Const("expected 2 arguments, got 1"), render.NewArguments(script, nil).RawReason)
}
