package transport

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// baseCooldown is how long a base URL that failed is not used.
const baseCooldown = 15 * time.Second

// failoverLayer sends requests to the first of several base URLs of one deployment that works. Callers use the first one. A
// base URL that failed is not used for a while; then a single request probes it. A repeatable request that fails
// continues with the next base URL. The Rank of a node counts more than the order.
//
// Requests with a token in the header Authorization go to all base URLs; those with another secret, such as a key or a cookie, only to
// base URLs on the host that the caller used.
type failoverLayer struct {
	layer
	nodes *Nodes
	bases []baseURL // callers use the first one
}

type baseURL struct {
	address *url.URL
	text    string // without a trailing slash
	node    *node  // its CoolingUntil is the end of the cooldown after a failure; guarded by the lock of Nodes
}

// newFailover parses the base URLs. Their cooldowns are in nodes.
func newFailover(next http.RoundTripper, nodes *Nodes, addresses []string) (*failoverLayer, error) {
	f := &failoverLayer{layer: layer{next}, nodes: nodes}
	for i, address := range addresses {
		parsed, err := url.Parse(address)
		if err != nil || parsed.Scheme != "http" && parsed.Scheme != "https" || parsed.Hostname() == "" ||
			parsed.User != nil || parsed.RawQuery != "" || parsed.ForceQuery || strings.Contains(address, "#") {
			return nil, fmt.Errorf("base URL %d: must be an absolute http or https URL without user, query or fragment, such as http://127.0.0.1:27000", i+1)
		}
		text := strings.TrimRight(parsed.String(), "/")
		f.bases = append(f.bases, baseURL{address: parsed, text: text, node: nodes.add(text)})
	}
	return f, nil
}

func (f *failoverLayer) RoundTrip(request *http.Request) (*http.Response, error) {
	rest, ok := cutBase(request.URL.String(), f.bases[0].text)
	if !ok {
		return f.next.RoundTrip(request) // another deployment
	}
	candidates := f.candidates(isBoundToHost(request))
	if !isRepeatable(request) {
		return f.send(request, request, candidates[0], rest)
	}
	defer closeBody(request) // each attempt has a copy
	var last *http.Response
	var failures []*NodeError
	for _, index := range candidates {
		copied, err := copyRequest(request)
		if err != nil {
			return nil, err
		}
		response, err := f.send(request, copied, index, rest)
		if len(candidates) == 1 || nodeFailure(response, err) == nil || request.Context().Err() != nil {
			discardResponse(last)
			if err != nil && request.Context().Err() == nil {
				err = f.withCooling(index, err)
			}
			return response, err
		}
		if err != nil {
			failure, _ := errors.AsType[*NodeError](err)
			failures = append(failures, failure)
			continue
		}
		// An error status says more than a failed connection.
		discardResponse(last)
		last = response
	}
	if last != nil {
		return last, nil
	}
	return nil, &NodesError{failures}
}

// withCooling returns the error of the only base URL that was tried with those for which the others are not used, if none is in use.
func (f *failoverLayer) withCooling(tried int, err error) error {
	f.nodes.lock.Lock()
	defer f.nodes.lock.Unlock()
	failure, _ := errors.AsType[*NodeError](err)
	all := &NodesError{}
	for index := range f.bases {
		status := &f.bases[index].node.status
		switch {
		case index == tried:
			all.Failures = append(all.Failures, failure)
		case status.FailingSince.IsZero() || status.LastError == nil:
			return err
		default:
			all.Failures = append(all.Failures, &NodeError{f.bases[index].text, status.LastError})
		}
	}
	return all
}

// NodeError is the failure of a request to one of several base URLs.
type NodeError struct {
	BaseURL string // without a trailing slash
	Err     error
}

func (e *NodeError) Error() string { return e.BaseURL + ": " + e.Err.Error() }

// Unwrap returns the cause.
func (e *NodeError) Unwrap() error { return e.Err }

// NodesError reports that no base URL responded.
type NodesError struct {
	Failures []*NodeError // of all base URLs that were tried
}

// Error returns one line.
func (e *NodesError) Error() string {
	texts := make([]string, len(e.Failures))
	for i, failure := range e.Failures {
		texts[i] = failure.Error()
	}
	return fmt.Sprintf("none of %d base URLs responds: %s", len(texts), strings.Join(texts, "; "))
}

// Unwrap returns the failures.
func (e *NodesError) Unwrap() []error {
	causes := make([]error, len(e.Failures))
	for i, failure := range e.Failures {
		causes[i] = failure
	}
	return causes
}

// send sends a request to a base URL and reports the result. The response refers to the original request. The error is a *NodeError.
func (f *failoverLayer) send(original, request *http.Request, index int, rest string) (*http.Response, error) {
	traceOf(request.Context()).baseURL.Store(&f.bases[index].text)
	if index != 0 {
		address, err := url.Parse(f.bases[index].text + rest)
		if err != nil {
			closeBody(request)
			return nil, &NodeError{f.bases[index].text, err}
		}
		moved := *request
		moved.URL, moved.Host = address, ""
		request = &moved
	}
	response, err := f.attempt(request, index)
	f.report(original.Context(), index, response, nodeFailure(response, err))
	if err != nil {
		return nil, &NodeError{f.bases[index].text, err}
	}
	if body, ok := response.Body.(*bufferedBody); ok {
		body.sentTo = request.URL
	}
	response.Request = original
	return response, nil
}

// nodeFailure returns failureOf, or an error for a page of a proxy or a portal in place of a response: another node can do better.
func nodeFailure(response *http.Response, err error) error {
	if failed := failureOf(response, err); failed != nil {
		return failed
	}
	if media, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type")); media == "text/html" && response.StatusCode == http.StatusOK {
		return errPage
	}
	return nil
}

