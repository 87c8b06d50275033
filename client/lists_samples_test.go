package client

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/move"
)

// sampled responds with a recorded body and a header whose name ends in -cursor.
func sampled(t *testing.T, version Version, status int, name, cursor string) *Node {
	t.Helper()
	body := sample(t, name)
	return serve(t, func(w http.ResponseWriter, _ *http.Request) {
		if cursor != "" {
			w.Header().Set("x-supra-cursor", cursor)
		}
		w.WriteHeader(status)
		_, _ = w.Write(body)
	}, WithVersion(version))
}

const sampleCoinStore = "0x1::coin::CoinStore<0x1::supra_coin::SupraCoin>"

func TestSampleAccountsOfVersion1(t *testing.T) {
	t.Parallel()
	account, err := sampled(t, V1, 200, "v1-account.json", "").Account(t.Context(), sender)
	require.NoError(t, err)
	require.Regexp(t, "^0x[0-9a-f]{64}$", account.AuthenticationKey)
	_, err = sampled(t, V1, 200, "v1-account-missing.json", "").Account(t.Context(), sender)
	require.ErrorIs(t, err, ErrNotFound)
}

func TestSampleModules(t *testing.T) {
	t.Parallel()
	t.Run("v1", func(t *testing.T) {
		page, err := sampled(t, V1, 200, "v1-modules.json", "").Modules(t.Context(), framework, PageRequest{})
		require.NoError(t, err)
		require.Len(t, page.Items, 20)
		require.NotEmpty(t, page.Next)
		for _, module := range page.Items {
			require.Nil(t, module.Problems)
			require.Equal(t, framework, module.Address)
			require.Nil(t, module.ABI)
		}
		require.Equal(t, "acl", page.Items[0].Name)
	})
	for version, name := range map[Version]string{V2: "v2-modules.json", V3: "v3-modules.json"} {
		t.Run(version.String(), func(t *testing.T) {
			page, err := sampled(t, version, 200, name, "00ab").Modules(t.Context(), framework, PageRequest{Count: 2})
			require.NoError(t, err)
			require.Len(t, page.Items, 2)
			require.NotEmpty(t, page.Next)
			for _, module := range page.Items {
				require.Nil(t, module.Problems)
				require.Len(t, module.Bytecode, 12)
				require.Equal(t, module.Name, module.ABI.Name)
			}
			acl := page.Items[0].ABI
			require.Len(t, acl.Functions, 5)
			require.Equal(t, []string{"&mut 0x1::acl::ACL", "address"}, acl.Function("add").Parameters)
			require.Equal(t, []string{"copy", "drop", "store"}, acl.Structs[0].Abilities)
		})
	}
	t.Run("the end", func(t *testing.T) {
		page, err := sampled(t, V3, 200, "v3-modules-end.json", "00ab").Modules(t.Context(), framework, PageRequest{Cursor: "00ab"})
		require.NoError(t, err)
		require.Empty(t, page.Items)
		require.Empty(t, page.Next)
	})
	t.Run("one of v1", func(t *testing.T) {
		module, err := sampled(t, V1, 200, "v1-module.json", "").Module(t.Context(), move.ModuleID{Address: framework, Name: "acl"})
		require.NoError(t, err)
		require.Nil(t, module.Problems)
		require.Nil(t, module.Bytecode)
		require.Len(t, module.ABI.Functions, 5)
	})
	t.Run("one of v3", func(t *testing.T) {
		module, err := sampled(t, V3, 200, "v3-module.json", "").Module(t.Context(), move.ModuleID{Address: framework, Name: "coin"})
		require.NoError(t, err)
		require.Nil(t, module.Problems)
		require.True(t, module.ABI.Function("balance").IsView)
		require.Equal(t, "friend", module.ABI.Function("collect_into_aggregatable_coin").Visibility)
		require.Len(t, module.ABI.Friends, 3)
	})
	t.Run("missing", func(t *testing.T) {
		_, err := sampled(t, V1, 200, "v1-module-missing.json", "").Module(t.Context(), move.ModuleID{Address: framework, Name: "acl"})
		require.ErrorIs(t, err, ErrNotFound)
		_, err = sampled(t, V3, 404, "error-404-module.json", "").Module(t.Context(), move.ModuleID{Address: framework, Name: "acl"})
		require.ErrorIs(t, err, ErrNotFound)
		require.NotErrorIs(t, err, ErrUnsupported)
	})
}

