package httpapi

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet/internal/apitest"
)

func TestCompression(t *testing.T) {
	t.Parallel()
	document := `["` + strings.Repeat("0x1", 1_000) + `"]`
	write := func(text string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			var response Document
			WriteJSON(w, r, &response, func() { response.Literal(text) })
		}
	}
	handler := NewMux(
		Route{Method: http.MethodGet, Path: "/long", Handler: write(document)},
		Route{Method: http.MethodGet, Path: "/short", Handler: write("{}")},
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

// A response is sent in parts while it is built: with a length only if it fits into one part.
func TestParts(t *testing.T) {
	t.Parallel()
	for _, items := range []int{1, 100, 100_000} {
		writer := &partWriter{header: http.Header{}}
		var document Document
		WriteJSON(writer, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil), &document, func() {
			document.Array(func() {
				for i := range items {
					document.Number(uint64(i))
				}
			})
		})
		var numbers []int
		require.NoError(t, json.Unmarshal(writer.sent, &numbers))
		require.Len(t, numbers, items)
		require.Equal(t, len(writer.sent)/chunkSize+1, writer.parts)
		require.Equal(t, writer.parts == 1, writer.header.Get("Content-Length") != "")
	}
}

// A response whose client has disconnected is not built to its end. Its writer is used again.
func TestDisconnected(t *testing.T) {
	t.Parallel()
	request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
	request.Header.Set("Accept-Encoding", "gzip")
	for range 2 * maxCompressing {
		writer := &partWriter{header: http.Header{}, err: io.ErrClosedPipe}
		var document Document
		require.PanicsWithError(t, http.ErrAbortHandler.Error(), func() {
			WriteJSON(writer, request, &document, func() {
				document.Array(func() {
					for {
						document.Text("endless")
					}
				})
			})
		})
		require.Equal(t, "gzip", writer.header.Get("Content-Encoding"))
	}
}

// partWriter counts the writes of a response.
type partWriter struct {
	header http.Header
	sent   []byte
	parts  int
	err    error
}

func (w *partWriter) Header() http.Header { return w.header }
func (w *partWriter) WriteHeader(int)     {}

func (w *partWriter) Write(part []byte) (int, error) {
	w.parts++
	w.sent = append(w.sent, part...)
	return len(part), w.err
}
