package client_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/localnet"
	"foredeck/client/move"
)

// The simulated network is an independent implementation of the specification, so a misreading on one side fails here.

// localStart is the time of the newest block at the start of the tests' networks.
var localStart = time.Date(2026, time.August, 1, 12, 0, 0, 500_000, time.UTC)

const (
	localSeed = 7
	localSent = 1_200 // transactions of treasury at the start
)

// local starts a network that only grows by Produce, and a Node for it.
func local(t *testing.T, dialect localnet.Dialect) (*client.Node, *localnet.Network) {
	t.Helper()
	network, err := localnet.Start(t.Context(), localnet.Options{Dialect: dialect, Seed: localSeed, Start: localStart})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, network.Close()) })
	node, err := client.NewNode(network.BaseURL())
	require.NoError(t, err)
	t.Cleanup(node.CloseIdleConnections)
	return node, network
}

// inBothDialects runs a test against a network of each dialect.
func inBothDialects(t *testing.T, test func(*testing.T, *client.Node, *localnet.Network)) {
	t.Helper()
	for _, dialect := range []localnet.Dialect{localnet.Spec, localnet.Deployed} {
		t.Run(dialect.String(), func(t *testing.T) {
			node, network := local(t, dialect)
			test(t, node, network)
		})
	}
}

// named returns the address of a named account.
func named(t *testing.T, network *localnet.Network, name string) move.Address {
	t.Helper()
	for _, account := range network.Accounts() {
		if account.Name == name {
			return account.Address
		}
	}
	require.Failf(t, "no such account", "%s", name)
	return move.Address{}
}

// unknown is an address without an account.
var unknown = move.Address{0: 0xde, 1: 0xad, 31: 1}

// everySent returns all transactions that an account sent.
func everySent(t *testing.T, node *client.Node, address move.Address, order client.Order) []client.Transaction {
	t.Helper()
	var transactions []client.Transaction
	for transaction, err := range node.AllTransactions(t.Context(), address, order) {
		require.NoError(t, err)
		transactions = append(transactions, transaction)
	}
	return transactions
}

// requireNumbers checks that the records are those from first to last, up or down, each once.
func requireNumbers(t *testing.T, first, last uint64, transactions []client.Transaction) {
	t.Helper()
	step, count := uint64(1), last-first+1
	if first > last {
		step, count = math.MaxUint64, first-last+1 // one less, in wrapping arithmetic
	}
	require.Len(t, transactions, int(count))
	number := first
	for _, transaction := range transactions {
		require.NotNil(t, transaction.SequenceNumber)
		require.Equal(t, number, *transaction.SequenceNumber)
		number += step
	}
}

func TestLocalnetAccounts(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, node *client.Node, network *localnet.Network) {
		for _, known := range network.Accounts() {
			account, err := node.Account(t.Context(), known.Address)
			require.NoError(t, err, known.Name)
			require.Equal(t, known.Address, account.Address)
			require.Regexp(t, "^0x[0-9a-f]{64}$", account.AuthenticationKey)
			require.JSONEq(t, fmt.Sprintf(`{"sequence_number":%d,"authentication_key":%q}`, account.SequenceNumber, account.AuthenticationKey), string(account.Raw))
			require.Len(t, everySent(t, node, known.Address, client.OldestFirst), int(account.SequenceNumber), known.Name)
			switch known.Name {
			case "treasury":
				require.Equal(t, uint64(localSent), account.SequenceNumber)
				require.NotEqual(t, known.Address.String(), account.AuthenticationKey, "it has rotated its key")
			case "alice":
				require.Equal(t, known.Address.String(), account.AuthenticationKey)
			case "newcomer":
				require.Zero(t, account.SequenceNumber)
			}
		}
	})
}

func TestLocalnetMissingAccount(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, node *client.Node, _ *localnet.Network) {
		_, err := node.Account(t.Context(), unknown)
		require.ErrorIs(t, err, client.ErrNotFound)
		require.NotErrorIs(t, err, client.ErrUnsupported)
		var status *client.StatusError
		require.ErrorAs(t, err, &status)
		require.Equal(t, http.StatusNotFound, status.Status)
		require.Equal(t, "Information not available for "+unknown.String()[2:], status.Message)

		// An account that does not exist has an empty list, not an error.
		page, err := node.Transactions(t.Context(), unknown, client.PageRequest{})
		require.NoError(t, err)
		require.Empty(t, page.Items)
		require.Empty(t, page.Next)
	})
}

