package localnet

import (
	"context"
	"errors"
	"io"
	"math"
	"net"
	"net/http"
	"net/http/httptrace"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet/chain"
	"foredeck/client/move"
)

// offline returns a network without a port, for tests with a fake clock.
func offline(t *testing.T, options Options) *Network {
	t.Helper()
	options, err := options.withDefaults()
	require.NoError(t, err)
	n := &Network{options: options, chain: newChain(options), ready: make(chan struct{})}
	n.ctx, n.cancel = context.WithCancelCause(t.Context())
	return n
}

// Blocks appear every block time, with their time, until the context ends.
func TestBlockTimes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		started := time.Now()
		n := offline(t, Options{BlockTime: time.Second, Start: start})
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			n.produceBlocks(started)
		}()
		<-n.ready
		first := n.chain.Head()
		for second := range uint64(20) {
			time.Sleep(time.Second) // the bubble's clock, not the world's
			synctest.Wait()
			require.Equal(t, first+second+1, n.chain.Head())
			due := start.Add(time.Duration(second+1) * time.Second)
			n.producing.Lock()
			newest := n.chain.NewestTime()
			n.producing.Unlock()
			require.False(t, newest.After(due))
			require.Less(t, due.Sub(newest), time.Second/10)
		}
		n.cancel(errClosed)
		<-ended
	})
}

func TestFrozen(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		n := offline(t, Options{Start: start})
		n.produceBlocks(time.Now()) // returns: nothing is left that could make a block
		<-n.ready
		first := n.chain.Head()
		time.Sleep(time.Hour) // the bubble's clock
		require.Equal(t, first, n.chain.Head())
		made, err := n.Produce(t.Context())
		require.NoError(t, err)
		require.Equal(t, first+1, made)
		require.Equal(t, start.Add(time.Second), n.chain.NewestTime().UTC())
	})
}

// A few overdue blocks are produced at once and the others skipped; the schedule stays the same.
func TestOverdueBlocks(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		started := time.Now()
		var due []time.Duration
		every(ctx, started, time.Second, func(at time.Time) {
			due = append(due, at.Sub(started))
			switch len(due) {
			case 1:
				time.Sleep(2500 * time.Millisecond) // until 3.5 s: a little late
			case 4:
				time.Sleep(10 * time.Second) // until 14 s: very late
			case 8:
				cancel()
			}
		})
		require.Equal(t, []time.Duration{
			1 * time.Second, 2 * time.Second, 3 * time.Second, 4 * time.Second,
			12 * time.Second, 13 * time.Second, 14 * time.Second, 15 * time.Second,
		}, due)
	})
}

// Close aborts requests that wait for latency or for the chain. TestMain checks for leaked goroutines.
func TestClose(t *testing.T) {
	t.Parallel()
	for name, options := range map[string]Options{
		"in latency":        {Latency: time.Hour, Transactions: 1, BlockTime: time.Millisecond},
		"while it is built": {Transactions: maxTransactions},
	} {
		t.Run(name, func(t *testing.T) {
			n, err := Start(t.Context(), options)
			require.NoError(t, err)
			sent, failed := make(chan struct{}), make(chan error, 1)
			trace := &httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) { close(sent) }}
			request, err := http.NewRequestWithContext(httptrace.WithClientTrace(t.Context(), trace), http.MethodGet, n.BaseURL()+"/", nil)
			require.NoError(t, err)
			transport := &http.Transport{DisableKeepAlives: true}
			go func() {
				response, err := transport.RoundTrip(request)
				if err == nil {
					response.Body.Close()
				}
				failed <- err
			}()
			<-sent
			require.NoError(t, n.Close())
			require.Error(t, <-failed)
			require.NoError(t, n.Close(), "closing again changes nothing")

			_, err = new(net.Dialer).DialContext(t.Context(), "tcp", n.BaseURL()[len("http://"):])
			require.ErrorIs(t, err, syscall.ECONNREFUSED)
		})
	}
}

func TestCloseDuringRequest(t *testing.T) {
	t.Parallel()
	n, err := Start(t.Context(), Options{})
	require.NoError(t, err)
	connection, err := net.Dial("tcp", n.BaseURL()[len("http://"):])
	require.NoError(t, err)
	defer connection.Close()
	_, err = connection.Write([]byte("GET / HTTP/1.1\r\nHost:"))
	require.NoError(t, err)
	require.NoError(t, n.Close())
}

func TestContextEndsTheNetwork(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	n, err := Start(ctx, Options{BlockTime: time.Millisecond})
	require.NoError(t, err)
	_, err = n.Produce(t.Context())
	require.NoError(t, err)
	cancel()
	<-n.done
	require.NoError(t, n.Close())
}

