package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"foredeck/client/health"
)

const (
	// otherInterval is the time between two checks of another watch, and the time limit of one.
	otherInterval = 5 * time.Second
	// maxReason is the number of bytes that are read of why another watch does not watch.
	maxReason = 200
	// stall is the time without a beat from which a watch is stuck. It beats every second.
	stall = 10 * time.Second
)

// vital is whether the watch works. It is safe for concurrent use.
type vital struct {
	beaten  atomic.Int64 // time of the last beat, in seconds since 1970; 0 before the first
	checked atomic.Bool  // the nodes were checked
	sees    atomic.Bool  // a node responds
}

func (v *vital) beat() { v.beaten.Store(time.Now().Unix()) }

func (v *vital) noteNodes(statuses []health.Status) {
	v.sees.Store(slices.ContainsFunc(statuses, func(s health.Status) bool { return s.State.Responds() }))
	v.checked.Store(true)
}

// reason returns why the watch does not watch, or "" if it does.
func (v *vital) reason(now time.Time) string {
	switch beaten := v.beaten.Load(); {
	case beaten == 0 || !v.checked.Load():
		return "it is starting"
	case now.Sub(time.Unix(beaten, 0)) > stall:
		return "it is stuck"
	case !v.sees.Load():
		return "no node responds to it"
	}
	return ""
}

// serve responds to a health check.
func (v *vital) serve(response http.ResponseWriter, _ *http.Request) {
	response.Header().Set("Content-Type", "text/plain; charset=utf-8")
	said := "ok"
	if reason := v.reason(time.Now()); reason != "" {
		said = reason
		response.WriteHeader(http.StatusServiceUnavailable)
	}
	_, _ = io.WriteString(response, said+"\n") // the client is gone
}

// otherWatch is another watch, which is to be checked.
type otherWatch struct {
	name string // its host and port
	url  string // of its health
}

// parseOther parses the address of another watch: host:port, or a web address; without a path, that of its health.
func parseOther(written string) (otherWatch, error) {
	address := written
	if !strings.Contains(address, "://") {
		address = "http://" + address
	}
	parsed, err := url.Parse(address)
	if err != nil || parsed.Scheme != "http" && parsed.Scheme != "https" || parsed.Hostname() == "" && parsed.Port() == "" || parsed.User != nil {
		return otherWatch{}, usagef("--check %q: must be the --listen address of another watch, such as 10.0.0.7:9464", written)
	}
	if parsed.Hostname() == "" {
		parsed.Host = net.JoinHostPort("127.0.0.1", parsed.Port()) // as with --listen
	}
	if parsed.Path == "" || parsed.Path == "/" {
		parsed.Path = "/healthz"
	}
	return otherWatch{parsed.Host, parsed.String()}, nil
}

func checkOthers(in *invocation) error {
	for _, written := range get[[]string](in.options, "check") {
		if _, err := parseOther(written); err != nil {
			return err
		}
	}
	return nil
}

// othersOf returns the other watches to check. Their addresses were checked.
func othersOf(in *invocation) (others []otherWatch) {
	for _, written := range get[[]string](in.options, "check") {
		other, _ := parseOther(written)
		others = append(others, other)
	}
	return others
}

// otherState is the result of a check: why the other watch does not watch, or "" if it does.
type otherState struct{ name, reason string }

// follow checks the other watch until the context ends.
func (o otherWatch) follow(ctx context.Context, states chan<- otherState) {
	ticker := time.NewTicker(otherInterval)
	defer ticker.Stop()
	for {
		state := otherState{o.name, o.check(ctx)}
		select {
		case states <- state:
		case <-ctx.Done():
			return
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
	}
}

// check returns why the other watch does not watch, or "".
func (o otherWatch) check(ctx context.Context) string {
	limited, cancel := context.WithTimeout(ctx, otherInterval)
	defer cancel()
	request, err := http.NewRequestWithContext(limited, http.MethodGet, o.url, nil)
	if err != nil {
		return err.Error()
	}
	request.Close = true // no connection stays open
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(request)
	if err != nil {
		if limited.Err() != nil {
			return fmt.Sprintf("no response within %s", otherInterval)
		}
		return unwrapped(err)
	}
	defer response.Body.Close()
	said, _ := io.ReadAll(io.LimitReader(response.Body, maxReason))
	switch {
	case response.StatusCode == http.StatusOK:
		return ""
	case response.StatusCode == http.StatusServiceUnavailable && len(said) > 0:
		line, _, _ := strings.Cut(string(said), "\n")
		return line
	}
	return "HTTP " + response.Status
}

// unwrapped returns the cause of a failed request, without its method and address.
func unwrapped(err error) string {
	for {
		inner, ok := err.(interface{ Unwrap() error })
		if !ok {
			return err.Error()
		}
		err = inner.Unwrap()
	}
}
