package background_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	_ "foredeck/theme/background"
)

// TestMain prints the variable that package hold sets for a moment, when TestEnvironmentIsRestored runs this program again.
func TestMain(m *testing.M) {
	if os.Getenv("PRINT_CI") != "" {
		value, set := os.LookupEnv("CI")
		if set {
			os.Stdout.WriteString("CI=" + value)
		}
		return
	}
	os.Exit(m.Run())
}

func TestEnvironmentIsRestored(t *testing.T) {
	t.Parallel()
	for _, want := range []string{"", "CI=", "CI=1", "CI=true"} {
		command := exec.Command(os.Args[0])
		for _, pair := range os.Environ() {
			if !strings.HasPrefix(pair, "CI=") {
				command.Env = append(command.Env, pair)
			}
		}
		command.Env = append(command.Env, "PRINT_CI=1")
		if want != "" {
			command.Env = append(command.Env, want)
		}
		got, err := command.Output()
		require.NoError(t, err)
		require.Equal(t, want, string(got))
	}
}

// Packages are initialized in the order of this trace: hold before anything that can ask the terminal.
func TestHoldIsInitializedFirst(t *testing.T) {
	t.Parallel()
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), "PRINT_CI=1", "GODEBUG=inittrace=1")
	var trace strings.Builder
	command.Stderr = &trace
	require.NoError(t, command.Run())
	at := func(name string) int {
		i := strings.Index(trace.String(), "init "+name+" @")
		require.GreaterOrEqual(t, i, 0, "%s in\n%s", name, trace.String())
		return i
	}
	hold := at("foredeck/theme/background/hold")
	require.Less(t, hold, at("unicode"))
	require.Less(t, hold, at("github.com/muesli/termenv"))
	require.Less(t, hold, at("github.com/charmbracelet/bubbletea"))
	require.Less(t, at("github.com/charmbracelet/bubbletea"), at("foredeck/theme/background"))
}
