package transport

import (
	"context"
	"net"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

var threeBases = []string{"http://one/api/", "https://two:8443", "http://three/x/y"}

// bases is a network of scripted hosts.
type bases map[string]*script

func (b bases) RoundTrip(request *http.Request) (*http.Response, error) {
	return b[request.URL.Host].RoundTrip(request)
}

func overBases(t *testing.T, one, two, three step) (*failoverLayer, bases) {
	t.Helper()
	network := bases{"one": play(one), "two:8443": play(two), "three": play(three)}
	f, err := newFailover(&buffer{layer{network}, defaultMaxBody, largeBodies}, new(Nodes), threeBases)
	require.NoError(t, err)
	return f, network
}

func ok(request *http.Request) (*http.Response, error) {
	return respond(200, request.URL.String())(request)
}

var down = failing(errReset)

func page(request *http.Request) (*http.Response, error) {
	response, err := respond(200, "<html>")(request)
	response.Header = http.Header{"Content-Type": {"text/html; charset=utf-8"}}
	return response, err
}

// send returns the body of the response, which is the requested URL.
func send(t *testing.T, through http.RoundTripper) string {
	t.Helper()
	_, body, err := call(t, through, request(t.Context(), t, "GET", "http://one/api/rpc/v3/x%2Fy?a=1&b=%20", ""))
	require.NoError(t, err)
	return body
}

func TestFailoverPrefersFirstHealthyBase(t *testing.T) {
	for name, failed := range map[string]step{
		"no response": down, "429": respond(429, ""), "502": respond(502, ""), "503": respond(503, ""), "504": respond(504, ""),
		"a body that breaks off": cutOff("[", errReset), "a web page": page,
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f, network := overBases(t, failed, failed, ok)
				require.Equal(t, "http://three/x/y/rpc/v3/x%2Fy?a=1&b=%20", send(t, f))
				require.Empty(t, network["three"].requests[0].Host)
				send(t, f)
				require.Len(t, network["one"].requests, 1, "a base that failed was used again")
				require.Len(t, network["two:8443"].requests, 1)
				require.Len(t, network["three"].requests, 2)
				require.Equal(t, "http://one/api/rpc/v3/x%2Fy?a=1&b=%20", network["one"].urls()[0])
				require.Equal(t, "https://two:8443/rpc/v3/x%2Fy?a=1&b=%20", network["two:8443"].urls()[0])

				time.Sleep(baseCooldown) // on the bubble's clock
				network["one"].steps = []step{ok}
				require.Equal(t, "http://one/api/rpc/v3/x%2Fy?a=1&b=%20", send(t, f), "the first base works again")
			})
		})
	}
}

func TestFailoverNotOnClientErrors(t *testing.T) {
	for _, status := range []int{200, 400, 404, 410, 500} {
		f, network := overBases(t, respond(status, ""), ok, ok)
		for range 2 {
			got, _, err := call(t, f, request(t.Context(), t, "GET", "http://one/api", ""))
			require.NoError(t, err)
			require.Equal(t, status, got)
		}
		require.Equal(t, []string{"http://one/api", "http://one/api"}, network["one"].urls())
	}
}

func TestFailoverAllBasesDown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, network := overBases(t, down, down, down)
		_, _, err := call(t, f, request(t.Context(), t, "GET", "http://one/api/a", ""))
		require.ErrorIs(t, err, syscall.ECONNRESET)
		require.EqualError(t, err, "none of 3 base URLs responds: http://one/api: read: connection reset by peer; "+
			"https://two:8443: read: connection reset by peer; http://three/x/y: read: connection reset by peer")

		// Only the base that failed longest ago gets the request.
		for _, host := range []string{"one", "two:8443", "three", "one"} {
			time.Sleep(time.Second) // on the bubble's clock
			before := len(network[host].requests)
			_, _, err = call(t, f, request(t.Context(), t, "GET", "http://one/api/a", ""))
			require.ErrorIs(t, err, syscall.ECONNRESET)
			require.Len(t, network[host].requests, before+1, host)
		}

		// A 503 is better than no response.
		f, _ = overBases(t, respond(503, "archive not ready"), respond(502, "bad gateway"), down)
		status, body, err := call(t, f, request(t.Context(), t, "GET", "http://one/api/a", ""))
		require.NoError(t, err)
		require.Equal(t, 502, status)
		require.Equal(t, "bad gateway", body)
	})
}

