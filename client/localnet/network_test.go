package localnet

import (
	"context"
	"errors"
	"math"
	"net"
	"net/http"
	"net/http/httptrace"
	"strconv"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// The main account's list grows while one looks; what was there stays as it was.
func TestGrowth(t *testing.T) {
	n := launch(t, Options{Seed: 7, Start: start})
	treasury := named(t, n, "treasury")
	before := everySent(t, n, treasury)
	height, grown := uint64(0), 0
	for block := 1; grown < 10; block++ {
		require.Less(t, block, 60, "some ten blocks bring ten transactions")
		made, err := n.Produce(t.Context())
		require.NoError(t, err)
		if height != 0 {
			require.Equal(t, height+1, made)
		}
		height = made
		for _, record := range list(t, n, treasury, "?ascending=true&start="+strconv.Itoa(len(before)+grown)) {
			require.Equal(t, height, record.Block.Height)
			require.EqualValues(t, start.Add(time.Duration(block)*time.Second).UnixMicro(), record.Block.Timestamp.value())
			require.EqualValues(t, len(before)+grown, record.Header.SequenceNumber)
			grown++
		}
	}
	after := everySent(t, n, treasury)
	require.Equal(t, before, after[:len(before)])
	require.Len(t, after, len(before)+grown)
	require.Contains(t, get(t, n, "/rpc/v3/accounts/"+treasury.String()), `"sequence_number":`+strconv.Itoa(len(after))+",")
	require.EqualValues(t, len(after)-1, list(t, n, treasury, "?count=1")[0].Header.SequenceNumber)
}

// offline is a network without a port, whose clock a test can hold.
func offline(t *testing.T, options Options) *Network {
	t.Helper()
	options, err := options.complete()
	require.NoError(t, err)
	n := &Network{options: options, chain: newChain(options), ready: make(chan struct{})}
	n.ctx, n.cancel = context.WithCancelCause(t.Context())
	return n
}

// Blocks come at a steady pace, stamped with their time, and end with the context.
func TestPaceOfBlocks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		n := offline(t, Options{BlockTime: time.Second, Start: start})
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			n.live(begun)
		}()
		<-n.ready
		first := n.chain.head()
		for second := range uint64(20) {
			time.Sleep(time.Second) // the bubble's clock, not the world's
			synctest.Wait()
			require.Equal(t, first+second+1, n.chain.head())
			due := start.Add(time.Duration(second+1) * time.Second)
			n.maker.Lock()
			newest := n.chain.newestTime()
			n.maker.Unlock()
			require.False(t, newest.After(due))
			require.Less(t, due.Sub(newest), time.Second/10)
		}
		n.cancel(errClosed)
		<-ended
	})
}

func TestFrozen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := offline(t, Options{Start: start})
		n.live(time.Now()) // returns: nothing is left that could make a block
		<-n.ready
		first := n.chain.head()
		time.Sleep(time.Hour) // the bubble's clock
		require.Equal(t, first, n.chain.head())
		made, err := n.Produce(t.Context())
		require.NoError(t, err)
		require.Equal(t, first+1, made)
		require.Equal(t, start.Add(time.Second), n.chain.newestTime().UTC())
	})
}