// Spec sections 4.5 and 8: start and end of pages.
func TestLocalnetPages(t *testing.T) {
	t.Parallel()
	const newest = localSent - 1
	tests := []struct {
		name        string
		request     client.PageRequest
		first, last uint64
		next        client.Cursor
		empty       bool
	}{
		{name: "20 of the newest without a word", first: newest, last: newest - 19, next: client.SequenceCursor(newest - 20)},
		{name: "20 of the oldest", request: client.PageRequest{Order: client.OldestFirst}, first: 0, last: 19, next: "20"},
		{name: "one", request: client.PageRequest{Count: 1}, first: newest, last: newest, next: client.SequenceCursor(newest - 1)},
		{name: "a hundred", request: client.PageRequest{Count: 100}, first: newest, last: newest - 99, next: client.SequenceCursor(newest - 100)},
		{name: "no more than a hundred", request: client.PageRequest{Count: 101}, first: newest, last: newest - 99, next: client.SequenceCursor(newest - 100)},
		{name: "not nearly more", request: client.PageRequest{Count: math.MaxInt, Order: client.OldestFirst}, first: 0, last: 99, next: "100"},
		{name: "the start is inclusive, down", request: client.PageRequest{Count: 3, Cursor: client.SequenceCursor(500)}, first: 500, last: 498, next: "497"},
		{name: "the start is inclusive, up", request: client.PageRequest{Count: 3, Cursor: client.SequenceCursor(500), Order: client.OldestFirst}, first: 500, last: 502, next: "503"},
		{name: "the very first, down", request: client.PageRequest{Cursor: "0"}, first: 0, last: 0},
		{name: "down to the very first", request: client.PageRequest{Cursor: "5"}, first: 5, last: 0},
		{name: "the very first, up", request: client.PageRequest{Cursor: "0", Count: 1, Order: client.OldestFirst}, first: 0, last: 0, next: "1"},
		{name: "the newest, up", request: client.PageRequest{Cursor: client.SequenceCursor(newest), Order: client.OldestFirst}, first: newest, last: newest, next: client.SequenceCursor(newest + 1)},
		{name: "above the newest, down", request: client.PageRequest{Cursor: client.SequenceCursor(newest + 9), Count: 2}, first: newest, last: newest - 1, next: client.SequenceCursor(newest - 2)},
		{name: "the largest, down", request: client.PageRequest{Cursor: client.SequenceCursor(math.MaxUint64), Count: 2}, first: newest, last: newest - 1, next: client.SequenceCursor(newest - 2)},
		{name: "above the newest, up", request: client.PageRequest{Cursor: client.SequenceCursor(newest + 1), Order: client.OldestFirst}, empty: true},
		{name: "the largest, up", request: client.PageRequest{Cursor: client.SequenceCursor(math.MaxUint64), Order: client.OldestFirst}, empty: true},
	}
	inBothDialects(t, func(t *testing.T, node *client.Node, network *localnet.Network) {
		for _, test := range tests {
			t.Run(test.name, func(t *testing.T) {
				page, err := node.Transactions(t.Context(), named(t, network, "treasury"), test.request)
				require.NoError(t, err)
				require.Equal(t, test.next, page.Next)
				if test.empty {
					require.Empty(t, page.Items)
					return
				}
				requireNumbers(t, test.first, test.last, page.Items)
			})
		}
	})
}

