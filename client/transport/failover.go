package transport

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// restOfBase is how long a base that failed is left before it is tried again.
const restOfBase = 15 * time.Second

// failover sends requests to the first of several bases of one deployment that is well.
// Callers write the first base. A base that failed is left for a while; then one request
// tries it again while the others stay where they are. A request that can be repeated
// goes on to the next base that is well when one fails.
//
// A request that carries a secret (a key, a token, a cookie) goes to bases on the host
// that the caller named and to no other, unless shareSecrets says that all may have it.
type failover struct {
	layer
	shareSecrets bool

	lock  sync.Mutex
	bases []base // the first is what callers write
}

type base struct {
	address *url.URL
	text    string // without a slash at the end
	// left is until when the base is left because it failed; zero while it is well.
	left time.Time
}

// newFailover reads the bases.
func newFailover(next http.RoundTripper, addresses []string, shareSecrets bool) (*failover, error) {
	f := &failover{layer: layer{next}, shareSecrets: shareSecrets}
	for i, address := range addresses {
		parsed, err := url.Parse(address)
		if err != nil || parsed.Scheme != "http" && parsed.Scheme != "https" || parsed.Hostname() == "" ||
			parsed.User != nil || parsed.RawQuery != "" || parsed.ForceQuery || strings.Contains(address, "#") {
			return nil, fmt.Errorf("base URL %d: must be an absolute http or https URL without user, query and fragment, such as http://127.0.0.1:27000", i+1)
		}
		f.bases = append(f.bases, base{address: parsed, text: strings.TrimRight(parsed.String(), "/")})
	}
	return f, nil
}

func (f *failover) RoundTrip(request *http.Request) (*http.Response, error) {
	rest, ok := strings.CutPrefix(request.URL.String(), f.bases[0].text)
	if !ok || rest != "" && !strings.ContainsAny(rest[:1], "/?") {
		return f.next.RoundTrip(request) // not of this deployment
	}
	candidates := f.candidates(!f.shareSecrets && carriesSecret(request))
	if !repeatable(request) {
		return f.send(request, request, candidates[0], rest)
	}
	defer closeBody(request) // each try has a copy
	var answered *http.Response
	var failures []error
	for _, place := range candidates {
		copied, err := again(request.Context(), request)
		if err != nil {
			return nil, err
		}
		response, err := f.send(request, copied, place, rest)
		if len(candidates) == 1 || failure(response, err) == nil || request.Context().Err() != nil {
			discard(answered)
			return response, err
		}
		if err != nil {
			failures = append(failures, err)
			continue
		}
		// An answer, even a bad one, says more than a connection that failed.
		discard(answered)
		answered = response
	}
	if answered != nil {
		return answered, nil
	}
	return nil, &noBaseError{failures}
}

// noBaseError tells that no base answered, and why each did not.
type noBaseError struct{ failures []error }

// Error is one line.
func (e *noBaseError) Error() string {
	var text strings.Builder
	fmt.Fprintf(&text, "none of %d base URLs answers", len(e.failures))
	separator := ": "
	for _, failure := range e.failures {
		text.WriteString(separator + failure.Error())
		separator = "; "
	}
	return text.String()
}

// Unwrap gives the causes.
func (e *noBaseError) Unwrap() []error { return e.failures }

// send sends a request to a base and notes how the base does. What it answers is an
// answer to the request that was asked.
func (f *failover) send(asked, request *http.Request, place int, rest string) (*http.Response, error) {
	if place != 0 {
		address, err := url.Parse(f.bases[place].text + rest)
		if err != nil {
			closeBody(request)
			return nil, err
		}
		moved := *request
		moved.URL, moved.Host = address, ""
		request = &moved
	}
	response, err := f.next.RoundTrip(request)
	f.note(asked.Context(), place, response, failure(response, err))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.bases[place].text, err)
	}
	response.Request = asked
	return response, nil
}

// candidates gives the places of the bases to try, in order: those that are well or
// rested; where there is none, the one that failed longest ago.
func (f *failover) candidates(ownHostOnly bool) []int {
	f.lock.Lock()
	defer f.lock.Unlock()
	now := time.Now()
	var candidates []int
	oldest := 0
	for place := range f.bases {
		this := &f.bases[place]
		if ownHostOnly && !sameHost(this.address, f.bases[0].address) {
			continue
		}
		if this.left.Before(f.bases[oldest].left) {
			oldest = place
		}
		if this.left.After(now) {
			continue
		}
		if len(candidates) == 0 && !this.left.IsZero() {
			this.left = now.Add(restOfBase) // this request finds out; others need not
		}
		candidates = append(candidates, place)
	}
	if len(candidates) == 0 {
		candidates = append(candidates, oldest)
	}
	return candidates
}

// note takes down how a base did.
func (f *failover) note(ctx context.Context, place int, response *http.Response, failed error) {
	var noTime *noTimeError
	if failed != nil && (context.Cause(ctx) == context.Canceled || errors.As(failed, &noTime)) {
		return // it is the caller's doing
	}
	f.lock.Lock()
	defer f.lock.Unlock()
	if failed == nil {
		f.bases[place].left = time.Time{}
		return
	}
	f.bases[place].left = time.Now().Add(max(restOfBase, askedToWait(response)))
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

// discard lets go of an answer that is not given on.
func discard(response *http.Response) {
	if response != nil {
		_ = response.Body.Close() // nobody wants it
	}
}
