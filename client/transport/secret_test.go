package transport

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestRemoveSecretHeaders(t *testing.T) {
	given := http.Header{
		"Authorization": {"Bearer s3cret"}, "X-Api-Key": {"s3cret", "s3cret"}, "Cookie": {"s3cret"}, "Set-Cookie": {"s3cret"},
		"Proxy-Authorization": {"s3cret"}, "X-Auth": {"s3cret"}, "Accept": {"application/json"}, "X-Supra-Cursor": {"17"},
		"Location": {"https://me:s3cret@node/a?token=s3cret&count=5"}, "Referer": {"%zz s3cret"},
	}
	original := given.Clone()
	clean := redactHeader(given)
	require.Equal(t, original, given, "the sent header was changed")
	require.Equal(t, []string{"application/json"}, clean["Accept"])
	require.Equal(t, []string{"17"}, clean["X-Supra-Cursor"])
	require.Equal(t, []string{"(removed)", "(removed)"}, clean["X-Api-Key"])
	require.Equal(t, []string{"https://node/a?token=(removed)&count=5"}, clean["Location"])
	for name, values := range clean {
		require.NotContains(t, strings.Join(values, " "), "s3cret", name)
	}
	require.Nil(t, redactHeader(nil))
}

func TestRemoveSecretsFromURL(t *testing.T) {
	for given, want := range map[string]string{
		"http://node/rpc/v3/view":                    "http://node/rpc/v3/view",
		"http://node/a?count=5&start=7":              "http://node/a?count=5&start=7",
		"http://me:s3cret@node/a":                    "http://node/a",
		"http://node/a?x-api-key=s3cret&b=%20":       "http://node/a?x-api-key=(removed)&b=%20",
		"http://node/a?API%5FKEY=s3cret":             "http://node/a?API%5FKEY=(removed)",
		"http://node/a?access_token=s3cret&token":    "http://node/a?access_token=(removed)&token",
		"http://node/a?%zz=s3cret":                   "http://node/a?%zz=(removed)",
		"http://node/history?trading_pair=btc_usdt&": "http://node/history?trading_pair=btc_usdt&",
	} {
		require.Equal(t, want, cleanAddress(given))
	}
}

func TestRemoveSecretParameters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom([]string{"token", "api_key", "apikey", "Password", "AUTH"}).Draw(t, "name")
		before := rapid.StringMatching(`([a-z]{1,5}=[a-z0-9%]{0,4}&){0,3}`).Draw(t, "before")
		require.NotContains(t, cleanAddress("http://node/a?"+before+name+"=s3cret"), "s3cret")
	})
}
