package client_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/localnet"
	"foredeck/client/move"
)

const versionsToken = "consensus-token"

// versionNode returns a client of a simulated node of a version.
func versionNode(t *testing.T, version localnet.NodeVersion, change func(*localnet.Options), opts ...client.Option) (*client.Node, *localnet.Network) {
	options := localnet.Options{NodeVersion: version, ConsensusToken: versionsToken, Transactions: 200}
	if change != nil {
		change(&options)
	}
	network, err := localnet.Start(t.Context(), options)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, network.Close()) })
	node, err := client.NewNode(network.BaseURL(), opts...)
	require.NoError(t, err)
	t.Cleanup(node.CloseIdleConnections)
	return node, network
}

var nodeVersions = []localnet.NodeVersion{localnet.Node10, localnet.Node11, localnet.Node12}

// Each version of a node has blocks without a token, with one way or another.
func TestLocalnetBlocksWithoutToken(t *testing.T) {
	t.Parallel()
	for _, version := range nodeVersions {
		t.Run(version.String(), func(t *testing.T) {
			t.Parallel()
			node, _ := versionNode(t, version, nil)
			ctx := t.Context()
			head, err := node.FindHead(ctx, client.HeadSearch{})
			require.NoError(t, err)
			require.Nil(t, head.Certificate)
			require.NotNil(t, head.Statistics)
			block, err := node.Block(ctx, head.Height-3)
			require.NoError(t, err)
			require.Nil(t, block.Problems)
			require.Empty(t, block.Other)
			_, err = node.Block(ctx, head.Height+1)
			require.ErrorIs(t, err, client.ErrNotFound)
			require.NotErrorIs(t, err, client.ErrUnsupported)
			_, err = node.Block(ctx, head.Height, client.WithBatches())
			require.ErrorIs(t, err, client.ErrUnauthorized)

			full, err := node.Block(ctx, block.Height, client.WithTransactions())
			require.NoError(t, err)
			require.NotEmpty(t, full.Transactions)
			for i := range full.Transactions {
				require.Equal(t, block.Digest, full.Transactions[i].Block.Hash)
				found, err := node.TransactionByHash(ctx, full.Transactions[i].Hash)
				require.NoError(t, err)
				require.Equal(t, block.Height, *found.Height())
				require.Nil(t, found.Problems)
			}
			byHash, err := node.BlockByHash(ctx, block.Digest)
			require.NoError(t, err)
			require.Equal(t, block.Height, byHash.Height)
			_, err = node.BlockByHash(ctx, full.Transactions[0].Hash)
			require.ErrorIs(t, err, client.ErrNotFound)
			_, err = node.TransactionByHash(ctx, block.Digest)
			require.ErrorIs(t, err, client.ErrNotFound)
			require.NotErrorIs(t, err, client.ErrUnsupported)

			price, err := node.GasPrice(ctx)
			require.NoError(t, err)
			require.NotNil(t, price.Median)
			require.Equal(t, version != localnet.Node10, price.Floor != nil)
			seconds, err := node.TransactionLifetime(ctx)
			require.NoError(t, err)
			require.Positive(t, seconds)
		})
	}
}

// With a token, blocks have certificates, from version 1 or 4.
func TestLocalnetBlocksWithToken(t *testing.T) {
	t.Parallel()
	for _, version := range nodeVersions {
		t.Run(version.String(), func(t *testing.T) {
			t.Parallel()
			node, _ := versionNode(t, version, nil, client.WithConsensusToken(versionsToken))
			head, err := node.FindHead(t.Context(), client.HeadSearch{})
			require.NoError(t, err)
			require.NotNil(t, head.Certificate)
			require.NotEmpty(t, head.Certificate.Voters)
			block, err := node.Block(t.Context(), head.Height, client.WithBatches())
			require.NoError(t, err)
			require.NotNil(t, block.Batches)
			_, err = node.Block(t.Context(), head.Height+1)
			require.ErrorIs(t, err, client.ErrNotFound)
			require.NotErrorIs(t, err, client.ErrUnsupported)
			require.NoError(t, node.ConsensusRefusal())
		})
	}
}

