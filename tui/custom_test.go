package tui_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/config"
	"foredeck/tui"
	"foredeck/tui/custom"
	"foredeck/tui/tuitest"
)

const customConfig = `[commands.show]
key = "B"
where = ["account", "transaction"]
command = "foredeck account {address}"
run = "panel"
description = "show as a table"
[commands.note]
key = "X"
command = "note {hash} --of {address}"
[commands.look]
where = ["block"]
command = "look {height}"
run = "background"
`

// runs records the processes of a deck.
type runs struct {
	processes []custom.Process
	output    string
	err       error
}

func (r *runs) run(_ context.Context, process custom.Process) error {
	r.processes = append(r.processes, process)
	if process.Output != nil {
		_, _ = io.WriteString(process.Output, r.output)
	} else if process.Errors != nil {
		_, _ = io.WriteString(process.Errors, r.output)
	}
	return r.err
}

// openCustom opens a deck with commands on the account busy.
func openCustom(t *testing.T, settings string, run custom.Runner) *tuitest.Deck {
	t.Helper()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}, Config: settings, Options: func(o *tui.Options) { o.RunCommand = run }})
	d.Press("busy", "enter")
	return d
}

func TestCommandShowsItsOutput(t *testing.T) {
	t.Parallel()
	r := &runs{output: "one\x1b[31m red\x1b[0m\x1b]52;c;AA==\a\r\n" + strings.Repeat("row\n", 100) + "the end"}
	d := openCustom(t, customConfig, r.run)
	d.Press("B")
	d.Shows("╭ show ─", "102 lines", "one red", "esc close")
	d.Hides("the end")
	d.Press("G")
	d.Shows("the end")
	d.Press("g")
	d.Shows("one red")
	d.Press("esc")
	d.Hides("one red")
	require.Len(t, r.processes, 1)
	words := r.processes[0].Words
	require.Equal(t, []string{"foredeck", "account"}, words[:2])
	require.Regexp(t, "^0x[0-9a-f]{64}$", words[2])
	require.Contains(t, r.processes[0].Environment, "FOREDECK_ADDRESS="+words[2])
	require.Contains(t, r.processes[0].Environment, "FOREDECK_NETWORK=local")
}

func TestCommandInTheBackground(t *testing.T) {
	t.Parallel()
	r := &runs{}
	d := openCustom(t, customConfig, r.run)
	d.Press("X")
	d.Shows("note: done")
	require.Len(t, r.processes[0].Words, 4, "the hash of the selected transaction")
	d.Press("enter")
	d.Press("X")
	require.Equal(t, r.processes[0].Words, r.processes[1].Words, "it is open now")
	r.err, r.output = errors.New("exit status 3"), "\x1b[31mno such\x1b[0m place\n"
	d.Press("X")
	d.Shows("! note: exit status 3: no such place")
}

// A command that needs more than the screen shows says what.
func TestCommandIsUnavailable(t *testing.T) {
	t.Parallel()
	r := &runs{}
	d := openCustom(t, customConfig, r.run)
	d.Press("5", "X")
	d.Shows("! note: this screen has no {hash}")
	d.Press(":", "l", "o", "o", "k")
	d.Shows("runs only on a screen of: block")
	d.Press("enter")
	d.Shows("! runs only on a screen of: block")
	require.Empty(t, r.processes)
}

func TestCommandsAreListed(t *testing.T) {
	t.Parallel()
	d := openCustom(t, customConfig, (&runs{}).run)
	d.Press("?", "commands.")
	d.Shows("Commands", "B ", "show as a table", "X ", "note {hash} --of {address}")
	d.Press("esc", "esc", ":", "as a table")
	d.Shows("▸ show", "show as a table", "B")
	d.Press("enter")
	d.Shows("no output")
}

// The key of a command is free for it alone: it works beside the keys that the user has bound, and a taken one is reported.
func TestKeysOfCommands(t *testing.T) {
	t.Parallel()
	r := &runs{}
	d := openCustom(t, "[commands.note]\nkey = \"y\"\ncommand = \"note {hash}\"\n[keys]\n\"deck.copy\" = \"Z\"\n", r.run)
	require.Empty(t, d.Deps().Config.Problems)
	d.Press("y")
	require.Len(t, r.processes, 1)
	d.Press("Z")
	d.Shows("copied")
}

