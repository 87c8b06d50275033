package main

import (
	"context"
	"strings"

	"golang.org/x/time/rate"

	"foredeck/cmd/foredeck/sshd"
	"foredeck/tui/terminal"
)

// visitor is somebody who uses the program from another machine. Visitors reach the network of the host and nothing else of it: no file, no
// program, no setting with a secret. A command, an option or a setting that does not say that visitors have it is denied.
type visitor struct {
	*sshd.Session
	host     *host
	limits   []*rate.Limiter    // of requests, while the session runs
	terminal *terminal.Terminal // of the deck; nil if there is none
}

// environ returns the variables of the visitor's terminal.
func (v *visitor) environ() []string {
	if v.Window == nil {
		return nil
	}
	return v.Window.Environ
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

// execute runs the command line of the visitor and returns its exit code.
func (v *visitor) execute(ctx context.Context) int {
	flags := &globalFlags{visitor: v, redactor: v.host.session.redactor}
	root := rootCommand(flags)
	restrict(root)
	if len(v.Arguments) > 0 && strings.HasPrefix(v.Arguments[0], "__") { // completion, which cobra adds later
		return report(v.Stderr, usagef("unknown command %q", v.Arguments[0]), root.CommandPath(), flags)
	}
	limits, release := v.host.allowances.open(v.Key, v.Address)
	defer release()
	v.limits = limits
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	switch found, _, err := root.Find(v.Arguments); {
	case v.Window == nil:
	case err == nil && (found == root || found.Name() == "wall"):
		v.terminal = terminal.NewRemote(*v.Window)
	default:
		go v.Window.Interrupt(cancel)
	}
	return flags.execute(ctx, root, v.Arguments, v.Stdout, v.Stderr)
}
