package tui_test

import (
	"math/rand/v2"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/tui/tuitest"
	"foredeck/tui/tuitest/effort"
)

// However the clock of the machine jumps, frames stay valid, nothing rings, and what is refreshed at intervals is requested again: neither
// never, nor all that would have been requested meanwhile.
func TestClockJumps(t *testing.T) {
	t.Parallel()
	rounds := 1
	if effort.Long {
		rounds = 5
	}
	const year = 365 * 24 * time.Hour
	jumps := []time.Duration{-time.Second, time.Minute, -time.Minute, time.Hour, -time.Hour, 36 * time.Hour, -36 * time.Hour, 10 * year, -10 * year}
	for range rounds {
		seed := rand.Uint64()
		random := rand.New(rand.NewPCG(seed, 0))
		var accounts atomic.Int64
		d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57}, Transport: func(next http.RoundTripper) http.RoundTripper {
			return counting{next, &accounts}
		}})
		d.Press("busy", "enter")
		frames := 0
		checkBytes(d, &frames)
		for range 8 {
			jump := jumps[random.IntN(len(jumps))]
			d.JumpClock(jump)
			before := accounts.Load()
			d.Wait(30)
			d.Press([]string{"down", "up", "end", "home", "tab"}[random.IntN(5)])
			require.Zero(t, strings.Count(d.Bell.String(), "\a"))
			requests := accounts.Load() - before
			require.Positive(t, requests, "seed %d: the account is not refreshed after a jump of %s", seed, jump)
			require.LessOrEqual(t, requests, int64(40), "seed %d: too many requests after a jump of %s", seed, jump)
		}
		require.Positive(t, frames)
	}
}

// counting counts the requests of accounts.
type counting struct {
	next     http.RoundTripper
	accounts *atomic.Int64
}

func (c counting) RoundTrip(request *http.Request) (*http.Response, error) {
	if strings.Contains(request.URL.Path, "/accounts/") {
		c.accounts.Add(1)
	}
	return c.next.RoundTrip(request)
}