func TestInvalidKeysAndNamesOfCommands(t *testing.T) {
	t.Parallel()
	for written, problem := range map[string]string{
		"[commands.note]\ncommand = \"ls\"\nkey = \"q\"\nwhere = [\"block\"]":                      "line 3: commands.note.key: q is already bound to deck.quit",
		"[commands.note]\ncommand = \"ls\"\nkey = \"s\"\nwhere = [\"pair\", \"account\"]":          "line 3: commands.note.key: s is already bound to account.order",
		"[commands.note]\ncommand = \"ls\"\nkey = \"P\"":                                           "line 3: commands.note.key: P is already bound to resources.pin",
		"[commands.note]\ncommand = \"ls\"\nkey = \"hyper+x\"":                                     `line 3: commands.note.key: invalid key "hyper+x"`,
		"[commands]\na = { command = \"ls\", key = \"Z\" }\nb = { command = \"ls\", key = \"Z\" }": "line 2: commands.a.key: Z is already bound to commands.b",
		"[commands.note]\ncommand = \"ls\"\nkey = \"Z\"\n[keys]\n\"deck.copy\" = \"Z\"":            "line 3: commands.note.key: Z is already bound to deck.copy",
		"[commands.note]\ncommand = \"ls\"\n[keys]\n\"commands.note\" = \"Z\"":                     `line 4: keys."commands.note": the key of a command is set by key in [commands.note]`,
		"[commands.account]\ncommand = \"ls\"":                                                     "line 2: commands.account: already the name of a command or an action: choose another one",
		"[commands.theme]\ncommand = \"ls\"":                                                       "line 2: commands.theme: already the name of a command or an action: choose another one",
		"[aliases]\nquit = \"blocks\"":                                                             "line 2: aliases.quit: already the name of a command or an action: choose another one",
		"[commands.note]\ncommand = \"ls\"\n[aliases]\nnote = \"blocks\"":                          "line 4: aliases.note: already the name of a command or an action: choose another one",
		"[aliases]\na = \"blocks\"\nb = \"a b\"":                                                   "line 3: aliases.b: must not begin with an alias: write out its line",
		"[commands.quit]\ncommand = \"ls\"":                                                        "line 2: commands.quit: already the name of a command or an action: choose another one",
	} {
		file := filepath.Join(t.TempDir(), "config.toml")
		require.NoError(t, os.WriteFile(file, []byte(written+"\n"), 0o600))
		read, err := config.ReadFile(t.Context(), file, true)
		require.NoError(t, err)
		settings, err := config.Resolve(config.Flags{}, func(string) string { return "" }, read)
		require.NoError(t, err)
		tui.Bindings(settings)
		require.Len(t, settings.Problems, 1, written)
		require.Contains(t, settings.Problems[0].String(), problem)
	}
}

// A command that was added while the deck runs works at once.
func TestCommandsAreReloaded(t *testing.T) {
	t.Parallel()
	r := &runs{}
	d := openCustom(t, "[commands.note]\nkey = \"B\"\ncommand = \"note {hash}\"\n", r.run)
	d.WriteConfigFile("[commands.other]\nkey = \"X\"\ncommand = \"other\"\n")
	d.Shows("config file reloaded: commands")
	d.Press("B")
	require.Empty(t, r.processes)
	d.Press("X")
	d.Shows("other: done")
}

// The name of a command runs it, although actions of the screen begin with it.
func TestNameOfACommandIsChosenFirst(t *testing.T) {
	t.Parallel()
	r := &runs{}
	d := openCustom(t, "[commands.list]\ncommand = \"ls\"\n", r.run)
	d.Press(":", "list")
	d.Shows("▸ list   ", "list.up")
	d.Press("enter")
	d.Shows("list: done")
}

// Visitors cannot run commands of this machine: without a runner there are none.
func TestNoCommandsWithoutARunner(t *testing.T) {
	t.Parallel()
	d := openCustom(t, customConfig, nil)
	before := d.Body()
	d.Press("B", "X")
	require.Equal(t, before, d.Body())
	d.Press("?", "commands.")
	d.Hides("show as a table")
	d.Press("esc", "esc", ":", "note")
	d.Hides("note {hash}")
}

// The panel shows the output while the command runs, and closing it ends the command.
func TestPanelOfARunningCommand(t *testing.T) {
	t.Parallel()
	wrote, ended := make(chan struct{}), make(chan struct{})
	d := openCustom(t, customConfig, func(ctx context.Context, process custom.Process) error {
		defer close(ended)
		fmt.Fprintln(process.Output, "begin")
		close(wrote)
		<-ctx.Done()
		return ctx.Err()
	})
	d.Paused = true
	d.Press("B")
	<-wrote
	d.Send(nil)
	d.Shows("begin", "1 line · running")
	d.Press("esc")
	d.Hides("begin")
	<-ended
}
