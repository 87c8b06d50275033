package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/httpapi"
	"foredeck/client/localnet/internal/apitest"
	"foredeck/client/move"
)

// start is the time of the newest block at the start.
var start = time.Date(2026, time.August, 1, 12, 0, 0, 500_000, time.UTC)

// node is an API with its chain.
type node struct {
	http.Handler
	chain  *chain.Chain
	config chain.Config
	api    Options
	shared bool // with other tests, so that it must not grow
}

// newNode returns a node with the default chain of a seed. Nodes of the same seed share
// one chain, for tests that do not call Produce.
func newNode(t testing.TB, seed uint64, options Options) *node {
	t.Helper()
	config := defaultConfig(seed)
	build := func() *chain.Chain { return buildChain(t, config) }
	shared, _ := sharedChains.LoadOrStore(seed, &sharedChain{})
	chain := shared.(*sharedChain).get(build)
	n := newNodeOf(chain, config, options)
	n.shared = true
	return n
}

// newOwnNode returns a node with a chain that a test may change.
func newOwnNode(t testing.TB, config chain.Config, options Options) *node {
	t.Helper()
	return newNodeOf(buildChain(t, config), config, options)
}

func newNodeOf(chain *chain.Chain, config chain.Config, options Options) *node {
	return &node{Handler: httpapi.NewMux(NewAPI(chain, options).Routes()...), chain: chain, config: config, api: options}
}

func defaultConfig(seed uint64) chain.Config {
	return chain.Config{Seed: seed, Accounts: 40, Transactions: 1_200}
}

func buildChain(t testing.TB, config chain.Config) *chain.Chain {
	t.Helper()
	made := chain.New(config)
	require.NoError(t, made.Build(context.Background(), start))
	return made
}

// sharedChains holds the chains of newNode by their seed.
var sharedChains sync.Map

type sharedChain struct {
	once  sync.Once
	chain *chain.Chain
}

func (s *sharedChain) get(build func() *chain.Chain) *chain.Chain {
	s.once.Do(func() { s.chain = build() })
	return s.chain
}

// Produce adds a block, a second after the newest, and returns its height.
func (n *node) Produce(t testing.TB) uint64 {
	t.Helper()
	require.False(t, n.shared, "use newOwnNode")
	return n.chain.Produce(n.chain.NewestTime().Add(time.Second))
}

func (n *node) Accounts() []chain.NamedAccount { return chain.NamedAccounts(n.config.Seed) }

func (n *node) Dialect() httpapi.Dialect { return n.api.Dialect }

// inBothDialects runs a test against a node of each dialect, on the chain of seed 7.
func inBothDialects(t *testing.T, test func(t *testing.T, n *node)) {
	for _, dialect := range []httpapi.Dialect{httpapi.Spec, httpapi.Deployed} {
		t.Run(dialect.String(), func(t *testing.T) {
			t.Parallel()
			test(t, newNode(t, 7, Options{Dialect: dialect}))
		})
	}
}

// inBothDialectsGrowing is inBothDialects for tests that produce blocks.
func inBothDialectsGrowing(t *testing.T, test func(t *testing.T, n *node)) {
	for _, dialect := range []httpapi.Dialect{httpapi.Spec, httpapi.Deployed} {
		t.Run(dialect.String(), func(t *testing.T) {
			t.Parallel()
			test(t, newOwnNode(t, defaultConfig(7), Options{Dialect: dialect}))
		})
	}
}

// named returns the address of a named account.
func named(t testing.TB, n *node, name string) move.Address {
	t.Helper()
	for _, account := range n.Accounts() {
		if account.Name == name {
			return account.Address
		}
	}
	require.Failf(t, "no such account", "%s", name)
	return move.Address{}
}

// everyAccount lists the addresses of all accounts.
func everyAccount(n *node) []move.Address {
	var addresses []move.Address
	for _, identity := range n.chain.Records().Identities {
		addresses = append(addresses, identity.Address)
	}
	return addresses
}

// list requests transactions that an account has sent.
func list(t testing.TB, n *node, address move.Address, query string) []record {
	t.Helper()
	return apitest.Decode[[]record](t, apitest.Get(t, n, "/rpc/v3/accounts/"+address.String()+"/transactions"+query))
}

// everySent returns all transactions that an account has sent, oldest first.
func everySent(t testing.TB, n *node, address move.Address) []record {
	t.Helper()
	key := sentKey{n.config.Seed, n.Dialect(), address}
	if cached, ok := sentRecords.Load(key); ok && n.shared {
		return slices.Clone(cached.([]record))
	}
	all := requestSent(t, n, address)
	if n.shared {
		sentRecords.Store(key, slices.Clone(all))
	}
	return all
}

// sentRecords holds the results of everySent for shared chains.
var sentRecords sync.Map

type sentKey struct {
	seed    uint64
	dialect httpapi.Dialect
	address move.Address
}

func requestSent(t testing.TB, n *node, address move.Address) []record {
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

// walk returns all records of a list on v3.
func walk(t testing.TB, n *node, address move.Address, call, parameter, query string) []record {
	t.Helper()
	var all []record
	path := "/rpc/v3/accounts/" + address.String() + "/" + call + "?count=100" + query
	for cursor := ""; ; {
		response := apitest.Do(t, n, http.MethodGet, path+cursor)
		require.Equal(t, http.StatusOK, response.Status, response.Body)
		page := apitest.Decode[[]record](t, response.Body)
		all = append(all, page...)
		next := response.Header.Get(cursorHeader(n))
		if len(page) == 0 || next == "" {
			return all
		}
		cursor = "&" + parameter + "=" + next
	}
}

// record is a transaction record, in either dialect.
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

// sender returns the sender; zero for records of the chain itself.
func (r record) sender(t testing.TB) (sender move.Address) {
	t.Helper()
	if len(r.Header.Sender) == 0 {
		return move.Address{}
	}
	if r.Header.Sender[0] == '{' {
		return apitest.Decode[struct{ Move move.Address }](t, string(r.Header.Sender)).Move
	}
	return apitest.Decode[move.Address](t, string(r.Header.Sender))
}

// moment is a timestamp, in either dialect.
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

// memberNames lists the names of the members of a JSON object, in order.
func memberNames(t testing.TB, object []byte) []string {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(object))
	opening, err := decoder.Token()
	require.NoError(t, err)
	require.Equal(t, json.Delim('{'), opening)
	var keys []string
	for decoder.More() {
		key, err := decoder.Token()
		require.NoError(t, err)
		keys = append(keys, key.(string))
		var value json.RawMessage
		require.NoError(t, decoder.Decode(&value))
	}
	return keys
}
