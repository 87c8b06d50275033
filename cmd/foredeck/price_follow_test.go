package main

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
)

func TestFollowPrintsEachNewPrice(t *testing.T) {
	t.Parallel()
	price := &atomic.Int64{}
	n := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if price.Load() == 2 {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		fmt.Fprintf(w, `{"instruments":[{"time":"1","currentPrice":"%d","tradingPairs":"btc_usdt"}]}`, price.Load())
	})
	f := followWith(t, "price", "btc_usdt", "--follow", "-o", "jsonl", "--base-url", n.url)
	require.Eventually(t, func() bool { return strings.Count(f.stdout.String(), "\n") == 1 }, 2*time.Minute, 5*time.Millisecond)
	price.Store(1)
	require.Eventually(t, func() bool { return strings.Count(f.stdout.String(), "\n") == 2 }, 20*time.Second, 10*time.Millisecond)
	require.Zero(t, f.end())
	require.Empty(t, f.stderr.String())
	require.Contains(t, f.stdout.String(), `"price":"1"`)

	price.Store(2)
	failed := followWith(t, "price", "btc_usdt", "--follow", "--base-url", n.url)
	require.Equal(t, exitServerError, <-failed.code, "what fails at first ends the command")
}

func TestFollowGoesOnWithoutAPair(t *testing.T) {
	t.Parallel()
	var listed atomic.Bool
	n := serve(t, func(w http.ResponseWriter, r *http.Request) {
		pair := r.URL.Query().Get("trading_pair")
		if pair == "new_usdt" && !listed.Load() {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		fmt.Fprintf(w, `{"instruments":[{"time":"1","currentPrice":"1","tradingPairs":%q}]}`, pair)
	})
	f := followWith(t, "price", "new_usdt", "btc_usdt", "--follow", "-o", "csv", "--base-url", n.url)
	require.Eventually(t, func() bool { return strings.Contains(f.stdout.String(), "btc_usdt") }, 2*time.Minute, 5*time.Millisecond)
	require.Eventually(t, func() bool { return strings.Contains(f.stderr.String(), "foredeck: new_usdt: not found on") }, 2*time.Minute, 5*time.Millisecond)
	listed.Store(true)
	require.Eventually(t, func() bool { return strings.Contains(f.stdout.String(), "\nnew_usdt") }, 2*time.Minute, 5*time.Millisecond)
	require.Zero(t, f.end())
	require.Regexp(t, `^foredeck: new_usdt: not found on .*; retrying\nforedeck: new_usdt: available again\n$`, f.stderr.String())

	failed := followWith(t, "price", "new_usdt", "a_b", "--follow", "--base-url", serve(t, responding(http.StatusNotFound, "")).url)
	require.Equal(t, exitNotFound, <-failed.code)
	require.Regexp(t, `^foredeck: new_usdt: not found on .*\n.*\nforedeck: a_b: not found on .*\n.*\n$`, failed.stderr.String())
}

func TestHistoryChart(t *testing.T) {
	network := frozen(t, localnet.Deployed)
	t.Setenv("FOREDECK_API_KEY", network.APIKey())
	for _, arguments := range [][]string{
		{"--bar", "1h"}, {"--bar", "1d", "--from", "2001-01-01"}, {"--limit", "5"}, {"--bar", "4h", "--limit", "500"},
	} {
		got := foredeck(t, append([]string{"history", "xau_usd", "--chart", "--to", "2001-07-06", "--base-url", network.BaseURL()}, arguments...)...)
		require.Zero(t, got.code, got.stderr)
		requireSanitized(t, got.stdout)
		printed := lines(t, got.stdout)
		require.Len(t, printed, 1+chartHeight)
		require.Regexp(t, `^xau_usd  2001-.* to 2001-.*  from \d+(\.\d+)? to \d+`, printed[0])
		for _, line := range printed {
			require.LessOrEqual(t, ansi.StringWidth(line), chartWidth)
		}
	}
	require.Equal(t, exitUsage, foredeck(t, "history", "btc_usdt", "--chart", "-o", "json").code)
}

// The second history comes from the cache: only the newest page is requested.
func TestHistoryIsRequestedOnce(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	requested := &atomic.Int64{}
	n := serve(t, func(w http.ResponseWriter, r *http.Request) {
		requested.Add(1)
		from, _ := strconv.ParseInt(r.URL.Query().Get("startDate"), 10, 64)
		to, _ := strconv.ParseInt(r.URL.Query().Get("endDate"), 10, 64)
		between := "["
		for at := (from + 3_599_999) / 3_600_000 * 3_600_000; at <= to; at += 3_600_000 {
			fmt.Fprintf(w, `%s{"time":"%d","open":"1","close":"2"}`, between, at)
			between = ","
		}
		fmt.Fprint(w, "]")
	})
	command := []string{"history", "btc_usdt", "--from", "2001-01-01", "--to", "2001-12-01", "-o", "csv", "--base-url", n.url}
	first := foredeck(t, command...)
	require.Zero(t, first.code, first.stderr)
	require.Len(t, lines(t, first.stdout), 1+334*24+1)
	require.GreaterOrEqual(t, requested.Load(), int64(11))
	requested.Store(0)
	require.Equal(t, first, foredeck(t, command...))
	require.LessOrEqual(t, requested.Load(), int64(2), "only the partial pages at both ends")
}

// terminalScreen is an output that is a terminal.
type terminalScreen struct{ screen }

func (*terminalScreen) IsTerminal() bool { return true }

// On a terminal the table is drawn in its place, with a mark where the price went; a message on stderr keeps the table above it.
func TestFollowInPlace(t *testing.T) {
	t.Parallel()
	price, fails := &atomic.Int64{}, &atomic.Bool{}
	price.Store(7)
	n := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if fails.Load() {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		fmt.Fprintf(w, `{"instruments":[{"time":"1","currentPrice":"%d","tradingPairs":"btc_usdt"}]}`, price.Load())
	})
	var shown terminalScreen
	var messages screen
	ctx, stop := context.WithCancel(t.Context())
	code := make(chan int, 1)
	go func() {
		code <- execute(ctx, []string{"price", "btc_usdt", "--follow", "--base-url", n.url}, &shown, &messages)
	}()
	shows := func(pattern string) {
		t.Helper()
		require.Eventually(t, func() bool { return regexp.MustCompile(pattern).MatchString(shown.String()) }, 2*time.Minute, 5*time.Millisecond, pattern)
	}
	inPlace := regexp.QuoteMeta(ansi.CursorUp(2) + ansi.EraseScreenBelow)
	off, on := regexp.QuoteMeta(ansi.ResetModeAutoWrap), regexp.QuoteMeta(ansi.SetModeAutoWrap) // a line that wraps would be two
	shows(`^` + off + `PAIR .*\nbtc_usdt +7 +.*\n` + on + `$`)
	price.Store(9)
	shows(inPlace + off + `PAIR .*\nbtc_usdt +9  ▲ .*\n` + on + `$`)
	price.Store(8)
	shows(inPlace + off + `PAIR .*\nbtc_usdt +8  ▼ .*\n` + on + `$`)
	fails.Store(true)
	require.Eventually(t, func() bool { return strings.Contains(messages.String(), "retrying") }, 2*time.Minute, 5*time.Millisecond)
	price.Store(5)
	fails.Store(false)
	shows(`\n` + on + off + `PAIR .*\nbtc_usdt +5  ▼ .*\n` + on + `$`)
	stop()
	require.Zero(t, <-code)
}
