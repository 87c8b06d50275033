package localnet

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/httpapi"
	"foredeck/client/localnet/oracle"
	"foredeck/client/localnet/wire"
)

// Dialect selects the form of responses: Spec or Deployed.
type Dialect = httpapi.Dialect

const (
	// Spec is the literal form of the specification, see httpapi.Spec.
	Spec = httpapi.Spec
	// Deployed is the form of deployed nodes, see httpapi.Deployed.
	Deployed = httpapi.Deployed
)

// CoinOrder is the order of coin transactions on v1 and v2 in a request without a start.
type CoinOrder = wire.CoinOrder

const (
	// DialectOrder is newest first in the dialect Spec and oldest first in Deployed.
	DialectOrder = wire.DialectOrder
	NewestFirst  = wire.NewestFirst
	OldestFirst  = wire.OldestFirst
)

// NodeVersion is the release of the node program that the nodes simulate.
type NodeVersion = wire.NodeVersion

const (
	// SpecNode has the paths of the specification.
	SpecNode = wire.SpecNode
	// Node10 is a public node before v11.3.4, see wire.Node10.
	Node10 = wire.Node10
	// Node11 is a public node from v11.5.2 to v11.7, see wire.Node11.
	Node11 = wire.Node11
	// Node12 is a public node of v12, see wire.Node12.
	Node12 = wire.Node12
)

// NamedAccount is an account with a name, such as "treasury". Nodes do not know the names.
type NamedAccount = chain.NamedAccount

// ChainID is the chain id of every local network.
const ChainID = chain.ID

const (
	defaultListen       = "127.0.0.1:0"
	defaultAccounts     = 40
	defaultTransactions = 1_200

	maxNodes        = 32
	maxAccounts     = 1_000_000
	maxTransactions = 10_000_000
	maxMembers      = 1_000
	maxBlocks       = 100_000_000 // three years of them
	// minBlockTime prevents a mistyped block time from filling the memory.
	minBlockTime = time.Millisecond
)

// Options configures a network. The zero value is a frozen chain of the default size, in
// the dialect Spec, on any free port of the loopback interface.
type Options struct {
	// Listen is the address to listen on, as host:port; 127.0.0.1:0 if empty.
	Listen string
	// Nodes is the number of nodes, 1 if zero. They serve the same chain, on consecutive ports from that of Listen, or on any free
	// ports if that is 0.
	Nodes int
	// Admin is the loopback address of the admin API, as host:port. If empty, a single node has none, and several have it 100 ports
	// above the first node, or on any free port if the port of Listen is 0.
	Admin string
	// Seed determines everything about the chain except its times.
	Seed uint64
	// BlockTime is the time between blocks, at least a millisecond; 0 freezes the chain.
	BlockTime time.Duration
	// Accounts is the number of accounts at the start, including the named ones; 40 if zero. Transactions create more.
	Accounts int
	// Transactions is the number of transactions that the main account has sent at the start; 1,200 if zero.
	Transactions int
	// Members is the number of validators in the committee; 31 if zero.
	Members int
	// EpochBlocks is the number of blocks of an epoch; 300 if zero.
	EpochBlocks int
	// Blocks is the least number of blocks at the start; as many as the transactions need if zero. Older blocks than those are computed
	// on request, so that a long history takes neither time nor memory. Their transactions are known only by their hashes.
	Blocks int
	// Prune is the number of the newest blocks that the nodes keep; all if zero. Lists of accounts end there without notice, and so do
	// transactions and blocks by hash; blocks and events by height are gone (410).
	Prune int
	// Dialect selects the form of responses. NodeVersion implies Deployed, unless it is SpecNode.
	Dialect Dialect
	// NodeVersion selects the paths: those of the specification, or of a release of the node program.
	NodeVersion NodeVersion
	// CoinOrder is the order of coin transactions on v1 and v2 in a request without a start.
	CoinOrder CoinOrder
	// ConsensusToken is the bearer token for consensus blocks; if empty, none is required by SpecNode, and the others accept none.
	ConsensusToken string
	// EventLag is the number of the newest blocks whose events the nodes do not find yet, as nodes behind a load balancer may.
	EventLag int
	// APIKey is the key for the price service; "simulated" if empty.
	APIKey string
	// Start is the time of the newest block at the start, in whole microseconds; the current time if zero.
	Start time.Time
	// Latency is added to every response.
	Latency time.Duration
	// LeaderBans adds the registry of leaders that are banned for some rounds after a failed one, which newer frameworks have.
	LeaderBans bool
	// ReplaceMembers replaces a validator in every third epoch, as on the nodes of Node11 and later.
	ReplaceMembers bool
	// FailRate is the share of requests, from 0 to 1, that fail with a 503, a 500 or a
	// reset connection. Which requests fail follows from the seed and their order.
	FailRate float64
}

// OptionError is an invalid option.
type OptionError struct {
	Option string // in words, such as "block time"
	Value  string
	Rule   string // what the option must be
}

func (e *OptionError) Error() string {
	return fmt.Sprintf("%s %s: must be %s", e.Option, e.Value, e.Rule)
}

