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
	"foredeck/client/localnet/oracle"
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

// hosts is a transport to the nodes behind the base URLs, which share a chain.
type hosts struct {
	respond func(request *http.Request, lag uint64) (*http.Response, error) // of a node that is up
	served  atomic.Int64

	lock    sync.Mutex
	random  *rand.Rand
	offline condition // of the network, unless up
	byHost  map[string]*host
}

func newHosts(seed uint64, respond func(request *http.Request, lag uint64) (*http.Response, error)) *hosts {
	h := &hosts{respond: respond, random: rand.New(rand.NewPCG(seed, 1)), byHost: map[string]*host{}}
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
	switch current.condition {
	case refusing:
		return nil, errOffline
	case starting:
		response := httptest.NewRecorder()
		httpapi.WriteError(response, http.StatusServiceUnavailable, "message", "archive still initializing")
		return response.Result(), nil
	}
	return h.respond(request, current.lag)
}

// simulate returns a function that responds like a node with the chain and a price service, as of now.
func simulate(c *chain, seed uint64, now func() time.Time) func(*http.Request, uint64) (*http.Response, error) {
	other := tuitest.Node{Records: 57}
	prices := httpapi.NewMux(oracle.NewService(seed, httpapi.Spec, oracle.DefaultAPIKey, now, nil).Routes()...)
	return func(request *http.Request, lag uint64) (*http.Response, error) {
		response := httptest.NewRecorder()
		switch {
		case strings.HasPrefix(request.URL.Path, "/rpc/v1/consensus/"):
			response.Header().Set("Content-Type", "application/json")
			c.serve(response, request, now(), lag)
		case request.URL.Path == "/latest", request.URL.Path == "/history":
			prices.ServeHTTP(response, request)
		default:
			other.ServeHTTP(response, request)
		}
		return response.Result(), nil
	}
}
