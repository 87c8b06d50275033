package e2e_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
)

// A past transfer is opened as a call, changed and copied in the deck, and the same is done in a shell.
func TestCallAgain(t *testing.T) {
	t.Parallel()
	const sequence = "1196"
	listed := run(t, "txs", "treasury", "--start", sequence, "--oldest-first", "--all", "-o", "jsonl")
	require.Zero(t, listed.status, listed.stderr)
	var found struct {
		Sequence json.Number `json:"sequence_number"`
		Hash     string
		Payload  struct {
			Kind, Function string
			Arguments      []json.RawMessage
		}
	}
	for line := range strings.Lines(listed.stdout) {
		require.NoError(t, json.Unmarshal([]byte(line), &found))
		if found.Payload.Kind == "entry_function" && found.Payload.Function == "0x1::native_account::transfer" {
			break
		}
	}
	require.Equal(t, "0x1::native_account::transfer", found.Payload.Function, "treasury sends transfers")
	var to string
	require.NoError(t, json.Unmarshal(found.Payload.Arguments[0], &to))
	to = "0x" + strings.Repeat("0", 66-len(to)) + strings.TrimPrefix(to, "0x")

	x := start(t, terminal.Size{Columns: 200, Rows: 60})
	openTreasury(t, x)
	x.Type("/")
	x.Type(found.Hash[:12])
	x.Key("enter")
	x.WaitFor(`▸ [0-9,]+ .*native_account::transfer`, patience)
	x.Type("R")
	x.WaitUntil("the form of the call", patience, shows(`› transfer › Call$`, `#1 to +address +`+to, `neither signs nor submits`, `--args address:`+to+` u64:[0-9]+`))
	x.Key("tab")
	x.Key("tab")
	x.Type("0")
	x.WaitFor(`u64:[0-9]+0`, patience)
	x.Type("x")
	x.WaitUntil("the error of the field", patience, shows(`not a digit at character`, `shown when all fields are valid`))
	x.Key("backspace")
	x.Key("esc")
	x.WaitFor(`c copy CLI`, patience)
	x.Type("c")
	x.WaitFor(`copied: supra move tool run --function-id`, patience)
	amount := regexp.MustCompile(`u64:([0-9]+)`).FindStringSubmatch(x.Screen())[1]
	x.Key("ctrl+c")
	require.Zero(t, x.ExitStatus(patience))

	call := []string{"call", "0x1::native_account::transfer", "--arg", to, "--arg", amount}
	written := run(t, append(call, "--as", "cli")...)
	require.Equal(t, "supra move tool run --function-id 0x1::native_account::transfer --args address:"+to+" u64:"+amount+"\n", written.stdout, written.stderr)
	written = run(t, append(call, "--as", "bcs")...)
	require.Contains(t, written.stdout, "0220"+to[2:]+"08", "the arguments in BCS")
	wrong := run(t, "call", "0x1::native_account::transfer", "--arg", to, "--arg", "x")
	require.Equal(t, 2, wrong.status)
	require.Contains(t, wrong.stderr, `argument #2 amount (u64) "x": not a digit at character 1`)
}
