package localnet

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/client/move"
)

// A seed names one chain for ever: these values change only on purpose.
func TestSeedNamesTheChain(t *testing.T) {
	n := launch(t, Options{Start: start})
	treasury := named(t, n, "treasury")
	require.Equal(t, "0xb713f86be9bb7509ef097a8565ab68df19051e1712e48309f2fce25aa02cc89c", treasury.String())
	newest := list(t, n, treasury, "?count=1")[0]
	require.Equal(t, "0x1075805bf1811ecc0e57b43dbf08dc4f51708481103ed03a65b0e18e3185b167", newest.Hash)
	require.Equal(t, "0x16a24c37834fe90701ff3d84b89a028c8c7d84833f4d7d143b594897e34cbbb7", newest.Block.Hash)
	require.EqualValues(t, 1_546, newest.Block.Height)
}

func TestSameSeedSameBytes(t *testing.T) {
	walk := func(options Options) string {
		n := launch(t, options)
		for range 3 {
			_, err := n.Produce(t.Context())
			require.NoError(t, err)
		}
		var all strings.Builder
		for _, account := range n.Accounts() {
			all.WriteString(get(t, n, "/rpc/v3/accounts/"+account.Address.String()))
			all.WriteString(get(t, n, "/rpc/v3/accounts/"+account.Address.String()+"/transactions?count=100"))
		}
		return all.String()
	}
	first := walk(Options{Seed: 3, Start: start})
	require.Equal(t, first, walk(Options{Seed: 3, Start: start}))

	other := launch(t, Options{Seed: 4, Start: start})
	require.NotContains(t, first, named(t, other, "treasury").String()[2:])

	// Neither the clock nor the dialect is part of the chain.
	later := launch(t, Options{Seed: 3, Start: start.AddDate(1, 0, 0), Dialect: Deployed})
	hash := list(t, later, named(t, later, "treasury"), "?count=1")[0].Hash
	sameTime := launch(t, Options{Seed: 3, Start: start})
	require.Equal(t, hash, list(t, sameTime, named(t, sameTime, "treasury"), "?count=1")[0].Hash)
}

// everyAccount lists the addresses of all accounts.
func everyAccount(t *testing.T, n *Network) []move.Address {
	t.Helper()
	require.NoError(t, n.standing(t.Context()))
	n.chain.mutex.RLock()
	defer n.chain.mutex.RUnlock()
	addresses := make([]move.Address, 0, len(n.chain.records.identities))
	for _, identity := range n.chain.records.identities {
		addresses = append(addresses, identity.address)
	}
	return addresses
}

