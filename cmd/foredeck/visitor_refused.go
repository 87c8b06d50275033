package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// errRemote is the error of what visitors cannot do.
var errRemote = errors.New("not available over SSH")

// refused is what visitors do not have, with the reason and what to do instead.
type refused struct{ name, why string }

// refusedCommands are the commands that visitors do not have.
var refusedCommands = []refused{
	{"watch", "it runs the alert programs and webhooks of its user: see the alerts in the deck (a on Blocks), or follow with blocks --follow"},
	{"compare", "it connects to nodes that the command line names, and this server connects to its own network only"},
	{"compare-prices", "it keeps the histories of all its pairs in memory: use history PAIR -o csv for each"},
	{"holdings", "holdings are private to the config file of their user"},
	{"diff", "it reads files and other networks: save both versions with module ADDRESS::NAME, and compare them where you are"},
	{"doctor", "it sends many requests that test the nodes: run it on your own machine"},
	{"localnet", "it runs a server"},
	{"serve", "it runs a server"},
	{"config", "the config file is that of the server"},
	{"keys", "it lists the keys of a config file: press ? in the deck for its keys"},
	{"themes", "it reads the theme files of the server: --theme NAME chooses a built-in theme"},
	{"completion", "it completes commands of a shell, and there is none"},
	{"man", "use help"},
}

// refusedOptions are the global options that visitors do not have.
var refusedOptions = []refused{
	{"network", "this server has one network"},
	{"base-url", "this server connects to its own network only"},
	{"oracle-url", "this server connects to its own network only"},
	{"rpc-version", "it is set for all visitors"},
	{"timeout", "it is set for all visitors"},
	{"config", "files of the server are not read for visitors"},
	{"replay", "files of the server are not read for visitors"},
	{"pace", "it is for --replay"},
	{"record", "no files are written for visitors"},
	{"log", "no files are written for visitors"},
	{"verbose", "requests of the server are not shown: a deck lists its own (space r)"},
}

// whyUnbounded says why visitors lack the unbounded formats.
const whyUnbounded = "an expression can need any amount of memory: use -o json, and filter that where you are"

// refusal returns the error for what visitors do not have.
func refusal(list []refused, name string) error {
	if at := slices.IndexFunc(list, func(r refused) bool { return r.name == name }); at >= 0 {
		return fmt.Errorf("%w: %s", errRemote, list[at].why)
	}
	return errRemote
}

// describeRefused lists what visitors do not have, for help.
func describeRefused() string {
	var b strings.Builder
	b.WriteString("Not available over SSH:\n")
	for _, command := range refusedCommands {
		fmt.Fprintf(&b, "  %-14s %s\n", command.name, command.why)
	}
	for _, option := range refusedOptions {
		fmt.Fprintf(&b, "  %-14s %s\n", "--"+option.name, option.why)
	}
	for _, format := range unboundedFormats {
		fmt.Fprintf(&b, "  %-14s %s\n", "-o "+strings.TrimSuffix(format, "="), whyUnbounded)
	}
	fmt.Fprintf(&b, "  %-14s %s", "wall FILE", "files of the server are not read for visitors: wall validator and wall market are built in")
	return b.String()
}

// restrict makes the commands and options fail that visitors do not have.
func restrict(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.Short = "A terminal deck for Move-based chains, over SSH"
	root.Long = strings.Replace(root.Long, networkHelp, "The network is that of the server.", 1) + "\n\n" + describeRefused()
	for _, command := range root.Commands() {
		if !slices.Contains(visitorCommands, command.Name()) {
			why := refusal(refusedCommands, command.Name())
			command.Hidden, command.DisableFlagParsing, command.Args = true, true, nil
			command.Long, command.Example = why.Error(), ""
			command.RunE = func(*cobra.Command, []string) error { return usagef("%s: %w", command.Name(), why) }
		}
	}
	root.PersistentFlags().VisitAll(func(flag *pflag.Flag) {
		if !slices.Contains(visitorOptions, flag.Name) {
			flag.Hidden, flag.Value = true, denied{flag.Value, refusal(refusedOptions, flag.Name)}
		}
		if usage, ok := visitorUsage[flag.Name]; ok {
			flag.Usage = usage
		}
	})
}

// denied is the value of an option that visitors cannot set.
type denied struct {
	pflag.Value
	why error
}

func (d denied) Set(string) error { return &ruleError{d.why.Error()} }