var errPage = errors.New("a web page instead of a response")

// errFailed ends an attempt at a node that others found to have failed.
var errFailed = errors.New("the node has failed")

// attempt sends a request to a base URL. It ends when the node is found to have failed and others have not.
func (f *failoverLayer) attempt(request *http.Request, index int) (*http.Response, error) {
	failed := f.failure(index)
	if failed == nil || !isRepeatable(request) {
		return f.next.RoundTrip(request)
	}
	ctx, cancel := context.WithCancelCause(request.Context())
	defer cancel(nil) // the body has been read
	go func() {
		select {
		case <-failed:
			cancel(errFailed)
		case <-ctx.Done():
		}
	}()
	response, err := f.next.RoundTrip(request.WithContext(ctx))
	if errors.Is(context.Cause(ctx), errFailed) && request.Context().Err() == nil && (response == nil || failureOf(response, err) != nil) {
		discardResponse(response)
		return nil, errFailed
	}
	return response, err
}

// failure returns the channel that is closed when a node is found to have failed. It is nil if all others have: it may be the best one.
func (f *failoverLayer) failure(index int) <-chan struct{} {
	f.nodes.lock.Lock()
	defer f.nodes.lock.Unlock()
	for i := range f.bases {
		if i != index && f.bases[i].node.status.Rank != Failed && f.bases[index].node.status.Rank != Failed {
			return f.bases[index].node.failed
		}
	}
	return nil
}

// candidates returns the indexes of the base URLs to try, in order of their rank: those that work or have cooled down, or else the one
// that failed longest ago.
func (f *failoverLayer) candidates(ownHostOnly bool) []int {
	f.nodes.lock.Lock()
	defer f.nodes.lock.Unlock()
	now := time.Now()
	var candidates []int
	oldest, usable := 0, -1 // usable: the node that is not Failed and failed longest ago
	for index := range f.bases {
		if ownHostOnly && !sameHost(f.bases[index].address, f.bases[0].address) {
			continue
		}
		this := &f.bases[index].node.status
		if this.CoolingUntil.Before(f.bases[oldest].node.status.CoolingUntil) {
			oldest = index
		}
		if this.Rank != Failed && (usable < 0 || this.CoolingUntil.Before(f.bases[usable].node.status.CoolingUntil)) {
			usable = index
		}
		if this.CoolingUntil.After(now) {
			continue
		}
		candidates = append(candidates, index)
	}
	if len(candidates) == 0 {
		return append(candidates, oldest)
	}
	slices.SortStableFunc(candidates, func(a, b int) int {
		return cmp.Compare(f.bases[a].node.status.Rank, f.bases[b].node.status.Rank)
	})
	if usable >= 0 && f.bases[candidates[0]].node.status.Rank == Failed {
		candidates = slices.Insert(candidates, 0, usable)
	}
	if first := &f.bases[candidates[0]].node.status; !first.CoolingUntil.IsZero() {
		first.CoolingUntil = now.Add(baseCooldown) // only this request probes it
	}
	return candidates
}

// report records the result of a request to a base URL.
func (f *failoverLayer) report(ctx context.Context, index int, response *http.Response, failed error) {
	if failed != nil && (context.Cause(ctx) == context.Canceled || is[*queueError](failed)) {
		return // caused by the caller
	}
	f.nodes.lock.Lock()
	defer f.nodes.lock.Unlock()
	status := &f.bases[index].node.status
	if failed == nil {
		status.CoolingUntil = time.Time{}
		return
	}
	status.CoolingUntil = time.Now().Add(max(baseCooldown, retryAfter(response)))
}

func sameHost(a, b *url.URL) bool { return a.Scheme == b.Scheme && a.Host == b.Host }

// isBoundToHost reports whether a request has a secret that only the host of the first base URL may have: any but a token, which is
// that of the whole deployment.
func isBoundToHost(request *http.Request) bool {
	for name := range request.Header {
		if isSecret(name) && name != "Authorization" {
			return true
		}
	}
	return false
}

// discardResponse closes a response that is not returned.
func discardResponse(response *http.Response) {
	if response != nil {
		_ = response.Body.Close() // unused
	}
}

// NodeNames returns a short name for each base URL that tells it from the others: the port if the hosts are the same, such as :27001,
// or else the host with its port, such as rpc.example.org or 127.0.0.1:27000, with the path where that is not enough. A single base URL
// has its host and port.
func NodeNames(baseURLs []string) []string {
	parsed := make([]*url.URL, len(baseURLs))
	for i, base := range baseURLs {
		var err error
		if parsed[i], err = url.Parse(strings.TrimRight(base, "/")); err != nil || parsed[i].Host == "" {
			parsed[i] = &url.URL{Host: base}
		}
	}
	sameHost := len(parsed) > 1
	for _, address := range parsed {
		sameHost = sameHost && address.Hostname() == parsed[0].Hostname() && address.Port() != ""
	}
	names := make([]string, len(parsed))
	if sameHost && areDistinct(parsed, names, func(address *url.URL) string { return ":" + address.Port() }) ||
		areDistinct(parsed, names, func(address *url.URL) string { return address.Host }) ||
		areDistinct(parsed, names, func(address *url.URL) string { return address.Host + address.Path }) {
		return names
	}
	for i, base := range baseURLs {
		names[i] = strings.TrimRight(base, "/")
	}
	return names
}

// areDistinct sets the names and reports whether they differ.
func areDistinct(addresses []*url.URL, names []string, name func(*url.URL) string) bool {
	seen := map[string]bool{}
	for i, address := range addresses {
		names[i] = name(address)
		seen[names[i]] = true
	}
	return len(seen) == len(addresses)
}
