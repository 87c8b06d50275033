package live_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"sort"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/health"
	"foredeck/config"
	"foredeck/tui/live"
	"foredeck/tui/tuitest/effort"
)

// quietChain is a chain without faults: its blocks come at irregular times, and its epochs change.
type quietChain struct {
	times  []time.Time // of the blocks, from height 1 on
	epochs []uint64
}

// newQuietChain returns a chain with blocks until an instant, which are less than two seconds apart.
func newQuietChain(random *rand.Rand, from, until time.Time) *quietChain {
	c := new(quietChain)
	for at, epoch := from, uint64(1); at.Before(until); {
		c.times, c.epochs = append(c.times, at), append(c.epochs, epoch)
		gap := time.Duration(600+random.IntN(800)) * time.Millisecond
		switch {
		case at.Sub(from) > time.Duration(epoch)*time.Hour: // the next block is the first one of an epoch
			epoch++
			gap = 1900 * time.Millisecond
		case random.IntN(200) == 0:
			gap = 1800 * time.Millisecond
		}
		at = at.Add(gap)
	}
	return c
}

// head returns the height of the newest block at an instant.
func (c *quietChain) head(at time.Time) uint64 {
	return uint64(sort.Search(len(c.times), func(i int) bool { return c.times[i].After(at) }))
}

// body returns a block as nodes send it. Members 0 to 4 miss a vote now and then.
func (c *quietChain) body(height uint64) string {
	voters := strings.Repeat("true,", 30) + "true"
	if height%7 < 5 {
		voters = strings.Repeat("true,", int(height%7)) + "false" + strings.Repeat(",true", 30-int(height%7))
	}
	return fmt.Sprintf(`{"block":{"block":{"digest":"0x%064x","header":{"author":"0x%064x","height":%d,"parent":"0x%064x","timestamp":{"timestamp":%d},`+
		`"view":{"epoch_id":{"chain_id":8,"epoch":%d},"round":%d}},"payload":{}},"qc":{"certificate":{"kind":"Quorum","voters":[%s]}}},"batches":null}`,
		height, height%31, height, height-1, c.times[height-1].UnixMicro(), c.epochs[height-1], height, voters)
}

// quietNode is a healthy node behind a real network: blocks reach it late, some responses take long, and it is out of reach right after
// the machine was asleep.
type quietNode struct {
	chain     *quietChain
	random    *rand.Rand // used by one request after the other
	isOffline *atomic.Bool
}

func (n *quietNode) RoundTrip(request *http.Request) (*http.Response, error) {
	if n.isOffline.Load() {
		return nil, errors.New("network is unreachable")
	}
	latency := time.Duration(20+n.random.IntN(180)) * time.Millisecond
	if n.random.IntN(600) == 0 {
		latency = time.Duration(900+n.random.IntN(1400)) * time.Millisecond
	}
	late := time.Duration(n.random.IntN(900)) * time.Millisecond
	wait := time.NewTimer(latency)
	defer wait.Stop()
	select {
	case <-wait.C:
	case <-request.Context().Done():
		return nil, request.Context().Err()
	}
	status, body := http.StatusOK, "null"
	switch path := request.URL.Path; {
	case strings.Contains(path, "ChainId"):
		body = `{"type":"0x1::chain_id::ChainId","data":{"id":8}}`
	case !strings.HasPrefix(path, "/rpc/v1/consensus/block/height/"):
		status, body = http.StatusNotFound, "404 page not found"
	default:
		height, _ := strconv.ParseUint(path[strings.LastIndex(path, "/")+1:], 10, 64)
		if height > 0 && height <= n.chain.head(time.Now().Add(-late)) {
			body = n.chain.body(height)
		}
	}
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)), Request: request}, nil
}

