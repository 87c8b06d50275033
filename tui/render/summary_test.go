package render_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/theme"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

// record returns a complete transaction with the given number of arguments.
func record(arguments int) *client.Transaction {
	used, maxGas, price := uint64(9), uint64(20_000), uint64(100_000)
	full := &client.Transaction{
		Status: "Success", GasUsed: &used, MaxGasAmount: &maxGas, GasUnitPrice: &price,
		Block: &client.BlockHeader{Height: new(uint64(48_211_855))}, Events: make([]client.Event, 2),
		Payload: &client.Payload{Kind: "entry_function", Function: "0x88fbd33f54e1126269769780feb24480428179f552e2313fbe571b72e62a1ca1::pool::swap"},
	}
	for i := range arguments {
		full.Payload.Arguments = append(full.Payload.Arguments, json.RawMessage(fmt.Sprintf(`"%d"`, 100+i)))
	}
	return full
}

// untyped returns the arguments of a record whose ABI is unknown.
func untyped(of *client.Transaction) *render.Arguments {
	if of.Payload == nil {
		return &render.Arguments{}
	}
	call := render.NewArguments(of.Payload, nil)
	return &call
}

func summary(of *client.Transaction, width, height int) []string {
	return strings.Split(text.Render(render.Summary(of, untyped(of), failed(of), formatter(), theme.Theme{}, width, height)), "\n")
}

func TestSummary(t *testing.T) {
	full := record(2)
	full.Payload.TypeArguments = []string{"0x1::move_coin::MoveCoin", "u64"}
	full.Payload.Arguments = append(full.Payload.Arguments,
		json.RawMessage(`"0x5e01d8c49a3b6f7d21e0c4b8a9f3d2e1c0b7a6958473625140f0e9d80c9d77b0"`), json.RawMessage(`{"vec": [18446744073709551615]}`))
	require.Equal(t, []string{
		"0x88fb…1ca1::pool::swap<0x1::move_coin::MoveCoin, u64>",
		"  [0]  100",
		"  [1]  101",
		"  [2]  0x5e01d8c49a3b6f7d21e0c4b8a9f3d2e1c0b7a6958473625140f0e9d80c9d77b0",
		`  [3]  {"vec":[18446744073709551615]}`,
		"block 48,211,855   gas 9 of 20,000 × price 100,000   fee 0.00900000   events 2",
	}, summary(full, 100, 10))
	require.Equal(t, []string{
		"0x88fb…1ca1::pool::swap<0x1::move_coin::MoveCoin, u64>",
		"  [0]  100",
		"  [1]  101",
		"  [2]  0x5e01d8c49a3b6f7d21e0c4b8a9f3d2e1c0b7a6958473625140f", // there are lines for all of it
		"       0e9d80c9d77b0",
		`  [3]  {"vec":[18446744073709551615]}`,
		"block 48,211,855   gas 9 of 20,000 × price 100,000",
		"fee 0.00900000   events 2",
	}, summary(full, 60, 10))
	require.Equal(t, []string{
		"0x88fb…1ca1::pool::swap<0x1::move_coin::MoveCoin, u64>",
		"  [0]  100",
		"  [1]  101  … 2 more",
		"block 48,211,855   gas 9 of 20,000 × price 100,000   fee 0.00900000   events 2",
	}, summary(full, 100, 4))
}

func TestSummaryOfFailure(t *testing.T) {
	aborted := record(1)
	aborted.Status, aborted.VMStatus = "Fail", "Move abort in 0x1::coin: EINSUFFICIENT_BALANCE(0x10006): Not \x1b[31menough coins"
	require.Equal(t, []string{
		"0x88fb…1ca1::pool::swap", "EINSUFFICIENT_BALANCE · INVALID_ARGUMENT, reason 6 (0x10006)", "Not ␛[31menough coins", "at 0x1::coin", "  [0]  100",
		"block 48,211,855   gas 9 of 20,000 × price 100,000   fee 0.00900000   events 2",
	}, summary(aborted, 100, 7))
	require.Equal(t, []string{
		"0x88fb…1ca1::pool::swap", "EINSUFFICIENT_BALANCE ·", "INVALID_ARGUMENT, reason 6", "(0x10006)", "at 0x1::coin", "block 48,211,855",
	}, summary(aborted, 32, 8)[:6], "the reason replaces arguments, and the place the description")
	aborted.Status = "Success"
	require.Len(t, summary(aborted, 100, 5), 3, "no reason for a success")

	th := theme.Terminal()
	aborted.Status, aborted.VMStatus = "Fail", "nobody knows 0x88fbd33f54e1126269769780feb24480428179f552e2313fbe571b72e62a1ca1"
	lines := render.Summary(aborted, untyped(aborted), failed(aborted), formatter(), th, 100, 5)
	require.Equal(t, th.Bad, lines[1][0].Style)
	require.Equal(t, "nobody knows 0x88fb…1ca1", lines[1][0].Text.String(), "unknown text as the node wrote it")
}

