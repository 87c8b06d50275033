package transport

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// baseCooldown is how long a base URL that failed is not used.
const baseCooldown = 15 * time.Second

// failoverLayer sends requests to the first of several base URLs of one deployment that works. Callers use the first one. A
// base URL that failed is not used for a while; then a single request probes it. A repeatable request that fails
// continues with the next base URL.
//
// Requests with a secret (a key, a token, a cookie) only go to base URLs on the host that the caller used.
type failoverLayer struct {
	layer
	lock  sync.Mutex
	bases []baseURL // callers use the first one
}

type baseURL struct {
	address *url.URL
	text    string // without a trailing slash
	// failedUntil is the end of the cooldown after a failure; zero while the base URL works.
	failedUntil time.Time
}

// newFailover parses the base URLs.
func newFailover(next http.RoundTripper, addresses []string) (*failoverLayer, error) {
	f := &failoverLayer{layer: layer{next}}
	for i, address := range addresses {
		parsed, err := url.Parse(address)
		if err != nil || parsed.Scheme != "http" && parsed.Scheme != "https" || parsed.Hostname() == "" ||
			parsed.User != nil || parsed.RawQuery != "" || parsed.ForceQuery || strings.Contains(address, "#") {
			return nil, fmt.Errorf("base URL %d: must be an absolute http or https URL without user, query or fragment, such as http://127.0.0.1:27000", i+1)
		}
		f.bases = append(f.bases, baseURL{address: parsed, text: strings.TrimRight(parsed.String(), "/")})
	}
	return f, nil
}

func (f *failoverLayer) RoundTrip(request *http.Request) (*http.Response, error) {
	rest, ok := strings.CutPrefix(request.URL.String(), f.bases[0].text)
	if !ok || rest != "" && !strings.ContainsAny(rest[:1], "/?") {
		return f.next.RoundTrip(request) // another deployment
	}
	candidates := f.candidates(carriesSecret(request))
	if !isRepeatable(request) {
		return f.send(request, request, candidates[0], rest)
	}
	defer closeBody(request) // each attempt has a copy
	var last *http.Response
	var failures []error
	for _, index := range candidates {
		copied, err := cloneRequest(request.Context(), request)
		if err != nil {
			return nil, err
		}
		response, err := f.send(request, copied, index, rest)
		if len(candidates) == 1 || failureOf(response, err) == nil || request.Context().Err() != nil {
			discardResponse(last)
			return response, err
		}
		if err != nil {
			failures = append(failures, err)
			continue
		}
		// An error status says more than a failed connection.
		discardResponse(last)
		last = response
	}
	if last != nil {
		return last, nil
	}
	return nil, &failoverError{failures}
}

// failoverError reports that no base URL responded, with their errors.
type failoverError struct{ failures []error }

// Error returns one line.
func (e *failoverError) Error() string {
	var text strings.Builder
	fmt.Fprintf(&text, "none of %d base URLs responds", len(e.failures))
	separator := ": "
	for _, failure := range e.failures {
		text.WriteString(separator + failure.Error())
		separator = "; "
	}
	return text.String()
}

// Unwrap returns the causes.
func (e *failoverError) Unwrap() []error { return e.failures }

// send sends a request to a base URL and reports the result. The response refers to the original request.
func (f *failoverLayer) send(original, request *http.Request, index int, rest string) (*http.Response, error) {
	if index != 0 {
		address, err := url.Parse(f.bases[index].text + rest)
		if err != nil {
			closeBody(request)
			return nil, err
		}
		moved := *request
		moved.URL, moved.Host = address, ""
		request = &moved
	}
	response, err := f.next.RoundTrip(request)
	f.report(original.Context(), index, response, failureOf(response, err))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.bases[index].text, err)
	}
	response.Request = original
	return response, nil
}

// candidates returns the indexes of the base URLs to try, in order: those that work or have cooled down, or else the one
// that failed longest ago.
func (f *failoverLayer) candidates(ownHostOnly bool) []int {
	f.lock.Lock()
	defer f.lock.Unlock()
	now := time.Now()
	var candidates []int
	oldest := 0
	for index := range f.bases {
		this := &f.bases[index]
		if ownHostOnly && !sameHost(this.address, f.bases[0].address) {
			continue
		}
		if this.failedUntil.Before(f.bases[oldest].failedUntil) {
			oldest = index
		}
		if this.failedUntil.After(now) {
			continue
		}
		if len(candidates) == 0 && !this.failedUntil.IsZero() {
			this.failedUntil = now.Add(baseCooldown) // only this request probes it
		}
		candidates = append(candidates, index)
	}
	if len(candidates) == 0 {
		candidates = append(candidates, oldest)
	}
	return candidates
}

// report records the result of a request to a base URL.
func (f *failoverLayer) report(ctx context.Context, index int, response *http.Response, failed error) {
	if failed != nil && (context.Cause(ctx) == context.Canceled || is[*queueError](failed)) {
		return // caused by the caller
	}
	f.lock.Lock()
	defer f.lock.Unlock()
	if failed == nil {
		f.bases[index].failedUntil = time.Time{}
		return
	}
	f.bases[index].failedUntil = time.Now().Add(max(baseCooldown, retryAfter(response)))
}

func sameHost(a, b *url.URL) bool { return a.Scheme == b.Scheme && a.Host == b.Host }

func carriesSecret(request *http.Request) bool {
	for name := range request.Header {
		if isSecret(name) {
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
