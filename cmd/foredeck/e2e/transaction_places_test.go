package e2e_test

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
)

// runIn runs a command with the environment of a profile.
func runIn(t *testing.T, profile []string, arguments ...string) result {
	t.Helper()
	command := exec.CommandContext(t.Context(), program, arguments...)
	command.Env = profile
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	_ = command.Run() // the status says how it ended
	return result{command.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// A transaction is found by its number, saved and opened again after a restart, and by its hash in a shell.
func TestTransactionsHaveLocations(t *testing.T) {
	t.Parallel()
	profile := environment(t)
	size := terminal.Size{Columns: 120, Rows: 40}
	x := terminal.Start(t, size, terminal.Options{Environment: profile}, program, "treasury")
	x.WaitFor(`▸ 1,199`, patience)
	x.Type(":")
	x.WaitFor(`Command`, patience)
	x.Type("seq 700")
	x.WaitFor(`▸ seq 700`, patience)
	x.Key("enter")
	x.WaitFor(`▸ 700`, patience)
	x.Type("/")
	x.WaitFor(`(?m)│ / `, patience)
	x.Type("#695")
	x.Key("enter")
	x.WaitFor(`▸ 695`, patience)
	x.Key("enter")
	x.WaitFor(`› seq 695`, patience)
	x.Type("K")
	x.WaitFor(`› seq 696`, patience)
	x.Type("b")
	x.WaitFor(`> treasury-696`, patience)
	x.Key("enter")
	x.WaitFor(`saved as treasury-696; listed on Home`, patience)
	x.Key("ctrl+c")
	require.Zero(t, x.ExitStatus(patience))

	x = terminal.Start(t, size, terminal.Options{Environment: profile}, program)
	x.WaitFor(`▸ treasury-696 +transaction +treasury seq 696`, patience)
	x.WaitFor(`transaction +(treasury|…[a-z]*) › seq 69[56]`, patience) // recent
	x.Key("enter")
	x.WaitFor(`› seq 696`, patience)
	x.Key("ctrl+c")
	require.Zero(t, x.ExitStatus(patience))

	printed := runIn(t, profile, "tx", "treasury", "696", "-o", "json")
	require.Zero(t, printed.status, printed.stderr)
	var record struct {
		Hash string `json:"hash"`
	}
	require.NoError(t, json.Unmarshal([]byte(printed.stdout), &record))
	byHash := runIn(t, profile, "tx", record.Hash, "-o", "json")
	require.Zero(t, byHash.status, byHash.stderr)
	require.Contains(t, byHash.stdout, `"sequence_number": 696`)
	require.Contains(t, byHash.stdout, record.Hash)
	unseen := runIn(t, profile, "tx", "0x"+strings.Repeat("12", 32))
	require.Equal(t, 4, unseen.status)
	require.Contains(t, unseen.stderr, "not seen yet, and this node has no transactions by hash")
	require.Equal(t, 4, runIn(t, profile, "tx", "treasury", "999999").status)

	x = terminal.Start(t, size, terminal.Options{Environment: profile}, program, "simulated/account/treasury/tx/3")
	x.WaitFor(`› seq 3`, patience)
	x.Type(":")
	x.WaitFor(`Command`, patience)
	x.Type("tx " + record.Hash)
	x.WaitFor(`open transaction`, patience)
	x.Key("enter")
	x.WaitFor(`› seq 696`, patience)
	x.Key("ctrl+c")
	require.Zero(t, x.ExitStatus(patience))
}

// The shell command of the palette runs as it is printed, with names before ::.
func TestShellCommandRunsAsPrinted(t *testing.T) {
	t.Parallel()
	profile := environment(t)
	x := terminal.Start(t, terminal.Size{Columns: 160, Rows: 40}, terminal.Options{Environment: profile}, program, "--network", "simulated")
	x.WaitUntil("Home", patience, home)
	x.Type(":")
	x.WaitFor(`Command`, patience)
	x.Type("module framework::coin")
	screen := x.WaitFor(`shell command:  foredeck module framework::coin --network simulated `, patience)
	line := regexp.MustCompile(`shell command:  foredeck (module .*--network simulated) `).FindStringSubmatch(screen)[1]
	x.Key("ctrl+c")
	require.Zero(t, x.ExitStatus(patience))

	shell := exec.CommandContext(t.Context(), "sh", "-c", program+" "+line)
	shell.Env = profile
	printed, err := shell.CombinedOutput()
	require.NoError(t, err, string(printed))
	require.Contains(t, string(printed), "balance")
}
