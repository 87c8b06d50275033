package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
)

// execute runs one command line and answers with the exit code.
func execute(ctx context.Context, arguments []string, out, problems io.Writer) int {
	flags := &globalFlags{}
	root := rootCommand(flags)
	root.SetArgs(arguments)
	answers := &output{to: out}
	root.SetOut(answers)
	root.SetErr(problems)
	err := root.ExecuteContext(ctx)
	if err == nil || errors.Is(answers.err, syscall.EPIPE) { // who reads has enough, as head does
		return exitDone
	}
	return report(problems, err, flags)
}

// output is where answers go. It remembers why that takes no more.
type output struct {
	to  io.Writer
	err error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.to.Write(p)
	if err != nil {
		o.err = err
	}
	return n, err
}

// Fd is that of the file below, so that a terminal is known for one.
func (o *output) Fd() uintptr {
	if file, ok := o.to.(interface{ Fd() uintptr }); ok {
		return file.Fd()
	}
	return ^uintptr(0)
}

func rootCommand(flags *globalFlags) *cobra.Command {
	root := &cobra.Command{
		Use:   "foredeck [TARGET]",
		Short: "A terminal deck for Move-based chains",
		Long: `foredeck shows accounts, transactions, modules, resources, blocks and prices of a Move-based chain.

Without a command it opens the deck; TARGET, an address, a name, a module, a function, a type, a height, a pair or a link, is opened at
once. A link begins with its network, which is the one that is looked at then: local/account/0x1/resources.
Without --network or --base-url it looks at the network that the file of settings names, and where that names none, at a simulated one
inside of the program.`,
		Args:                       oneTarget,
		SuggestionsMinimumDistance: 2,
		SilenceUsage:               true,
		SilenceErrors:              true,
		RunE: func(cmd *cobra.Command, arguments []string) error {
			return openDeck(cmd, flags, arguments)
		},
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return flagError(err) })
	flags.add(root)
	root.Flags().BoolVar(&flags.plain, "plain", false, "the deck line by line: no boxes, each change is a new line")
	root.AddCommand(
		accountCommand(flags), txsCommand(flags),
		modulesCommand(flags), moduleCommand(flags), resourcesCommand(flags), resourceCommand(flags),
		viewCommand(flags), blockCommand(flags), blocksCommand(flags), priceCommand(flags), historyCommand(flags),
		doctorCommand(flags), localnetCommand(flags), configCommand(flags), keysCommand(flags),
		completionCommand(), manCommand(), versionCommand(flags),
	)
	complete(root, flags)
	for _, command := range append(root.Commands(), root) {
		if check := command.Args; check != nil {
			command.Args = func(cmd *cobra.Command, arguments []string) error {
				if err := check(cmd, arguments); err != nil {
					return &usageError{fmt.Errorf("%w; the form is: %s", err, cmd.UseLine())}
				}
				return nil
			}
		}
	}
	return root
}

// oneTarget takes a target or nothing. More than one word is rather a command that was mistyped.
func oneTarget(cmd *cobra.Command, arguments []string) error {
	if len(arguments) <= 1 {
		return nil
	}
	return fmt.Errorf("unknown command %q%s", arguments[0], near(cmd, arguments[0]))
}

// near asks whether a command was meant that is written much like a word; empty: there is none.
func near(cmd *cobra.Command, word string) string {
	commands := cmd.SuggestionsFor(word)
	if len(commands) == 0 {
		return ""
	}
	return "; did you mean the command " + strings.Join(commands, " or ") + "?"
}

// usageError is a command line that is wrong in itself. No request was made.
type usageError struct {
	err error
}

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

// fileError is a file that is wrong, of which the error itself says what to do: the help on commands would be none. No request was
// made.
type fileError struct {
	err error
}

func (e *fileError) Error() string { return e.err.Error() }
func (e *fileError) Unwrap() error { return e.err }
