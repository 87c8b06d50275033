package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

// Values of the records below.
const (
	senderText   = "0x00c0ffee00000000000000000000000000000000000000000000000000000a11"
	receiverText = "0x0b0b000000000000000000000000000000000000000000000000000000000b0b"
	keyText      = "0x7e7e7e7e7e7e7e7e7e7e7e7e7e7e7e7e7e7e7e7e7e7e7e7e7e7e7e7e7e7e7e7e"
)

// node is a test node that records its requests.
type node struct {
	url string

	lock      sync.Mutex
	requested []string
}

// serve starts a node that ends with the test.
func serve(t *testing.T, handler http.HandlerFunc) *node {
	t.Helper()
	n := &node{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n.lock.Lock()
		n.requested = append(n.requested, r.URL.RequestURI())
		n.lock.Unlock()
		handler(w, r)
	}))
	t.Cleanup(server.Close)
	n.url = server.URL
	return n
}

// requests returns the received requests in order.
func (n *node) requests() []string {
	n.lock.Lock()
	defer n.lock.Unlock()
	return slices.Clone(n.requested)
}

// host returns the name of a network known only by its address.
func (n *node) host() string { return strings.TrimPrefix(n.url, "http://") }

// forwardTo passes requests to the node at base. A request that its sender gives up is not written to the log of the
// process, where the commands of other tests show it.
func forwardTo(t *testing.T, base string) *httputil.ReverseProxy {
	t.Helper()
	target, err := url.Parse(base)
	require.NoError(t, err)
	proxy := httputil.NewSingleHostReverseProxy(target)
	proxy.ErrorLog = log.New(io.Discard, "", 0)
	return proxy
}

// responding gives every request the same response.
func responding(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
}

// sentBy responds as a deployed v3 node for an account that sent these records, indexed by sequence number.
func sentBy(records []string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if !strings.HasSuffix(r.URL.Path, "/transactions") {
			fmt.Fprintf(w, `{"sequence_number":%d,"authentication_key":%q}`, len(records), keyText)
			return
		}
		query := r.URL.Query()
		count, err := strconv.Atoi(query.Get("count"))
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		next, step := len(records)-1, -1
		if query.Get("ascending") == "true" {
			next, step = 0, 1
		}
		if query.Has("start") {
			start, err := strconv.ParseUint(query.Get("start"), 10, 64)
			if err != nil {
				http.Error(w, err.Error(), http.StatusBadRequest)
				return
			}
			last := uint64(len(records) - 1)
			if step > 0 {
				last++
			}
			next = int(min(start, last))
		}
		var page []string
		for ; len(page) < count && 0 <= next && next < len(records); next += step {
			page = append(page, records[next])
		}
		fmt.Fprintf(w, "[%s]", strings.Join(page, ","))
	}
}

// transfer returns a transaction in the form of deployed nodes.
func transfer(number int) string {
	return fmt.Sprintf(`{"txn_type":"user",`+
		`"authenticator":{"Move":{"Ed25519":{"public_key":"%[2]s","signature":"0x00"}}},`+
		`"block_header":{"author":"%[2]s","hash":"0x%064[1]x","height":%[3]d,"parent":"%[2]s",`+
		`"timestamp":{"microseconds_since_unix_epoch":1000000012345678,"utc_date_time":"2001-09-09T01:46:52.345678+00:00"},`+
		`"view":{"epoch_id":{"chain_id":8,"epoch":7},"round":%[1]d}},`+
		`"hash":"0x%064[4]x",`+
		`"header":{"chain_id":8,"expiration_timestamp":{"microseconds_since_unix_epoch":1000000312000000,"utc_date_time":"2001-09-09T01:51:52+00:00"},`+
		`"sender":{"Move":"%[5]s"},"sequence_number":%[1]d,"gas_unit_price":100000,"max_gas_amount":20000},`+
		`"payload":{"Move":{"type":"entry_function_payload","function":"0x1::coin::transfer",`+
		`"type_arguments":["0x1::native_coin::NativeCoin"],"arguments":["%[6]s","250000000"]}},`+
		`"output":{"Move":{"gas_used":9,"events":[{"guid":{"creation_number":"0","account_address":"0x0"},"sequence_number":"0",`+
		`"type":"0x1::coin::CoinWithdraw","data":{"account":"%[5]s","amount":"250000000"}}],"vm_status":"Executed successfully"}},`+
		`"status":"Success"}`,
		number, keyText, 31_000_000+number, 0xabcd_0000+number, senderText, receiverText)
}

// transfers returns the first count records of an account that only transfers.
func transfers(count int) []string {
	records := make([]string, count)
	for number := range records {
		records[number] = transfer(number)
	}
	return records
}

// closedPorts counts the calls of closedPort.
var closedPorts atomic.Uint32

// closedPort returns the base URL of a node that refuses connections. Nothing listens on the lowest ports, while a free port can be
// taken by another test.
func closedPort() string {
	return fmt.Sprintf("http://127.0.0.1:%d", closedPorts.Add(1)%6+1)
}

// sample reads a body recorded from a deployed node.
func sample(t *testing.T, name string) string {
	t.Helper()
	body, err := os.ReadFile(filepath.Join("..", "..", "client", "testdata", "samples", name))
	require.NoError(t, err)
	return string(body)
}