// The nodes of the specification have none of the calls that are later than it, and say so.
func TestLocalnetSpecHasNoLaterCalls(t *testing.T) {
	t.Parallel()
	node, _ := versionNode(t, localnet.SpecNode, func(o *localnet.Options) { o.ConsensusToken = "" })
	ctx := t.Context()
	head, err := node.FindHead(ctx, client.HeadSearch{})
	require.NoError(t, err)
	require.NotNil(t, head.Certificate)
	for name, call := range map[string]func() error{
		"transactions": func() error { _, err := node.Block(ctx, head.Height, client.WithTransactions()); return err },
		"by hash":      func() error { _, err := node.TransactionByHash(ctx, head.Digest); return err },
		"gas":          func() error { _, err := node.GasPrice(ctx); return err },
		"committee":    func() error { _, err := node.Committee(ctx, 1); return err },
		"certificates": func() error { _, err := node.InclusionCertificates(ctx, 1, 2); return err },
		"fungible": func() error {
			_, err := node.FungibleTransactions(ctx, move.Address{31: 1}, client.PageRequest{})
			return err
		},
		"events": func() error {
			_, err := node.Events(ctx, client.EventRequest{Type: "0x1::coin::CoinDeposit", From: 1, To: 2})
			return err
		},
	} {
		require.ErrorIs(t, call(), client.ErrUnsupported, name)
	}
}

// Walking events backwards finds those that the transactions of the blocks have, in the reverse order.
func TestLocalnetEvents(t *testing.T) {
	t.Parallel()
	for _, version := range nodeVersions {
		t.Run(version.String(), func(t *testing.T) {
			t.Parallel()
			node, _ := versionNode(t, version, nil)
			ctx := t.Context()
			head, err := node.FindHead(ctx, client.HeadSearch{})
			require.NoError(t, err)
			const kind = "0x1::coin::CoinDeposit"
			var want, got []string
			bottom := head.Height - 150
			for height := bottom; height <= head.Height; height++ {
				block, err := node.Block(ctx, height, client.WithTransactions())
				require.NoError(t, err)
				for _, transaction := range block.Transactions {
					for _, event := range transaction.Events {
						if event.Type == kind {
							want = append(want, strconv.FormatUint(height, 10)+transaction.Hash+string(event.Data))
						}
					}
				}
			}
			walk := node.WalkEvents(kind, head.Height, bottom)
			for complete := false; !complete; {
				window, err := walk.Next(ctx)
				require.NoError(t, err)
				for _, event := range window.Events {
					require.Nil(t, event.Problems)
					require.Equal(t, version != localnet.Node10, event.Hash != "")
					got = append(got, strconv.FormatUint(*event.Height, 10)+event.Transaction+string(event.Data))
				}
				complete = window.IsComplete
			}
			slices.Reverse(got)
			require.NotEmpty(t, want)
			require.Equal(t, want, got)
		})
	}
}

// The walk over a pruned node ends where its data start, and says where that is.
func TestLocalnetEventsOfPrunedNode(t *testing.T) {
	t.Parallel()
	node, _ := versionNode(t, localnet.Node11, func(o *localnet.Options) { o.Prune = 100 })
	head, err := node.FindHead(t.Context(), client.HeadSearch{})
	require.NoError(t, err)
	walk := node.WalkEvents("0x1::coin::CoinDeposit", head.Height, 0)
	var oldest *uint64
	for complete := false; !complete; {
		window, err := walk.Next(t.Context())
		require.NoError(t, err)
		oldest, complete = window.OldestBlock, window.IsComplete
	}
	require.NotNil(t, oldest)
	require.Equal(t, head.Height-99, *oldest)
	_, err = node.Block(t.Context(), *oldest-1)
	require.ErrorIs(t, err, client.ErrPruned)
}

func TestLocalnetCommittees(t *testing.T) {
	t.Parallel()
	node, _ := versionNode(t, localnet.Node11, nil)
	head, err := node.FindHead(t.Context(), client.HeadSearch{})
	require.NoError(t, err)
	_, err = node.Committee(t.Context(), *head.Epoch+1000)
	require.ErrorIs(t, err, client.ErrNotFound)
	committee, err := node.Committee(t.Context(), *head.Epoch)
	require.NoError(t, err)
	require.Nil(t, committee.Problems)
	require.Empty(t, committee.Other)
	require.Len(t, committee.Members, 31)
	total, ok := committee.Stake()
	require.True(t, ok)
	require.Positive(t, total)
	require.True(t, slices.ContainsFunc(committee.Members, func(m client.CommitteeMember) bool { return m.Identity == head.Author }))
}