// In a quiet week no alert is raised: not by late blocks, slow responses and new epochs, and not when the machine was asleep.
func TestQuietWeek(t *testing.T) {
	length := 2 * time.Hour
	if effort.Long && !effort.Race {
		length = 7 * 24 * time.Hour
	}
	synctest.Test(t, func(t *testing.T) {
		random := rand.New(rand.NewPCG(35, 2))
		from := time.Now()
		until := from.Add(length)
		chain := newQuietChain(random, from.Add(-time.Minute), until.Add(time.Minute))
		var isOffline atomic.Bool
		var nodes []health.Node
		for i := range uint64(3) {
			node, err := client.NewNode("http://node", client.WithTransport(&quietNode{chain, rand.New(rand.NewPCG(35, 10+i)), &isOffline}))
			require.NoError(t, err)
			nodes = append(nodes, health.Node{Name: string(rune('a' + i)), BaseURL: "http://node", Client: node})
		}
		checker := health.New(nodes...)
		checker.SetHint(chain.head(from))
		monitor := live.NewMonitor(config.DefaultAlerts(), live.MonitorState{})
		monitor.SetValidator(validator(17), from)
		seen, slept, epochs, slow := chain.head(from), 0, 0, 0
		note := func(alerts []live.Alert) {
			for _, alert := range alerts {
				if epochs++; alert.Kind != config.AlertEpoch {
					t.Fatalf("after %s, %s after the machine was asleep %d times: %s %s", time.Since(from), alert.Kind, slept, alert.Phase, alert.Text)
				}
			}
		}
		awake := from.Add(20 * time.Minute)
		for ticks := from; ticks.Before(until); ticks = ticks.Add(time.Second) {
			time.Sleep(time.Until(ticks)) // on the bubble's clock
			note(monitor.Tick(time.Now(), true))
			if ticks.After(awake) {
				note(sleepWell(monitor, &isOffline, random))
				slept++
				ticks = time.Now()
				awake = ticks.Add(time.Duration(20+random.IntN(40)) * time.Minute)
				seen = chain.head(time.Now()) - 1
				note(monitor.Update(client.BlockUpdate{Kind: client.BlocksSkipped, First: 1, Last: seen}, time.Now()))
			}
			statuses := checker.Check(context.Background())
			for _, status := range statuses {
				if status.Latency > 800*time.Millisecond {
					slow++
				}
			}
			note(monitor.Nodes(live.NodesOf(statuses, error.Error), time.Now()))
			for newest := chain.head(time.Now()); seen < newest && !isOffline.Load(); {
				seen++
				note(monitor.Block(chain.row(seen), time.Now()))
			}
		}
		require.NotZero(t, epochs)
		require.NotZero(t, slept)
		require.NotZero(t, slow)
		t.Logf("%s: %d blocks, %d epochs, asleep %d times, %d slow responses", length, seen, epochs, slept, slow)
		time.Sleep(10 * time.Second) // on the bubble's clock: the last requests end
	})
}

// sleepWell puts the machine to sleep for up to ten minutes. It is offline for some seconds when it wakes.
func sleepWell(monitor *live.Monitor, isOffline *atomic.Bool, random *rand.Rand) []live.Alert {
	isOffline.Store(true)
	time.Sleep(time.Duration(10+random.IntN(600)) * time.Second) // on the bubble's clock
	time.AfterFunc(time.Duration(500+random.IntN(5500))*time.Millisecond, func() { isOffline.Store(false) })
	return monitor.Tick(time.Now(), true)
}

// row returns a block as the monitor gets it.
func (c *quietChain) row(height uint64) *live.Row {
	voters := make([]bool, 31)
	for i := range voters {
		voters[i] = height%7 >= 5 || i != int(height%7)
	}
	block := client.Block{
		Height: height, Round: &height, Epoch: &c.epochs[height-1], Author: fmt.Sprintf("0x%064x", height%31), Digest: fmt.Sprintf("0x%064x", height),
		Timestamp: new(client.Timestamp(c.times[height-1].UnixMicro())), Certificate: &client.Certificate{Voters: voters},
	}
	if height%31 == 17 {
		block.Author = mine
	}
	row := live.NewRow(block)
	return &row
}
