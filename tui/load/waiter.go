package load

import (
	"context"
	"strconv"
	"time"

	"foredeck/client/transport"
	"foredeck/tui/text"
)

// silentAfter is how long a request has no response before that is shown.
const silentAfter = 2 * time.Second

// waiter describes what the requests of a call wait for. Its times are those of the transport, not of the loader. The zero value has no
// requests.
type waiter struct {
	requests   *transport.Waiter
	isExternal bool // the requests go to another service than the node
}

// waiterKey is the key of the Waiter that a State reads.
type waiterKey struct{}

// begin starts to follow the requests of the returned context.
func (w *waiter) begin(ctx context.Context) context.Context {
	*w = waiter{requests: new(transport.Waiter)}
	return context.WithValue(ctx, waiterKey{}, w.requests)
}

// text describes what the requests wait for, with the time until or since: "rate limited (429): retrying in 12 s" or "waiting for node
// 127.0.0.1:28000: 3 s". It is empty if they do not wait, and at first.
func (w *waiter) text() text.Safe {
	if w.requests == nil {
		return text.Safe{}
	}
	if wait, ok := w.requests.Current(); ok {
		return waitText(wait, time.Now())
	}
	awaited, ok := w.requests.Awaited()
	passed := time.Since(awaited.Since)
	if !ok || passed < silentAfter {
		return text.Safe{}
	}
	host := text.Clean(transport.NodeNames([]string{awaited.BaseURL})[0])
	if w.isExternal {
		return text.Format("waiting for %s: %s", host, wordy(passed))
	}
	return waitingFor(host, passed)
}

// waitingFor describes a request to a node that has no response.
func waitingFor(node text.Safe, passed time.Duration) text.Safe {
	return text.Format("waiting for node %s: %s", node, wordy(passed))
}

// waitText describes a pause of a request: rate limited (429): retrying in 12 s.
func waitText(wait transport.Wait, now time.Time) text.Safe {
	return text.Format("%s: %s", waitCause(wait), retryIn(wait.Until.Sub(now)))
}

// waitCause returns why a request pauses.
func waitCause(wait transport.Wait) text.Safe {
	switch {
	case wait.Status == 429:
		return text.Const("rate limited (429)")
	case wait.Status != 0:
		return text.Format("unavailable (%s)", text.Clean(strconv.Itoa(wait.Status)))
	case wait.Err != nil:
		return Cause(wait.Err)
	}
	return text.Const("request budget used")
}

// retryIn returns when a request is sent again.
func retryIn(left time.Duration) text.Safe {
	return text.Format("retrying in %s", countdown(left))
}

// countdown formats the time left, at least 1 s.
func countdown(left time.Duration) text.Safe {
	return wordy(max(left+time.Second-1, time.Second))
}

// wordy formats a duration within a sentence: 12 s, 3 min, 2 h.
func wordy(d time.Duration) text.Safe {
	switch {
	case d < time.Minute:
		return text.Format("%s s", text.Integer(uint64(max(d, 0)/time.Second)))
	case d < time.Hour:
		return text.Format("%s min", text.Integer(uint64(d/time.Minute)))
	}
	return text.Format("%s h", text.Integer(uint64(d/time.Hour)))
}
