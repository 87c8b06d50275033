package e2e_test

import (
	"bufio"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
)

// A resource that changes with every block is followed: the first state, then what changed.
func TestFollowResource(t *testing.T) {
	t.Parallel()
	command := exec.CommandContext(t.Context(), program, "resource", "0x1", "0x1::block::BlockResource", "--every", "200ms", "--changes", "-o", "jsonl")
	command.Env = environment(t)
	stdout, err := command.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	lines := bufio.NewScanner(stdout)
	require.True(t, lines.Scan())
	require.Regexp(t, `^{"time_us":\d+,"height":\d+,.*"type":"0x1::block::BlockResource","data":{.*},"changes":null}$`, lines.Text())
	for range 2 {
		require.True(t, lines.Scan())
		require.Regexp(t, `"changes":\[{"path":"\.height","was":"\d+","is":"\d+"},`, lines.Text())
	}
	require.NoError(t, command.Process.Kill())
	_ = command.Wait()
}
