// Package e2e_test drives the built program interactively, through a pseudo
// terminal, and as scripts do, through pipes.
//
//	go test -C cmd/foredeck/e2e -count 1 ./...
//
// builds the program first, unless FOREDECK_BIN is the absolute path of a built one.
// Without -count 1 Go can return a cached result: it does not detect that the
// program has changed.
package e2e_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	built "foredeck/cmd/foredeck/e2e/program"
	"foredeck/cmd/foredeck/e2e/terminal"
)

// patience is the timeout for a hang, far longer than any wait of a passing test.
const patience = 30 * time.Second

// program is the path of the built program.
var program string

func TestMain(m *testing.M) {
	if where := os.Getenv(crashVariable); where != "" {
		os.Exit(runCrash(where))
	}
	if where := os.Getenv(doorVariable); where != "" {
		fmt.Fprintln(os.Stderr, runDoor(where))
		os.Exit(1)
	}
	status, err := testBuilt(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, "end-to-end tests:", err)
		status = 1
	}
	os.Exit(status)
}

// testBuilt runs the tests with the program of FOREDECK_BIN, or else with a built one.
func testBuilt(m *testing.M) (int, error) {
	path, remove, err := built.Build()
	if err != nil {
		return 0, err
	}
	defer remove()
	program = path
	return m.Run(), nil
}

// environment returns the environment of a new user plus the variables
// in more.
func environment(t testing.TB, more ...string) []string {
	t.Helper()
	home := t.TempDir()
	require.NoError(t, os.Chmod(home, 0o700)) // whatever the umask: foredeck serve refuses keys in a folder that others can change
	return built.Environment(home, more...)
}

// start runs the program in a terminal.
func start(t *testing.T, size terminal.Size, arguments ...string) *terminal.Terminal {
	t.Helper()
	return terminal.Start(t, size, terminal.Options{Environment: environment(t)}, program, arguments...)
}

// result is the result of a run without a terminal.
type result struct {
	status         int
	stdout, stderr string
}

// run runs the program without a terminal and waits for its end.
func run(t *testing.T, arguments ...string) result {
	t.Helper()
	command := exec.CommandContext(t.Context(), program, arguments...)
	command.Env = environment(t)
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	err := command.Run()
	if failed := (*exec.ExitError)(nil); err != nil && !errors.As(err, &failed) {
		require.NoError(t, err)
	}
	return result{command.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// shows returns a condition that a screen matches every pattern; ^ and $ match at
// line ends.
func shows(patterns ...string) func(screen string) bool {
	var expressions []*regexp.Regexp
	for _, pattern := range patterns {
		expressions = append(expressions, regexp.MustCompile("(?m)"+pattern))
	}
	return func(screen string) bool {
		for _, expression := range expressions {
			if !expression.MatchString(screen) {
				return false
			}
		}
		return true
	}
}

// home reports whether a screen is Home on the embedded
// network and ready for keys.
var home = shows(`^ ?(\S )?foredeck +simulated\b`, `^ ?Home$`, `Go to`)

// escapes reports whether text contains control sequences.
func escapes(text string) bool { return strings.ContainsAny(text, "\x1b\u009b\u009d") }
