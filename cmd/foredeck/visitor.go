package main

import (
	"context"
	"io"
	"strings"

	"golang.org/x/time/rate"

	"foredeck/cmd/foredeck/sshd"
	"foredeck/tui/terminal"
)

// visitor is somebody who uses the program from another machine. Visitors reach the network of the host and nothing else of it: no file, no
// program, no setting with a secret. What is not listed here is denied.
type visitor struct {
	host     *host
	window   *sshd.Window       // nil if the visitor has no terminal
	key      string             // its fingerprint; empty if everybody may connect
	address  string             // from which the visitor has connected
	limits   []*rate.Limiter    // of requests, while the session runs
	terminal *terminal.Terminal // of the deck; nil if there is none
}

// visitorCommands are the commands of visitors; why they lack the others stands in refusedCommands.
var visitorCommands = []string{
	"account", "txs", "tx", "modules", "packages", "module", "resources", "resource", "view", "call", "block", "blocks", "price", "history", "wall", "version", "help", "filter",
}

// visitorOptions are the global options of visitors; why they lack the others stands in refusedOptions. Their commands have no options that read or write files.
var visitorOptions = []string{"theme", "no-color", "output", "limit", "all"}

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
	limits, release := v.host.allowances.open(v.key, v.address)
	defer release()
	v.limits = limits
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
