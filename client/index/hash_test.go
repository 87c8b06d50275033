package index_test

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/index"
)

// emptyNode returns a node that has nothing.
func emptyNode(t *testing.T) *client.Node {
	server := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(server.Close)
	node, err := client.NewNode(server.URL)
	require.NoError(t, err)
	return node
}

// Each transaction is found by its hash, in any part of the heights, with the events that the index has.
func TestFindHash(t *testing.T) {
	t.Parallel()
	path, node := filepath.Join(t.TempDir(), "index.db"), emptyNode(t)
	_, err := index.FindHash(t.Context(), node, path, "0x1")
	require.ErrorIs(t, err, index.ErrNone)
	w := create(t, path)
	starts := []uint64{1, 16_380, 900_000, 48_211_907}
	for _, from := range starts {
		small.fill(t, w, from, from+10)
	}
	odd := client.Block{Height: 50_000_000, Transactions: []client.Transaction{{Hash: "odd", Type: "user"}, {Type: "user"}}}
	_, err = w.Add(t.Context(), []client.Block{odd})
	require.NoError(t, err)
	require.NoError(t, w.Close())
	for _, from := range starts {
		for height := from; height <= from+10; height++ {
			for _, want := range small.block(height).Transactions {
				found, err := index.FindHash(t.Context(), node, path, want.Hash)
				require.NoError(t, err)
				require.Equal(t, want.Hash, found.Hash)
				require.Equal(t, height, *found.Height())
				require.Equal(t, want.Payload.Function, found.Payload.Function)
				require.Len(t, found.Events, len(want.Events))
			}
		}
	}
	found, err := index.FindHash(t.Context(), node, path, "odd")
	require.NoError(t, err)
	require.EqualValues(t, 50_000_000, *found.Height())
	require.Nil(t, found.Payload)
	known := small.block(5).Transactions[0].Hash
	for _, unknown := range []string{known[:65] + "0", known[:65] + "1", known[:8], ""} {
		if unknown != known {
			_, err = index.FindHash(t.Context(), node, path, unknown)
			require.ErrorIs(t, err, client.ErrNotFound, unknown)
		}
	}
}

// A file of the first version is read as it is, and finds hashes once an indexer has brought it up to date.
func TestUpgrade(t *testing.T) {
	t.Parallel()
	path, node := filepath.Join(t.TempDir(), "index.db"), emptyNode(t)
	w := create(t, path)
	small.fill(t, w, 1, 20)
	require.NoError(t, w.Close())
	raw := openRaw(t, path)
	_, hash := values(t, raw, "DROP INDEX tx_hash"), small.block(7).Transactions[2].Hash
	_ = values(t, raw, "PRAGMA user_version = 1")
	_, err := index.FindHash(t.Context(), node, path, hash)
	require.ErrorIs(t, err, index.ErrOld)
	require.Equal(t, []string{"100"}, values(t, openReader(t, path), "SELECT count(*) FROM transactions"))

	require.NoError(t, create(t, path).Close())
	found, err := index.FindHash(t.Context(), node, path, hash)
	require.NoError(t, err)
	require.EqualValues(t, 7, *found.Height())
	require.Equal(t, []string{"2"}, values(t, openReader(t, path), "SELECT user_version FROM pragma_user_version"))
}
