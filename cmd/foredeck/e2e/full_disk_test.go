package e2e_test

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	built "foredeck/cmd/foredeck/e2e/program"
	"foredeck/cmd/foredeck/e2e/terminal"
	"foredeck/tui/store"
)

// onSmallDisk runs a script in which $HOME is a separate disk, with 4 KiB at first. `grow` gives it 4 MiB, and `lock`
// makes it read-only.
// The program is $1 and more are the arguments after it.
func onSmallDisk(t *testing.T, script string, more ...string) *terminal.Terminal {
	t.Helper()
	home := t.TempDir()
	const prepare = `
mount -t tmpfs -o size=4k none "$HOME" || exit 99
grow() { mount -o remount,size=4m "$HOME"; }
lock() { mount -o remount,ro "$HOME"; }
cd /
`
	if exec.Command("unshare", "-rm", "sh", "-c", `mount -t tmpfs none "$0"`, home).Run() != nil {
		t.Skip("this system does not let tests mount a disk")
	}
	arguments := append([]string{"-rm", "sh", "-c", prepare + script, "sh", program}, more...)
	return terminal.Start(t, terminal.Size{Columns: 240, Rows: 30}, terminal.Options{Environment: built.Environment(home)}, "unshare", arguments...)
}

// What a full disk did not take is reported, nothing remains of it, and it is there once there is room again.
func TestCrashFullDisk(t *testing.T) {
	t.Parallel()
	kept := t.TempDir()
	x := onSmallDisk(t, `
"$1" config init; echo "config init: $?"; ls -A "$HOME/config/foredeck" | wc -l
"$1" treasury; echo "deck: $?"; ls -A "$HOME/state/foredeck" | wc -l
read -r pause
grow
"$1" config init && "$1" config check && "$1" treasury; echo "deck: $?"
cp "$HOME/state/foredeck/simulated.notebook" "$2/store"
`, kept)
	save := func(name string) {
		x.WaitUntil("the account", patience, shows(`Account treasury › Sent`, `✓ Success`, `\? help`))
		x.Type("b")
		x.WaitFor(`╭ Save `, patience)
		x.Key("ctrl+u")
		x.Type(name)
		x.Key("enter")
	}
	save("lost")
	x.WaitFor(`state file not saved: .*no space left on device|disk .*full`, patience)
	require.NotContains(t, x.Output(), "saved as lost")
	x.Key("ctrl+c")
	x.WaitUntil("the end of the first deck", patience, shows(`config init: [1-9]\n0$`, `^deck: [1-9]\n0$`))
	x.Key("enter")
	save("found")
	x.WaitFor(`saved as found; listed on Home`, patience)
	x.Key("ctrl+c")
	x.WaitFor(`^deck: 0$`, patience)
	require.Zero(t, x.ExitStatus(patience))

	saved, err := store.Open(filepath.Join(kept, "store"))
	require.NoError(t, err)
	require.Len(t, saved.Bookmarks(), 1)
	require.Equal(t, "found", saved.Bookmarks()[0].Name)
}

// On a read-only disk the deck and commands know what was saved, and say that they cannot save more.
func TestCrashReadOnlyDisk(t *testing.T) {
	t.Parallel()
	x := onSmallDisk(t, `
grow
"$1" treasury; echo "deck: $?"
lock
"$1" account chest > /dev/null; echo "account: $?"
"$1" chest; echo "deck: $?"
`)
	x.WaitUntil("the account", patience, shows(`Account treasury › Sent`, `✓ Success`))
	x.Type("=")
	x.WaitFor(`Name address 0x`, patience)
	x.Key("ctrl+u")
	x.Type("chest")
	x.Key("enter")
	x.WaitFor(`Account chest › Sent`, patience)
	x.Key("ctrl+c")
	x.WaitUntil("the same account under its name", patience, shows(`Account chest › Sent`, `state file is read-only, changes will not be saved: .*: read-only file system`))
	x.Key("ctrl+c")
	x.WaitUntil("the end", patience, shows(`^deck: 0$`, `^account: 0$`))
}
