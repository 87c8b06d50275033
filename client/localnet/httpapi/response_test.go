package httpapi

import (
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet/internal/apitest"
)

func TestCompression(t *testing.T) {
	t.Parallel()
	document := `["` + strings.Repeat("0x1", 1_000) + `"]`
	handler := NewMux(
		Route{Method: http.MethodGet, Path: "/long", Handler: func(w http.ResponseWriter, r *http.Request) { WriteJSON(w, r, []byte(document)) }},
		Route{Method: http.MethodGet, Path: "/short", Handler: func(w http.ResponseWriter, r *http.Request) { WriteJSON(w, r, []byte("{}")) }},
	)
	for accepts, compressed := range map[string]bool{
		"gzip": true, "br, GZIP;q=0.5": true, "gzip;level=1": true,
		"": false, "br": false, "identity": false, "gzip; q=0": false, "gzip;q=zz": false,
	} {
		response := apitest.Do(t, handler, http.MethodGet, "/long", "Accept-Encoding", accepts)
		require.Equal(t, "Accept-Encoding", response.Header.Get("Vary"))
		if !compressed {
			require.Empty(t, response.Header.Get("Content-Encoding"), accepts)
			require.Equal(t, document, response.Body, accepts)
			continue
		}
		require.Equal(t, "gzip", response.Header.Get("Content-Encoding"), accepts)
		require.Less(t, len(response.Body), len(document)/2)
		reader, err := gzip.NewReader(strings.NewReader(response.Body))
		require.NoError(t, err)
		content, err := io.ReadAll(reader)
		require.NoError(t, err)
		require.Equal(t, document, string(content), accepts)
	}
	short := apitest.Do(t, handler, http.MethodGet, "/short", "Accept-Encoding", "gzip")
	require.Empty(t, short.Header.Get("Content-Encoding"), "too short to compress")
}

func TestDialectNames(t *testing.T) {
	t.Parallel()
	require.Equal(t, "spec", Spec.String())
	require.Equal(t, "deployed", Deployed.String())
	require.Equal(t, "Dialect(7)", Dialect(7).String())
}