// The list of the main account is worth looking at: every kind of payload, signature and
// outcome is in it, whatever the seed.
func TestTreasurySendsAllKinds(t *testing.T) {
	for seed := range uint64(5) {
		n := launch(t, Options{Seed: seed})
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

// balances are what the records of a chain leave behind, by account and coin.
type balances map[move.Address]map[string]int64

func (b balances) add(account move.Address, coin string, amount int64) {
	if b[account] == nil {
		b[account] = map[string]int64{}
	}
	b[account][coin] += amount
}

// Every coin that the records of all types move, and every fee, adds up to the balances of
// the state, starting from what the accounts were funded with, and the balances to the
// supply. Each movement is told twice, and the numbers of each account's event stream have
// no holes.
func TestBalancesAddUp(t *testing.T) {
	n := launch(t, Options{Seed: 11, Transactions: 600})
	for range 50 {
		_, err := n.Produce(t.Context())
		require.NoError(t, err)
	}
	sum := balances{}
	streams := map[string]uint64{} // numbers seen, added up
	lengths := map[string]uint64{}
	seen := map[string]string{} // the type by hash
	for _, account := range everyAccount(t, n) {
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
				require.Zero(t, output.GasUsed, "the chain pays nothing to itself")
			}

			var told struct {
				Account  move.Address
				Amount   uint64 `json:",string"`
				CoinType string `json:"coin_type"`
			}
			for i, event := range output.Events {
				switch event.Type {
				case "0x1::coin::CoinWithdraw", "0x1::coin::CoinDeposit":
					require.NoError(t, json.Unmarshal(event.Data, &told))
					require.Zero(t, event.GUID.Account)
					amount := int64(told.Amount)
					if event.Type == "0x1::coin::CoinWithdraw" {
						amount = -amount
					}
					sum.add(told.Account, told.CoinType, amount)
					// The event after it tells the same in the account's own stream.
					again := output.Events[i+1]
					require.Equal(t, strings.Replace(event.Type, "::Coin", "::", 1)+"Event", again.Type)
					require.Equal(t, told.Account, again.GUID.Account)
					require.JSONEq(t, fmt.Sprintf(`{"amount":"%d"}`, told.Amount), string(again.Data))
					stream := fmt.Sprint(again.GUID.Account, again.GUID.CreationNumber)
					streams[stream] += again.SequenceNumber
					lengths[stream]++
				}
			}
			if record.Status == "Fail" {
				require.Len(t, output.Events, 1, "a failure leaves its fee alone")
			}
		}
	}
	require.Len(t, seen, len(n.chain.records.transactions), "each is in some account's lists")
	types := map[string]int{}
	for _, kind := range seen {
		types[kind]++
	}
	require.Len(t, types, 4, "%v", types)

	funded := n.chain.records.transactions[0].firstMovement
	coinNames := newRendering(n.chain, n.chain.records, Spec, v3).names.coins
	for _, movement := range n.chain.records.movements[:funded] {
		account := n.chain.records.identities[movement.account].address
		sum.add(account, coinNames[movement.coin], int64(movement.amount))
		creation := 2 + 2*uint64(movement.coin)
		lengths[fmt.Sprint(account, creation)]++ // number 0 of its stream
	}
	n.chain.look(func(now state) {
		var held [coins]uint64
		for id := range n.chain.accounts {
			for kind := range coins {
				address, balance := now.identity(accountID(id)).address, now.store(accountID(id), kind).balance
				require.Equal(t, int64(balance), sum[address][coinNames[kind]], "%s, coin %d", address, kind)
				held[kind] += balance
			}
		}
		for kind := range coins {
			require.Equal(t, now.supply(kind), held[kind])
		}
	})
	for stream, length := range lengths {
		require.Equal(t, length*(length-1)/2, streams[stream], stream)
	}
}

// everyRecord gives all that the lists of an account hold, some of it more than once.
func everyRecord(t *testing.T, n *Network, account move.Address) []record {
	t.Helper()
	return slices.Concat(
		everySent(t, n, account),
		walk(t, n, account, "automated_transactions", "cursor", "&ascending=true"),
		walk(t, n, account, "coin_transactions", "start", "&ascending=true"),
	)
}

// Used gas is what the fee statement charges, storage included, and the statement ends
// the events.
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

// No balance ever goes below zero, whatever the seed and the size.
func TestBalancesStayPositive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		options, err := Options{
			Seed:         rapid.Uint64().Draw(t, "seed"),
			Accounts:     rapid.IntRange(len(casting), 60).Draw(t, "accounts"),
			Transactions: rapid.IntRange(1, 400).Draw(t, "transactions"),
		}.complete()
		require.NoError(t, err)
		c := newChain(options)
		require.NoError(t, c.build(t.Context(), options.Start))

		running := make([][coins]uint64, len(c.accounts))
		settle := func(from, to uint32) {
			for _, moved := range c.records.movements[from:to] {
				balance := &running[moved.account][moved.coin]
				if moved.deposit {
					*balance += moved.amount
					continue
				}
				require.GreaterOrEqual(t, *balance, moved.amount)
				*balance -= moved.amount
			}
		}
		settle(0, c.records.transactions[0].firstMovement)
		for _, sent := range c.records.transactions {
			settle(sent.firstMovement, sent.firstMovement+uint32(sent.movements))
			fee := uint64(sent.gasUsed) * uint64(sent.gasPrice)
			require.GreaterOrEqual(t, running[sent.feePayer][native], fee)
			running[sent.feePayer][native] -= fee
		}
		require.Len(t, c.accounts[treasury].sent, options.Transactions)
		for id := range running {
			for coin := range running[id] {
				require.Equal(t, c.accounts[id].stores[coin].balance, running[id][coin])
			}
		}
	})
}

// The main account stays rich enough to go on sending.
func TestTreasuryStaysRich(t *testing.T) {
	for seed := range uint64(20) {
		options, err := Options{Seed: seed}.complete()
		require.NoError(t, err)
		c := newChain(options)
		require.NoError(t, c.build(t.Context(), options.Start))
		require.Greater(t, c.accounts[treasury].stores[native].balance, casting[treasury].native/2, "seed %d", seed)
	}
}

