package e2e_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
)

// openWithCommands opens the account treasury with custom commands in the config file.
func openWithCommands(t *testing.T, commands string) *terminal.Terminal {
	t.Helper()
	settings := filepath.Join(t.TempDir(), "config.toml")
	require.NoError(t, os.WriteFile(settings, []byte(commands), 0o600))
	x := terminal.Start(t, terminal.Size{Columns: 100, Rows: 30}, terminal.Options{Environment: environment(t, "FOREDECK_CONFIG="+settings)}, program, "treasury")
	x.WaitFor(`Home › Account treasury › Sent`, patience)
	x.WaitFor(`updated \d+s ago · \d+ of`, patience)
	return x
}

// A command in the terminal gets keys and signals, and the deck is drawn again when it ends.
func TestCommandInTheTerminal(t *testing.T) {
	t.Parallel()
	x := openWithCommands(t, `[commands.talk]
key = "B"
where = ["account"]
run = "terminal"
command = '''sh -c 'echo "talk about $1 on $FOREDECK_NETWORK"; read line; trap "exit 7" INT; echo "heard $line"; read more' sh {address}'''
`)
	x.Type("B")
	x.WaitFor(`talk about 0x[0-9a-f]{64} on simulated`, patience)
	x.Type("jkq")
	x.Key("enter")
	x.WaitFor(`heard jkq`, patience)
	x.Key("ctrl+c") // for the command, not for the deck
	x.WaitUntil("the deck again", patience, shows(`Home › Account treasury › Sent`, `! talk: exit code 7`))
	x.Type("?")
	x.WaitFor(`Keys on this screen`, patience)
	x.Key("ctrl+c")
	require.Zero(t, x.ExitStatus(patience))
}

// A panel shows the output of a command as text. Closing it, or the deck, ends the command.
func TestCommandInAPanel(t *testing.T) {
	t.Parallel()
	x := openWithCommands(t, `[commands.peek]
key = "B"
where = ["account"]
run = "panel"
command = '''sh -c 'printf "\033[31mprocess\033[0m %s \033]2;title\007\n" $$; sleep 600; echo end''''
`)
	for _, end := range []string{"esc", "ctrl+c"} {
		x.Type("B")
		screen := x.WaitFor(`process \d+ +│`, patience)
		require.Contains(t, screen, "1 line · running")
		_, after, _ := strings.Cut(screen, "process ")
		process, err := strconv.Atoi(strings.Fields(after)[0])
		require.NoError(t, err)
		x.Key(end)
		require.Eventually(t, func() bool { return syscall.Kill(process, 0) != nil }, patience, 10*time.Millisecond, "%s leaves the command running", end)
	}
	require.Zero(t, x.ExitStatus(patience))
	require.NotContains(t, x.Output(), "\x1b]2;title")
}
