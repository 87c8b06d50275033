package announce_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/announce"
)

// slowWriter blocks until let is closed.
type slowWriter struct {
	strings.Builder
	let chan struct{}
}

func (w *slowWriter) Write(p []byte) (int, error) {
	<-w.let
	return w.Builder.Write(p)
}

// A terminal that blocks does not block Write, and gets all lines in order.
func TestWriterDoesNotBlock(t *testing.T) {
	t.Parallel()
	to := &slowWriter{let: make(chan struct{})}
	writer := announce.NewWriter(to)
	var want strings.Builder
	for i := range 1000 {
		writer.Write([]string{fmt.Sprintf("line %d", i)})
		fmt.Fprintf(&want, "line %d\r\n", i)
	}
	close(to.let)
	writer.Close()
	require.Equal(t, want.String(), to.String())
}

// brokenWriter is a terminal that has failed.
type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// After the terminal has failed, lines are dropped.
func TestWriterOfAFailedTerminal(t *testing.T) {
	t.Parallel()
	writer := announce.NewWriter(brokenWriter{})
	writer.Write([]string{"a line"})
	writer.Write([]string{"another"})
	writer.Close()
}