// Blocks hang together: parents, times, rounds that skip now and then, epochs, authors
// of the committee, and the transactions between them.
func TestBlocks(t *testing.T) {
	options, err := Options{Seed: 5, Start: start}.complete()
	require.NoError(t, err)
	c := newChain(options)
	require.NoError(t, c.build(t.Context(), options.Start))
	blocks := c.records.blocks
	require.Equal(t, start, c.newestTime().UTC())

	skips, next, users, authors, counts := 0, uint32(0), uint8(0), map[uint8]bool{}, map[uint8]int{}
	for height, block := range blocks {
		require.Equal(t, next, block.firstTransaction)
		for _, made := range c.records.transactions[next:][:block.transactions] {
			if made.transactionType() == userType {
				users++
			}
		}
		next += uint32(block.transactions)
		counts[users]++
		users = 0
		authors[block.author] = true
		require.Less(t, int(block.author), committeeSize)
		if height == 0 {
			require.Equal(t, digest{}, c.records.parentHash(0))
			continue
		}
		before := blocks[height-1]
		require.Equal(t, before.hash, c.records.parentHash(uint32(height)))
		require.Greater(t, block.age, before.age)
		if block.epoch == before.epoch {
			require.Greater(t, block.round, before.round)
			skips += int(block.round - before.round - 1)
		} else {
			require.Equal(t, before.epoch+1, block.epoch)
			require.Less(t, block.round, before.round)
		}
	}
	require.Len(t, c.records.transactions, int(next))
	require.Len(t, authors, committeeSize)
	require.Greater(t, blocks[len(blocks)-1].epoch, uint32(2))
	require.Positive(t, skips)
	require.Less(t, skips, len(blocks)/10)
	for count := range uint8(5) {
		require.Positive(t, counts[count], "blocks of %d transactions", count)
	}
	require.Len(t, counts, 5)
}

// The record of a transaction names the block that holds it.
func TestBlockHeaders(t *testing.T) {
	n := launch(t, Options{Seed: 5, Start: start})
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

// A rotation names the key that the account has afterwards.
func TestKeyRotation(t *testing.T) {
	n := launch(t, Options{Seed: 7})
	treasury := named(t, n, "treasury")
	key := treasury.String() // the first key is the address
	rotations := 0
	for _, record := range everySent(t, n, treasury) {
		if !strings.HasSuffix(record.Payload.Move.Function, "::rotate_authentication_key_call") || record.Status != "Success" {
			continue
		}
		var told struct {
			Before string `json:"old_authentication_key"`
			After  string `json:"new_authentication_key"`
		}
		require.NoError(t, json.Unmarshal(record.Output.Move.Events[0].Data, &told))
		require.Equal(t, key, told.Before)
		require.Equal(t, `"`+told.After+`"`, string(record.Payload.Move.Arguments[0]))
		key = told.After
		rotations++
	}
	require.Positive(t, rotations)
	require.Contains(t, get(t, n, "/rpc/v3/accounts/"+treasury.String()), `"`+key+`"`)
}

func TestBytecode(t *testing.T) {
	require.Equal(t, []byte("\xa1\x1c\xeb\x0b\x06\x00\x00\x00\x01\x05\x00\x06\x00\x03\x06\x0c\x03\x05\x00\x01\x00\x01\x02"), scriptBytecode)
	module := emptyModule(move.Address{31: 1}, "vault")
	require.Equal(t, "\xa1\x1c\xeb\x0b\x06\x00\x00\x00\x03\x01\x00\x02\x07\x02\x06\x08\x08\x20\x00\x00\x05vault"+
		strings.Repeat("\x00", 31)+"\x01\x00", string(module))
}

func TestAccountsOption(t *testing.T) {
	n := launch(t, Options{Accounts: 500, Transactions: 3})
	names := n.Accounts()
	require.Len(t, names, len(casting))
	require.Equal(t, "treasury", names[0].Name)
	seen := map[move.Address]bool{}
	for _, address := range everyAccount(t, n) {
		require.False(t, seen[address])
		seen[address] = true
	}
	require.GreaterOrEqual(t, len(seen), 500)
	for _, account := range names {
		require.True(t, seen[account.Address], account.Name)
	}
	require.Len(t, list(t, n, names[0].Address, ""), 3)
}
