package compare_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/compare"
	"foredeck/client/localnet"
	"foredeck/client/move"
)

// Deployed nodes list types only on version 1: the data of each resource is requested, and compared.
func TestResourcesThatListsOmitTheDataOf(t *testing.T) {
	t.Parallel()
	served := network(t, 1, localnet.Deployed)
	treasury := served.Accounts()[0].Address
	plain, types := node(t, served, nil), old(t, served, nil)
	page, err := types.Resources(t.Context(), treasury, client.PageRequest{})
	require.NoError(t, err)
	require.NotEmpty(t, page.Items)
	require.Nil(t, page.Items[0].Data)
	require.NotEmpty(t, page.Items[0].Type)

	state, err := compare.Pair{A: plain, B: types}.Account(t.Context(), treasury)
	require.NoError(t, err)
	require.Empty(t, state.Differences)
	altered := old(t, served, func(_ uint64, path string, status int, body string) (int, string) {
		if strings.Contains(path, "/resources/") {
			body = regexp.MustCompile(`"counter":"?\d+"?`).ReplaceAllString(body, `"counter":"987654321"`)
		}
		return status, body
	})
	state, err = compare.Pair{A: types, B: altered}.Account(t.Context(), treasury)
	require.NoError(t, err)
	require.Regexp(t, `0x1::\S+ \S*\.counter\b`, strings.Join(fieldsOf(state.Differences), "\n"))

	failing := old(t, served, func(_ uint64, path string, status int, body string) (int, string) {
		if strings.Contains(path, "/resources/") {
			return http.StatusInternalServerError, "broken"
		}
		return status, body
	})
	_, err = compare.Pair{A: plain, B: failing}.Account(t.Context(), treasury)
	var failed *compare.NodeError
	require.ErrorAs(t, err, &failed)
	require.Equal(t, compare.B, failed.Side)
}

// old returns a client that uses version 1.
func old(t *testing.T, network *localnet.Network, alter alteration) *client.Node {
	t.Helper()
	return node(t, network, alter, client.WithVersion(client.V1))
}

// The values of one resource are compared by their paths, and a resource that no node has is an error.
func TestResource(t *testing.T) {
	t.Parallel()
	served := network(t, 1)
	treasury := served.Accounts()[0].Address
	plain := node(t, served, nil)
	altered := node(t, served, func(_ uint64, path string, status int, body string) (int, string) {
		if strings.Contains(path, "/resources/") {
			body = regexp.MustCompile(`"counter":"?\d+"?`).ReplaceAllString(body, `"counter":"987654321"`)
		}
		return status, body
	})
	held := compare.Resource{Address: treasury, Type: accountWithCounter(t, plain, treasury)}
	options := compare.Options{Resources: []compare.Resource{held}}
	report := run(t, compare.Pair{A: plain, B: plain}, options)
	require.True(t, report.IsEqual())
	report = run(t, compare.Pair{A: plain, B: altered}, options)
	require.False(t, report.IsEqual())
	require.Len(t, report.Objects, 1)
	require.Equal(t, "resource", report.Objects[0].Kind)
	require.Equal(t, treasury.String()+" "+held.Type, report.Objects[0].Name)
	require.NotEmpty(t, report.Objects[0].Differences)
	for _, difference := range report.Objects[0].Differences {
		require.Regexp(t, `^\.\S*counter$`, difference.Field)
		require.Equal(t, "987654321", *difference.B)
	}

	_, err := collect(t.Context(), compare.Pair{A: plain, B: altered}, compare.Options{Resources: []compare.Resource{{treasury, "0x1::none::None"}}})
	var object *compare.ObjectError
	require.ErrorAs(t, err, &object)
	require.Equal(t, "resource", object.Kind)
	require.ErrorIs(t, err, client.ErrNotFound)
}

// accountWithCounter returns the type of a resource of an account that has a counter.
func accountWithCounter(t *testing.T, node *client.Node, address move.Address) string {
	t.Helper()
	for resource, err := range node.AllResources(t.Context(), address) {
		require.NoError(t, err)
		if strings.Contains(string(resource.Data), `"counter"`) {
			return resource.Type
		}
	}
	t.Fatal("no resource has a counter")
	return ""
}

// A block without a digest cannot be compared: it is neither equal nor a fork.
func TestForkOfBlocksWithoutDigest(t *testing.T) {
	t.Parallel()
	served := network(t, 1)
	plain := node(t, served, nil)
	without := node(t, served, func(height uint64, _ string, status int, body string) (int, string) {
		if height > 0 {
			body = regexp.MustCompile(`"digest":"[^"]*"`).ReplaceAllString(body, `"digest":""`)
		}
		return status, body
	})
	_, err := compare.Pair{A: plain, B: without}.FindFork(t.Context(), 5)
	var failed *compare.NodeError
	require.ErrorAs(t, err, &failed)
	require.Equal(t, compare.B, failed.Side)
	var decode *client.DecodeError
	require.ErrorAs(t, err, &decode)
	require.Equal(t, "block.block.digest", decode.Path)
}
