package localnet

import (
	"encoding/json"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"foredeck/client/move"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m)
}

// start is the time of the newest block in tests that check times.
var start = time.Date(2026, time.August, 1, 12, 0, 0, 500_000, time.UTC)

// launch starts a network that closes with the test.
func launch(t testing.TB, options Options) *Network {
	t.Helper()
	n, err := Start(t.Context(), options)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, n.Close()) })
	return n
}

// named returns the address of a named account.
func named(t testing.TB, n *Network, name string) move.Address {
	t.Helper()
	for _, account := range n.Accounts() {
		if account.Name == name {
			return account.Address
		}
	}
	require.Failf(t, "no such account", "%s", name)
	return move.Address{}
}

// do sends a request on its own connection.
func do(t testing.TB, n *Network, method, path string) (status int, body string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, n.BaseURL()+path, nil)
	require.NoError(t, err)
	transport := &http.Transport{DisableKeepAlives: true}
	response, err := transport.RoundTrip(request)
	require.NoError(t, err)
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return response.StatusCode, string(content)
}

// get sends a GET request that must succeed.
func get(t testing.TB, n *Network, path string) string {
	t.Helper()
	status, body := do(t, n, http.MethodGet, path)
	require.Equal(t, http.StatusOK, status, "%s: %s", path, body)
	return body
}

// record is a part of a transaction record in the dialect Spec.
type record struct {
	Hash  string
	Block struct {
		Hash      string
		Height    uint64
		Timestamp json.RawMessage
	} `json:"block_header"`
	Header struct {
		SequenceNumber uint64 `json:"sequence_number"`
	}
}

// time returns the time of the record's block in microseconds.
func (r record) time(t testing.TB) uint64 {
	t.Helper()
	var timestamp struct{ Timestamp uint64 }
	require.NoError(t, json.Unmarshal(r.Block.Timestamp, &timestamp))
	return timestamp.Timestamp
}

// list requests the transactions that an account has sent.
func list(t testing.TB, n *Network, address move.Address, query string) []record {
	t.Helper()
	var records []record
	require.NoError(t, json.Unmarshal([]byte(get(t, n, "/rpc/v3/accounts/"+address.String()+"/transactions"+query)), &records))
	return records
}

// everyAccount lists the addresses of all accounts.
func everyAccount(t testing.TB, n *Network) []move.Address {
	t.Helper()
	require.NoError(t, n.waitReady(t.Context()))
	var addresses []move.Address
	for _, identity := range n.chain.Records().Identities {
		addresses = append(addresses, identity.Address)
	}
	return addresses
}
