package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"foredeck/theme"
	"foredeck/tui"
	"foredeck/tui/clipboard"
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

Without a command it opens the deck; TARGET, an address, a name, a module, a function, a type or a link, is opened at once. A
link begins with its network, which is the one that is looked at then: local/account/0x1/resources.
Without --network or --base-url it looks at a simulated network inside of the program.`,
		Args:                       oneTarget,
		SuggestionsMinimumDistance: 2,
		SilenceUsage:               true,
		SilenceErrors:              true,
		RunE: func(cmd *cobra.Command, arguments []string) error {
			return openDeck(cmd, flags, arguments)
		},
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return &usageError{err} })
	flags.add(root)
	root.AddCommand(
		accountCommand(flags), txsCommand(flags),
		modulesCommand(flags), moduleCommand(flags), resourcesCommand(flags), resourceCommand(flags),
		viewCommand(flags), blockCommand(flags), blocksCommand(flags), priceCommand(flags), historyCommand(flags),
		doctorCommand(flags), localnetCommand(flags), configCommand(flags), versionCommand(flags),
	)
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
	message := fmt.Sprintf("unknown command %q", arguments[0])
	if near := cmd.SuggestionsFor(arguments[0]); len(near) > 0 {
		message += "; did you mean " + strings.Join(near, " or ") + "?"
	}
	return errors.New(message)
}

// openDeck opens the deck in the terminal.
func openDeck(cmd *cobra.Command, flags *globalFlags, arguments []string) error {
	if flags.output != "" {
		return &usageError{fmt.Errorf("-o is for commands that print, and the deck does not: try foredeck account ADDRESS -o %s", flags.output)}
	}
	if !term.IsTerminal(os.Stdin.Fd()) || !term.IsTerminal(os.Stdout.Fd()) {
		return &usageError{fmt.Errorf("the deck needs a terminal. Without one, run a command that prints: foredeck account ADDRESS, foredeck txs ADDRESS; foredeck --help lists them all")}
	}
	s, first, err := flags.openAt(cmd, arguments)
	if err != nil {
		return err
	}
	defer s.close()
	look := theme.Terminal()
	if s.settings.NoColour {
		look = theme.NoColour()
	}
	book, failed := openNotebook(s.place.Network)
	prices, store, trouble, err := s.deckPrices(cmd)
	if err != nil {
		return err
	}
	defer closeCandles(cmd, store)
	for _, complaint := range []error{trouble, flags.complaint(s)} {
		if complaint != nil {
			failed = complaint
		}
	}
	return tui.Run(cmd.Context(), tui.Options{
		Notebook:  book,
		Trouble:   failed,
		Clipboard: clipboard.New(os.Stdout, os.Getenv),
		Terminal:  os.Stdout,
		Node:      s.node,
		Requests:  s.requests,
		Place:     s.place,
		Simulated: s.embedded != nil,
		Names:     s.names,
		Decimals:  s.settings.Network.Decimals,
		Theme:     look,
		Periods:   s.settings.Periods,
		First:     first,
		Prices:    prices,
	})
}

// usageError is a command line that is wrong in itself. No request was made.
type usageError struct {
	err error
}

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }
