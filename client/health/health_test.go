package health

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/transport"
)

// fakeNode is a node of a chain with a block per interval, which can be broken.
type fakeNode struct {
	begun    time.Time
	begin    uint64
	interval time.Duration

	lock     sync.Mutex
	requests int
	latency  time.Duration
	lag      uint64 // blocks behind
	stopped  bool   // refuses connections
	hangs    bool
	status   int    // of each response, 0 for 200
	body     string // of each response; empty: what was asked for
	chainID  int
	retry    string // Retry-After of each response
	forkedAt uint64 // height of the first other block; 0 for none
	frozen   uint64 // newest block that it has; 0 if it gets new ones
	oldest   uint64 // lowest block that is not pruned
	hides    bool   // pruned blocks are null
}

func newFakes(count int, interval time.Duration) []*fakeNode {
	fakes := make([]*fakeNode, count)
	for i := range fakes {
		fakes[i] = &fakeNode{begun: time.Now(), begin: 1000, interval: interval, latency: 10 * time.Millisecond, chainID: 8}
	}
	return fakes
}

func (f *fakeNode) set(change func(*fakeNode)) {
	f.lock.Lock()
	defer f.lock.Unlock()
	change(f)
}

// count returns the number of requests so far.
func (f *fakeNode) count() int {
	f.lock.Lock()
	defer f.lock.Unlock()
	return f.requests
}

func (f *fakeNode) head() uint64 { return f.begin + uint64(time.Since(f.begun)/f.interval) }

func (f *fakeNode) RoundTrip(request *http.Request) (*http.Response, error) {
	f.lock.Lock()
	f.requests++
	latency, stopped, hangs := f.latency, f.stopped, f.hangs
	f.lock.Unlock()
	wait := time.NewTimer(latency)
	defer wait.Stop()
	switch {
	case stopped:
		return nil, syscall.ECONNREFUSED
	case hangs:
		<-request.Context().Done()
		return nil, request.Context().Err()
	}
	select {
	case <-wait.C:
	case <-request.Context().Done():
		return nil, request.Context().Err()
	}
	f.lock.Lock()
	defer f.lock.Unlock()
	status, body := f.respond(request)
	return &http.Response{StatusCode: status, Header: http.Header{"Retry-After": {f.retry}}, Body: io.NopCloser(strings.NewReader(body)), Request: request}, nil
}

func (f *fakeNode) respond(request *http.Request) (status int, body string) {
	switch {
	case f.status != 0:
		return f.status, "{}"
	case f.body != "":
		return 200, f.body
	}
	path := request.URL.Path
	switch at := strings.LastIndex(path, "/"); {
	case strings.Contains(path, "ChainId"):
		return 200, fmt.Sprintf(`{"type":"0x1::chain_id::ChainId","data":{"id":%d}}`, f.chainID)
	case strings.Contains(path, "/rpc/v2/"):
		return 404, "404 page not found"
	case strings.Contains(path, "/accounts/"):
		return 200, "{}"
	default:
		height, err := strconv.ParseUint(path[at+1:], 10, 64)
		if err != nil {
			return 400, "{}"
		}
		if height < f.oldest && f.hides || height+f.lag > f.head() || f.frozen > 0 && height > f.frozen {
			return 200, "null"
		}
		if height < f.oldest {
			return 410, "{}"
		}
		chain := "aa"
		if f.forkedAt > 0 && height >= f.forkedAt {
			chain = "bb"
		}
		return 200, fmt.Sprintf(`{"block":{"block":{"digest":"0x%s%062x","header":{"author":"0x%064x","height":%d,"parent":"0x%064x","timestamp":{"timestamp":%d},`+
			`"view":{"epoch_id":{"chain_id":8,"epoch":1},"round":%d}},"payload":{}},"qc":{"certificate":{"kind":"Quorum","voters":[true]}}},"batches":null}`,
			chain, height, 1, height, 2, height*1_000_000, height)
	}
}

func checkerOf(t *testing.T, fakes []*fakeNode) *Checker {
	t.Helper()
	var nodes []Node
	for i, fake := range fakes {
		made, err := client.NewNode("http://node", client.WithTransport(fake))
		require.NoError(t, err)
		nodes = append(nodes, Node{Name: string(rune('a' + i)), BaseURL: "http://node", Client: made})
	}
	return New(nodes...)
}

