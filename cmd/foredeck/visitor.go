package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/time/rate"

	"foredeck/cmd/foredeck/sshd"
	"foredeck/tui/command"
	"foredeck/tui/terminal"
)

// visitor is somebody who uses the program from another machine. Visitors reach the network of the host and nothing else of it: no file, no
// program, no setting with a secret. A command, an option or a setting that does not say that visitors have it is denied.
type visitor struct {
	*sshd.Session
	host     *host
	limits   []*rate.Limiter    // of requests, while the session runs
	terminal *terminal.Terminal // of the deck; nil if there is none
	// isAssistant is true for a program on this machine: it has what reads the index of the network too.
	isAssistant bool
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
	restrict(root, v)
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

// errRemote is the error of what visitors cannot do.
var errRemote = errors.New("not available over SSH")

// errAssistant is the error of what assistants cannot do.
var errAssistant = errors.New("not available to assistants")

// whyNoExpressions says why visitors lack the formats with an expression.
const whyNoExpressions = "an expression can need any amount of memory: use -o json, and filter that where you are"

// isExpression reports whether a format of -o evaluates an expression.
func isExpression(format string) bool { return strings.Contains(format, "=") }

// refusal returns the error for what the visitor does not have.
func (v *visitor) refusal(access command.Access) error {
	why := errRemote
	if v.isAssistant {
		why = errAssistant
	}
	if access.Why == "" {
		return why
	}
	return fmt.Errorf("%w: %s", why, access.Why)
}

// has reports whether the visitor has a command.
func (v *visitor) has(access command.Access) bool {
	return access.IsAllowed || access.OnMachine && v.isAssistant
}

// describeRefused lists what visitors do not have, for help.
func describeRefused() string {
	var b strings.Builder
	b.WriteString("Not available over SSH:")
	list := func(name, why string) { fmt.Fprintf(&b, "\n  %-14s %s", strings.TrimSpace(name), why) }
	for _, declared := range command.All() {
		if access := declared.Visitors; !access.IsAllowed || access.Except != "" {
			list(declared.Name+" "+access.Except, access.Why)
		}
	}
	for _, option := range command.Global() {
		if !option.Visitors.IsAllowed {
			list("--"+option.Name, option.Visitors.Why)
		}
	}
	for _, format := range command.Converted {
		if name, _, is := strings.Cut(format, "="); is {
			list("-o "+name, whyNoExpressions)
		}
	}
	return b.String()
}

// restrict makes the commands and options fail that visitors do not have. A help topic is not a command: it runs nothing.
func restrict(root *cobra.Command, v *visitor) {
	root.Short = "A terminal explorer for Move chains, over SSH"
	root.Long = strings.Replace(root.Long, networkHelp, "The network is that of the server.", 1) + "\n\n" + describeRefused()
	for _, built := range root.Commands() {
		var access command.Access
		if declared := command.Lookup(built.Name()); declared != nil {
			access = declared.Visitors
		}
		if built.Runnable() && !v.has(access) {
			why := v.refusal(access)
			built.Hidden, built.DisableFlagParsing, built.Args = true, true, nil
			built.Long, built.Example = why.Error(), ""
			built.RunE = func(*cobra.Command, []string) error { return usagef("%s: %w", built.Name(), why) }
		}
	}
	root.InitDefaultHelpCmd() // visitors have it
	options := map[string]command.Access{}
	for _, option := range command.Global() {
		options[option.Name] = option.Visitors
	}
	root.PersistentFlags().VisitAll(func(flag *pflag.Flag) {
		access := options[flag.Name]
		if !access.IsAllowed {
			flag.Hidden, flag.Value = true, denied{flag.Value, v.refusal(access)}
		}
		flag.Usage = cmp.Or(access.Usage, flag.Usage)
	})
}

// denied is the value of an option that visitors cannot set.
type denied struct {
	pflag.Value
	why error
}

func (d denied) Set(string) error { return &ruleError{d.why.Error()} }
