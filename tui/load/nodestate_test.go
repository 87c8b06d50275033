package load_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/transport"
	"foredeck/tui/load"
)

// hosts responds by host, as the value says: "ok", "hang", "refuse", "503" or "429".
type hosts map[string]string

// hostsLock guards all hosts.
var hostsLock sync.Mutex

func (h hosts) RoundTrip(request *http.Request) (*http.Response, error) {
	hostsLock.Lock()
	fate, delay, _ := strings.Cut(h[request.URL.Host], " ")
	hostsLock.Unlock()
	if wait, err := time.ParseDuration(delay); err == nil {
		time.Sleep(wait) // on the bubble's clock
	}
	response := &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: http.NoBody, Request: request}
	switch fate {
	case "hang":
		<-request.Context().Done()
		return nil, request.Context().Err()
	case "refuse":
		return nil, syscall.ECONNREFUSED
	case "503":
		response.StatusCode = http.StatusServiceUnavailable
	case "429":
		response.StatusCode = http.StatusTooManyRequests
		response.Header.Set("Retry-After", "12")
	}
	return response, nil
}

// nodesTest is a loader whose calls request a network of hosts.
type nodesTest struct {
	*testing.T
	hosts  hosts
	loader *load.Loader
	send   func(ctx context.Context) error
}

func newNodesTest(t *testing.T, h hosts, policy transport.Policy, bases ...string) *nodesTest {
	t.Helper()
	policy.Next, policy.Nodes, policy.Bases = h, new(transport.Nodes), bases
	built, err := policy.Transport()
	require.NoError(t, err)
	loader := load.NewLoader(time.Now)
	loader.Connect(load.Traffic{Nodes: policy.Nodes})
	return &nodesTest{t, h, loader, func(ctx context.Context) error {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, bases[0]+"/a", nil)
		require.NoError(t, err)
		response, err := built.RoundTrip(request)
		if err == nil {
			err = errors.Join(err, response.Body.Close())
		}
		return err
	}}
}

// fate changes how a host responds.
func (n *nodesTest) fate(host, fate string) {
	hostsLock.Lock()
	defer hostsLock.Unlock()
	n.hosts[host] = fate
}

// shows requires the forms of the state.
func (n *nodesTest) shows(severity load.Severity, forms ...string) {
	n.Helper()
	synctest.Wait()
	state := n.loader.NodeState()
	var shown []string
	for _, form := range state.Forms {
		shown = append(shown, form.String())
	}
	require.Equal(n, forms, shown)
	require.Equal(n, severity, state.Severity)
	require.Equal(n, severity < load.Warning, state.Problem.IsEmpty())
	require.NotContains(n, state.Problem.String(), "0s")
}

func TestNodeStateFailover(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := newNodesTest(t, hosts{"h:28000": "ok 34ms", "h:28001": "ok 20ms"}, transport.Policy{IdleTimeout: 10 * time.Second}, "http://h:28000", "http://h:28001")
		n.shows(load.Idle, "no requests yet")
		require.NoError(t, n.send(t.Context()))
		n.shows(load.Healthy, ":28000 34 ms ok", ":28000 ok", "ok")

		n.fate("h:28000", "refuse")
		require.NoError(t, n.send(t.Context()))
		time.Sleep(25 * time.Second) // on the bubble's clock
		require.NoError(t, n.send(t.Context()))
		time.Sleep(25 * time.Second) // on the bubble's clock
		n.shows(load.Warning, "failed over to :28001 (28000: connection refused 50s)", "failed over to :28001 (28000 down 50s)",
			"failed over to :28001", "failover :28001", "failover")

		n.fate("h:28000", "hang")
		require.NoError(t, n.send(t.Context()))
		n.shows(load.Warning, "failed over to :28001 (28000: no answer 1m)", "failed over to :28001 (28000 down 1m)",
			"failed over to :28001", "failover :28001", "failover")

		n.fate("h:28001", "refuse")
		require.Error(t, n.send(t.Context()))
		time.Sleep(9 * time.Second) // on the bubble's clock
		n.shows(load.Failed, "none of 2 nodes answers 9s", "no answer 9s")
		time.Sleep(time.Hour) // on the bubble's clock; nothing is requested
		n.shows(load.Failed, "none of 2 nodes answers 1h", "no answer 1h")

		n.fate("h:28000", "ok 0")
		n.fate("h:28001", "ok")
		require.NoError(t, n.send(t.Context()))
		n.shows(load.Healthy, ":28000 0 ms ok", ":28000 ok", "ok")
	})
}

