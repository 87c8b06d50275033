package wire

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/httpapi"
	"foredeck/client/localnet/internal/apitest"
	"foredeck/client/move"
)

// Treasury sends every kind of payload, signature and outcome, for any seed.
func TestTreasurySendsAllKinds(t *testing.T) {
	t.Parallel()
	for seed := range uint64(5) {
		n := newNode(t, seed, Options{})
		seen := map[string]int{}
		for _, record := range everySent(t, n, named(t, n, "treasury")) {
			payload := record.Payload.Move
			seen[payload.Type]++
			if index := strings.LastIndex(payload.Function, "::"); index >= 0 {
				seen[payload.Function[index+2:]]++
				seen[fmt.Sprintf("%d type arguments", len(payload.TypeArguments))]++
			}
			for scheme := range record.Authenticator.Move {
				seen[scheme]++
			}
			if payload.Type == "multisig_payload" {
				seen[fmt.Sprintf("multisig with payload %t", payload.Inner != nil)]++
			}
			if payload.V1 != nil {
				seen["V1"]++
			}
			if payload.V2 != nil {
				seen["V2"]++
			}
			seen[record.Status]++
			status := record.Output.Move.VMStatus
			if status == "Executed successfully" {
				require.Equal(t, "Success", record.Status)
			} else {
				require.Equal(t, "Fail", record.Status)
				status, _, _ = strings.Cut(status, " in ")
			}
			seen[status]++
			require.Equal(t, "user", record.Type)
		}
		for _, kind := range []string{
			"entry_function_payload", "script_payload", "multisig_payload", "automation_registration_payload",
			"transfer", "batch_transfer", "swap_exact_in", "place_order", "send_message", "publish_package_txn",
			"rotate_authentication_key_call", "0 type arguments", "1 type arguments", "2 type arguments",
			"multisig with payload true", "multisig with payload false", "V1", "V2",
			"Ed25519", "MultiEd25519", "SingleSender", "MultiAgent", "FeePayer",
			"Success", "Fail", "Executed successfully", "Move abort", "Out of gas", "Execution failed",
		} {
			require.NotZero(t, seen[kind], "seed %d: %s", seed, kind)
		}
		require.InDelta(t, 0.08*1_200, seen["Fail"], 40, "failures are some, not most")
	}
}

// balances holds sums by account and coin.
type balances map[move.Address]map[string]int64

func (b balances) add(account move.Address, coin string, amount int64) {
	if b[account] == nil {
		b[account] = map[string]int64{}
	}
	b[account][coin] += amount
}

// The movements and fees in all records add up to the balances in the state, and the
// balances to the supply. Each movement has two events, and the event streams have no gaps.
func TestBalancesAddUp(t *testing.T) {
	t.Parallel()
	n := newOwnNode(t, chain.Config{Seed: 11, Accounts: 40, Transactions: 600}, Options{})
	for range 50 {
		n.Produce(t)
	}
	sum := balances{}
	streams := map[string]uint64{} // numbers seen, added up
	lengths := map[string]uint64{}
	seen := map[string]string{} // the type by hash
	for _, account := range everyAccount(n) {
		for _, record := range everyRecord(t, n, account) {
			if seen[record.Hash] != "" {
				continue
			}
			seen[record.Hash] = record.Type
			payer := record.sender(t)
			for scheme, authenticator := range record.Authenticator.Move {
				if scheme == "FeePayer" {
					payer = authenticator.FeePayer
				}
			}
			output := record.Output.Move
			if record.Type == "user" || record.Type == "automated" {
				require.LessOrEqual(t, output.GasUsed, record.Header.MaxGasAmount)
				sum.add(payer, "0x1::native_coin::NativeCoin", -int64(output.GasUsed*record.Header.GasUnitPrice))
				requireFeeStatement(t, record)
			} else {
				require.Zero(t, output.GasUsed, "the chain pays no gas")
			}

			var moved struct {
				Account  move.Address
				Amount   uint64 `json:",string"`
				CoinType string `json:"coin_type"`
			}
			for i, event := range output.Events {
				switch event.Type {
				case "0x1::coin::CoinWithdraw", "0x1::coin::CoinDeposit":
					require.NoError(t, json.Unmarshal(event.Data, &moved))
					require.Zero(t, event.GUID.Account)
					amount := int64(moved.Amount)
					if event.Type == "0x1::coin::CoinWithdraw" {
						amount = -amount
					}
					sum.add(moved.Account, moved.CoinType, amount)
					// The next event has the same movement in the event stream of the account.
					streamed := output.Events[i+1]
					require.Equal(t, strings.Replace(event.Type, "::Coin", "::", 1)+"Event", streamed.Type)
					require.Equal(t, moved.Account, streamed.GUID.Account)
					require.JSONEq(t, fmt.Sprintf(`{"amount":"%d"}`, moved.Amount), string(streamed.Data))
					stream := fmt.Sprint(streamed.GUID.Account, streamed.GUID.CreationNumber)
					streams[stream] += streamed.SequenceNumber
					lengths[stream]++
				}
			}
			if record.Status == "Fail" {
				require.Len(t, output.Events, 1, "a failed transaction only has its fee statement")
			}
		}
	}
	require.Len(t, seen, len(n.chain.Records().Transactions), "every transaction is in a list")
	types := map[string]int{}
	for _, kind := range seen {
		types[kind]++
	}
	require.Len(t, types, 4, "%v", types)

	funded := n.chain.Records().Transactions[0].FirstMovement
	coinNames := newRecordEncoder(n.chain, n.chain.Records(), httpapi.Spec, v3).names.coins
	for _, movement := range n.chain.Records().Movements[:funded] {
		account := n.chain.Records().Identities[movement.Account].Address
		sum.add(account, coinNames[movement.Coin], int64(movement.Amount))
		creation := 2 + 2*uint64(movement.Coin)
		lengths[fmt.Sprint(account, creation)]++ // number 0 of its stream
	}
	n.chain.Read(func(now chain.State) {
		var held [chain.CoinCount]uint64
		for id, identity := range n.chain.Records().Identities {
			for kind := range chain.CoinCount {
				address, balance := identity.Address, now.CoinStore(chain.AccountID(id), kind).Balance
				require.Equal(t, int64(balance), sum[address][coinNames[kind]], "%s, coin %d", address, kind)
				held[kind] += balance
			}
		}
		for kind := range chain.CoinCount {
			require.Equal(t, now.Supply(kind), held[kind])
		}
	})
	for stream, length := range lengths {
		require.Equal(t, length*(length-1)/2, streams[stream], stream)
	}
}