func TestSummaryOfOddAndMinimalRecords(t *testing.T) {
	require.Equal(t, []string{"block_metadata"}, summary(&client.Transaction{Type: "block_metadata"}, 100, 5))
	require.Equal(t, []string{"malformed: [3].gas: missing", "! malformed: [3].gas: missing"},
		summary(&client.Transaction{Problems: client.Problems{&client.DecodeError{Path: "[3].gas", Err: errors.New("missing")}}}, 100, 5))

	maxGas, price := uint64(20_000), uint64(100_000)
	require.Equal(t, []string{"user", "gas – of 20,000 × price 100,000   fee ≤20.00000000"},
		summary(&client.Transaction{Type: "user", MaxGasAmount: &maxGas, GasUnitPrice: &price}, 100, 5), "missing fields are drawn as –")
	require.Equal(t, []string{"user", "gas 20,000"}, summary(&client.Transaction{Type: "user", GasUsed: &maxGas}, 100, 5))
}

func TestSummaryNamesTheMultisigAccount(t *testing.T) {
	multisig := record(1)
	address := move.Address{31: 0xf4}
	multisig.Payload.Kind, multisig.Payload.MultisigAddress = "multisig", &address
	require.Equal(t, []string{
		"multisig 0x88fb…1ca1::pool::swap", "  of  0x0000000000…000000000f4", "  [0]  100", "block 48,211,855",
	}, summary(multisig, 30, 10)[:4])
	require.Equal(t, "  of  "+address.String(), summary(multisig, 100, 10)[1])
}

func TestTypeArguments(t *testing.T) {
	require.Equal(t, text.Const("<u64>"), render.TypeArguments([]string{"u64"}))
	require.Equal(t, text.Const("<0x1::m::T<u8>, vector<<U+202E>>>"), render.TypeArguments([]string{"0x1::m::T<u8>", "vector<\u202e>"}))
}

// Arguments are left out before the facts, which come last and would otherwise be cut off.
func TestSummaryFitsItsHeight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		count := rapid.IntRange(0, 12).Draw(t, "arguments")
		shown, head := record(0), 1
		if rapid.Bool().Draw(t, "multisig") {
			shown.Payload.MultisigAddress = &move.Address{}
			head++
		}
		if rapid.Bool().Draw(t, "odd") {
			shown.Problems = client.Problems{&client.DecodeError{Err: errors.New("missing")}}
		}
		width, height := rapid.IntRange(12, 120).Draw(t, "width"), rapid.IntRange(0, 20).Draw(t, "height")
		bare := summary(shown, width, height)
		facts := bare[head:]
		if rapid.Bool().Draw(t, "failed") {
			shown.Status, shown.VMStatus = "Fail", "Move abort"
			head++
		}
		shown.Payload.Arguments = record(count).Payload.Arguments
		lines := summary(shown, width, height)

		room := max(height-head-len(facts), 0)
		written := min(room, count)
		require.Len(t, lines, head+written+len(facts), "arguments fill the remaining lines")
		require.Equal(t, facts, lines[head+written:], "the facts come last, complete")
		for i, line := range lines[head : head+written] {
			if left := count - i - 1; i == room-1 && left > 0 {
				require.True(t, strings.HasPrefix(line, fmt.Sprintf("  [%d] ", i)), "%q", line)
				require.True(t, strings.HasSuffix(line, fmt.Sprintf("  … %d more", left)), "%q: it says how many are left out", line)
				continue
			}
			require.Equal(t, []string{fmt.Sprintf("[%d]", i), fmt.Sprint(100 + i)}, strings.Fields(line))
		}
	})
}

// Facts wrap between two facts, never within one.
func TestFactsBreakBetweenFacts(t *testing.T) {
	for width := 30; width <= 120; width++ {
		lines := summary(record(0), width, 10)[1:]
		for i, line := range lines {
			require.LessOrEqual(t, text.Width(text.Clean(line)), max(width, len("gas 9 of 20,000 × price 100,000")), "width %d", width)
			if i > 0 {
				first, _, _ := strings.Cut(line, "   ")
				require.Greater(t, text.Width(text.Clean(lines[i-1]+"   "+first)), width, "width %d: a line is as full as can be", width)
			}
		}
		require.Equal(t, "block 48,211,855   gas 9 of 20,000 × price 100,000   fee 0.00900000   events 2", strings.Join(lines, "   "))
	}
}

func TestNetChange(t *testing.T) {
	move := func(amount int64, deposit bool, coin string) render.CoinTransfer {
		return render.CoinTransfer{Amount: big.NewInt(amount), Deposit: deposit, Coin: coin}
	}
	native, other := "0x1::native_coin::NativeCoin", "0x2::usdx::Usdx"
	for want, moves := range map[text.Safe][]render.CoinTransfer{
		{}:                      nil,
		text.Const("+12.5"):     {move(1_250_000_000, true, native)},
		text.Const("-3.2"):      {move(520_000_000, false, native), move(200_000_000, true, native)},
		text.Const("0"):         {move(1, false, native), move(1, true, native)},
		text.Const("-100 Usdx"): {move(100, false, other)},
		text.Const("2 coins"):   {move(100, false, other), move(1, true, native)},
	} {
		require.Equal(t, want, render.NetChange(render.Formatter{Decimals: 8}, moves))
	}
}

// failed returns the failure of a record as its text gives it.
func failed(of *client.Transaction) render.Failed { return render.Failed{Status: of.Failure()} }
