package localnet

import (
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"foredeck/client/move"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m)
}

// start is the time of the newest block in tests that look at times.
var start = time.Date(2026, time.August, 1, 12, 0, 0, 500_000, time.UTC)

// launch starts a network that ends with the test.
func launch(t testing.TB, options Options) *Network {
	t.Helper()
	n, err := Start(t.Context(), options)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, n.Close()) })
	return n
}

// named gives the address of a named account.
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

// reply is an answer as it came.
type reply struct {
	status int
	header http.Header
	body   string
}

// ask makes one request on a connection of its own.
func ask(t testing.TB, n *Network, method, path string, headers ...string) reply {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, n.BaseURL()+path, nil)
	require.NoError(t, err)
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	transport := &http.Transport{DisableKeepAlives: true, DisableCompression: true}
	response, err := transport.RoundTrip(request)
	require.NoError(t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return reply{response.StatusCode, response.Header, string(body)}
}

// get asks for a path that must answer 200.
func get(t testing.TB, n *Network, path string) string {
	t.Helper()
	answer := ask(t, n, http.MethodGet, path)
	require.Equal(t, http.StatusOK, answer.status, "%s: %s", path, answer.body)
	return answer.body
}

// list asks for sent transactions.
func list(t testing.TB, n *Network, address move.Address, query string) []record {
	t.Helper()
	return decode[[]record](t, get(t, n, "/rpc/v3/accounts/"+address.String()+"/transactions"+query))
}

// everySent walks all transactions an account has sent, oldest first.
func everySent(t testing.TB, n *Network, address move.Address) []record {
	t.Helper()
	var all []record
	for {
		page := list(t, n, address, "?count=100&ascending=true&start="+strconv.Itoa(len(all)))
		if len(page) == 0 {
			return all
		}
		all = append(all, page...)
	}
}

// walk follows the cursor of a list of v3 to its end, a hundred records at a time.
func walk(t testing.TB, n *Network, address move.Address, call, parameter, query string) []record {
	t.Helper()
	var all []record
	path := "/rpc/v3/accounts/" + address.String() + "/" + call + "?count=100" + query
	for cursor := ""; ; {
		answer := ask(t, n, http.MethodGet, path+cursor)
		require.Equal(t, http.StatusOK, answer.status, answer.body)
		page := decode[[]record](t, answer.body)
		all = append(all, page...)
		next := answer.header.Get(cursorHeader(n))
		if len(page) == 0 || next == "" {
			return all
		}
		cursor = "&" + parameter + "=" + next
	}
}

func decode[T any](t testing.TB, body string) T {
	t.Helper()
	var value T
	require.NoError(t, json.Unmarshal([]byte(body), &value), body)
	return value
}

// record is the tests' own reading of a record.
type record struct {
	Type          string `json:"txn_type"`
	Authenticator struct {
		Move map[string]struct {
			FeePayer move.Address `json:"fee_payer_address"`
		}
		Automation string
	}
	Block struct {
		Author, Hash, Parent string
		Height               uint64
		Timestamp            moment
		View                 struct {
			Epoch struct {
				ChainID uint64 `json:"chain_id"`
				Epoch   uint64
			} `json:"epoch_id"`
			Round uint64
		}
	} `json:"block_header"`
	Hash   string
	Header struct {
		ChainID        uint64 `json:"chain_id"`
		Expiration     moment `json:"expiration_timestamp"`
		Sender         json.RawMessage
		SequenceNumber uint64 `json:"sequence_number"`
		GasUnitPrice   uint64 `json:"gas_unit_price"`
		MaxGasAmount   uint64 `json:"max_gas_amount"`
	}
	Payload struct {
		Move struct {
			Type          string
			Function      string
			TypeArguments []string `json:"type_arguments"`
			Arguments     []json.RawMessage
			Inner         json.RawMessage `json:"transaction_payload"`
			V1, V2        json.RawMessage
		}
	}
	Output struct {
		Move struct {
			GasUsed  uint64 `json:"gas_used"`
			Events   []event
			VMStatus string `json:"vm_status"`
		}
	}
	Status string
	Data   *struct {
		RecordIndex uint64 `json:"record_index"`
		CycleIndex  uint64 `json:"cycle_index"`
		BlockHeight uint64 `json:"block_height"`
		Action      struct{ Process []uint64 }
	}
}

// sender reads the sender in either dialect; records of the chain itself have none.
func (r record) sender(t testing.TB) (sender move.Address) {
	t.Helper()
	if len(r.Header.Sender) == 0 {
		return move.Address{}
	}
	if r.Header.Sender[0] == '{' {
		return decode[struct{ Move move.Address }](t, string(r.Header.Sender)).Move
	}
	return decode[move.Address](t, string(r.Header.Sender))
}

// moment is a time in either dialect.
type moment struct {
	Timestamp    *uint64
	Microseconds *uint64 `json:"microseconds_since_unix_epoch"`
	Text         *string `json:"utc_date_time"`
}

func (m moment) value() uint64 {
	if m.Timestamp != nil {
		return *m.Timestamp
	}
	return *m.Microseconds
}

type event struct {
	GUID struct {
		CreationNumber uint64       `json:"creation_number,string"`
		Account        move.Address `json:"account_address"`
	}
	SequenceNumber uint64 `json:"sequence_number,string"`
	Type           string
	Data           json.RawMessage
}
