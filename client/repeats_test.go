package client

import (
	"io"
	"net/http"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// A node that lists the same resources again under new cursors ends an iteration with an error, after each of them once.
func TestEndlessList(t *testing.T) {
	t.Parallel()
	requests := 0
	node := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		requests++
		w.Header().Set("X-Chain-Cursor", strconv.Itoa(requests))
		_, _ = io.WriteString(w, `[{"type":"0x1::a::A","data":{}},{"type":"0x1::a::B","data":{}}]`)
	}, WithVersion(V3))
	var types []string
	var failure error
	for resource, err := range node.AllResources(t.Context(), sender) {
		if failure = err; err == nil {
			types = append(types, resource.Type)
		}
	}
	require.ErrorIs(t, failure, ErrRepeats)
	var decode *DecodeError
	require.ErrorAs(t, failure, &decode)
	require.Equal(t, []string{"0x1::a::A", "0x1::a::B"}, types)
	require.Equal(t, 4, requests)
}