// Blocks passes options for each block, in both directions.
func TestLocalnetBlocksWithTransactions(t *testing.T) {
	t.Parallel()
	node, _ := versionNode(t, localnet.Node11, nil)
	head, err := node.FindHead(t.Context(), client.HeadSearch{})
	require.NoError(t, err)
	for _, ends := range [][2]uint64{{head.Height - 20, head.Height}, {head.Height, head.Height - 20}} {
		blocks, transfers := 0, 0
		for block, err := range node.Blocks(t.Context(), ends[0], ends[1], client.EachWith(client.WithTransactions())) {
			require.NoError(t, err)
			require.True(t, block.TransactionsRequested)
			blocks++
			for i := range block.Transactions {
				for _, transfer := range block.Transactions[i].CoinEvents() {
					event := block.Transactions[i].Events[transfer.Event]
					require.Equal(t, strings.HasSuffix(event.Type, "DepositEvent") || strings.HasSuffix(event.Type, "WithdrawEvent"), transfer.IsRepeated, event.Type)
					transfers++
				}
			}
		}
		require.Equal(t, 21, blocks)
		require.Positive(t, transfers)
	}
}

// The proofs of all transactions verify against the root that a certificate has, and no change of a single bit does.
func TestLocalnetProofs(t *testing.T) {
	t.Parallel()
	node, _ := versionNode(t, localnet.Node11, nil)
	ctx := t.Context()
	head, err := node.FindHead(ctx, client.HeadSearch{})
	require.NoError(t, err)
	random := rand.New(rand.NewPCG(1, 2))
	proved, events := 0, 0
	for height := head.Height - 60; height < head.Height-20; height++ {
		block, err := node.Block(ctx, height, client.WithTransactions())
		require.NoError(t, err)
		for i := range block.Transactions {
			hash := block.Transactions[i].Hash
			transaction, err := node.TransactionByHash(ctx, hash, client.WithProof())
			require.NoError(t, err)
			proof := transaction.InclusionProof
			require.NotNil(t, proof)
			require.NoError(t, proof.Verify(hash))
			certificates, err := node.InclusionCertificates(ctx, *proof.CertifiedAt, *proof.CertifiedAt+1)
			require.NoError(t, err)
			require.Len(t, certificates, 1)
			require.NoError(t, proof.VerifyCertificate(certificates[0]))
			proved++
			for range 20 {
				changed := *proof
				changed.Siblings = slices.Clone(proof.Siblings)
				what := flip(random, &changed)
				require.ErrorIs(t, changed.Verify(hash), client.ErrProof, what)
			}
			for _, event := range transaction.Events[:min(1, len(transaction.Events))] {
				emitted, err := node.EventProof(ctx, event.Hash, hash)
				require.NoError(t, err)
				require.NoError(t, emitted.Verify(event.Hash, proof.EventsRoot))
				require.ErrorIs(t, emitted.Verify(proof.EventsRoot, proof.EventsRoot), client.ErrProof)
				events++
			}
		}
	}
	require.Greater(t, proved, 40)
	require.Positive(t, events)
}

// One request has the proofs of a hundred transactions and of their events, all under one certified root.
func TestLocalnetEventProofs(t *testing.T) {
	t.Parallel()
	const wanted, each = 1_000, 100
	node, _ := versionNode(t, localnet.Node11, func(o *localnet.Options) { o.Transactions = 1_000 })
	ctx := t.Context()
	head, err := node.FindHead(ctx, client.HeadSearch{})
	require.NoError(t, err)
	_, err = node.EventProofs(ctx, []client.EventProofRequest{{Transaction: head.Digest, Types: []string{"0x1::m::T"}}})
	require.Error(t, err, "the hash of a block")
	var argument *client.ArgumentError
	_, err = node.EventProofs(ctx, nil)
	require.ErrorAs(t, err, &argument)
	_, err = node.EventProofs(ctx, []client.EventProofRequest{{Transaction: head.Digest}})
	require.ErrorAs(t, err, &argument)
	newest, err := node.Block(ctx, head.Height, client.WithTransactions())
	require.NoError(t, err)
	_, err = node.EventProofs(ctx, []client.EventProofRequest{{Transaction: newest.Transactions[0].Hash, Types: []string{"0x1::m::T"}}})
	require.ErrorIs(t, err, client.ErrNotCertified)

	random := rand.New(rand.NewPCG(1, 2))
	var requests []client.EventProofRequest
	emitted := map[string][]client.Event{}
	proved, events := 0, 0
	for height := head.Height - 20; proved < wanted; height-- {
		block, err := node.Block(ctx, height, client.WithTransactionType(client.UserType))
		require.NoError(t, err)
		for i := range block.Transactions {
			if transaction := &block.Transactions[i]; len(transaction.Events) > 0 {
				require.Equal(t, "user", transaction.Type)
				requests = append(requests, client.EventProofRequest{Transaction: transaction.Hash, Types: []string{transaction.Events[0].Type}})
				emitted[transaction.Hash] = transaction.Events
			}
		}
		if len(requests) < each {
			continue
		}
		found, err := node.EventProofs(ctx, requests[:each])
		require.NoError(t, err)
		require.Equal(t, *found.Height, *found.Certificate.Height)
		require.Len(t, found.Items, each)
		for i, item := range found.Items {
			require.Equal(t, requests[i].Transaction, item.Transaction)
			require.NoError(t, item.Inclusion.Verify(item.Transaction))
			require.NoError(t, item.Inclusion.VerifyCertificate(found.Certificate))
			changed := *item.Inclusion
			changed.Siblings = slices.Clone(changed.Siblings)
			what := flip(random, &changed)
			require.ErrorIs(t, changed.Verify(item.Transaction), client.ErrProof, what)
			for _, event := range item.Events {
				require.Equal(t, requests[i].Types[0], event.Type)
				require.Equal(t, emitted[item.Transaction][*event.Index].Hash, event.Hash)
				require.NoError(t, event.Proof.Verify(event.Hash, item.Inclusion.EventsRoot))
				events++
			}
			proved++
		}
		requests = requests[each:]
	}
	require.GreaterOrEqual(t, events, proved)
}