func TestLocalnetBadRequests(t *testing.T) {
	t.Parallel()
	node, network := local(t, localnet.Spec)
	for name, c := range map[string]struct {
		request client.PageRequest
		field   string
	}{
		"negative count": {client.PageRequest{Count: -1}, "count"},
		"order":          {client.PageRequest{Order: 2}, "order"},
		"word":           {client.PageRequest{Cursor: "abc"}, "cursor"},
		"negative":       {client.PageRequest{Cursor: "-1"}, "cursor"},
		"too large":      {client.PageRequest{Cursor: "18446744073709551616"}, "cursor"},
	} {
		t.Run(name, func(t *testing.T) {
			page, err := node.Transactions(t.Context(), named(t, network, "treasury"), c.request)
			var wrong *client.ArgumentError
			require.ErrorAs(t, err, &wrong)
			require.Equal(t, c.field, wrong.Field)
			require.Empty(t, page)
		})
	}
}

func TestLocalnetWalks(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, node *client.Node, network *localnet.Network) {
		treasury := named(t, network, "treasury")
		requireNumbers(t, localSent-1, 0, everySent(t, node, treasury, client.NewestFirst))
		requireNumbers(t, 0, localSent-1, everySent(t, node, treasury, client.OldestFirst))
		for _, order := range []client.Order{client.NewestFirst, client.OldestFirst} {
			require.Empty(t, everySent(t, node, named(t, network, "newcomer"), order))
			require.Empty(t, everySent(t, node, unknown, order))
		}

		seen := map[string]bool{}
		for _, transaction := range everySent(t, node, treasury, client.NewestFirst) {
			require.False(t, seen[transaction.Hash], transaction.Hash)
			seen[transaction.Hash] = true
		}
		require.Len(t, seen, localSent)

		taken := 0
		for _, err := range node.AllTransactions(t.Context(), treasury, client.NewestFirst) {
			require.NoError(t, err)
			if taken++; taken == 150 {
				break
			}
		}
		require.Equal(t, 150, taken)
	})
}

// An iteration yields each record once while the account sends more.
func TestLocalnetWalksGrowingChain(t *testing.T) {
	t.Parallel()
	// A block now and then on a page, and some in a row between two pages.
	produce := func(t *testing.T, network *localnet.Network, taken int) {
		t.Helper()
		blocks := 0
		switch {
		case taken%100 == 0:
			blocks = 8
		case taken%37 == 0:
			blocks = 1
		}
		for range blocks {
			_, err := network.Produce(t.Context())
			require.NoError(t, err)
		}
	}
	sent := func(t *testing.T, node *client.Node, address move.Address) uint64 {
		t.Helper()
		account, err := node.Account(t.Context(), address)
		require.NoError(t, err)
		return account.SequenceNumber
	}
	inBothDialects(t, func(t *testing.T, node *client.Node, network *localnet.Network) {
		treasury := named(t, network, "treasury")
		walk := func(order client.Order) []client.Transaction {
			var transactions []client.Transaction
			for transaction, err := range node.AllTransactions(t.Context(), treasury, order) {
				require.NoError(t, err)
				transactions = append(transactions, transaction)
				produce(t, network, len(transactions))
			}
			return transactions
		}
		before := sent(t, node, treasury)
		requireNumbers(t, before-1, 0, walk(client.NewestFirst))
		between := sent(t, node, treasury)
		require.Greater(t, between, before+20, "the account sent more meanwhile")

		// Oldest first ends with the newest there is: including those produced during the walk.
		transactions := walk(client.OldestFirst)
		after := sent(t, node, treasury)
		require.Greater(t, after, between+20, "the account sent more meanwhile")
		requireNumbers(t, 0, after-1, transactions)
	})
}

// Concurrent iterations over one node, while blocks are produced.
func TestLocalnetConcurrentWalks(t *testing.T) {
	t.Parallel()
	node, network := local(t, localnet.Deployed)
	treasury := named(t, network, "treasury")
	var walks sync.WaitGroup
	numbers := make([][]uint64, 4)
	failed := make([]error, len(numbers)+1)
	for i := range numbers {
		walks.Go(func() {
			for transaction, err := range node.AllTransactions(t.Context(), treasury, client.Order(i%2)) {
				if err != nil {
					failed[i] = err
					return
				}
				numbers[i] = append(numbers[i], *transaction.SequenceNumber)
			}
		})
	}
	walks.Go(func() {
		for range 100 {
			if _, err := network.Produce(t.Context()); err != nil {
				failed[len(numbers)] = err
				return
			}
		}
	})
	walks.Wait()
	require.NoError(t, errors.Join(failed...))
	for i, walked := range numbers {
		if client.Order(i%2) == client.NewestFirst {
			slices.Reverse(walked)
		}
		require.GreaterOrEqual(t, len(walked), localSent)
		for place, number := range walked {
			require.Equal(t, uint64(place), number)
		}
	}
}

