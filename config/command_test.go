package config_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/config"
)

func TestCommands(t *testing.T) {
	t.Parallel()
	s := resolved(t, `[commands.show]
key = "ctrl+y"
where = ["transaction", "block"]
command = '''sh -c 'foredeck tx "$FOREDECK_HASH" | jq "{a: .b}"' {hash} "it's one" '''
run = "panel"
description = "as YAML"
[commands]
ping = { command = "true" }
`)
	require.Empty(t, s.Problems)
	require.Len(t, s.Commands, 2)
	show, ping := s.Commands[0], s.Commands[1]
	require.Equal(t, []string{"sh", "-c", `foredeck tx "$FOREDECK_HASH" | jq "{a: .b}"`, "{hash}", "it's one"}, show.Words())
	require.Equal(t, []string{"transaction", "block"}, show.Where)
	require.Equal(t, config.Command{Name: "ping", Line: "true", Where: []string{config.AnyScreen}, Run: "background"}, ping)
	shown := map[string]string{}
	for _, entry := range s.Entries(func(string) string { return "" }) {
		shown[entry.Key] = entry.Value + ", " + entry.From
	}
	require.Equal(t, `"panel", line 5`, shown["commands.show.run"])
	require.Equal(t, `"background", default`, shown["commands.ping.run"])
	require.Equal(t, []string{"commands"}, s.Changes(resolved(t, "")))
}

// Each invalid line is reported with its field and rule.
func TestInvalidCommands(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]config.Problem{
		`[commands.x]` + "\nkey = \"y\"":                     {2, "commands.x", "has no command line (command = …) and is ignored"},
		`commands.x = "ls"`:                                  {1, "commands.x", `must be a table, such as [commands.show] with command = "foredeck tx {hash}"`},
		`commands.x.command = "ls 'a"`:                       {1, "commands.x.command", "unclosed quote or unfinished escape"},
		`commands.x.command = "  "`:                          {1, "commands.x.command", "must have a program, such as foredeck tx {hash}"},
		`commands.x.command = "{link}"`:                      {1, "commands.x.command", `the program "{link}" must not have a placeholder`},
		`commands.x.command = "open {adress}"`:               {1, "commands.x.command", "unknown placeholder {adress}: must be {address}, {hash}, {height}, {pair}, {link}"},
		`commands.x.command = "ls \u0000"`:                   {1, "commands.x.command", "must not contain a NUL character"},
		`commands.x.command = 3`:                             {1, "commands.x.command", "must be a string in quotes, not 3"},
		`commands.x = { command = "ls", run = "tab" }`:       {1, "commands.x.run", "must be one of background, terminal, panel"},
		`commands.x = { command = "ls", where = ["home"] }`:  {1, "commands.x.where", "must be one of account, transaction, block, pair, any"},
		`commands.x = { command = "ls", where = [] }`:        {1, "commands.x.where", "must have at least one screen"},
		`commands.x = { command = "ls", shell = true }`:      {1, "commands.x.shell", "unknown option: must be command, key, where, run or description"},
		`commands.x = { command = "ls", run.run = "panel" }`: {1, "commands.x.run.run", "unknown option: must be command, key, where, run or description"},
		`commands."a b" = { command = "ls" }`:                {1, `commands."a b".command`, "the name of a command must consist of letters, digits, - and _, and start with a letter"},
		`commands = "ls"`:                                    {1, "commands", "the name of a command must consist of letters, digits, - and _, and start with a letter"},
	} {
		require.Equal(t, []config.Problem{want}, resolved(t, written+"\n").Problems, written)
	}
}

// An invalid value on a reload leaves the command as it was, and the others too.
func TestInvalidCommandKeepsTheEarlierOne(t *testing.T) {
	t.Parallel()
	before := resolved(t, "[commands.x]\ncommand = \"ls -l\"\nrun = \"panel\"\nkey = \"y\"\n")
	for _, written := range []string{`{ command = "ls -l", run = "tab", key = "y" }`, `{ command = "'", run = "panel", key = "y" }`, `{ key = "y" }`, `"ls"`} {
		now := resolved(t, "[commands]\nx = "+written+"\nother = { command = \"ls\" }\n")
		now.KeepInvalid(before)
		at := slices.IndexFunc(now.Commands, func(c config.Command) bool { return c.Name == "x" })
		require.GreaterOrEqual(t, at, 0, written)
		require.Equal(t, before.Commands[0], now.Commands[at], written)
		require.Len(t, now.Commands, 2)
	}
}

func TestDropKeyAndCommand(t *testing.T) {
	t.Parallel()
	s := resolved(t, "[commands.x]\ncommand = \"ls\"\nkey = \"q\"\n[commands.y]\ncommand = \"ls\"\n")
	s.DropKey("x", "q is already bound to deck.quit")
	s.DropCommand("y", "taken")
	require.Equal(t, []config.Problem{{3, "commands.x.key", "q is already bound to deck.quit"}, {5, "commands.y", "taken"}}, s.Problems)
	require.Len(t, s.Commands, 1)
	require.Empty(t, s.Commands[0].Key)
}

func FuzzCommandLine(f *testing.F) {
	f.Add("foredeck tx {hash} -o yaml")
	f.Add(`sh -c "a \" b" 'c'\''d'`)
	f.Fuzz(func(t *testing.T, written string) {
		if strings.ContainsAny(written, "'\r\n") {
			return
		}
		s := resolved(t, "[commands.x]\ncommand = '"+written+"'\n")
		for i := range s.Commands {
			require.NotEmpty(t, s.Commands[i].Words())
			require.NotEmpty(t, s.Commands[i].Words()[0])
		}
	})
}
