package client_test

import (
	"iter"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/localnet"
	"foredeck/client/move"
)

// counting counts the requests that go through it.
type counting struct {
	next     http.RoundTripper
	requests atomic.Int64
}

func (c *counting) RoundTrip(request *http.Request) (*http.Response, error) {
	c.requests.Add(1)
	return c.next.RoundTrip(request)
}

// deployment is a network and a node for each version of the RPC.
type deployment struct {
	network *localnet.Network
	nodes   map[client.Version]*client.Node
	counts  map[client.Version]*counting
}

// listedSent is the number of transactions of treasury, enough for several pages on each version.
const listedSent = 450

// onEveryDeployment runs a test against each dialect and order of coin transactions.
func onEveryDeployment(t *testing.T, test func(*testing.T, deployment)) {
	t.Helper()
	for name, options := range map[string]localnet.Options{
		"spec":                   {Dialect: localnet.Spec, CoinOrder: localnet.NewestFirst},
		"deployed":               {Dialect: localnet.Deployed, CoinOrder: localnet.NewestFirst},
		"deployed, oldest first": {Dialect: localnet.Deployed, CoinOrder: localnet.OldestFirst},
	} {
		t.Run(name, func(t *testing.T) {
			options.Seed, options.Start, options.Transactions = localSeed, localStart, listedSent
			network, err := localnet.Start(t.Context(), options)
			require.NoError(t, err)
			t.Cleanup(func() { require.NoError(t, network.Close()) })
			d := deployment{network, map[client.Version]*client.Node{}, map[client.Version]*counting{}}
			for _, version := range []client.Version{client.Auto, client.V1, client.V2, client.V3} {
				d.counts[version] = &counting{next: &http.Transport{}}
				node, err := client.NewNode(network.BaseURL(), client.WithVersion(version), client.WithTransport(d.counts[version]))
				require.NoError(t, err)
				t.Cleanup(d.counts[version].next.(*http.Transport).CloseIdleConnections)
				d.nodes[version] = node
			}
			test(t, d)
		})
	}
}

func (d deployment) each(t *testing.T, test func(*testing.T, client.Version, *client.Node)) {
	t.Helper()
	for _, version := range []client.Version{client.V1, client.V2, client.V3, client.Auto} {
		t.Run(version.String(), func(t *testing.T) { test(t, version, d.nodes[version]) })
	}
}

// every collects the items of an iteration.
func every[T any](t *testing.T, walk iter.Seq2[T, error]) []T {
	t.Helper()
	var items []T
	for item, err := range walk {
		require.NoError(t, err)
		items = append(items, item)
	}
	return items
}

func hashesOf(transactions []client.Transaction) []string {
	hashes := make([]string, len(transactions))
	for i, transaction := range transactions {
		hashes[i] = transaction.Hash
	}
	return hashes
}

func reversed(hashes []string) []string {
	turned := slices.Clone(hashes)
	slices.Reverse(turned)
	return turned
}

// Spec sections 4.3, 4.4 and 4.5, account.
func TestLocalnetAccountAllVersions(t *testing.T) {
	t.Parallel()
	onEveryDeployment(t, func(t *testing.T, d deployment) {
		treasury := named(t, d.network, "treasury")
		want, err := d.nodes[client.V3].Account(t.Context(), treasury)
		require.NoError(t, err)
		d.each(t, func(t *testing.T, _ client.Version, node *client.Node) {
			got, err := node.Account(t.Context(), treasury)
			require.NoError(t, err)
			require.Equal(t, want.SequenceNumber, got.SequenceNumber)
			require.Equal(t, want.AuthenticationKey, got.AuthenticationKey)
			_, err = node.Account(t.Context(), unknown)
			require.ErrorIs(t, err, client.ErrNotFound)
		})
	})
}

