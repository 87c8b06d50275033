package main

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"foredeck/cmd/foredeck/sshd"
	"foredeck/tui/terminal"
)

// visitor is somebody who uses the program from another machine. Visitors reach the network of the host and nothing else of it: no file, no
// program, no setting with a secret. What is not listed here is denied.
type visitor struct {
	host     *host
	window   *sshd.Window       // nil if the visitor has no terminal
	terminal *terminal.Terminal // of the deck; nil if there is none
}

// visitorCommands are the commands of visitors.
var visitorCommands = []string{
	"account", "txs", "tx", "modules", "packages", "module", "resources", "resource", "view", "call", "block", "blocks", "price", "history", "wall", "version", "help",
}

// visitorOptions are the global options of visitors. Their commands have no options that read or write files.
var visitorOptions = []string{"theme", "no-color", "output", "limit", "all"}

// errRemote is the error of what visitors cannot do.
var errRemote = errors.New("not available over SSH")

// environ returns the variables of the visitor's terminal.
func (v *visitor) environ() []string {
	if v.window == nil {
		return nil
	}
	return v.window.Environ
}

// variable returns a variable of the visitor's terminal, empty if it is not set.
func (v *visitor) variable(name string) string {
	for _, pair := range v.environ() {
		if value, ok := strings.CutPrefix(pair, name+"="); ok {
			return value
		}
	}
	return ""
}

// execute runs a command line of the visitor and returns its exit code.
func (v *visitor) execute(ctx context.Context, arguments []string, stdout, stderr io.Writer) int {
	flags := &globalFlags{visitor: v, redactor: v.host.session.redactor}
	root := rootCommand(flags)
	restrict(root)
	if len(arguments) > 0 && strings.HasPrefix(arguments[0], "__") { // completion, which cobra adds later
		return report(stderr, usagef("unknown command %q", arguments[0]), root.CommandPath(), flags)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	switch found, _, err := root.Find(arguments); {
	case v.window == nil:
	case err == nil && (found == root || found.Name() == "wall"):
		size := terminal.Size{Width: v.window.Width, Height: v.window.Height}
		v.terminal = terminal.NewRemote(terminal.Remote{Stream: v.window, Environ: v.window.Environ, Size: size, Sizes: v.window.Resized})
	default:
		go v.window.Interrupt(cancel)
	}
	return flags.execute(ctx, root, arguments, stdout, stderr)
}

// visitorUsage describes options that mean less for visitors.
var visitorUsage = map[string]string{
	"output": "output format: table, wide, json, jsonl, csv, raw or yaml (default table)",
	"theme":  "color theme, such as nord (default that of the server, or auto: dark or light, as the terminal is)",
}

// restrict makes the commands and options fail that visitors do not have.
func restrict(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	for _, command := range root.Commands() {
		if !slices.Contains(visitorCommands, command.Name()) {
			command.Hidden, command.DisableFlagParsing, command.Args = true, true, nil
			command.RunE = func(*cobra.Command, []string) error { return usagef("%s: %w", command.Name(), errRemote) }
		}
	}
	root.PersistentFlags().VisitAll(func(flag *pflag.Flag) {
		if !slices.Contains(visitorOptions, flag.Name) {
			flag.Hidden, flag.Value = true, denied{flag.Value}
		}
		flag.Usage = cmp.Or(visitorUsage[flag.Name], flag.Usage)
	})
}

// denied is the value of an option that visitors cannot set.
type denied struct{ pflag.Value }

func (denied) Set(string) error { return &ruleError{errRemote.Error()} }