func TestFailoverRetryAfter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, network := overBases(t, respond(429, "", "Retry-After", "3600"), ok, ok)
		send(t, f)
		time.Sleep(maxRetryAfter - time.Nanosecond) // on the bubble's clock
		send(t, f)
		require.Len(t, network["one"].requests, 1)
		time.Sleep(time.Nanosecond)
		send(t, f)
		require.Len(t, network["one"].requests, 2)
	})
}

// A base URL whose host does not exist does not prevent retries of the others.
func TestFailoverWithRetries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, network := overBases(t, failing(&net.DNSError{IsNotFound: true}), down, failing(&net.DNSError{IsNotFound: true}))
		_, _, err := call(t, steady(f, 2), request(t.Context(), t, "GET", "http://one/api/a", ""))
		require.Error(t, err)
		require.Len(t, network["one"].requests, 2, "the one that failed longest ago")

		f, network = overBases(t, failing(&net.DNSError{IsNotFound: true}), failing(&net.DNSError{IsNotFound: true}), failing(&net.DNSError{IsNotFound: true}))
		_, _, err = call(t, steady(f, 2), request(t.Context(), t, "GET", "http://one/api/a", ""))
		require.Error(t, err)
		require.Len(t, network["one"].requests, 1)
	})
}

// While one request probes a base URL, the others do not wait for it.
func TestFailoverProbe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, network := overBases(t, down, ok, ok)
		send(t, f)
		network["one"].steps = []step{late(time.Second, ok)}
		time.Sleep(baseCooldown) // on the bubble's clock
		var all sync.WaitGroup
		for range 5 {
			all.Go(func() { send(t, f) })
		}
		all.Wait()
		require.Len(t, network["one"].requests, 2)
		require.Len(t, network["two:8443"].requests, 5)
	})
}

func TestFailoverIgnoresCanceled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, network := overBases(t, hanging, ok, ok)
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		_, _, err := call(t, f, request(ctx, t, "GET", "http://one/api/a", ""))
		require.ErrorIs(t, err, context.Canceled)
		require.Empty(t, network["two:8443"].requests, "nobody waits for it")
		require.Zero(t, f.bases[0].node.status.CoolingUntil)

		f, _ = overBases(t, failing(&queueError{}), ok, ok)
		send(t, f)
		require.Zero(t, f.bases[0].node.status.CoolingUntil)

		// A base that lets the time run out is to blame.
		f, _ = overBases(t, hanging, ok, ok)
		ctx, cancel = context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, _, err = call(t, f, request(ctx, t, "GET", "http://one/api/a", ""))
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.Equal(t, "https://two:8443/rpc/v3/x%2Fy?a=1&b=%20", send(t, f))
	})
}

func TestFailoverUnsafeRequests(t *testing.T) {
	f, network := overBases(t, down, ok, ok)
	post := func(ctx context.Context) (string, error) {
		_, _, err := call(t, f, request(ctx, t, "POST", "http://one/api/a", "body"))
		if err != nil {
			return "", err
		}
		return network["two:8443"].bodies[len(network["two:8443"].bodies)-1], nil
	}
	_, err := post(t.Context())
	require.ErrorIs(t, err, syscall.ECONNRESET)
	require.Empty(t, network["two:8443"].requests)
	body, err := post(t.Context())
	require.NoError(t, err, "the next request goes to a base that works")
	require.Equal(t, "body", body)

	f, network = overBases(t, down, ok, ok)
	body, err = post(Safe(t.Context()))
	require.NoError(t, err)
	require.Equal(t, "body", body)
}

func TestFailoverSecrets(t *testing.T) {
	secret := func(name string) *http.Request {
		req := request(t.Context(), t, "GET", "http://one/api/a", "")
		req.Header.Set(name, "s3cret")
		return req
	}
	for _, name := range []string{"x-api-key", "Cookie"} {
		f, network := overBases(t, down, ok, ok)
		for range 2 {
			_, _, err := call(t, f, secret(name))
			require.ErrorIs(t, err, syscall.ECONNRESET)
		}
		require.Len(t, network["one"].requests, 2)
		require.Empty(t, network["two:8443"].requests)
		require.Empty(t, network["three"].requests)
	}

	// Another base on the same host may have it; one that is not encrypted may not.
	network := bases{"one": play(down, ok)}
	f, err := newFailover(network, new(Nodes), []string{"https://one/a", "http://one/b", "https://one/c"})
	require.NoError(t, err)
	req := request(t.Context(), t, "GET", "https://one/a/x", "")
	req.Header.Set("x-api-key", "s3cret")
	_, body, err := call(t, f, req)
	require.NoError(t, err)
	require.Equal(t, "https://one/c/x", body)
}

