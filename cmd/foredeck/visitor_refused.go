package main

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"foredeck/tui/command"
)

// errRemote is the error of what visitors cannot do.
var errRemote = errors.New("not available over SSH")

// whyNoExpressions says why visitors lack the formats with an expression.
const whyNoExpressions = "an expression can need any amount of memory: use -o json, and filter that where you are"

// isExpression reports whether a format of -o evaluates an expression.
func isExpression(format string) bool { return strings.Contains(format, "=") }

// refusal returns the error for what visitors do not have.
func refusal(access command.Access) error {
	if access.Why == "" {
		return errRemote
	}
	return fmt.Errorf("%w: %s", errRemote, access.Why)
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
func restrict(root *cobra.Command) {
	root.Short = "A terminal deck for Move-based chains, over SSH"
	root.Long = strings.Replace(root.Long, networkHelp, "The network is that of the server.", 1) + "\n\n" + describeRefused()
	for _, built := range root.Commands() {
		var access command.Access
		if declared := command.Lookup(built.Name()); declared != nil {
			access = declared.Visitors
		}
		if built.Runnable() && !access.IsAllowed {
			why := refusal(access)
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
			flag.Hidden, flag.Value = true, denied{flag.Value, refusal(access)}
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