// A node that hangs is named while the request waits, and after the user left the screen.
func TestNodeStateSilent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := newNodesTest(t, hosts{"h:28000": "ok"}, transport.Policy{IdleTimeout: 30 * time.Second}, "http://h:28000")
		require.NoError(t, n.send(t.Context()))
		n.shows(load.Healthy, "h:28000 0 ms ok", "0 ms ok", "ok")
		n.fate("h:28000", "hang")
		ctx, cancel := context.WithCancel(t.Context())
		go func() { _ = n.send(ctx) }()
		time.Sleep(time.Second) // on the bubble's clock
		n.shows(load.Healthy, "h:28000 0 ms ok", "0 ms ok", "ok")
		time.Sleep(time.Second) // on the bubble's clock
		n.shows(load.Warning, "waiting for node h:28000: 2 s", "waiting 2 s", "wait 2 s")
		time.Sleep(10 * time.Second) // on the bubble's clock
		n.shows(load.Warning, "waiting for node h:28000: 12 s", "waiting 12 s", "wait 12 s")
		cancel()
		time.Sleep(time.Second) // on the bubble's clock
		n.shows(load.Failed, "h:28000 no answer 13s", "no answer 13s", "down 13s")

		go func() { _ = n.send(t.Context()) }()
		time.Sleep(30 * time.Second) // on the bubble's clock: the timeout
		n.shows(load.Failed, "h:28000 no answer 30s", "no answer 30s", "down 30s")

		// A long request of a node that answers others is slow, not dead.
		n.fate("h:28000", "ok")
		require.NoError(t, n.send(t.Context()))
		n.fate("h:28000", "hang")
		ctx, cancel = context.WithCancel(t.Context())
		go func() { _ = n.send(ctx) }()
		time.Sleep(5 * time.Second) // on the bubble's clock
		n.fate("h:28000", "ok")
		require.NoError(t, n.send(t.Context()))
		n.shows(load.Warning, "waiting for node h:28000: 5 s", "waiting 5 s", "wait 5 s")
		cancel()
	})
}

// A node that answered long ago may have failed since.
func TestNodeStateOld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := newNodesTest(t, hosts{"h:28000": "ok 1500ms"}, transport.Policy{}, "http://h:28000")
		require.NoError(t, n.send(t.Context()))
		n.shows(load.Warning, "h:28000 1.50 s slow", "1.50 s slow", "slow")
		time.Sleep(40 * time.Second) // on the bubble's clock
		n.shows(load.Idle, "h:28000 last answer 40s ago", "last answer 40s ago", "idle 40s")
		n.fate("h:28000", "503")
		require.NoError(t, n.send(t.Context()))
		time.Sleep(2 * time.Second) // on the bubble's clock
		n.shows(load.Failed, "h:28000 failing (503) 2s", "failing (503) 2s", "down 2s")
	})
}

// A node that responds to the follower is healthy, although the last call of a screen had no response.
func TestNodeStateAfterCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := newNodesTest(t, hosts{"h:28000": "refuse"}, transport.Policy{MaxAttempts: 1}, "http://h:28000")
		load.Do(t.Context(), n.loader, 1, func(ctx context.Context) (string, error) {
			return "", &client.TransportError{Method: http.MethodGet, Err: n.send(ctx)}
		})()
		time.Sleep(time.Second) // on the bubble's clock
		n.fate("h:28000", "ok")
		require.NoError(t, n.send(t.Context()))
		n.shows(load.Healthy, "h:28000 0 ms ok", "0 ms ok", "ok")
	})
}