// The token is that of the deployment: each base URL gets it, and no other host.
func TestFailoverToken(t *testing.T) {
	f, network := overBases(t, down, down, ok)
	network["other"] = play(ok)
	req := request(t.Context(), t, "GET", "http://one/api/a", "")
	req.Header.Set("Authorization", "Bearer s3cret")
	_, body, err := call(t, f, req)
	require.NoError(t, err)
	require.Equal(t, "http://three/x/y/a", body)
	for _, host := range []string{"one", "two:8443", "three"} {
		require.Equal(t, "Bearer s3cret", network[host].requests[0].Header.Get("Authorization"), host)
	}
	_, _, err = call(t, f, request(t.Context(), t, "GET", "http://other/a", ""))
	require.NoError(t, err)
	require.Empty(t, network["other"].requests[0].Header)
}

func TestFailoverOtherURLs(t *testing.T) {
	f, network := overBases(t, down, ok, ok)
	for _, address := range []string{"http://three/latest", "http://one/apis/a", "http://one/", "http://me:pw@one/api/a"} {
		_, _, _ = call(t, f, request(t.Context(), t, "GET", address, ""))
		require.Zero(t, f.bases[0].node.status.CoolingUntil, address)
	}
	require.Len(t, network["one"].requests, 3)
	require.Equal(t, []string{"http://three/latest"}, network["three"].urls())
	for _, address := range []string{"http://one/api", "http://one/api?a=1", "http://one/api/a"} {
		f, network := overBases(t, down, ok, ok)
		_, _, err := call(t, f, request(t.Context(), t, "GET", address, ""))
		require.NoError(t, err)
		require.Len(t, network["two:8443"].requests, 1)
	}
}

func TestFailoverBases(t *testing.T) {
	for _, wrong := range []string{"", "node", "ftp://node", "http://", "http://a:b@node", "http://node?x", "http://node/#", "http://%zz"} {
		_, err := Policy{Bases: []string{"http://node", wrong}}.Transport()
		require.ErrorContains(t, err, "transport: base URL 2: must be an absolute http or https URL")
		require.NotContains(t, err.Error(), "a:b", "the password is shown")
	}
}

// The rank of a node counts more than the order of the base URLs, and a node that is good but failed lately more than one that is not.
func TestFailoverByRank(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, network := overBases(t, ok, ok, ok)
		served := func() string { return strings.SplitN(send(t, f), "/rpc", 2)[0] }
		require.Equal(t, "http://one/api", served())
		f.nodes.Rank("http://one/api", Failed)
		require.Equal(t, "https://two:8443", served())
		f.nodes.Rank("https://two:8443", Poor)
		require.Equal(t, "http://three/x/y", served())
		f.nodes.Rank("http://three/x/y", Failed)
		require.Equal(t, "https://two:8443", served())
		network["two:8443"].steps = []step{down}
		require.Equal(t, "http://one/api", served(), "no other is left")
		network["two:8443"].steps = []step{ok}
		require.Equal(t, "https://two:8443", served(), "good, although it failed lately")
		f.nodes.Rank("http://one/api", Good)
		require.Equal(t, "http://one/api", served())
	})
}

// A request that waits for a node that is found to have failed continues with another one.
func TestFailoverLeavesFailedNode(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hanging := func(request *http.Request) (*http.Response, error) {
			<-request.Context().Done()
			return nil, context.Cause(request.Context())
		}
		f, _ := overBases(t, hanging, ok, ok)
		began := time.Now()
		time.AfterFunc(2*time.Second, func() { f.nodes.Rank("http://one/api", Failed) })
		require.Equal(t, "https://two:8443/rpc/v3/x%2Fy?a=1&b=%20", send(t, f))
		require.Equal(t, 2*time.Second, time.Since(began))
		require.Equal(t, "https://two:8443/rpc/v3/x%2Fy?a=1&b=%20", send(t, f))
		require.Equal(t, 2*time.Second, time.Since(began))
	})
}