func TestProduceCanceled(t *testing.T) {
	t.Parallel()
	n := launch(t, Options{Transactions: maxTransactions})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := n.Produce(ctx)
	require.ErrorIs(t, err, context.Canceled)
	require.NoError(t, n.Close())
	_, err = n.Produce(t.Context())
	require.ErrorIs(t, err, errClosed)
}

// Produce, the clock and requests may run concurrently.
func TestConcurrentUse(t *testing.T) {
	t.Parallel()
	n := launch(t, Options{BlockTime: time.Millisecond})
	treasury := named(t, n, "treasury")
	made := make(chan error)
	go func() {
		for range 200 {
			if _, err := n.Produce(t.Context()); err != nil {
				made <- err
				return
			}
		}
		made <- nil
	}()
	for range 20 {
		sent := list(t, n, treasury, "?count=100")
		for i, record := range sent[1:] {
			require.Equal(t, sent[i].Header.SequenceNumber-1, record.Header.SequenceNumber)
			require.GreaterOrEqual(t, sent[i].time(t), record.time(t))
		}
	}
	require.NoError(t, <-made)
}

func TestPortInUse(t *testing.T) {
	t.Parallel()
	first := launch(t, Options{})
	address := first.BaseURL()[len("http://"):]
	_, err := Start(t.Context(), Options{Listen: address})
	require.ErrorIs(t, err, syscall.EADDRINUSE)
	require.ErrorContains(t, err, address)
	require.ErrorContains(t, err, "port 0 for any free one")

	_, err = Start(t.Context(), Options{Listen: "nowhere"})
	require.ErrorContains(t, err, "listen on nowhere")
	require.ErrorContains(t, err, "host:port")
}

// A failing server ends the network, and Close returns its error.
func TestServerError(t *testing.T) {
	t.Parallel()
	options, err := Options{}.withDefaults()
	require.NoError(t, err)
	listener, err := net.Listen("tcp", options.Listen)
	require.NoError(t, err)
	require.NoError(t, listener.Close())
	n := serve(t.Context(), options, []net.Listener{listener}, nil, time.Now())
	<-n.done
	require.ErrorIs(t, n.Close(), net.ErrClosed)
}

func TestBaseURLIsReachable(t *testing.T) {
	t.Parallel()
	for listen, prefix := range map[string]string{
		"": "http://127.0.0.1:", "0.0.0.0:0": "http://127.0.0.1:", "127.0.0.1:0": "http://127.0.0.1:",
	} {
		n := launch(t, Options{Listen: listen})
		require.Contains(t, n.BaseURL(), prefix)
		require.NotEmpty(t, get(t, n, "/rpc/v3/accounts/0x1"))
	}
	require.Equal(t, "127.0.0.1:80", reachable(&net.TCPAddr{IP: net.IPv6unspecified, Port: 80}))
	require.Equal(t, "10.0.0.1:80", reachable(&net.TCPAddr{IP: net.IPv4(10, 0, 0, 1), Port: 80}))
}

// The port serves both APIs, and HEAD without a body.
func TestAPIs(t *testing.T) {
	t.Parallel()
	n := launch(t, Options{APIKey: "k3y"})
	for path, status := range map[string]int{
		"/rpc/v3/accounts/0x1": http.StatusOK, "/latest?trading_pair=btc_usdt": http.StatusOK,
		"/history": http.StatusUnauthorized, "/": http.StatusNotFound, "/rpc/v3/accounts/0x1/": http.StatusNotFound,
	} {
		got, _ := do(t, n, http.MethodGet, path)
		require.Equal(t, status, got, path)
	}
	status, body := do(t, n, http.MethodHead, "/rpc/v3/accounts/0x1")
	require.Equal(t, http.StatusOK, status)
	require.Empty(t, body)
}

func TestNetworkGetters(t *testing.T) {
	t.Parallel()
	n := launch(t, Options{Seed: math.MaxUint64, Dialect: Deployed})
	require.EqualValues(t, 255, n.ChainID())
	require.EqualValues(t, uint64(math.MaxUint64), n.Seed())
	require.Equal(t, Deployed, n.Dialect())
	n.Accounts()[0].Name = "changed"
	require.Equal(t, "treasury", n.Accounts()[0].Name)
}