// everyRecord returns all lists of an account. Records may occur twice.
func everyRecord(t *testing.T, n *node, account move.Address) []record {
	t.Helper()
	return slices.Concat(
		everySent(t, n, account),
		walk(t, n, account, "automated_transactions", "cursor", "&ascending=true"),
		walk(t, n, account, "coin_transactions", "start", "&ascending=true"),
	)
}

// The fee statement is the last event and adds up to the used gas, including storage.
func requireFeeStatement(t *testing.T, record record) {
	t.Helper()
	events := record.Output.Move.Events
	last := events[len(events)-1]
	require.Equal(t, "0x1::transaction_fee::FeeStatement", last.Type)
	var statement struct {
		Execution uint64 `json:"execution_gas_units,string"`
		IO        uint64 `json:"io_gas_units,string"`
		Storage   uint64 `json:"storage_fee_quants,string"`
		Refund    uint64 `json:"storage_fee_refund_quants,string"`
		Total     uint64 `json:"total_charge_gas_units,string"`
	}
	require.NoError(t, json.Unmarshal(last.Data, &statement))
	require.Equal(t, record.Output.Move.GasUsed, statement.Total)
	require.Equal(t, statement.Total*record.Header.GasUnitPrice,
		(statement.Execution+statement.IO)*record.Header.GasUnitPrice+statement.Storage)
	require.Zero(t, statement.Refund)
}

// Records have the header of their block.
func TestBlockHeaders(t *testing.T) {
	t.Parallel()
	n := newNode(t, 5, Options{})
	hashes := map[uint64]string{}
	for _, record := range everySent(t, n, named(t, n, "treasury")) {
		block := record.Block
		require.EqualValues(t, 255, block.View.Epoch.ChainID)
		require.EqualValues(t, 255, record.Header.ChainID)
		hashes[block.Height] = block.Hash
		if parent, ok := hashes[block.Height-1]; ok {
			require.Equal(t, parent, block.Parent)
		}
	}
}

// A key rotation has the new authentication key of the account.
func TestKeyRotation(t *testing.T) {
	t.Parallel()
	n := newNode(t, 7, Options{})
	treasury := named(t, n, "treasury")
	key := treasury.String() // the first key is the address
	rotations := 0
	for _, record := range everySent(t, n, treasury) {
		if !strings.HasSuffix(record.Payload.Move.Function, "::rotate_authentication_key_call") || record.Status != "Success" {
			continue
		}
		var rotation struct {
			Before string `json:"old_authentication_key"`
			After  string `json:"new_authentication_key"`
		}
		require.NoError(t, json.Unmarshal(record.Output.Move.Events[0].Data, &rotation))
		require.Equal(t, key, rotation.Before)
		require.Equal(t, `"`+rotation.After+`"`, string(record.Payload.Move.Arguments[0]))
		key = rotation.After
		rotations++
	}
	require.Positive(t, rotations)
	require.Contains(t, apitest.Get(t, n, "/rpc/v3/accounts/"+treasury.String()), `"`+key+`"`)
}

// New blocks add transactions to the list of treasury without changing earlier ones.
func TestNewTransactions(t *testing.T) {
	t.Parallel()
	n := newOwnNode(t, defaultConfig(7), Options{})
	treasury := named(t, n, "treasury")
	before := everySent(t, n, treasury)
	height, grown := uint64(0), 0
	for block := 1; grown < 10; block++ {
		require.Less(t, block, 60, "some ten blocks bring ten transactions")
		made := n.Produce(t)
		if height != 0 {
			require.Equal(t, height+1, made)
		}
		height = made
		for _, record := range list(t, n, treasury, "?ascending=true&start="+strconv.Itoa(len(before)+grown)) {
			require.Equal(t, height, record.Block.Height)
			require.EqualValues(t, start.Add(time.Duration(block)*time.Second).UnixMicro(), record.Block.Timestamp.value())
			require.EqualValues(t, len(before)+grown, record.Header.SequenceNumber)
			grown++
		}
	}
	after := everySent(t, n, treasury)
	require.Equal(t, before, after[:len(before)])
	require.Len(t, after, len(before)+grown)
	require.Contains(t, apitest.Get(t, n, "/rpc/v3/accounts/"+treasury.String()), `"sequence_number":`+strconv.Itoa(len(after))+",")
	require.EqualValues(t, len(after)-1, list(t, n, treasury, "?count=1")[0].Header.SequenceNumber)
}