// recheck checks the nodes, and not with the result of a round that has just ended.
func recheck(t *testing.T, checker *Checker) []Status {
	time.Sleep(recentRound) // on the bubble's clock
	return checker.Check(t.Context())
}

func statesOf(statuses []Status) []State {
	var states []State
	for i := range statuses {
		states = append(states, statuses[i].State)
	}
	return states
}

func TestHealthyNodes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fakes := newFakes(3, time.Second)
		checker := checkerOf(t, fakes)
		require.Equal(t, []State{Unknown, Unknown, Unknown}, statesOf(checker.Statuses()))
		statuses := recheck(t, checker)
		require.Equal(t, []State{OK, OK, OK}, statesOf(statuses))
		require.Equal(t, uint64(1000), statuses[0].Head.Height)

		before := fakes[0].requests
		for range 20 {
			time.Sleep(time.Second) // on the bubble's clock
			statuses = checker.Check(t.Context())
			require.Equal(t, []State{OK, OK, OK}, statesOf(statuses))
		}
		require.LessOrEqual(t, fakes[0].requests-before, 42, "two requests per check")
		require.Equal(t, fakes[0].head(), statuses[2].Head.Height)
		require.Equal(t, time.Unix(int64(fakes[0].head()), 0).UTC(), statuses[2].Head.Time)
		require.Zero(t, statuses[2].Lag)
		require.Equal(t, 10*time.Millisecond, statuses[0].P95)
		require.Zero(t, statuses[0].ErrorRate())
	})
}

// Each kind of failure is known within two seconds, or four if only patience tells, whenever it begins, and its end too.
func TestDetects(t *testing.T) {
	for name, c := range map[string]struct {
		broken func(*fakeNode)
		state  State
		within time.Duration
	}{
		"stopped":       {func(f *fakeNode) { f.stopped = true }, Down, 2 * time.Second},
		"hanging":       {func(f *fakeNode) { f.hangs = true }, Silent, 4 * time.Second},
		"lagging":       {func(f *fakeNode) { f.lag = 10 }, Lagging, 2 * time.Second},
		"far back":      {func(f *fakeNode) { f.lag = 900 }, Lagging, 2 * time.Second},
		"frozen":        {func(f *fakeNode) { f.frozen = f.head() }, Frozen, 6 * time.Second},
		"forked":        {func(f *fakeNode) { f.forkedAt = f.head() + 1 }, Forked, 3 * time.Second},
		"failing":       {func(f *fakeNode) { f.status = 503 }, Failing, 2 * time.Second},
		"limited":       {func(f *fakeNode) { f.status = 429 }, Limited, 2 * time.Second},
		"web page":      {func(f *fakeNode) { f.body = "<html>" }, Invalid, 2 * time.Second},
		"null":          {func(f *fakeNode) { f.body = "null" }, NoBlocks, 2 * time.Second},
		"other JSON":    {func(f *fakeNode) { f.body = `{"ok":true}` }, Invalid, 2 * time.Second},
		"other chain":   {func(f *fakeNode) { f.chainID = 9 }, OtherChain, 61 * time.Second},
		"replaced":      {func(f *fakeNode) { f.chainID, f.forkedAt = 9, 1 }, OtherChain, 3 * time.Second},
		"slow, 1.1 s":   {func(f *fakeNode) { f.latency = 1100 * time.Millisecond }, Slow, 10 * time.Second},
		"slow, 2 s":     {func(f *fakeNode) { f.latency = 2 * time.Second }, Slow, 14 * time.Second},
		"almost a slow": {func(f *fakeNode) { f.latency = 900 * time.Millisecond }, OK, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for offset := time.Duration(0); offset < time.Second; offset += 70 * time.Millisecond {
				synctest.Test(t, func(t *testing.T) {
					fakes := newFakes(3, time.Second)
					checker := checkerOf(t, fakes)
					ctx, cancel := context.WithCancel(t.Context())
					var lock sync.Mutex
					var last []State
					seen := map[State]bool{}
					go checker.Run(ctx, func(statuses []Status) {
						lock.Lock()
						defer lock.Unlock()
						last = statesOf(statuses)
						seen[last[1]] = true
					})
					expect := func(state State) {
						synctest.Wait()
						lock.Lock()
						defer lock.Unlock()
						require.Equal(t, []State{OK, state, OK}, last, offset)
					}
					time.Sleep(10*time.Second + offset) // on the bubble's clock
					expect(OK)
					requests := fakes[1].count()
					fakes[1].set(c.broken)
					time.Sleep(c.within) // on the bubble's clock
					expect(c.state)
					time.Sleep(9*time.Second + 500*time.Millisecond) // on the bubble's clock
					if c.state != Lagging {
						expect(c.state)
					}
					require.LessOrEqual(t, fakes[1].count()-requests, 40+2*int(c.within/time.Second), "a node that fails gets fewer requests")
					if c.state <= Slow {
						synctest.Wait()
						lock.Lock()
						require.False(t, seen[Silent] || seen[Down], "a node that takes up to two seconds is not down")
						lock.Unlock()
					}
					fakes[1].set(func(f *fakeNode) {
						f.latency, f.lag, f.stopped, f.hangs, f.status, f.forkedAt = 10*time.Millisecond, 0, false, false, 0, 0
						f.frozen, f.body, f.chainID = 0, "", 8
					})
					time.Sleep(5 * time.Second) // on the bubble's clock: the timeout of the last request, and a round
					synctest.Wait()
					lock.Lock()
					require.Contains(t, []State{OK, Recovering, OtherChain}, last[1])
					lock.Unlock()
					time.Sleep(RecoverTime + time.Second) // on the bubble's clock
					if c.state == OtherChain {
						time.Sleep(otherInterval) // on the bubble's clock
					}
					expect(OK)
					cancel()
					synctest.Wait()
				})
			}
		})
	}
}