// flip changes a bit of a proof and says where.
func flip(random *rand.Rand, proof *client.InclusionProof) string {
	change := func(text *string) {
		const digits = "0123456789abcdef"
		at := 2 + random.IntN(64)
		digit := slices.Index([]byte(digits), (*text)[at])
		*text = (*text)[:at] + string(digits[digit^1<<random.IntN(4)]) + (*text)[at+1:]
	}
	switch part := random.IntN(5); {
	case part == 0:
		change(&proof.Leaf)
		return "leaf"
	case part == 1:
		change(&proof.Root)
		return "root"
	case part == 2:
		change(&proof.EventsRoot)
		return "events root"
	case part == 3 || len(proof.Siblings) == 0:
		index := *proof.LeafIndex ^ 1<<random.IntN(64)
		proof.LeafIndex = &index
		return "index"
	}
	at := random.IntN(len(proof.Siblings))
	change(&proof.Siblings[at])
	return "sibling"
}

// A transfer that is simulated has the outcome of one that is executed, and moves nothing.
func TestLocalnetSimulate(t *testing.T) {
	t.Parallel()
	for _, version := range nodeVersions {
		t.Run(version.String(), func(t *testing.T) {
			t.Parallel()
			node, network := versionNode(t, version, nil)
			ctx := t.Context()
			sender := network.Accounts()[0].Address
			account, err := node.Account(ctx, sender)
			require.NoError(t, err)
			last, err := node.SentTransaction(ctx, sender, account.SequenceNumber-1)
			require.NoError(t, err)
			require.NotEmpty(t, last.SenderKey())
			module, err := node.Module(ctx, move.ModuleID{Address: move.Address{31: 1}, Name: "coin"})
			require.NoError(t, err)
			function := move.FunctionID{Address: move.Address{31: 1}, Module: "coin", Name: "transfer"}
			for amount, status := range map[string]string{"1000": "Success", "18000000000000000000": "Fail"} {
				call, err := client.NewEntryCall(module.ABI, client.ViewRequest{Function: function,
					TypeArguments: []move.TypeTag{tag(t, "0x1::native_coin::NativeCoin")}, Arguments: []any{network.Accounts()[1].Address.String(), amount}})
				require.NoError(t, err)
				simulation := client.Simulation{
					Call: call, Sender: sender, PublicKey: last.SenderKey(), SequenceNumber: account.SequenceNumber, MaxGasAmount: 2000, GasUnitPrice: 100_000,
					ExpirationSecs: uint64(time.Now().Unix()) + 300, ChainID: network.ChainID(),
				}
				done, err := node.Simulate(ctx, simulation)
				require.NoError(t, err)
				simulation.BCS = true
				binary, err := node.Simulate(ctx, simulation)
				require.NoError(t, err)
				require.Equal(t, done.Hash, binary.Hash, "the same transaction")
				require.Equal(t, done.GasUsed, binary.GasUsed)
				require.Equal(t, done.Status, binary.Status)
				require.Equal(t, status, done.Status, done.VMStatus)
				if status == "Success" {
					require.NotNil(t, done.GasUsed)
					require.NotEmpty(t, done.Events)
				} else {
					require.NotNil(t, done.Failure(), done.VMStatus)
				}
			}
			after, err := node.Account(ctx, sender)
			require.NoError(t, err)
			require.Equal(t, account.SequenceNumber, after.SequenceNumber)
		})
	}
}

