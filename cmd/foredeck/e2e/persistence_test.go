package e2e_test

import (
	"encoding/base64"
	"os/exec"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
)

// What is saved, named and pinned is there again when the deck is opened another time, and what is copied reaches the terminal
// whole.
func TestStateSurvivesRestart(t *testing.T) {
	t.Parallel()
	profile := environment(t)
	size := terminal.Size{Columns: 100, Rows: 30}
	x := terminal.Start(t, size, terminal.Options{Environment: profile}, program)
	x.WaitUntil("Home", patience, home)
	x.Type("0x1::coin::balance")
	x.WaitFor(`▸ function +0x1::coin::balance`, patience)
	x.Key("enter")
	x.WaitFor(`public fun balance<T0>`, patience)
	x.Type("v")
	x.WaitFor(`▸ T0`, patience)
	x.Type("0x1::native_coin::NativeCoin")
	x.Key("tab")
	x.Type("treasury")
	x.WaitFor(`✓ 0x[0-9a-f]{4}…`, patience)
	x.Key("enter")
	x.WaitFor(` ok [0-9.]+ ms, [0-9]+s ago ╮`, patience)
	x.WaitFor(`u64 +[0-9,]+\.[0-9]{8} `, patience) // in the coin's unit, once that is known
	x.Key("esc")
	x.WaitFor(`tab edit form`, patience)
	x.Type("P")
	x.WaitFor(`pinned to account treasury`, patience)
	x.Type("b")
	x.WaitFor(`> balance`, patience)
	x.Key("enter")
	x.WaitFor(`saved as balance; listed on Home`, patience)

	screen := x.WaitFor(`u64 +[0-9,]+\.[0-9]{8} +[0-9]+`, patience)
	raw := regexp.MustCompile(`u64 +[0-9,]+\.[0-9]{8} +([0-9]+)`).FindStringSubmatch(screen)[1]
	x.Type("y")
	x.WaitFor(`copied: `+raw+` \([0-9]+ characters\) +to your terminal's clipboard`, patience)
	require.Contains(t, x.Output(), "\x1b]52;c;"+base64.StdEncoding.EncodeToString([]byte(raw))+"\a")
	x.Key("ctrl+c")
	require.Zero(t, x.ExitStatus(patience))

	x = terminal.Start(t, size, terminal.Options{Environment: profile}, program)
	x.WaitFor(`balance +view +[0-9,]+`, patience)
	x.Type("treasury")
	x.Key("enter")
	x.WaitFor(`pinned +0x1::coin::balance<0x1::native_coin::NativeCoin> += +[0-9,]+\.[0-9]{8}`, patience)
	x.Type("=")
	x.WaitFor(`Name address 0x`, patience)
	x.Key("ctrl+u") // clears the current name
	x.Type("chest")
	x.Key("enter")
	x.WaitFor(`Account chest › Sent`, patience)
	x.Key("ctrl+c")
	require.Zero(t, x.ExitStatus(patience))

	x = terminal.Start(t, size, terminal.Options{Environment: profile}, program, "chest")
	x.WaitFor(`Account chest › Sent`, patience)
	x.Key("ctrl+c")
	require.Zero(t, x.ExitStatus(patience))

	command := exec.CommandContext(t.Context(), program, "account", "chest", "-o", "json")
	command.Env = profile
	printed, err := command.Output()
	require.NoError(t, err)
	require.Contains(t, string(printed), `"sequence_number": 1`, "commands know the name as well")
}