// A node that was out of reach, and whose newest block is found with many requests then, is recovering: it does not fail.
func TestBackInReach(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fakes := newFakes(2, time.Second)
		checker := checkerOf(t, fakes)
		recheck(t, checker)
		fakes[1].set(func(f *fakeNode) { f.stopped = true })
		for range 600 {
			require.Equal(t, Down, recheck(t, checker)[1].State)
		}
		fakes[1].set(func(f *fakeNode) { f.stopped, f.latency = false, 300*time.Millisecond })
		state := Down
		for state == Down {
			state = recheck(t, checker)[1].State
		}
		for range 4 {
			require.Equal(t, Recovering, state)
			require.Zero(t, checker.Statuses()[1].Lag, "nobody knows how far it is behind")
			state = recheck(t, checker)[1].State
		}
		fakes[1].set(func(f *fakeNode) { f.latency = 10 * time.Millisecond })
		for range 20 {
			state = recheck(t, checker)[1].State
		}
		require.Equal(t, OK, state)
	})
}

// A node that refuses requests for some time is left alone for that time.
func TestLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fakes := newFakes(2, time.Second)
		checker := checkerOf(t, fakes)
		recheck(t, checker)
		fakes[1].set(func(f *fakeNode) { f.status, f.retry = 429, "20" })
		s := recheck(t, checker)[1]
		require.Equal(t, Limited, s.State)
		require.InDelta(t, 20, time.Until(s.NextCheck).Seconds(), 1)
		before := fakes[1].count()
		for range 18 {
			s = recheck(t, checker)[1]
		}
		require.Equal(t, Limited, s.State)
		require.Equal(t, before, fakes[1].count())
		fakes[1].set(func(f *fakeNode) { f.status, f.retry = 0, "" })
		time.Sleep(5 * time.Second) // on the bubble's clock
		require.Equal(t, Recovering, recheck(t, checker)[1].State)
		time.Sleep(RecoverTime) // on the bubble's clock
		require.Equal(t, OK, recheck(t, checker)[1].State)
	})
}

