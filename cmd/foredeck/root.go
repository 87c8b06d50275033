package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"foredeck/tui/command"
)

// runners maps each command of the table in tui/command to the function that runs it.
var runners = map[string]func(*invocation) error{
	"account":    showAccount,
	"txs":        listTransactions,
	"modules":    listModules,
	"module":     showModule,
	"resources":  listResources,
	"resource":   showResource,
	"view":       callView,
	"block":      showBlock,
	"blocks":     listBlocks,
	"price":      showPrices,
	"history":    listHistory,
	"doctor":     examineDeployment,
	"localnet":   runLocalnet,
	"config":     runConfig,
	"keys":       listKeys,
	"completion": printCompletion,
	"man":        writeManual,
	"version":    printVersion,
}

// invocation is one run of a command.
type invocation struct {
	*globalFlags
	cmd     *cobra.Command
	args    []string
	options options // of the command itself
}

func (in *invocation) ctx() context.Context { return in.cmd.Context() }
func (in *invocation) out() io.Writer       { return in.cmd.OutOrStdout() }
func (in *invocation) stderr() io.Writer    { return in.cmd.ErrOrStderr() }

// given reports whether the command line has the flag.
func (in *invocation) given(flag string) bool { return in.cmd.Flags().Changed(flag) }

// isSet reports whether a switch of the command is on.
func (in *invocation) isSet(option string) bool { return get[bool](in.options, option) }

// value returns the value of an option of the command.
func (in *invocation) value(option string) string { return get[string](in.options, option) }

func rootCommand(flags *globalFlags) *cobra.Command {
	root := &cobra.Command{
		Use:   "foredeck [TARGET]",
		Short: "A terminal deck for Move-based chains",
		Long: `foredeck shows accounts, transactions, modules, resources, blocks and prices of a Move-based chain. It is read-only: it never signs or
submits a transaction.

Without a command it opens the deck, at TARGET if given: an address, a saved name, a module, a function, a type, a block height, a
pair or a link. A link starts with its network: local/account/0x1/resources.

The network is that of --network or --base-url, otherwise that of the config file, otherwise a simulated network inside the program.`,
		Args:                       oneTarget,
		SuggestionsMinimumDistance: 2,
		SilenceUsage:               true,
		SilenceErrors:              true,
		ValidArgsFunction:          flags.completeTarget,
		RunE: func(cmd *cobra.Command, arguments []string) error {
			return openDeck(cmd, flags, arguments)
		},
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return flagError(err) })
	addOptions(root.PersistentFlags(), command.Global(), flags.targets())
	completeOptions(root, flags, command.Global())
	root.Flags().BoolVar(&flags.plain, "plain", false, "screen reader mode: print each change as a line, without boxes")
	for _, declared := range command.All() {
		root.AddCommand(newCommand(declared, flags))
	}
	return root
}

// newCommand builds a command from its entry in the table.
func newCommand(declared *command.Command, flags *globalFlags) *cobra.Command {
	values := options{}
	run := runners[declared.Name]
	built := &cobra.Command{
		Use: declared.Use(), Short: declared.Short, Long: declared.Long, Example: declared.Example,
		Args:              func(_ *cobra.Command, arguments []string) error { return checkArguments(declared, arguments) },
		ValidArgsFunction: flags.completeArguments(declared),
		RunE: func(cmd *cobra.Command, arguments []string) error {
			return run(&invocation{flags, cmd, arguments, values})
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
	case len(arguments) < len(wanted):
		return &usageError{fmt.Errorf("missing %s: %s", wanted[len(arguments)].Name, usage)}
	case len(arguments) > len(wanted) && !repeats:
		return &usageError{fmt.Errorf("unexpected argument %q: %s", arguments[len(wanted)], usage)}
	}
	for i, arg := range wanted {
		if arg.Words != nil && !slices.Contains(arg.Words, arguments[i]) {
			return &usageError{fmt.Errorf("%s %q: must be one of %s", declared.Name, arguments[i], strings.Join(arg.Words, ", "))}
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

// fileError is an error in a file, which says itself what to do: help on commands would not. No request was made.
type fileError struct {
	err error
}

func (e *fileError) Error() string { return e.err.Error() }
func (e *fileError) Unwrap() error { return e.err }