// Spec sections 4.3, 4.4 and 4.5, transactions.
func TestLocalnetTransactionsAllVersions(t *testing.T) {
	t.Parallel()
	onEveryDeployment(t, func(t *testing.T, d deployment) {
		for _, name := range []string{"treasury", "alice", "newcomer"} {
			address := named(t, d.network, name)
			want := hashesOf(everySent(t, d.nodes[client.V3], address, client.OldestFirst))
			d.each(t, func(t *testing.T, version client.Version, node *client.Node) {
				before := d.counts[version].requests.Load()
				require.Equal(t, want, hashesOf(everySent(t, node, address, client.OldestFirst)))
				require.Equal(t, reversed(want), hashesOf(everySent(t, node, address, client.NewestFirst)))
				require.LessOrEqual(t, int(d.counts[version].requests.Load()-before), 2*(len(want)/100+3))
				for transaction, err := range node.AllTransactions(t.Context(), address, client.NewestFirst) {
					require.NoError(t, err)
					require.Nil(t, transaction.Problems)
					require.Equal(t, version == client.V3 || version == client.Auto, transaction.Type != "")
					require.Equal(t, version == client.V1, transaction.Block.Author == "")
					break
				}
			})
		}
	})
}

// A page of each size, from each cursor, on the versions that only serve lists forward.
func TestLocalnetTransactionPagesAllVersions(t *testing.T) {
	t.Parallel()
	onEveryDeployment(t, func(t *testing.T, d deployment) {
		treasury := named(t, d.network, "treasury")
		d.each(t, func(t *testing.T, _ client.Version, node *client.Node) {
			for _, count := range []int{1, 3, 100} {
				for _, from := range []uint64{0, 1, 50, listedSent - 1, listedSent + 5} {
					page, err := node.Transactions(t.Context(), treasury, client.PageRequest{Count: count, Cursor: client.SequenceCursor(from)})
					require.NoError(t, err)
					first := min(from, listedSent-1)
					last := first + 1 - min(uint64(count), first+1)
					if from >= listedSent { // pages past the end can be short
						require.NotEmpty(t, page.Items)
						last = *page.Items[len(page.Items)-1].SequenceNumber
					}
					requireNumbers(t, first, last, page.Items)
				}
			}
		})
	})
}

// Spec sections 4.3, 4.4 and 4.5, coin_transactions.
func TestLocalnetCoinTransactionsAllVersions(t *testing.T) {
	t.Parallel()
	onEveryDeployment(t, func(t *testing.T, d deployment) {
		for _, name := range []string{"treasury", "alice", "newcomer"} {
			address := named(t, d.network, name)
			// Versions 1 and 2 list only user transactions.
			users := hashesOf(every(t, d.nodes[client.V3].AllCoinTransactions(t.Context(), address, client.UserType, client.OldestFirst)))
			all := hashesOf(every(t, d.nodes[client.V3].AllCoinTransactions(t.Context(), address, client.AnyType, client.OldestFirst)))
			require.Subset(t, all, users)
			if name == "treasury" {
				require.Greater(t, len(users), listedSent)
				require.Greater(t, len(all), len(users))
			}
			d.each(t, func(t *testing.T, version client.Version, node *client.Node) {
				want := all
				if version == client.V1 || version == client.V2 {
					want = users
				}
				require.Equal(t, want, hashesOf(every(t, node.AllCoinTransactions(t.Context(), address, client.AnyType, client.OldestFirst))))
				before := d.counts[version].requests.Load()
				require.Equal(t, reversed(want), hashesOf(every(t, node.AllCoinTransactions(t.Context(), address, client.AnyType, client.NewestFirst))))
				requests := int(d.counts[version].requests.Load() - before)
				if version == client.V3 || version == client.Auto {
					require.LessOrEqual(t, requests, len(want)/100+3)
				} else {
					require.LessOrEqual(t, requests, len(want)/15+18)
				}

				var paged []string
				request := client.PageRequest{Count: 7}
				for len(paged) < 40 {
					page, err := node.CoinTransactions(t.Context(), address, client.AnyType, request)
					require.NoError(t, err)
					require.LessOrEqual(t, len(page.Items), 7)
					paged = append(paged, hashesOf(page.Items)...)
					if request.Cursor = page.Next; page.Next == "" {
						break
					}
				}
				require.Equal(t, reversed(want)[:len(paged)], append([]string{}, paged...))
				require.GreaterOrEqual(t, len(paged), min(40, len(want)))
			})
		}
	})
}

