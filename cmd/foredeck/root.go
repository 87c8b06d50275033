package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"foredeck/client"
	"foredeck/client/index"
	"foredeck/client/move"
	"foredeck/config"
	"foredeck/tui/command"
	"foredeck/tui/target"
)

// runner runs a command of the table in tui/command.
type runner struct {
	check func(*invocation) error                  // reports wrong arguments before anything else; nil if there is nothing to check
	print func(*invocation) (done bool, err error) // what needs no network, in place of the rest; nil if there is nothing
	open  func(*invocation) (*session, error)      // connects to the network; nil if the command does not use it
	run   func(*invocation) error
	calls []examinedCall // of the node that the command makes, for doctor
	later []examinedCall // those that the specification does not have
}

// runners has the runner of each command, which the file of the command sets.
var runners = map[string]*runner{}

// invocation is one run of a command.
type invocation struct {
	*globalFlags
	cmd     *cobra.Command
	args    []string
	options options    // of the command itself
	format  string     // that the command prints
	convert conversion // from that to the format of -o; nil if it is the same
	stdout  io.Writer  // of a conversion, nil if there is none
	length  int        // how many records of a list to print, 0 for all

	s       *session     // nil if the command does not use the network
	address move.Address // the first argument, if it is an account

	database *index.Database // of the index, nil for a file

	unreadable unreadable
}

func (in *invocation) ctx() context.Context { return in.cmd.Context() }
func (in *invocation) stderr() io.Writer    { return in.cmd.ErrOrStderr() }

func (in *invocation) out() io.Writer {
	if in.stdout != nil {
		return in.stdout
	}
	return in.cmd.OutOrStdout()
}

// given reports whether the command line has the flag.
func (in *invocation) given(flag string) bool { return in.cmd.Flags().Changed(flag) }

// isSet reports whether a switch of the command is on.
func (in *invocation) isSet(option string) bool { return get[bool](in.options, option) }

// value returns the value of an option of the command.
func (in *invocation) value(option string) string { return get[string](in.options, option) }

// run checks the command line, connects to the network and runs the command.
func (in *invocation) run(declared *command.Command) error {
	in.format = cmp.Or(in.output, "table")
	if declared.Formats != nil && !declared.Supports(in.format) {
		return usagef("-o %q: %s supports %s", in.output, declared.Name, strings.Join(append(slices.Clone(declared.Formats), command.Converted...), ", "))
	}
	if err := in.openLog(in.cmd); err != nil {
		return err
	}
	if in.visitor != nil && isExpression(in.format) {
		return usagef("-o %.40s: %w: %s", in.format, errRemote, whyNoExpressions)
	}
	var err error
	if in.convert, err = parseConversion(in.format, isTerminal(in.out()), in.expressionLimits); err != nil {
		return err
	}
	if in.convert != nil {
		in.format = in.jsonFormat(declared)
	}
	if declared.IsList {
		switch in.length = in.limit; {
		case in.limit < 1:
			return usagef("--limit %d: must be 1 or more, or use --all", in.limit)
		case in.all && in.given("limit"):
			return usagef("--all and --limit: use only one of them")
		case in.all:
			in.length = 0
		}
	}
	defer in.reportUnreadable()
	return in.converted(func() error { return in.start(declared) })
}

// start connects to the network and runs the command.
func (in *invocation) start(declared *command.Command) error {
	runner := runners[declared.Name]
	if runner.check != nil {
		if err := runner.check(in); err != nil {
			return err
		}
	}
	if runner.print != nil {
		if done, err := runner.print(in); done || err != nil {
			return err
		}
	}
	if runner.open == nil {
		return runner.run(in)
	}
	s, err := runner.open(in)
	if err != nil {
		return err
	}
	defer s.close()
	in.s = s
	if len(in.args) > 0 && declared.Args[0].Kind == command.Account && !(declared.Args[0].Groups && target.IsGroup(in.args[0])) {
		if in.address, err = s.address(in.args[0]); err != nil {
			return err
		}
	}
	if err = s.checkComplete(runner.run(in)); errors.Is(err, client.ErrNotFound) && len(in.args) == 1 {
		return &notFoundError{subjects[declared.Args[0].Kind] + " " + in.args[0], err}
	}
	return err
}

// subjects has the noun for the argument of each kind, in errors.
var subjects = map[command.Kind]string{
	command.Account: "account", command.Sender: "transaction", command.Hash: "transaction", command.Epoch: "epoch", command.Word: "item of table", command.Module: "module", command.Function: "function", command.Height: "block", command.Pair: "pair",
}

func init() { cobra.EnableCommandSorting = false } // help lists commands in the order of the table

const networkHelp = "The network is that of --network or --base-url, otherwise that of the config file, otherwise a simulated network inside the program."