func TestInvalidOptions(t *testing.T) {
	t.Parallel()
	for option, options := range map[string]Options{
		"block time":      {BlockTime: time.Microsecond},
		"accounts":        {Accounts: chain.MinAccounts - 1},
		"transactions":    {Transactions: -1},
		"dialect":         {Dialect: 7},
		"node version":    {NodeVersion: 7},
		"prune":           {Prune: -1},
		"event lag":       {EventLag: -1},
		"coin order":      {CoinOrder: 3},
		"consensus token": {ConsensusToken: "a\n"},
		"start":           {Start: time.Unix(0, 0)},
		"latency":         {Latency: -1},
		"fail rate":       {FailRate: math.NaN()},
	} {
		_, err := Start(t.Context(), options)
		var invalid *OptionError
		require.ErrorAs(t, err, &invalid)
		require.Equal(t, option, invalid.Option)
		require.ErrorContains(t, err, option)
		require.NotEmpty(t, invalid.Rule)
	}
	_, err := Start(t.Context(), Options{FailRate: 1.5})
	require.EqualError(t, err, "local network: fail rate 1.5: must be from 0 to 1")
}

// A node version has the dialect of deployed nodes.
func TestNodeVersion(t *testing.T) {
	t.Parallel()
	for _, version := range []NodeVersion{SpecNode, Node10, Node11, Node12} {
		parsed, err := ParseNodeVersion(version.String())
		require.NoError(t, err)
		require.Equal(t, version, parsed)
	}
	_, err := ParseNodeVersion("9")
	require.ErrorContains(t, err, `node version "9": must be spec, 10, 11 or 12`)
	require.Equal(t, "NodeVersion(7)", NodeVersion(7).String())

	n := launch(t, Options{NodeVersion: Node11})
	require.Equal(t, Node11, n.NodeVersion())
	require.Equal(t, Deployed, n.Dialect())
	require.Equal(t, "255", get(t, n, "/rpc/v3/transactions/chain_id"))
	require.Contains(t, get(t, n, "/rpc/v3/accounts/0x1/transactions"), "[]")
}

func TestParseDialect(t *testing.T) {
	t.Parallel()
	for _, dialect := range []Dialect{Spec, Deployed} {
		parsed, err := ParseDialect(dialect.String())
		require.NoError(t, err)
		require.Equal(t, dialect, parsed)
	}
	_, err := ParseDialect("latin")
	require.EqualError(t, err, `dialect "latin": must be spec or deployed`)
	require.Equal(t, "Dialect(7)", Dialect(7).String())
}

func TestParseCoinOrder(t *testing.T) {
	t.Parallel()
	for name, order := range map[string]CoinOrder{"": DialectOrder, "newest": NewestFirst, "oldest": OldestFirst} {
		parsed, err := ParseCoinOrder(name)
		require.NoError(t, err)
		require.Equal(t, order, parsed)
		require.Equal(t, name, order.String())
	}
	_, err := ParseCoinOrder("latest")
	require.EqualError(t, err, `coin order "latest": must be newest or oldest`)
	require.Equal(t, "CoinOrder(9)", CoinOrder(9).String())
}

// fates returns the status of each of a series of requests, or 0 for a reset connection.
func fates(t *testing.T, options Options) []int {
	t.Helper()
	n := launch(t, options)
	transport := &http.Transport{DisableKeepAlives: true}
	got := make([]int, 90)
	for i := range got {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, n.BaseURL()+"/rpc/v3/accounts/0x1", nil)
		require.NoError(t, err)
		response, err := transport.RoundTrip(request)
		if err != nil {
			require.True(t, errors.Is(err, syscall.ECONNRESET), err)
			continue
		}
		require.NoError(t, response.Body.Close())
		got[i] = response.StatusCode
	}
	return got
}

func TestFailRate(t *testing.T) {
	t.Parallel()
	half := fates(t, Options{Seed: 1, FailRate: 0.5})
	require.Equal(t, half, fates(t, Options{Seed: 1, FailRate: 0.5}))
	require.NotEqual(t, half, fates(t, Options{Seed: 2, FailRate: 0.5}))
	counts := map[int]int{}
	for _, fate := range half {
		counts[fate]++
	}
	require.InDelta(t, 45, counts[http.StatusOK], 15)
	for _, fate := range []int{http.StatusServiceUnavailable, http.StatusInternalServerError, 0} {
		require.InDelta(t, 15, counts[fate], 10, fate)
	}
	require.NotContains(t, fates(t, Options{FailRate: 1}), http.StatusOK)
}

// Responses wait for the latency.
func TestLatency(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		started := time.Now()
		delay(t.Context(), time.Minute)
		require.Equal(t, time.Minute, time.Since(started))

		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		require.PanicsWithError(t, http.ErrAbortHandler.Error(), func() { delay(ctx, time.Minute) })
		require.Equal(t, time.Minute, time.Since(started), "a caller that left is not waited for")
	})
}

