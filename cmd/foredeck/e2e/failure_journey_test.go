package e2e_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
)

// failedSequence is a transfer of treasury on the simulated network that fails for want of coins. No older one does.
const failedSequence = "62"

var loadedRows = regexp.MustCompile(`of ([0-9,]+) (?:loaded · G searches more|· all loaded)`)

// The path of a developer: filter the failures of one reason, open one, read why, stand on the aborting instruction and its source
// line, see the balance that was missing, open the call again with another amount, copy it, and save the transaction.
func TestWhyDidItFail(t *testing.T) {
	t.Parallel()
	x := start(t, terminal.Size{Columns: 200, Rows: 60})
	openTreasury(t, x)
	x.WaitFor(`balance [0-9,.]+ NATIVE`, patience)
	balance := amountOf(t, x, `balance ([0-9,.]+) NATIVE`)
	x.Type("/")
	x.Type("reason:INSUFFICIENT")
	x.WaitFor(`reason contains INSUFFICIENT`, patience)
	x.Key("enter")
	x.WaitFor(`G searches more`, patience)
	searchToTheEnd(t, x)
	x.WaitUntil("the oldest failure", patience, shows(`▸ `+failedSequence+` +✗ Fail `, ` [0-9,]+ of 1,[0-9]+ · all loaded`))

	x.Key("enter")
	x.WaitUntil("the reason", patience, shows(
		`› seq `+failedSequence+`$`, `failure +EINSUFFICIENT_BALANCE · INVALID_ARGUMENT, reason 6`, `failed: not enough coins to complete transaction`,
		`failed at +0x1::coin::extract, instruction 8`, `#2 amount +u64 +[0-9,]+\.[0-9]+ +[0-9]+`,
	))
	require.Greater(t, amountOf(t, x, `#2 amount +u64 +([0-9,.]+)`), balance, "the balance that was missing")
	amount := regexp.MustCompile(`#2 amount +u64 +[0-9,.]+ +([0-9]+)`).FindStringSubmatch(x.Screen())[1]

	x.Type("F")
	x.WaitUntil("the aborting instruction", patience, shows(`› Module 0x1::coin$`, ` 4 Bytecode\b`, `▸ +✗8 +Abort`))
	x.Type("s")
	x.WaitUntil("its line in the source", patience, shows(
		` 6 Source\b`, `▸ ?[0-9]+ .*assert!\(coin\.value >= amount, error::invalid_argument\(EINSUFFICIENT_BALANCE\)\);`, `line of extract, instruction 8`))
	x.Type("[")
	x.WaitFor(`(?m)› seq `+failedSequence+`$`, patience)

	x.Type("R")
	x.WaitUntil("the form of the call", patience, shows(`› transfer › Call$`, `u64:`+amount, `neither signs nor submits`))
	x.Key("tab")
	x.Key("tab")
	x.Key("backspace")
	lower := amount[:len(amount)-1]
	x.WaitFor(`u64:`+lower+`\b`, patience)
	x.Key("esc")
	x.WaitFor(`[^+]c copy CLI`, patience) // alt+c does the same inside a form
	x.Type("c")
	x.WaitFor(`copied: supra move tool run --function-id`, patience)
	x.Type("[")
	x.WaitFor(`(?m)› seq `+failedSequence+`$`, patience)

	x.Type("b")
	x.WaitFor(`enter confirm`, patience)
	x.Key("enter")
	x.WaitFor(`saved as `, patience)
	x.Key("ctrl+c")
	require.Zero(t, x.ExitStatus(patience))
}

// amountOf returns a number on the screen.
func amountOf(t *testing.T, x *terminal.Terminal, pattern string) float64 {
	t.Helper()
	found := regexp.MustCompile(pattern).FindStringSubmatch(x.Screen())
	require.NotNil(t, found, x.Screen())
	amount, err := strconv.ParseFloat(strings.ReplaceAll(found[1], ",", ""), 64)
	require.NoError(t, err)
	return amount
}

// searchToTheEnd loads all pages of a filtered list.
func searchToTheEnd(t *testing.T, x *terminal.Terminal) {
	t.Helper()
	for !strings.Contains(x.Screen(), "· all loaded") {
		before := loadedRows.FindString(x.Screen())
		x.Type("G")
		x.WaitUntil("more rows after "+before, patience, func(screen string) bool {
			now := loadedRows.FindString(screen)
			return now != "" && now != before
		})
	}
}

// The same in a shell with three commands: list the failures of one reason, show one, and write its call with another amount.
func TestWhyDidItFailInAShell(t *testing.T) {
	t.Parallel()
	type transaction struct {
		Sequence json.Number `json:"sequence_number"`
		Failure  struct{ Name, Category, Description string }
		Payload  struct {
			Function  string
			Arguments []json.RawMessage
		}
	}
	listed := run(t, "txs", "treasury", "--filter", "reason:INSUFFICIENT", "--all", "-o", "jsonl")
	require.Zero(t, listed.status, listed.stderr)
	var oldest transaction
	count := 0
	for line := range strings.Lines(listed.stdout) {
		oldest = transaction{} // Unmarshal would reuse its arrays
		require.NoError(t, json.Unmarshal([]byte(line), &oldest))
		require.Equal(t, "EINSUFFICIENT_BALANCE", oldest.Failure.Name)
		count++
	}
	require.Greater(t, count, 20, "failures of one reason on several pages")
	require.Equal(t, failedSequence, oldest.Sequence.String())

	shown := run(t, "tx", "treasury", failedSequence, "-o", "json")
	require.Zero(t, shown.status, shown.stderr)
	var one transaction
	require.NoError(t, json.Unmarshal([]byte(shown.stdout), &one))
	require.Equal(t, oldest, one)
	require.Equal(t, "INVALID_ARGUMENT", one.Failure.Category)
	require.Equal(t, "Not enough coins to complete transaction", one.Failure.Description)

	var to string
	require.NoError(t, json.Unmarshal(one.Payload.Arguments[0], &to))
	call := run(t, "call", one.Payload.Function, "--arg", to, "--arg", "1000", "--as", "cli")
	require.Zero(t, call.status, call.stderr)
	require.Contains(t, call.stdout, fmt.Sprintf("--function-id %s --args address:", one.Payload.Function))
	require.Contains(t, call.stdout, " u64:1000\n")
}
