package main

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/command"
)

// on returns a stream that claims to be a terminal.
func on(t *testing.T) *screenBuffer {
	t.Helper()
	device, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("no pseudo terminal: %v", err)
	}
	t.Cleanup(func() { require.NoError(t, device.Close()) })
	return &screenBuffer{device: device}
}

func TestProgress(t *testing.T) {
	t.Parallel()
	n := serve(t, sentBy(transfers(250)))
	run := func(stdout, stderr interface{ Write([]byte) (int, error) }, more ...string) {
		require.Zero(t, execute(t.Context(), append([]string{"txs", senderText, "--base-url", n.url, "-o", "jsonl"}, more...), stdout, stderr))
	}
	var printed bytes.Buffer
	screen := on(t)
	run(&printed, screen, "--all")
	require.Len(t, lines(t, printed.String()), 250)
	require.Equal(t, "\r"+strings.Repeat("█", 12)+strings.Repeat("░", 18)+" 100 of 250\x1b[K"+
		"\r"+strings.Repeat("█", 24)+strings.Repeat("░", 6)+" 200 of 250\x1b[K"+"\r\x1b[K", screen.String())

	screen = on(t)
	run(&bytes.Buffer{}, screen, "--all", "--oldest-first")
	require.Equal(t, "\r100 records\x1b[K\r200 records\x1b[K\r\x1b[K", screen.String(), "how many there are is not known")

	for name, quiet := range map[string]func(screen *screenBuffer){
		"without --all":      func(screen *screenBuffer) { run(&bytes.Buffer{}, screen, "--limit", "200") },
		"beside the records": func(screen *screenBuffer) { run(on(t), screen, "--all") },
	} {
		screen = on(t)
		quiet(screen)
		require.Empty(t, screen.String(), name)
	}
	screen = on(t)
	run(&bytes.Buffer{}, screen, "--all", "-v")
	require.NotContains(t, screen.String(), "\r", "requests are printed line by line")
	var piped bytes.Buffer
	run(&bytes.Buffer{}, &piped, "--all")
	require.Empty(t, piped.String())
}

// The progress line is cleared before an error is printed.
func TestProgressOfFailingList(t *testing.T) {
	t.Parallel()
	first := sentBy(transfers(150))
	n := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Has("start") {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		first(w, r)
	})
	screen := on(t)
	require.Equal(t, exitServerError, execute(t.Context(), []string{"txs", senderText, "--all", "--base-url", n.url}, &bytes.Buffer{}, screen))
	require.Regexp(t, `\r\x1b\[Kforedeck: incomplete list: failed after 100 records: `, screen.String())
}

func TestHistoryProgress(t *testing.T) {
	t.Parallel()
	n := serve(t, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, `[{"time":%q,"close":1}]`, r.URL.Query().Get("endDate"))
	})
	for months, want := range map[string]string{"2001-05-20": "", "2001-06-10": "\r" + strings.Repeat("█", 15) + strings.Repeat("░", 15) + " 1 of 2\x1b[K\r" + strings.Repeat("█", 30) + " 2 of 2\x1b[K\r\x1b[K"} {
		screen := on(t)
		line := []string{"history", "btc_usdt", "--from", "2001-05-10", "--to", months, "--base-url", n.url}
		require.Zero(t, execute(t.Context(), line, screen, screen))
		shown, table, _ := strings.Cut(screen.String(), "TIME")
		require.Equal(t, want, shown)
		require.False(t, strings.Contains(table, "\r"), "it is gone before the records")
	}
}

// closed is a writer whose reader closes after a number of writes.
type closed struct{ left int }

func (c *closed) Write(p []byte) (int, error) {
	if c.left--; c.left < 0 {
		return 0, &os.PathError{Op: "write", Path: "|1", Err: syscall.EPIPE}
	}
	return len(p), nil
}

// A closed pipe, as left by head, ends a list immediately without an error.
func TestClosedPipe(t *testing.T) {
	t.Parallel()
	for _, format := range command.Formats {
		n := serve(t, sentBy(transfers(450)))
		var stderr bytes.Buffer
		require.Equal(t, exitDone, execute(t.Context(), []string{"txs", senderText, "--all", "--base-url", n.url, "-o", format}, &closed{1}, &stderr))
		require.Empty(t, stderr.String())
		require.LessOrEqual(t, len(n.requests()), 4, "at most two pages after the one that could not be written: one is read while it is decoded")
	}
}
