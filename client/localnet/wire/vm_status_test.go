package wire

import (
	"encoding/hex"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/internal/apitest"
	"foredeck/client/move"
)

// instructionAt returns the name of an instruction of the bytecode that a node serves.
func instructionAt(t *testing.T, n *node, id move.ModuleID, function string, offset int) string {
	t.Helper()
	served := apitest.Decode[struct{ Bytecode string }](t, apitest.Get(t, n, "/rpc/v3/accounts/"+id.Address.String()+"/modules/"+id.Name))
	code, err := hex.DecodeString(served.Bytecode[2:])
	require.NoError(t, err)
	parsed, err := move.ParseBytecode(code)
	require.NoError(t, err)
	instructions, err := parsed.Disassemble(function)
	require.NoError(t, err)
	require.Less(t, offset, len(instructions))
	return instructions[offset].Name
}

// The main account fails in ten ways or more. Reasons are those of the error map of the module, and offsets are those of
// instructions that can fail so.
func TestFailures(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, n *node) {
		seen := map[string]int{}
		records := n.chain.Records()
		encoder := newRecordEncoder(n.chain, records, n.Dialect(), v3)
		for i := range records.Transactions {
			transaction := &records.Transactions[i]
			text := encoder.vmStatus(transaction)
			status := move.ParseVMStatus(text)
			if transaction.Outcome == chain.MultisigFailed {
				require.Equal(t, move.StatusExecuted, status.Kind)
				seen["multisig"]++
			}
			if transaction.Sender != chain.Treasury || status.Kind == move.StatusExecuted {
				continue
			}
			require.NotEqual(t, move.StatusUnknown, status.Kind, text)
			if seen[text]++; seen[text] > 1 {
				continue
			}
			switch {
			case status.Kind == move.StatusFailure:
				name := instructionAt(t, n, *status.Module, status.Function, status.Offset)
				require.Contains(t, []string{"Div", "VecImmBorrow", "ImmBorrowGlobalGeneric"}, name, text)
			case status.Reason != "":
				module := n.chain.Library()[*status.Module]
				require.Equal(t, module.Constant(status.Reason), status.AbortCode.Reason(), text)
				require.Equal(t, module.Description(status.Reason), status.Description)
			}
		}
		require.GreaterOrEqual(t, len(seen), 10, "%v", seen)
		require.Greater(t, seen["Move abort in 0x1::coin: EINSUFFICIENT_BALANCE(0x10006): Not enough coins to complete transaction"], 20)
	})
}

// What a failed transfer was short of is visible: the sender's balance is still below the amount.
func TestMissingBalanceIsVisible(t *testing.T) {
	t.Parallel()
	n := newNode(t, 0, Options{})
	records := n.chain.Records()
	treasury, _ := n.chain.Account(records.Identities[chain.Treasury].Address)
	transfers := 0
	for _, index := range treasury.Sent {
		transaction := &records.Transactions[index]
		if transaction.Outcome == chain.InsufficientBalance && transaction.Action <= chain.CoinTransfer {
			require.Greater(t, transaction.Amount, treasury.Stores[transaction.Coin].Balance)
			transfers++
		}
	}
	require.Greater(t, transfers, 20)
}

var viewPosition = regexp.MustCompile(`message[: ]+(?:Some\(\\")?(0x[0-9a-f]+::\w+)::(\w+) at offset ([0-9]+)`)

// The offset in the error of a view function is that of the instruction that aborts, or misses a resource.
func TestViewFailurePositions(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, n *node) {
		market := named(t, n, "market").Short()
		for _, c := range []struct{ function, types, arguments, instruction string }{
			{"0x1::coin::balance", nativeType, `"0xabc"`, "Abort"},
			{"0x1::coin::decimals", "u8", ``, "Abort"},
			{"0x1::multisig_account::owners", "", `"0x1"`, "Abort"},
			{named(t, n, "treasury").Short() + "::example::always_aborts", "", ``, "Abort"},
			{named(t, n, "exchange").Short() + "::pool::fee_basis_points", "u8,u8", ``, "Abort"},
			{market + "::order_book::limits", "u8,u8", ``, "ImmBorrowGlobalGeneric"},
			{market + "::order_book::escrow", "u8,u8", ``, "Abort"},
		} {
			response := postView(t, n, "v3", "application/json", viewBody(c.function, c.types, c.arguments))
			match := viewPosition.FindStringSubmatch(response.Body)
			require.NotNil(t, match, response.Body)
			module, err := move.ParseModuleID(match[1])
			require.NoError(t, err)
			offset, err := strconv.Atoi(match[3])
			require.NoError(t, err)
			require.Equal(t, c.instruction, instructionAt(t, n, module, match[2], offset), response.Body)

			message := apitest.Decode[map[string]string](t, response.Body)["message"]
			status := move.ParseVMStatus(message)
			require.Equal(t, module, *status.Module, message)
			require.Equal(t, offset, status.Offset, message)
		}
	})
}