func TestLocalnetCapabilities(t *testing.T) {
	t.Parallel()
	for version, want := range map[localnet.NodeVersion]client.Capabilities{
		localnet.SpecNode: {Versions: []client.Version{client.V1, client.V2, client.V3}},
		localnet.Node10: {
			Versions: []client.Version{client.V1, client.V2, client.V3}, Newest: true, Blocks: true, Consensus: client.ErrUnauthorized, Events: true, ByHash: true, Gas: true,
		},
		localnet.Node11: {
			Release: "v11.5.2", Versions: []client.Version{client.V2, client.V3, client.V4}, Newest: true, Blocks: true, Consensus: client.ErrUnauthorized,
			Events: true, ByHash: true, Gas: true, Committees: true, Proofs: true,
		},
	} {
		t.Run(version.String(), func(t *testing.T) {
			t.Parallel()
			node, _ := versionNode(t, version, func(o *localnet.Options) {
				if version == localnet.SpecNode {
					o.ConsensusToken = ""
				}
			})
			found, err := node.Capabilities(t.Context())
			require.NoError(t, err)
			require.ErrorIs(t, found.Consensus, want.Consensus)
			found.Consensus, want.Consensus = nil, nil
			require.Equal(t, want, found)
		})
	}
}

// While its connection is cut again and again, a watch reports each height once, and those that a plain WebSocket client sees.
func TestLocalnetStream(t *testing.T) {
	t.Parallel()
	const blocks, cuts = 1_000, 10
	node, network := versionNode(t, localnet.Node11, nil, client.WithStream(&http.Client{}))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	head, err := node.FindHead(ctx, client.HeadSearch{})
	require.NoError(t, err)
	_, err = node.Block(ctx, head.Height)
	require.NoError(t, err)

	plain, _, err := websocket.Dial(ctx, network.BaseURL()+"/rpc/v4/ws", nil)
	require.NoError(t, err)
	defer plain.CloseNow()
	require.NoError(t, plain.Write(ctx, websocket.MessageText, []byte(`{"jsonrpc":"2.0","id":7,"method":"supra_subscribe","params":["newBlockHeaders"]}`)))
	_, _, err = plain.Read(ctx)
	require.NoError(t, err)

	next := head.Height
	for update, err := range node.WatchBlocks(ctx, head.Height) {
		require.NoError(t, err)
		if update.Kind != client.BlockArrived {
			continue
		}
		require.Equal(t, next, update.Block.Height)
		require.NotNil(t, update.Block.Statistics)
		if next++; next == head.Height+blocks {
			break
		}
		made, err := network.Produce(ctx)
		require.NoError(t, err)
		if made%(blocks/cuts) == 0 {
			network.CutSockets()
		}
	}
	require.Equal(t, head.Height+blocks, next)
	_, message, err := plain.Read(ctx)
	require.NoError(t, err, "a block before the first cut")
	require.Contains(t, string(message), `"height":`+strconv.FormatUint(head.Height+1, 10))
}

// A store of a fungible asset has a list of its own, which its owner does not have.
func TestLocalnetFungibleTransactions(t *testing.T) {
	t.Parallel()
	for _, version := range nodeVersions {
		t.Run(version.String(), func(t *testing.T) {
			t.Parallel()
			node, network := versionNode(t, version, nil)
			ctx, owner := t.Context(), named(t, network, "treasury")
			head, err := node.FindHead(ctx, client.HeadSearch{})
			require.NoError(t, err)
			deposits, err := node.Events(ctx, client.EventRequest{Type: "0x1::fungible_asset::Deposit", From: 1, To: head.Height + 1})
			require.NoError(t, err)
			var deposit struct{ Store move.Address }
			require.NoError(t, json.Unmarshal(deposits.Items[0].Data, &deposit))
			store := deposit.Store
			newest, err := node.FungibleTransactions(ctx, store, client.PageRequest{Count: 2})
			require.NoError(t, err)
			require.Len(t, newest.Items, 2)
			require.Equal(t, "0x1::primary_fungible_store::transfer", newest.Items[0].Payload.Function)
			older, err := node.FungibleTransactions(ctx, store, client.PageRequest{Count: 2, Cursor: newest.Next})
			require.NoError(t, err)
			require.NotEmpty(t, older.Items)
			require.Less(t, *older.Items[0].BlockTime(), *newest.Items[1].BlockTime())
			oldest, err := node.FungibleTransactions(ctx, store, client.PageRequest{Count: 1, Order: client.OldestFirst})
			require.NoError(t, err)
			require.LessOrEqual(t, *oldest.Items[0].BlockTime(), *older.Items[0].BlockTime())
			none, err := node.FungibleTransactions(ctx, owner, client.PageRequest{})
			require.NoError(t, err)
			require.Empty(t, none.Items)
		})
	}
}
