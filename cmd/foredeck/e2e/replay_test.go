package e2e_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
)

// A session whose program was killed is whole in its recording, which shows it again.
func TestReplayOfKilledSession(t *testing.T) {
	file := filepath.Join(t.TempDir(), "session.jsonl")
	x := start(t, terminal.Size{Columns: 100, Rows: 30}, "--record", file)
	shown := openTreasury(t, x)
	x.Key("enter")
	x.WaitUntil("the transaction", patience, shows(`status +✓ Success`, `Block and signature`))
	x.Signal(syscall.SIGKILL)
	require.Equal(t, 128+int(syscall.SIGKILL), x.ExitStatus(patience))

	x = start(t, terminal.Size{Columns: 100, Rows: 30}, "--replay", file)
	x.WaitFor(`^ ▟ foredeck +simulated replay +rpc`, patience)
	require.Equal(t, shown.rows[0], openTreasury(t, x).rows[0])
	x.Key("enter")
	x.WaitUntil("the transaction", patience, shows(`status +✓ Success`, `Block and signature`))
	x.Key("space", "h")
	x.WaitUntil("Home", patience, shows(`^ Home$`, `replaying a recording; nothing here is live`))
	x.Type("0xdead")
	x.Key("enter")
	x.WaitFor(`not in this recording`, patience)
	x.Key("space", "h")
	x.WaitUntil("Home", patience, shows(`^ Home$`, `Go to`))
	x.Key("ctrl+c")
	require.Zero(t, x.ExitStatus(patience))
	found, err := os.Stat(file)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), found.Mode().Perm())
}