// Spec section 4.5, the parameter type of coin_transactions.
func TestLocalnetCoinTransactionTypes(t *testing.T) {
	t.Parallel()
	onEveryDeployment(t, func(t *testing.T, d deployment) {
		treasury := named(t, d.network, "treasury")
		node := d.nodes[client.V3]
		all := every(t, node.AllCoinTransactions(t.Context(), treasury, client.AnyType, client.NewestFirst))
		for _, kind := range []client.TransactionType{client.UserType, client.AutomatedType, client.BlockMetadataType, client.AutomationRecordType} {
			var want []string
			for _, transaction := range all {
				if transaction.Type == string(kind) {
					want = append(want, transaction.Hash)
				}
			}
			got := every(t, node.AllCoinTransactions(t.Context(), treasury, kind, client.NewestFirst))
			require.Equal(t, len(want), len(got), kind)
			for i := range want {
				require.Equal(t, want[i], got[i].Hash)
			}
		}
		for _, version := range []client.Version{client.V1, client.V2} {
			_, err := d.nodes[version].CoinTransactions(t.Context(), treasury, client.UserType, client.PageRequest{})
			require.ErrorIs(t, err, client.ErrUnsupported)
			require.ErrorContains(t, err, "use v3 or auto")
		}
		_, err := node.CoinTransactions(t.Context(), treasury, "gift", client.PageRequest{})
		var wrong *client.ArgumentError
		require.ErrorAs(t, err, &wrong)
		require.Equal(t, "transaction type", wrong.Field)
	})
}

// Spec section 4.5, automated_transactions: block_height, cursor, ascending.
func TestLocalnetAutomated(t *testing.T) {
	t.Parallel()
	onEveryDeployment(t, func(t *testing.T, d deployment) {
		treasury := named(t, d.network, "treasury")
		node := d.nodes[client.V3]
		all := every(t, node.AllAutomatedTransactions(t.Context(), treasury, nil, client.OldestFirst))
		require.Greater(t, len(all), 40)
		for i, transaction := range all {
			require.Nil(t, transaction.Problems)
			require.Equal(t, "automated", transaction.Type)
			require.Equal(t, "Automation", transaction.Authenticator.Kind)
			if i > 0 {
				require.LessOrEqual(t, *all[i-1].Block.Height, *transaction.Block.Height)
			}
		}
		require.Equal(t, reversed(hashesOf(all)), hashesOf(every(t, node.AllAutomatedTransactions(t.Context(), treasury, nil, client.NewestFirst))))

		// Pages of every size make the same list.
		for _, count := range []int{1, 7, 20} {
			var paged []string
			request := client.PageRequest{Count: count, Order: client.OldestFirst}
			for {
				page, err := node.AutomatedTransactions(t.Context(), treasury, nil, request)
				require.NoError(t, err)
				paged = append(paged, hashesOf(page.Items)...)
				if request.Cursor = page.Next; page.Next == "" {
					break
				}
			}
			require.Equal(t, hashesOf(all), paged)
		}

		// The height is inclusive, in both orders.
		middle := *all[len(all)/2].Block.Height
		var up, down []string
		for _, transaction := range all {
			if *transaction.Block.Height >= middle {
				up = append(up, transaction.Hash)
			}
			if *transaction.Block.Height <= middle {
				down = append(down, transaction.Hash)
			}
		}
		require.Equal(t, up, hashesOf(every(t, node.AllAutomatedTransactions(t.Context(), treasury, &middle, client.OldestFirst))))
		require.Equal(t, reversed(down), hashesOf(every(t, node.AllAutomatedTransactions(t.Context(), treasury, &middle, client.NewestFirst))))

		for _, version := range []client.Version{client.V1, client.V2} {
			_, err := d.nodes[version].AutomatedTransactions(t.Context(), treasury, nil, client.PageRequest{})
			require.ErrorIs(t, err, client.ErrUnsupported)
			require.ErrorContains(t, err, "automated_transactions: not supported by "+version.String())
			require.ErrorContains(t, err, "use v3 or auto")
		}
		require.Empty(t, every(t, d.nodes[client.Auto].AllAutomatedTransactions(t.Context(), unknown, nil, client.NewestFirst)))
	})
}