// withDefaults returns the options with their defaults, or an *OptionError.
func (o Options) withDefaults() (Options, error) {
	o.Listen = cmp.Or(o.Listen, defaultListen)
	o.Nodes = cmp.Or(o.Nodes, 1)
	o.Accounts = cmp.Or(o.Accounts, defaultAccounts)
	o.Transactions = cmp.Or(o.Transactions, defaultTransactions)
	o.Members = cmp.Or(o.Members, chain.DefaultMembers)
	o.EpochBlocks = cmp.Or(o.EpochBlocks, chain.DefaultEpochBlocks)
	o.APIKey = cmp.Or(o.APIKey, oracle.DefaultAPIKey)
	if o.Start.IsZero() {
		o.Start = time.Now()
	}
	if o.NodeVersion != SpecNode {
		o.Dialect = Deployed
	}
	invalid := func(option string, value any, rule string) (Options, error) {
		return Options{}, &OptionError{Option: option, Value: fmt.Sprint(value), Rule: rule}
	}
	switch year := o.Start.UTC().Year(); {
	case o.Nodes < 1 || o.Nodes > maxNodes:
		return invalid("nodes", o.Nodes, fmt.Sprintf("from 1 to %d", maxNodes))
	case o.Admin != "" && !isLoopback(o.Admin):
		return invalid("admin", strconv.Quote(o.Admin), "an address of this machine's loopback interface as host:port, such as 127.0.0.1:27100")
	case o.BlockTime != 0 && o.BlockTime < minBlockTime:
		return invalid("block time", o.BlockTime, fmt.Sprintf("at least %s, or 0 to freeze the chain", minBlockTime))
	case o.Accounts < chain.MinAccounts || o.Accounts > maxAccounts:
		return invalid("accounts", o.Accounts, fmt.Sprintf("from %d (the named ones) to %d", chain.MinAccounts, maxAccounts))
	case o.Transactions < 0 || o.Transactions > maxTransactions:
		return invalid("transactions", o.Transactions, fmt.Sprintf("from 1 to %d", maxTransactions))
	case o.Members < 1 || o.Members > maxMembers:
		return invalid("members", o.Members, fmt.Sprintf("from 1 to %d", maxMembers))
	case o.EpochBlocks < 1 || o.EpochBlocks > maxBlocks:
		return invalid("epoch blocks", o.EpochBlocks, fmt.Sprintf("from 1 to %d", maxBlocks))
	case o.Blocks < 0 || o.Blocks > maxBlocks:
		return invalid("blocks", o.Blocks, fmt.Sprintf("from 0 to %d", maxBlocks))
	case o.Prune < 0 || o.Prune > maxBlocks:
		return invalid("prune", o.Prune, fmt.Sprintf("from 1 to %d blocks, or 0 to keep all", maxBlocks))
	case o.EventLag < 0 || o.EventLag > maxBlocks:
		return invalid("event lag", o.EventLag, fmt.Sprintf("from 0 to %d", maxBlocks))
	case o.Dialect != Spec && o.Dialect != Deployed:
		return invalid("dialect", o.Dialect, "spec or deployed")
	case o.NodeVersion < SpecNode || o.NodeVersion > Node12:
		return invalid("node version", o.NodeVersion, nodeVersionRule)
	case strings.ContainsFunc(o.ConsensusToken, func(r rune) bool { return r <= ' ' || r > '~' }):
		return invalid("consensus token", "(not shown)", "printable ASCII without spaces, to fit in a header")
	case o.CoinOrder < DialectOrder || o.CoinOrder > OldestFirst:
		return invalid("coin order", o.CoinOrder, "newest or oldest")
	case year < 1971 || year > 9999:
		return invalid("start", o.Start.UTC().Format(time.RFC3339), "in the years 1971 to 9999")
	case o.Latency < 0:
		return invalid("latency", o.Latency, "0 or more")
	case !(o.FailRate >= 0 && o.FailRate <= 1): // also rejects NaN
		return invalid("fail rate", strconv.FormatFloat(o.FailRate, 'g', -1, 64), "from 0 to 1")
	}
	return o, nil
}

// ParseDialect parses "spec" or "deployed". The error is an *OptionError.
func ParseDialect(name string) (Dialect, error) {
	return parseName("dialect", "spec or deployed", name, Spec, Deployed)
}

const nodeVersionRule = "spec, 10, 11 or 12"

// ParseNodeVersion parses "spec", "10", "11" or "12". The error is an *OptionError.
func ParseNodeVersion(name string) (NodeVersion, error) {
	return parseName("node version", nodeVersionRule, name, SpecNode, Node10, Node11, Node12)
}

// ParseCoinOrder parses "newest" or "oldest", and "" as DialectOrder. The error is an *OptionError.
func ParseCoinOrder(name string) (CoinOrder, error) {
	return parseName("coin order", "newest or oldest", name, DialectOrder, NewestFirst, OldestFirst)
}

// parseName returns the value with a name, or an *OptionError and the zero value.
func parseName[T fmt.Stringer](option, rule, name string, values ...T) (found T, err error) {
	for _, value := range values {
		if name == value.String() {
			return value, nil
		}
	}
	return found, &OptionError{Option: option, Value: strconv.Quote(name), Rule: rule}
}

// AccountNames lists the names of the named accounts, which every local network has.
func AccountNames() []string { return chain.AccountNames() }

// PairNames lists the trading pairs that every local network has prices of.
func PairNames() []string { return oracle.PairNames() }