// A node of another chain is found by its chain ID from the start, also if it is the first one. What was configured counts more than the
// majority.
func TestOtherChain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fakes := newFakes(3, time.Second)
		fakes[0].chainID, fakes[0].forkedAt, fakes[0].begin = 9, 1, 5000
		checker := checkerOf(t, fakes)
		checker.Check(t.Context())
		statuses := recheck(t, checker)
		require.Equal(t, []State{OtherChain, OK, OK}, statesOf(statuses))
		require.Zero(t, statuses[1].Lag)

		checker = checkerOf(t, fakes)
		checker.SetChain(new(uint64(9)))
		checker.Check(t.Context())
		require.Equal(t, []State{OK, OtherChain, OtherChain}, statesOf(recheck(t, checker)))
	})
}

// Each round says which nodes to trust.
func TestRanks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fakes := newFakes(3, time.Second)
		fakes[1].stopped, fakes[2].latency = true, 1100*time.Millisecond
		checker, nodes := checkerOf(t, fakes), new(transport.Nodes)
		for i, n := range checker.nodes {
			n.BaseURL = fmt.Sprintf("http://node/%d", i)
		}
		checker.Rank(nodes)
		for range 5 {
			recheck(t, checker)
		}
		var ranks []transport.Rank
		for _, s := range nodes.Snapshot().Nodes {
			ranks = append(ranks, s.Rank)
		}
		require.Equal(t, []transport.Rank{transport.Good, transport.Failed, transport.Poor}, ranks)
		time.Sleep(2 * time.Second) // on the bubble's clock: the last request ends
	})
}

// A node that hangs counts as silent after the timeout that was set, and not earlier.
func TestTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fakes := newFakes(2, time.Second)
		checker := checkerOf(t, fakes)
		checker.SetTimeout(20 * time.Second)
		recheck(t, checker)
		fakes[1].set(func(f *fakeNode) { f.hangs = true })
		recheck(t, checker)
		time.Sleep(18 * time.Second) // on the bubble's clock
		require.Equal(t, OK, checker.Check(t.Context())[1].State)
		time.Sleep(2 * time.Second) // on the bubble's clock
		require.Equal(t, Silent, checker.Check(t.Context())[1].State)
		time.Sleep(20 * time.Second) // on the bubble's clock: the request ends
	})
}

func TestDownStatus(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fakes := newFakes(2, time.Second)
		checker := checkerOf(t, fakes)
		recheck(t, checker)
		fakes[0].set(func(f *fakeNode) { f.stopped = true })
		answered := time.Now()
		time.Sleep(time.Second) // on the bubble's clock
		broken := time.Now()
		for range 5 {
			checker.Check(t.Context())
			time.Sleep(time.Second) // on the bubble's clock
		}
		s := checker.Check(t.Context())[0]
		require.Equal(t, Down, s.State)
		require.Equal(t, broken, s.Since)
		require.Equal(t, broken, s.NoAnswerSince)
		require.Equal(t, answered, s.LastAnswer)
		require.ErrorIs(t, s.LastError, syscall.ECONNREFUSED)
		require.Equal(t, uint64(1000), s.Head.Height, "the last known one")
		require.Equal(t, checker.Statuses()[1].Head.Height-1000, s.Lag)
		require.Equal(t, 3, s.Errors, "after 0, 1 and 3 seconds")
		require.InDelta(t, 3./5, s.ErrorRate(), 1e-9)
		require.False(t, s.State.Responds())
	})
}

// With two nodes nobody knows which one is right: the first one counts.
func TestForkOfTwo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fakes := newFakes(2, time.Second)
		fakes[0].forkedAt = 900
		s := recheck(t, checkerOf(t, fakes))
		require.Equal(t, []State{OK, Forked}, statesOf(s))
		require.Equal(t, "a", s[1].Fork.ReferenceName)
		require.Equal(t, uint64(1000), s[1].Fork.Height)
		require.NotEqual(t, s[1].Fork.Digest, s[1].Fork.Expected)

		fakes = newFakes(3, time.Second)
		fakes[0].forkedAt = 900
		require.Equal(t, []State{Forked, OK, OK}, statesOf(recheck(t, checkerOf(t, fakes))))
	})
}

