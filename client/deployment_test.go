package client

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWithCursorHeader(t *testing.T) {
	t.Parallel()
	list := func(w http.ResponseWriter, request *http.Request) {
		w.Header().Set("X-Mine-Place", "0a0b")
		w.Header().Set("X-Other-Cursor", "0c0d")
		responding(http.StatusOK, `[{"type":"0x1::a::B","data":{}}]`)(w, request)
	}
	for name, want := range map[string]Cursor{"": "0c0d", "x-mine-place": "0a0b", "X-Other-Cursor": "0c0d", "x-none": ""} {
		node := serve(t, list)
		node.cursorHeader = name
		page, err := node.Resources(t.Context(), sender, PageRequest{Count: 20})
		require.NoError(t, err)
		require.Equal(t, want, page.Next, name)
	}
	named, err := NewNode("http://127.0.0.1:1", WithCursorHeader("x-mine-place"))
	require.NoError(t, err)
	require.Equal(t, "x-mine-place", named.cursorHeader)
}

func TestChainID(t *testing.T) {
	t.Parallel()
	path := ""
	node := serve(t, func(w http.ResponseWriter, request *http.Request) {
		path = request.URL.Path
		responding(http.StatusOK, `{"type":"0x1::chain_id::ChainId","data":{"id":8}}`)(w, request)
	})
	id, err := node.ChainID(t.Context())
	require.NoError(t, err)
	require.Equal(t, uint64(8), id)
	require.Contains(t, path, "0x1::chain_id::ChainId")

	odd := serve(t, responding(http.StatusOK, `{"type":"0x1::chain_id::ChainId","data":{"number":8}}`))
	_, err = odd.ChainID(t.Context())
	require.ErrorContains(t, err, `no id in 0x1::chain_id::ChainId: {"number":8}`)
	broken := serve(t, responding(http.StatusOK, `{"type":"0x1::chain_id::ChainId","data":{"id":"x"}}`))
	_, err = broken.ChainID(t.Context())
	var wrong *DecodeError
	require.ErrorAs(t, err, &wrong)
}
