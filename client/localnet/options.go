package localnet

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

const (
	defaultListen       = "127.0.0.1:0"
	defaultAccounts     = 40
	defaultTransactions = 1_200

	mostAccounts     = 1_000_000
	mostTransactions = 10_000_000
	// shortestBlockTime keeps a mistyped block time from filling memory.
	shortestBlockTime = time.Millisecond
)

// ChainID is the chain id of every network of this package.
const ChainID = chainID

// Options describes a network. The zero value is a frozen chain of the default size in
// the specification's dialect on any free port of the loopback interface.
type Options struct {
	// Listen is the address to listen on, host:port; 127.0.0.1:0 when empty.
	Listen string
	// Seed decides everything about the chain but its times.
	Seed uint64
	// BlockTime is the pace of blocks, at least a millisecond; 0 freezes the chain.
	BlockTime time.Duration
	// Accounts is how many accounts exist at the start, the named ones included; 0 is
	// the default of 40. More come into being as the chain lives.
	Accounts int
	// Transactions is how many the main account has sent before the start; 0 is the
	// default of 1,200.
	Transactions int
	// Dialect is the form of the answers.
	Dialect Dialect
	// CoinOrder is the order of coin transactions on v1 and v2 without a start.
	CoinOrder CoinOrder
	// ConsensusToken, when not empty, is the bearer token that consensus blocks need.
	ConsensusToken string
	// APIKey is the key that the price service takes; "simulated" when empty.
	APIKey string
	// Start is the time of the newest block at the start, in whole microseconds; now
	// when zero.
	Start time.Time
	// Latency is added to each answer.
	Latency time.Duration
	// FailRate is the share of requests, 0 to 1, that are answered with a 503 or a 500
	// or whose connection is reset. Which ones is decided by the seed and their order.
	FailRate float64
}

// OptionError tells of an option that Start or ParseDialect refuses.
type OptionError struct {
	Option string // the option in words, such as "block time"
	Value  string
	Rule   string // what the option must be
}

// Error names the option, its value and the rule.
func (e *OptionError) Error() string {
	return fmt.Sprintf("%s %s: must be %s", e.Option, e.Value, e.Rule)
}

// complete gives the options with their defaults, or an *OptionError.
func (o Options) complete() (Options, error) {
	if o.Listen == "" {
		o.Listen = defaultListen
	}
	if o.Accounts == 0 {
		o.Accounts = defaultAccounts
	}
	if o.Transactions == 0 {
		o.Transactions = defaultTransactions
	}
	if o.APIKey == "" {
		o.APIKey = defaultAPIKey
	}
	if o.Start.IsZero() {
		o.Start = time.Now()
	}
	refuse := func(option string, value any, rule string) (Options, error) {
		return Options{}, &OptionError{Option: option, Value: fmt.Sprint(value), Rule: rule}
	}
	switch year := o.Start.UTC().Year(); {
	case o.BlockTime != 0 && o.BlockTime < shortestBlockTime:
		return refuse("block time", o.BlockTime, fmt.Sprintf("at least %s, or 0 to freeze the chain", shortestBlockTime))
	case o.Accounts < len(casting) || o.Accounts > mostAccounts:
		return refuse("accounts", o.Accounts, fmt.Sprintf("from %d (the named ones) to %d", len(casting), mostAccounts))
	case o.Transactions < 0 || o.Transactions > mostTransactions:
		return refuse("transactions", o.Transactions, fmt.Sprintf("from 1 to %d", mostTransactions))
	case o.Dialect != Spec && o.Dialect != Deployed:
		return refuse("dialect", o.Dialect, "spec or deployed")
	case strings.ContainsFunc(o.ConsensusToken, func(r rune) bool { return r <= ' ' || r > '~' }):
		return refuse("consensus token", "(not shown)", "printable ASCII without spaces, as a header carries it")
	case o.CoinOrder < DialectOrder || o.CoinOrder > OldestFirst:
		return refuse("coin order", o.CoinOrder, "newest or oldest")
	case year < 1971 || year > 9999:
		return refuse("start", o.Start.UTC().Format(time.RFC3339), "in the years 1971 to 9999")
	case o.Latency < 0:
		return refuse("latency", o.Latency, "0 or more")
	case !(o.FailRate >= 0 && o.FailRate <= 1): // so that NaN is refused too
		return refuse("fail rate", strconv.FormatFloat(o.FailRate, 'g', -1, 64), "from 0 to 1")
	}
	return o, nil
}