// Spec sections 2.6 and 4.3 to 4.5, modules and one module.
func TestLocalnetModulesAllVersions(t *testing.T) {
	t.Parallel()
	framework := move.Address{31: 1}
	onEveryDeployment(t, func(t *testing.T, d deployment) {
		want := every(t, d.nodes[client.V3].AllModules(t.Context(), framework))
		require.GreaterOrEqual(t, len(want), 20)
		d.each(t, func(t *testing.T, version client.Version, node *client.Node) {
			modules := every(t, node.AllModules(t.Context(), framework))
			require.Len(t, modules, len(want))
			for i, module := range modules {
				require.Nil(t, module.Problems, "%s", module.Raw)
				require.Equal(t, framework, module.Address)
				require.Equal(t, want[i].Name, module.Name)
				if module.ABI != nil {
					require.Equal(t, want[i].ABI, module.ABI)
				} else {
					require.Equal(t, client.V1, version)
				}
			}
			for _, count := range []int{1, 3, len(want), 100} {
				var names []string
				request := client.PageRequest{Count: count}
				for {
					page, err := node.Modules(t.Context(), framework, request)
					require.NoError(t, err)
					for _, module := range page.Items {
						names = append(names, module.Name)
					}
					if request.Cursor = page.Next; page.Next == "" {
						break
					}
				}
				require.Len(t, names, len(want), "pages of %d", count)
			}
			require.Empty(t, every(t, node.AllModules(t.Context(), unknown)))
			require.Empty(t, every(t, node.AllModules(t.Context(), named(t, d.network, "alice"))))

			coin, err := node.Module(t.Context(), move.ModuleID{Address: framework, Name: "coin"})
			require.NoError(t, err)
			require.Nil(t, coin.Problems)
			require.Equal(t, "coin", coin.Name)
			require.True(t, coin.ABI.Function("balance").IsView)
			require.Equal(t, []string{"u64"}, coin.ABI.Function("balance").Return)
			_, err = node.Module(t.Context(), move.ModuleID{Address: framework, Name: "nothing"})
			require.ErrorIs(t, err, client.ErrNotFound)
		})
	})
}

// Spec sections 2.7 and 4.3 to 4.5, resources and one resource.
func TestLocalnetResourcesAllVersions(t *testing.T) {
	t.Parallel()
	onEveryDeployment(t, func(t *testing.T, d deployment) {
		treasury := named(t, d.network, "treasury")
		want := every(t, d.nodes[client.V3].AllResources(t.Context(), treasury))
		require.NotEmpty(t, want)
		several := slices.ContainsFunc(want, func(r client.Resource) bool { return strings.Contains(r.Type, ", ") })
		require.True(t, several, "no type with several type arguments, which a path cannot hold in the spec's pattern")
		d.each(t, func(t *testing.T, version client.Version, node *client.Node) {
			resources := every(t, node.AllResources(t.Context(), treasury))
			require.Len(t, resources, len(want))
			for i, resource := range resources {
				require.Nil(t, resource.Problems, "%s", resource.Raw)
				require.Equal(t, want[i].Type, resource.Type)
				if resource.Data != nil {
					require.JSONEq(t, string(want[i].Data), string(resource.Data))
				} else {
					require.Equal(t, client.V1, version)
				}
				one, err := node.Resource(t.Context(), treasury, resource.Type)
				require.NoError(t, err, resource.Type)
				require.Equal(t, resource.Type, one.Type)
				require.JSONEq(t, string(want[i].Data), string(one.Data))
			}
			for _, count := range []int{1, 2, len(want)} {
				page, err := node.Resources(t.Context(), treasury, client.PageRequest{Count: count})
				require.NoError(t, err)
				require.Len(t, page.Items, count)
			}
			_, err := node.Resource(t.Context(), treasury, "0x1::coin::Nothing")
			require.ErrorIs(t, err, client.ErrNotFound)
			_, err = node.Resource(t.Context(), treasury, "0x1::table::Pair<u8, u64>")
			require.ErrorIs(t, err, client.ErrNotFound)
			before := d.counts[version].requests.Load()
			_, err = node.Resource(t.Context(), treasury, "CoinStore")
			var wrong *client.ArgumentError
			require.ErrorAs(t, err, &wrong)
			require.Equal(t, before, d.counts[version].requests.Load(), "a request was made")
		})
	})
}
