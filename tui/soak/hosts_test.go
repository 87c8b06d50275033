package soak

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"foredeck/client/localnet/httpapi"
	"foredeck/client/localnet/market"
	"foredeck/tui/tuitest"
)

// bases are the base URLs of the simulated network.
var bases = []string{"http://a.example:27000", "http://b.example:27000", "http://c.example:27000"}

// condition is how a host responds.
type condition int

const (
	up       condition = iota
	refusing           // connections fail at once
	hanging            // requests get no response
	starting           // every response is a 503
	failing            // some requests fail, at random
)

// host is a node behind a base URL.
type host struct {
	condition condition
	lag       uint64 // blocks behind the chain
}

// hosts is a transport to the simulated nodes, which share a chain and a price service.
type hosts struct {
	chain  *chain
	now    func() time.Time // wall clock
	other  http.Handler     // what is not served by the chain
	prices http.Handler

	lock    sync.Mutex
	random  *rand.Rand
	offline condition // of the network, unless up
	byHost  map[string]*host
	served  atomic.Int64
}

func newHosts(c *chain, seed uint64, now func() time.Time) *hosts {
	h := &hosts{chain: c, now: now, other: tuitest.Node{Records: 57}, random: rand.New(rand.NewPCG(seed, 1)), byHost: map[string]*host{}}
	h.prices = httpapi.NewMux(market.NewService(seed, httpapi.Spec, market.DefaultAPIKey, now).Routes()...)
	for _, base := range bases {
		h.byHost[strings.TrimPrefix(base, "http://")] = &host{}
	}
	return h
}

// set changes a host.
func (h *hosts) set(i int, to host) {
	h.lock.Lock()
	defer h.lock.Unlock()
	*h.byHost[strings.TrimPrefix(bases[i], "http://")] = to
}

// disconnect changes the condition of the whole network.
func (h *hosts) disconnect(to condition) {
	h.lock.Lock()
	defer h.lock.Unlock()
	h.offline = to
}

// draw returns the condition for a request and how long the response takes.
func (h *hosts) draw(name string) (host, time.Duration) {
	h.lock.Lock()
	defer h.lock.Unlock()
	current := *h.byHost[name]
	if h.offline != up {
		current.condition = h.offline
	}
	if current.condition == failing {
		current.condition = up
		if h.random.IntN(4) == 0 {
			current.condition = refusing + condition(h.random.IntN(3))
		}
	}
	return current, time.Duration(10+h.random.IntN(60)) * time.Millisecond
}

var errOffline = fmt.Errorf("dial tcp: %w", syscall.ENETUNREACH)

// RoundTrip implements http.RoundTripper.
func (h *hosts) RoundTrip(request *http.Request) (*http.Response, error) {
	ctx := request.Context()
	h.served.Add(1)
	current, latency := h.draw(request.URL.Host)
	if current.condition == hanging {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	timer := time.NewTimer(latency)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	response := httptest.NewRecorder()
	switch {
	case current.condition == refusing:
		return nil, errOffline
	case current.condition == starting:
		httpapi.WriteError(response, http.StatusServiceUnavailable, "message", "archive still initializing")
	case strings.HasPrefix(request.URL.Path, "/rpc/v1/consensus/"):
		response.Header().Set("Content-Type", "application/json")
		h.chain.serve(response, request, h.now(), current.lag)
	case request.URL.Path == "/latest", request.URL.Path == "/history":
		h.prices.ServeHTTP(response, request)
	default:
		h.other.ServeHTTP(response, request)
	}
	return response.Result(), nil
}