// A chain with many blocks a second, whose nodes are checked at different times, does not lag.
func TestFastChain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fakes := newFakes(3, 200*time.Millisecond)
		for i, fake := range fakes {
			fake.latency = time.Duration(1+40*i) * time.Millisecond
		}
		checker := checkerOf(t, fakes)
		for i := range 30 {
			statuses := checker.Check(t.Context())
			if i > 0 {
				require.Equal(t, []State{OK, OK, OK}, statesOf(statuses))
			}
			time.Sleep(1900 * time.Millisecond) // on the bubble's clock
		}
		require.Less(t, fakes[0].requests, 30*6+40)
	})
}

// A node that does not serve blocks without a token responds.
func TestUnauthorized(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fakes := newFakes(1, time.Second)
		fakes[0].status = 401
		checker := checkerOf(t, fakes)
		for range 3 {
			s := recheck(t, checker)[0]
			require.Equal(t, OK, s.State)
			require.ErrorIs(t, s.HeadErr, client.ErrUnauthorized)
			require.Nil(t, s.Head)
			require.Zero(t, s.Errors)
		}
		require.Equal(t, 7, fakes[0].requests, "the chain ID, the call and the view function for the newest block, and no search")
	})
}

func TestExamine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fakes := newFakes(3, time.Second)
		fakes[0].oldest, fakes[1].oldest, fakes[1].hides = 0, 777, true
		fakes[2].stopped = true
		checker := checkerOf(t, fakes)
		recheck(t, checker)
		checker.Examine(t.Context())
		s := checker.Statuses()
		require.Equal(t, uint64(0), *s[0].OldestBlock)
		require.Equal(t, uint64(777), *s[1].OldestBlock)
		require.Equal(t, uint64(8), *s[0].ChainID)
		require.Equal(t, []client.Version{client.V1, client.V3}, s[1].Versions)
		require.Nil(t, s[2].ChainID)
		before := fakes[1].requests
		checker.Examine(t.Context())
		require.Equal(t, before, fakes[1].requests, "once")

		fakes[2].set(func(f *fakeNode) { f.stopped = false })
		recheck(t, checker)
		checker.Examine(t.Context())
		require.Equal(t, uint64(8), *checker.Statuses()[2].ChainID)
	})
}

// SetInterval takes effect during a pause.
func TestInterval(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		checker := checkerOf(t, newFakes(1, time.Second))
		checker.SetInterval(time.Hour)
		rounds := 0
		ctx, cancel := context.WithCancel(t.Context())
		var all sync.WaitGroup
		all.Go(func() { checker.Run(ctx, func([]Status) { rounds++ }) })
		time.Sleep(time.Minute) // on the bubble's clock
		synctest.Wait()
		require.Equal(t, 1, rounds)
		checker.SetInterval(time.Second)
		time.Sleep(10*time.Second + time.Second/2) // on the bubble's clock
		synctest.Wait()
		require.Equal(t, 12, rounds)
		cancel()
		all.Wait()
	})
}

func TestFailureIsNode(t *testing.T) {
	require.False(t, isFailure(nil))
	require.False(t, isFailure(client.ErrNotFound))
	require.True(t, isFailure(&client.TransportError{Err: errors.New("x")}))
	require.True(t, isFailure(&client.StatusError{Status: 429}))
	require.True(t, isFailure(&client.DecodeError{Err: errors.New("x")}))
	require.False(t, isFailure(&client.StatusError{Status: 501}))
}

// With SetOnce, a node that is slow to respond is waited for, while those that responded get no more requests.
func TestOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fakes := newFakes(2, time.Second)
		fakes[1].set(func(f *fakeNode) { f.latency = 1500 * time.Millisecond })
		checker := checkerOf(t, fakes)
		checker.SetOnce()
		states := recheck(t, checker)
		require.Equal(t, OK, states[0].State)
		isOpen := func() bool { return states[1].State == Unknown || states[1].State == Silent }
		require.True(t, isOpen())
		requests := fakes[0].count()
		for isOpen() {
			states = recheck(t, checker)
		}
		require.True(t, states[1].State.Responds(), states[1].State)
		require.Equal(t, requests, fakes[0].count())
		time.Sleep(time.Minute) // on the bubble's clock: the check ends
	})
}
