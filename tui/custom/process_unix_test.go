//go:build !windows

package custom

import (
	"bytes"
	"context"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestRun(t *testing.T) {
	t.Parallel()
	var output, errors bytes.Buffer
	err := Run(t.Context(), Process{
		Words:       []string{"sh", "-c", `cat; echo "$1|$FOREDECK_HASH"; echo bad >&2; exit 3`, "sh", "a b; c"},
		Environment: []string{"FOREDECK_HASH=0xab"}, Output: &output, Errors: &errors,
	})
	require.Equal(t, "exit code 3", explain(err).String())
	require.Equal(t, "a b; c|0xab\n", output.String())
	require.Equal(t, "bad\n", errors.String())
}

// signalWriter passes on each write.
type signalWriter chan string

func (w signalWriter) Write(p []byte) (int, error) {
	w <- string(p)
	return len(p), nil
}

// The end of the context ends the command and what it has started, even if they ignore the request to end.
func TestEndOfTheDeckEndsProcesses(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	started, ended := make(signalWriter, 1), make(chan error, 1)
	go func() {
		ended <- Run(ctx, Process{Words: []string{"sh", "-c", `trap "" TERM; sleep 600 & echo $!; wait; wait; sleep 600`}, Output: started})
	}()
	child, err := strconv.Atoi(strings.TrimSpace(<-started))
	require.NoError(t, err)
	cancel()
	require.Error(t, <-ended)
	require.Eventually(t, func() bool { return syscall.Kill(child, 0) != nil }, 2*time.Minute, 5*time.Millisecond)
}

// A command that leaves a process in the background does not wait for it.
func TestLeftProcessIsNotAwaited(t *testing.T) {
	t.Parallel()
	var output bytes.Buffer
	began := time.Now()
	require.NoError(t, Run(t.Context(), Process{Words: []string{"sh", "-c", `sleep 20 & echo started`}, Output: &output}))
	require.Less(t, time.Since(began), 15*time.Second)
	require.Equal(t, "started\n", output.String())
}