// These values change only on purpose: a seed gives the same chain in every version.
func TestSeedIsStable(t *testing.T) {
	t.Parallel()
	n := launch(t, Options{Start: start})
	treasury := named(t, n, "treasury")
	require.Equal(t, "0xb713f86be9bb7509ef097a8565ab68df19051e1712e48309f2fce25aa02cc89c", treasury.String())
	newest := list(t, n, treasury, "?count=1")[0]
	require.Equal(t, "0x7383e742ca7a7e968f76e76753b244c4a8c111a219125e8fd68c19a266cbaf23", newest.Hash)
	require.Equal(t, "0xee68a5fa61f6400f7ea4c2fe606210007f4943d13bdb13ca808097a814a5ea67", newest.Block.Hash)
	require.EqualValues(t, 1_546, newest.Block.Height)
}

func TestSameSeedSameBytes(t *testing.T) {
	t.Parallel()
	walk := func(options Options) string {
		n := launch(t, options)
		for range 3 {
			_, err := n.Produce(t.Context())
			require.NoError(t, err)
		}
		var all strings.Builder
		for _, account := range n.Accounts() {
			all.WriteString(get(t, n, "/rpc/v3/accounts/"+account.Address.String()))
			all.WriteString(get(t, n, "/rpc/v3/accounts/"+account.Address.String()+"/transactions?count=100"))
		}
		return all.String()
	}
	first := walk(Options{Seed: 3, Start: start})
	require.Equal(t, first, walk(Options{Seed: 3, Start: start}))

	other := launch(t, Options{Seed: 4, Start: start})
	require.NotContains(t, first, named(t, other, "treasury").String()[2:])

	// The chain depends on neither the clock nor the dialect.
	later := launch(t, Options{Seed: 3, Start: start.AddDate(1, 0, 0), Dialect: Deployed})
	hash := list(t, later, named(t, later, "treasury"), "?count=1")[0].Hash
	sameTime := launch(t, Options{Seed: 3, Start: start})
	require.Equal(t, hash, list(t, sameTime, named(t, sameTime, "treasury"), "?count=1")[0].Hash)
}

func TestAccountsOption(t *testing.T) {
	t.Parallel()
	n := launch(t, Options{Accounts: 500, Transactions: 3})
	names := n.Accounts()
	require.Len(t, names, chain.MinAccounts)
	require.Equal(t, "treasury", names[0].Name)
	seen := map[move.Address]bool{}
	for _, address := range everyAccount(t, n) {
		require.False(t, seen[address])
		seen[address] = true
	}
	require.GreaterOrEqual(t, len(seen), 500)
	for _, account := range names {
		require.True(t, seen[account.Address], account.Name)
	}
	require.Len(t, list(t, n, names[0].Address, ""), 3)
}

// Transactions are pending until the next block, on a chain that produces blocks and on a frozen one.
func TestNetworkPending(t *testing.T) {
	t.Parallel()
	n := launch(t, Options{NodeVersion: Node11, Admin: "127.0.0.1:0"})
	for {
		pending, err := n.Pending(t.Context())
		require.NoError(t, err)
		if len(pending) == 0 {
			_, err := n.Produce(t.Context())
			require.NoError(t, err)
			continue
		}
		path := "/rpc/v3/transactions/" + pending[0]
		require.Contains(t, get(t, n, path), `"status":"Pending"`)
		_, listed := admin(t, n, http.MethodGet, "/pending")
		require.JSONEq(t, `["`+strings.Join(pending, `","`)+`"]`, listed)
		_, err = n.Produce(t.Context())
		require.NoError(t, err)
		require.NotContains(t, get(t, n, path), `"status":"Pending"`)
		return
	}
}

// The price feed on the chain has the prices of the price service.
func TestPriceFeed(t *testing.T) {
	t.Parallel()
	n := launch(t, Options{Start: start})
	require.Len(t, n.PairNumbers(), len(n.Pairs()))
	body := `{"function":"` + n.PriceFeed().String() + `::supra_oracle_storage::get_price","type_arguments":[],"arguments":[0]}`
	response, err := http.Post(n.BaseURL()+"/rpc/v3/view", "application/json", strings.NewReader(body))
	require.NoError(t, err)
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	value := regexp.MustCompile(`\{"U128":"(\d+)0{16}"\}`).FindStringSubmatch(string(answer))
	require.NotNil(t, value, "%s", answer)
	latest := regexp.MustCompile(`"currentPrice":"([\d.]+)"`).FindStringSubmatch(get(t, n, "/latest?trading_pair=btc_usdt"))
	require.Equal(t, strings.Replace(latest[1], ".", "", 1), value[1])
}
