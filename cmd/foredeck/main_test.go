package main

import (
	"bytes"
	"context"
	"flag"
	"os"
	"testing"
	"time"

	"github.com/adrg/xdg"
	"go.uber.org/goleak"
)

// TestMain checks that no command leaves a goroutine behind, and isolates the tests from the user's environment and folders.
func TestMain(m *testing.M) {
	votesHeld = time.Hour
	for _, variable := range []string{"FOREDECK_NETWORK", "FOREDECK_API_KEY", "FOREDECK_CONSENSUS_TOKEN", "FOREDECK_CONFIG", "FOREDECK_LOG", "NO_COLOR"} {
		if err := os.Unsetenv(variable); err != nil {
			panic(err)
		}
	}
	if err := os.Setenv("LC_ALL", "C.UTF-8"); err != nil {
		panic(err)
	}
	cache, err := os.MkdirTemp("", "foredeck-test-cache")
	if err != nil {
		panic(err)
	}
	for _, folder := range []string{"XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"} {
		if err := os.Setenv(folder, cache); err != nil {
			panic(err)
		}
	}
	xdg.Reload()
	// Most tests wait for retries and polls, so more of them can run at a time than there are processors.
	flag.Parse()
	if err := flag.Set("test.parallel", "16"); err != nil {
		panic(err)
	}
	goleak.VerifyTestMain(closing{m}, goleak.Cleanup(func(code int) {
		_ = os.RemoveAll(cache) // in the temporary folder
		os.Exit(code)
	}))
}

// closing closes the shared networks after the tests.
type closing struct{ *testing.M }

func (c closing) Run() int {
	code := c.M.Run()
	for _, network := range shared.networks {
		if err := network.Close(); err != nil {
			panic(err)
		}
	}
	return code
}

// outcome is the result of a command line.
type outcome struct {
	code   int
	stdout string
	stderr string
}

// foredeck runs a command line to its end.
func foredeck(t *testing.T, arguments ...string) outcome {
	t.Helper()
	return foredeckUntil(context.WithoutCancel(t.Context()), arguments...)
}

// foredeckUntil runs a command line until the context ends.
func foredeckUntil(ctx context.Context, arguments ...string) outcome {
	var stdout, stderr bytes.Buffer
	code := execute(ctx, arguments, &stdout, &stderr)
	return outcome{code, stdout.String(), stderr.String()}
}
