package localnet

import (
	"context"
	"net"
	"net/http"
	"time"
)

// delay waits out the latency of an answer. A caller that leaves, or a network that
// closes, ends the request without one.
func (n *Network) delay(ctx context.Context) {
	if n.options.Latency == 0 {
		return
	}
	timer := time.NewTimer(n.options.Latency)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
		panic(http.ErrAbortHandler)
	}
}

// fail answers the requests that the fail rate picks: one in three each with a 503, a 500
// and a reset connection. Which requests, and how, follows from the seed and the number
// of the request.
func (n *Network) fail(w http.ResponseWriter) bool {
	if n.options.FailRate == 0 {
		return false
	}
	draw := dice{state: mix(n.options.Seed) ^ mix(n.requests.Add(1))}
	const whole = 1 << 53 // what a float64 still counts one by one
	if float64(draw.next()>>11) >= n.options.FailRate*whole {
		return false
	}
	switch draw.below(3) {
	case 0:
		fault(w, http.StatusServiceUnavailable, "archive still initializing")
	case 1:
		fault(w, http.StatusInternalServerError, "Internal server error: store lookup failed")
	default:
		reset(w)
	}
	return true
}

// reset breaks the connection off without an answer.
func reset(w http.ResponseWriter) {
	connection, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	if tcp, ok := connection.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0) // closing then resets
	}
	_ = connection.Close()
}
