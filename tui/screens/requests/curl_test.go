package requests

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/client/transport"
)

func TestCurlQuotingAndSecrets(t *testing.T) {
	exchange := transport.Exchange{Method: "POST", URL: "https://node/view?key=" + transport.Removed, RequestHeader: http.Header{
		"Accept": {"application/json"}, "Authorization": {transport.Removed}, "X-Api-Key": {transport.Removed}, "Cookie": {transport.Removed}, "X-Odd": {"it's $HOME `ls`"},
	}}
	require.Equal(t, `curl -sS -g -X POST 'https://node/view?key=(removed)' -H 'accept: application/json' -H "authorization: Bearer $FOREDECK_CONSENSUS_TOKEN"`+
		` -H "cookie: $COOKIE" -H "x-api-key: $FOREDECK_API_KEY" -H 'x-odd: it'\''s $HOME `+"`ls`"+`' --data-raw '{"a":"it'\''s"}'`, curl(exchange, []byte(`{"a":"it's"}`)))
	require.Equal(t, `printf '\000\033\134' | curl -sS -g http://node/ --data-binary @-`, curl(transport.Exchange{Method: "GET", URL: "http://node/"}, []byte("\x00\x1b\\")))
}

// A file holds the complete bodies in a readable form, and no secret headers.
func TestSavedFileHoldsWholeBodies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		body := rapid.OneOf(rapid.SliceOf(rapid.Byte()), rapid.Just([]byte(`{"n":18446744073709551615,"t":"<0x1::a::B>"}`)), rapid.Just([]byte("null"))).Draw(t, "body")
		exchange := transport.Exchange{Method: "POST", URL: "https://node/v3/view?a=b", Status: 200, ResponseHeader: http.Header{"Set-Cookie": {transport.Removed}, "Date": {"now"}}}
		written := newSavedResponse(exchange, body, body).encode()
		if strings.Contains(string(written), transport.Removed) || strings.Contains(string(written), "Set-Cookie") {
			t.Fatalf("%s", written)
		}
		var read struct {
			Path string
			Sent *payload
			payload
		}
		if err := json.Unmarshal(written, &read); err != nil {
			t.Fatal(err)
		}
		if read.Path != "/v3/view?a=b" || !holds(read.payload, body) || len(body) > 0 && !holds(*read.Sent, body) {
			t.Fatalf("%q became %s", body, written)
		}
	})
}

func holds(p payload, body []byte) bool {
	if json.Valid(body) {
		return compact(p.JSON) == compact(body)
	}
	return p.Text+string(p.Bytes) == string(body)
}

func compact(value []byte) string {
	var decoded json.RawMessage
	if json.Unmarshal(value, &decoded) != nil {
		return "not JSON: " + string(value)
	}
	return strings.Join(strings.Fields(string(decoded)), "")
}