// Every kind of payload, signature and outcome of the network is decoded.
func TestLocalnetTransactionTypes(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, node *client.Node, network *localnet.Network) {
		seen := map[string]int{}
		council := named(t, network, "council")
		for _, known := range network.Accounts() {
			for _, transaction := range everySent(t, node, known.Address, client.NewestFirst) {
				require.Nil(t, transaction.Problems, string(transaction.Raw))
				require.Equal(t, "user", transaction.Type)
				require.Equal(t, known.Address, *transaction.Sender)
				require.Equal(t, "Move", transaction.Output.Kind)

				payload := transaction.Payload
				form := payload.Kind
				switch {
				case payload.Kind == "entry_function":
					function := payload.Function
					form += " " + function[strings.Index(function, "::"):]
					if len(payload.TypeArguments) > 0 {
						form += "<>"
					}
				case payload.Function != "":
					form += " of a function"
				}
				require.Equal(t, payload.Kind == "multisig", payload.MultisigAddress != nil)
				if payload.MultisigAddress != nil {
					require.Equal(t, council, *payload.MultisigAddress)
				}
				if payload.Function != "" {
					_, err := move.ParseFunctionID(payload.Function)
					require.NoError(t, err)
				}
				for _, tag := range payload.TypeArguments {
					_, err := move.ParseTypeTag(tag)
					require.NoError(t, err)
				}
				for _, argument := range payload.Arguments {
					require.True(t, json.Valid(argument))
				}
				seen[form]++
				seen[transaction.Authenticator.Kind]++
				seen[transaction.Status]++
				outcome, _, _ := strings.Cut(transaction.VMStatus, " in ")
				outcome, _, _ = strings.Cut(outcome, ":")
				seen[outcome]++
				if transaction.Status == "Success" {
					require.Equal(t, "Executed successfully", transaction.VMStatus)
				}
				if transaction.Authenticator.Kind == "Ed25519" {
					require.Regexp(t, "^0x[0-9a-f]{64}$", transaction.Authenticator.PublicKey)
					require.Regexp(t, "^0x[0-9a-f]{128}$", transaction.Authenticator.Signature)
				}
			}
		}
		require.ElementsMatch(t, []string{
			"entry_function ::native_account::transfer", "entry_function ::coin::transfer<>", "entry_function ::native_account::batch_transfer",
			"entry_function ::native_account::create_account", "entry_function ::pool::swap_exact_in<>", "entry_function ::order_book::place_order<>",
			"entry_function ::endpoint::send_message<>", "entry_function ::account::rotate_authentication_key_call",
			"entry_function ::code::publish_package_txn", "script", "multisig", "multisig of a function", "automation_registration of a function",
			"Ed25519", "MultiEd25519", "SingleSender", "MultiAgent", "FeePayer", "Success", "Fail",
			"Executed successfully", "Move abort", "Execution failed", "Out of gas",
			"Transaction Executed and Committed with Error LINKER_ERROR",
		}, slices.Collect(maps.Keys(seen)))
	})
}