func TestSampleResources(t *testing.T) {
	t.Parallel()
	t.Run("v1", func(t *testing.T) {
		page, err := sampled(t, V1, 200, "v1-resources.json", "").Resources(t.Context(), sender, PageRequest{})
		require.NoError(t, err)
		require.NotEmpty(t, page.Next)
		require.Len(t, page.Items, 2)
		require.Equal(t, "0x1::account::Account", page.Items[0].Type)
		require.Equal(t, sampleCoinStore, page.Items[1].Type)
		require.Nil(t, page.Items[1].Data)
		require.Nil(t, page.Items[1].Problems)
	})
	t.Run("v2", func(t *testing.T) {
		page, err := sampled(t, V2, 200, "v2-resources.json", "").Resources(t.Context(), sender, PageRequest{})
		require.NoError(t, err)
		require.Equal(t, "0x1::account::Account", page.Items[0].Type)
		require.Contains(t, string(page.Items[0].Data), `"guid_creation_num"`)
	})
	t.Run("v3", func(t *testing.T) {
		page, err := sampled(t, V3, 200, "v3-resources.json", "00ab").Resources(t.Context(), sender, PageRequest{})
		require.NoError(t, err)
		require.Equal(t, Cursor("00ab"), page.Next)
		require.Len(t, page.Items, 2)
		require.Equal(t, "0x1::fungible_asset::FungibleStore", page.Items[0].Type)
		require.Equal(t, "0x1::object::ObjectCore", page.Items[1].Type)
	})
	for version, name := range map[Version]string{V1: "v1-resource.json", V2: "v2-resource.json"} {
		t.Run("one of "+version.String(), func(t *testing.T) {
			resource, err := sampled(t, version, 200, name, "").Resource(t.Context(), sender, sampleCoinStore)
			require.NoError(t, err)
			require.Equal(t, sampleCoinStore, resource.Type)
			require.True(t, strings.Contains(string(resource.Data), `"500000000"`) || strings.Contains(string(resource.Data), `"49997100"`))
		})
	}
	t.Run("one of v3", func(t *testing.T) {
		resource, err := sampled(t, V3, 200, "v3-resource.json", "").Resource(t.Context(), sender, "0x1::coin::CoinInfo<0x1::supra_coin::SupraCoin>")
		require.NoError(t, err)
		require.Contains(t, string(resource.Data), `"340282366920938463463374607431768211455"`)
	})
	t.Run("missing", func(t *testing.T) {
		_, err := sampled(t, V1, 200, "v1-resource-missing.json", "").Resource(t.Context(), sender, sampleCoinStore)
		require.ErrorIs(t, err, ErrNotFound)
		_, err = sampled(t, V2, 404, "error-404-v3.json", "").Resource(t.Context(), sender, sampleCoinStore)
		require.ErrorIs(t, err, ErrNotFound)
		_, err = sampled(t, V3, 400, "error-400-invalid-input.json", "").Resource(t.Context(), sender, sampleCoinStore)
		var status *StatusError
		require.ErrorAs(t, err, &status)
		require.NotErrorIs(t, err, ErrNotFound)
	})
}

func TestSampleListsOfTransactions(t *testing.T) {
	t.Parallel()
	for version, name := range map[Version]string{V1: "v1-coin-transactions.json", V2: "v2-coin-transactions.json"} {
		page, err := sampled(t, version, 200, name, "").CoinTransactions(t.Context(), address(sampleAccount), AnyType, PageRequest{Order: OldestFirst})
		require.NoError(t, err)
		require.NotEmpty(t, page.Items)
		require.NotEmpty(t, page.Next)
		for _, transaction := range page.Items {
			require.Nil(t, transaction.Problems, name)
		}
	}
	for _, order := range []Order{NewestFirst, OldestFirst} {
		page, err := sampled(t, V1, 200, "v1-coin-transactions-end.json", "").CoinTransactions(t.Context(), sender, AnyType, PageRequest{Order: order})
		require.NoError(t, err)
		require.Empty(t, page.Items)
		require.Empty(t, page.Next)

		page, err = sampled(t, V3, 200, "v3-coin-transactions-end.json", "0").CoinTransactions(t.Context(), sender, AnyType, PageRequest{Order: order})
		require.NoError(t, err)
		require.Empty(t, page.Items)
		require.Empty(t, page.Next)
	}
	page, err := sampled(t, V3, 200, "v3-coin-transactions.json", "1756460010500000").CoinTransactions(t.Context(), sender, AnyType, PageRequest{Count: 3})
	require.NoError(t, err)
	require.Len(t, page.Items, 3)
	require.Equal(t, Cursor("1756460010500000."+page.Items[2].Hash), page.Next)

	page, err = sampled(t, V3, 200, "v3-automated-transactions.json", "85e8ce0c").AutomatedTransactions(t.Context(), sender, nil, PageRequest{})
	require.NoError(t, err)
	require.Len(t, page.Items, 2)
	require.Equal(t, Cursor("85e8ce0c"), page.Next)

	for version := V1; version <= V2; version++ {
		for _, order := range []Order{NewestFirst, OldestFirst} {
			page, err := sampled(t, version, 200, fmt.Sprintf("%s-transactions.json", version), "").Transactions(t.Context(), sender, PageRequest{Order: order})
			require.NoError(t, err)
			require.Equal(t, []uint64{0}, numbersOf(t, page.Items))
		}
	}
	_, err = sampled(t, V3, 503, "error-503-archive.json", "").CoinTransactions(t.Context(), sender, AnyType, PageRequest{})
	var status *StatusError
	require.ErrorAs(t, err, &status)
	require.Equal(t, 503, status.Status)
	_, err = sampled(t, V3, 400, "error-400-cursor.json", "").AutomatedTransactions(t.Context(), sender, nil, PageRequest{Cursor: "zz"})
	require.ErrorContains(t, err, "Cursor could not be decoded")
}