func rootCommand(flags *globalFlags) *cobra.Command {
	version := false
	root := &cobra.Command{
		Use:   "foredeck [TARGET]",
		Short: "A terminal explorer for Move chains",
		Long: `foredeck shows accounts, transactions, modules, resources, blocks and prices of a Move-based chain. It is read-only: it never signs or
submits a transaction.

Without a command it opens the deck, at TARGET if given: an address, a saved name, a module, a function, a type, a block height, a
pair or a link. A link starts with its network: local/account/0x1/resources.

` + networkHelp + `

In CSV, text that begins with =, +, -, @, a tab or a line break gets an apostrophe before it, so that spreadsheets do not run it as a
formula. Numbers stay as they are, and JSON has every text unchanged.`,
		Args:                       oneTarget,
		SuggestionsMinimumDistance: 2,
		SilenceUsage:               true,
		SilenceErrors:              true,
		ValidArgsFunction:          flags.completeTarget,
		RunE: func(cmd *cobra.Command, arguments []string) error {
			if version {
				return (&invocation{globalFlags: flags, cmd: cmd}).run(command.Lookup("version"))
			}
			return openDeck(cmd, flags, arguments)
		},
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return flagError(err) })
	addOptions(root.PersistentFlags(), command.Global(), flags.targets())
	completeOptions(root, flags, command.Global())
	root.Flags().BoolVar(&version, "version", false, "print the version")
	root.Flags().BoolVar(&flags.plain, "plain", false, "screen reader mode: print each change as a line, without boxes")
	for _, declared := range command.All() {
		root.AddCommand(newCommand(declared, flags))
	}
	root.AddCommand(newFilterHelp())
	return root
}

// newCommand builds a command from its entry in the table.
func newCommand(declared *command.Command, flags *globalFlags) *cobra.Command {
	values := options{}
	built := &cobra.Command{
		Use: declared.Use(), Short: declared.Short, Long: declared.Long, Example: declared.Example,
		Args:              func(_ *cobra.Command, arguments []string) error { return checkArguments(declared, arguments) },
		ValidArgsFunction: flags.completeArguments(declared),
		RunE: func(cmd *cobra.Command, arguments []string) error {
			return (&invocation{globalFlags: flags, cmd: cmd, args: arguments, options: values}).run(declared)
		},
	}
	addOptions(built.Flags(), declared.Options, values)
	completeOptions(built, flags, declared.Options)
	return built
}

// checkArguments checks the number of arguments, and those with a fixed set of values.
func checkArguments(declared *command.Command, arguments []string) error {
	wanted := declared.Args
	repeats := len(wanted) > 0 && wanted[len(wanted)-1].Repeated
	switch usage := "usage: foredeck " + declared.Use(); {
	case len(arguments) < len(wanted) && !wanted[len(arguments)].Optional:
		return &usageError{fmt.Errorf("missing %s: %s", wanted[len(arguments)].Name, usage)}
	case len(arguments) > len(wanted) && !repeats:
		return &usageError{fmt.Errorf("unexpected argument %q: %s", arguments[len(wanted)], usage)}
	}
	for i, arg := range wanted {
		if arg.Words != nil && !slices.Contains(arg.Words, arguments[i]) {
			return &usageError{fmt.Errorf("%s %q: %s", declared.Name, arguments[i], config.OneOf(arguments[i], arg.Words))}
		}
	}
	return nil
}

// oneTarget accepts a target or nothing. Two words and more are rather a mistyped command.
func oneTarget(cmd *cobra.Command, arguments []string) error {
	if len(arguments) <= 1 {
		return nil
	}
	return &usageError{fmt.Errorf("unknown command %q%s: usage: %s", arguments[0], suggestion(cmd, arguments[0]), cmd.UseLine())}
}

// suggestion asks whether a command of a similar name was meant; empty if there is none.
func suggestion(cmd *cobra.Command, word string) string {
	commands := cmd.SuggestionsFor(word)
	if len(commands) == 0 || word[0] >= '0' && word[0] <= '9' {
		return ""
	}
	return " (did you mean " + strings.Join(commands, " or ") + "?)"
}

// usageError is an error in the command line. No request was made.
type usageError struct {
	err error
}

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

func usagef(format string, values ...any) error { return &usageError{fmt.Errorf(format, values...)} }

// wrongIf is usagef if the command line is wrong, nil otherwise. cmp.Or returns the first of several.
func wrongIf(isWrong bool, format string, values ...any) error {
	if !isWrong {
		return nil
	}
	return usagef(format, values...)
}

// fileError is an error in a file, which says itself what to do: help on commands would not. No request was made.
type fileError struct {
	err error
}

func (e *fileError) Error() string { return e.err.Error() }
func (e *fileError) Unwrap() error { return e.err }