// Fees and blocks are present and consistent in every record.
func TestLocalnetFeesAndBlocks(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, node *client.Node, network *localnet.Network) {
		hashes := map[uint64]string{} // of the blocks, by height
		parents := map[uint64]string{}
		var before client.Transaction
		for i, transaction := range everySent(t, node, named(t, network, "treasury"), client.OldestFirst) {
			fee := new(big.Int).SetUint64(*transaction.GasUsed)
			fee.Mul(fee, new(big.Int).SetUint64(*transaction.GasUnitPrice))
			require.Equal(t, fee, transaction.Fee())
			require.Positive(t, fee.Sign())
			require.LessOrEqual(t, *transaction.GasUsed, *transaction.MaxGasAmount)
			require.LessOrEqual(t, fee.Cmp(transaction.FeeCap()), 0)
			require.Equal(t, uint64(network.ChainID()), *transaction.ChainID)
			require.Regexp(t, "^0x[0-9a-f]{64}$", transaction.Hash)

			statement := transaction.Events[len(transaction.Events)-1]
			require.Equal(t, "0x1::transaction_fee::FeeStatement", statement.Type)
			require.Equal(t, move.Address{}, *statement.Account)
			require.Zero(t, *statement.CreationNumber)
			require.Zero(t, *statement.SequenceNumber)
			var charged struct {
				Gas uint64 `json:"total_charge_gas_units,string"`
			}
			require.NoError(t, json.Unmarshal(statement.Data, &charged))
			require.Equal(t, *transaction.GasUsed, charged.Gas)

			block := transaction.Block
			require.NotNil(t, block)
			for _, text := range []string{block.Hash, block.Author, block.Parent} {
				require.Regexp(t, "^0x[0-9a-f]{64}$", text)
			}
			require.Positive(t, *block.Epoch)
			require.NotNil(t, block.Round)
			require.LessOrEqual(t, block.Timestamp.Time(), localStart)
			require.True(t, transaction.Expiration.Time().After(block.Timestamp.Time()))
			hashes[*block.Height], parents[*block.Height] = block.Hash, block.Parent
			if i > 0 {
				require.LessOrEqual(t, *before.Block.Height, *block.Height)
				require.LessOrEqual(t, *before.Block.Timestamp, *block.Timestamp)
			}
			before = transaction
		}
		linked := 0
		for height, hash := range hashes {
			if parent, follows := parents[height+1]; follows {
				require.Equal(t, hash, parent)
				linked++
			}
		}
		require.Positive(t, linked)
		require.Less(t, *before.Block.Timestamp, client.Timestamp(localStart.UnixMicro()), "the last block of the history creates newcomer")
	})
}

// Results do not depend on the dialect of the node.
func TestLocalnetDialectsAgree(t *testing.T) {
	t.Parallel()
	spec, network := local(t, localnet.Spec)
	deployed, _ := local(t, localnet.Deployed)
	for _, known := range network.Accounts() {
		one, err := spec.Account(t.Context(), known.Address)
		require.NoError(t, err)
		other, err := deployed.Account(t.Context(), known.Address)
		require.NoError(t, err)
		require.Equal(t, one, other)

		written, understood := everySent(t, spec, known.Address, client.OldestFirst), everySent(t, deployed, known.Address, client.OldestFirst)
		require.Len(t, understood, len(written))
		for i := range written {
			require.NotEqual(t, string(written[i].Raw), string(understood[i].Raw))
			written[i].Raw, understood[i].Raw = nil, nil
			require.Equal(t, written[i], understood[i])
		}
	}
}

// A closed network is unreachable.
func TestLocalnetClosed(t *testing.T) {
	t.Parallel()
	node, network := local(t, localnet.Spec)
	treasury := named(t, network, "treasury")
	taken, failures := 0, []error{}
	for _, err := range node.AllTransactions(t.Context(), treasury, client.NewestFirst) {
		if err != nil {
			failures = append(failures, err)
			continue
		}
		if taken++; taken == 100 {
			require.NoError(t, network.Close())
		}
	}
	require.Equal(t, 100, taken)
	require.Len(t, failures, 1)
	var down *client.TransportError
	require.ErrorAs(t, failures[0], &down)
	require.False(t, down.Timeout())
}

func TestLocalnetSlow(t *testing.T) {
	t.Parallel()
	network, err := localnet.Start(t.Context(), localnet.Options{Latency: time.Hour})
	require.NoError(t, err)
	defer network.Close()
	node, err := client.NewNode(network.BaseURL(), client.WithTimeout(50*time.Millisecond))
	require.NoError(t, err)
	defer node.CloseIdleConnections()
	_, err = node.Account(t.Context(), unknown)
	var slow *client.TransportError
	require.ErrorAs(t, err, &slow)
	require.True(t, slow.Timeout())
	require.ErrorIs(t, err, context.DeadlineExceeded)
}
