package main

import (
	"bytes"
	"context"
	"os"
	"testing"

	"go.uber.org/goleak"
)

// TestMain sees to it that no command leaves a goroutine behind, nor a file in the folders of the person at work. What the environment of the person at work says does not count.
func TestMain(m *testing.M) {
	for _, variable := range []string{"FOREDECK_NETWORK", "FOREDECK_API_KEY", "FOREDECK_CONSENSUS_TOKEN", "FOREDECK_CONFIG", "NO_COLOR"} {
		if err := os.Unsetenv(variable); err != nil {
			panic(err)
		}
	}
	cache, err := os.MkdirTemp("", "foredeck-test-cache")
	if err != nil {
		panic(err)
	}
	for _, folder := range []string{"XDG_CACHE_HOME", "XDG_CONFIG_HOME"} {
		if err := os.Setenv(folder, cache); err != nil {
			panic(err)
		}
	}
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		_ = os.RemoveAll(cache) // the system's own folder of what is temporary: it may stay
		os.Exit(code)
	}))
}

// outcome is what a command line came to.
type outcome struct {
	code   int
	stdout string
	stderr string
}

// foredeck runs one command line. Nothing but the command itself ends what it starts.
func foredeck(t *testing.T, arguments ...string) outcome {
	t.Helper()
	return foredeckUntil(context.WithoutCancel(t.Context()), arguments...)
}

// foredeckUntil runs one command line for as long as the context lasts.
func foredeckUntil(ctx context.Context, arguments ...string) outcome {
	var stdout, stderr bytes.Buffer
	code := execute(ctx, arguments, &stdout, &stderr)
	return outcome{code, stdout.String(), stderr.String()}
}