// A late tick catches up a little; what is lost beyond that stays lost, and the pace goes
// on in its old beat.
func TestPaceCatchesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		begun := time.Now()
		var due []time.Duration
		pace(ctx, begun, time.Second, func(at time.Time) {
			due = append(due, at.Sub(begun))
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

// A network that closes ends requests that wait: for their latency, for the chain to be
// built, and for the rest of themselves. That no goroutine stays is checked at the end
// of all tests.
func TestClose(t *testing.T) {
	for name, options := range map[string]Options{
		"in latency":        {Latency: time.Hour, Transactions: 1, BlockTime: time.Millisecond},
		"while it is built": {Transactions: mostTransactions},
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

func TestCloseWithHalfARequest(t *testing.T) {
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
	ctx, cancel := context.WithCancel(t.Context())
	n, err := Start(ctx, Options{BlockTime: time.Millisecond})
	require.NoError(t, err)
	_, err = n.Produce(t.Context())
	require.NoError(t, err)
	cancel()
	<-n.done
	require.NoError(t, n.Close())
}

func TestProduceGivesUp(t *testing.T) {
	n := launch(t, Options{Transactions: mostTransactions})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := n.Produce(ctx)
	require.ErrorIs(t, err, context.Canceled)
	require.NoError(t, n.Close())
	_, err = n.Produce(t.Context())
	require.ErrorIs(t, err, errClosed)
}

// Blocks made by hand, blocks made by the clock and requests get along.
func TestConcurrentUse(t *testing.T) {
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
			require.GreaterOrEqual(t, sent[i].Block.Timestamp.value(), record.Block.Timestamp.value())
		}
	}
	require.NoError(t, <-made)
}

func TestPortInUse(t *testing.T) {
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

// A server that fails by itself ends the network, and Close tells why.
func TestServerFails(t *testing.T) {
	options, err := Options{}.complete()
	require.NoError(t, err)
	listener, err := net.Listen("tcp", options.Listen)
	require.NoError(t, err)
	require.NoError(t, listener.Close())
	n := serve(t.Context(), options, listener, time.Now())
	<-n.done
	require.ErrorIs(t, n.Close(), net.ErrClosed)
}

func TestBaseURLIsReachable(t *testing.T) {
	for listen, prefix := range map[string]string{
		"": "http://127.0.0.1:", "0.0.0.0:0": "http://127.0.0.1:", "127.0.0.1:0": "http://127.0.0.1:",
	} {
		n := launch(t, Options{Listen: listen})
		require.Contains(t, n.BaseURL(), prefix)
		require.Equal(t, http.StatusOK, ask(t, n, http.MethodGet, "/rpc/v3/accounts/0x1").status)
	}
	require.Equal(t, "127.0.0.1:80", reachable(&net.TCPAddr{IP: net.IPv6unspecified, Port: 80}))
	require.Equal(t, "10.0.0.1:80", reachable(&net.TCPAddr{IP: net.IPv4(10, 0, 0, 1), Port: 80}))
}

func TestFacts(t *testing.T) {
	n := launch(t, Options{Seed: math.MaxUint64, Dialect: Deployed})
	require.EqualValues(t, 255, n.ChainID())
	require.EqualValues(t, uint64(math.MaxUint64), n.Seed())
	require.Equal(t, Deployed, n.Dialect())
	n.Accounts()[0].Name = "changed"
	require.Equal(t, "treasury", n.Accounts()[0].Name)
}

func TestOptionsRefused(t *testing.T) {
	for option, options := range map[string]Options{
		"block time":      {BlockTime: time.Microsecond},
		"accounts":        {Accounts: len(casting) - 1},
		"transactions":    {Transactions: -1},
		"dialect":         {Dialect: 7},
		"coin order":      {CoinOrder: 3},
		"consensus token": {ConsensusToken: "a\n"},
		"start":           {Start: time.Unix(0, 0)},
		"latency":         {Latency: -1},
		"fail rate":       {FailRate: math.NaN()},
	} {
		_, err := Start(t.Context(), options)
		var refused *OptionError
		require.ErrorAs(t, err, &refused)
		require.Equal(t, option, refused.Option)
		require.ErrorContains(t, err, option)
		require.NotEmpty(t, refused.Rule)
	}
	_, err := Start(t.Context(), Options{FailRate: 1.5})
	require.EqualError(t, err, "local network: fail rate 1.5: must be from 0 to 1")
}

func TestParseDialect(t *testing.T) {
	for _, dialect := range []Dialect{Spec, Deployed} {
		parsed, err := ParseDialect(dialect.String())
		require.NoError(t, err)
		require.Equal(t, dialect, parsed)
	}
	_, err := ParseDialect("latin")
	require.EqualError(t, err, `dialect "latin": must be spec or deployed`)
	require.Equal(t, "Dialect(7)", Dialect(7).String())
}

// fates gives how each of a row of requests was answered: a status, or 0 for a
// connection that was reset.
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

// Latency holds an answer back until its time has come.
func TestLatency(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := offline(t, Options{Latency: time.Minute})
		begun := time.Now()
		n.delay(t.Context())
		require.Equal(t, time.Minute, time.Since(begun))

		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		require.PanicsWithError(t, http.ErrAbortHandler.Error(), func() { n.delay(ctx) })
		require.Equal(t, time.Minute, time.Since(begun), "a caller that left is not waited for")
	})
}
