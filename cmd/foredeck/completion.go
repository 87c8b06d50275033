package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"foredeck/client/move"
	"foredeck/config"
	"foredeck/tui/notebook"
	"foredeck/tui/target"
	"foredeck/tui/verb"
)

// shells are those for which there are completions.
var shells = []string{"bash", "zsh", "fish", "powershell"}

func completionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Print what makes a shell complete command lines",
		Long: `Print what makes bash, zsh, fish or powershell complete command lines: commands, flags and their values, and what you keep of the
network: names, saved places, and the functions that you have called. Nothing is asked of a node.`,
		Example: `  source <(foredeck completion bash)
  foredeck completion zsh > "${fpath[1]}/_foredeck"
  foredeck completion fish > ~/.config/fish/completions/foredeck.fish
  foredeck completion powershell | Out-String | Invoke-Expression`,
		ValidArgs: shells,
		Args:      cobra.MatchAll(cobra.ExactArgs(1), cobra.OnlyValidArgs),
		RunE: func(cmd *cobra.Command, arguments []string) error {
			root, out := cmd.Root(), cmd.OutOrStdout()
			switch arguments[0] {
			case "bash":
				return root.GenBashCompletionV2(out, true)
			case "zsh":
				return root.GenZshCompletion(out)
			case "fish":
				return root.GenFishCompletion(out, true)
			}
			return root.GenPowerShellCompletionWithDesc(out)
		},
	}
}

// complete makes the commands complete their arguments and the values of their flags.
func complete(root *cobra.Command, flags *globalFlags) {
	root.ValidArgsFunction = flags.completeThing(&verb.Thing{Kind: verb.Account}, nil)
	completeOptions(root, flags, verb.Global())
	for _, command := range root.Commands() {
		v := verb.Named(command.Name())
		if v == nil || len(command.ValidArgs) > 0 || command.ValidArgsFunction != nil {
			continue
		}
		completeOptions(command, flags, v.Options)
		command.ValidArgsFunction = func(cmd *cobra.Command, given []string, typed string) ([]string, cobra.ShellCompDirective) {
			at := len(given)
			if last := len(v.Things) - 1; at > last && last >= 0 && v.Things[last].More {
				at = last
			}
			if at >= len(v.Things) {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return flags.completeThing(&v.Things[at], given)(cmd, given, typed)
		}
	}
}

// completeOptions makes flags complete values of which there are few.
func completeOptions(command *cobra.Command, flags *globalFlags, options []verb.Option) {
	for _, option := range options {
		values := func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return option.Values, cobra.ShellCompDirectiveNoFileComp
		}
		switch {
		case option.Name == "network":
			values = flags.completeNetwork
		case option.Name == "theme":
			values = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
				return slices.Concat(config.Themes, ownThemes(flags.themesFolder())), cobra.ShellCompDirectiveNoFileComp
			}
		case option.Value == "FILE":
			continue // which shells complete
		case option.Value == "":
			continue // a switch
		}
		_ = command.RegisterFlagCompletionFunc(option.Name, values) // which there is, as a test sees to it
	}
}

func (f *globalFlags) completeNetwork(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	settings, err := (&globalFlags{settings: f.settings}).readSettings(cmd)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	names := make([]string, len(settings.Networks))
	for i, network := range settings.Networks {
		names[i] = network.Name
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// completeThing completes what a command is about from what is kept of the network.
func (f *globalFlags) completeThing(thing *verb.Thing, before []string) cobra.CompletionFunc {
	return func(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(before) > 0 && thing.Kind == verb.Account {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		settings, err := f.readSettings(cmd)
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		book, err := notebook.Open(notebookPath(settings.Network.Name))
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		words := slices.DeleteFunc(wordsOf(thing.Kind, settings, book), func(word string) bool { return !strings.HasPrefix(word, typed) })
		slices.Sort(words)
		return slices.Compact(words), cobra.ShellCompDirectiveNoFileComp
	}
}

// wordsOf are the things of a kind that are kept.
func wordsOf(kind verb.Kind, settings *config.Settings, book *notebook.Notebook) []string {
	var words []string
	switch kind {
	case verb.Account:
		for _, name := range settings.Names {
			words = append(words, name.Name)
		}
		for _, name := range book.Addresses() {
			words = append(words, name.Name)
		}
	case verb.Function:
		for _, run := range book.Runs() {
			words = append(words, run.Function.String())
		}
	case verb.Module:
		for _, run := range book.Runs() {
			words = append(words, move.ModuleID{Address: run.Function.Address, Name: run.Function.Module}.String())
		}
	case verb.Pair:
		pairs, _ := book.Watched()
		words = append(words, pairs...)
	case verb.Height:
		words = append(words, "head")
	}
	for _, saved := range book.Saved() {
		words = append(words, wordsOfPlace(kind, saved.Link)...)
	}
	return words
}

// wordsOfPlace is what a saved place has of a kind.
func wordsOfPlace(kind verb.Kind, link target.Link) []string {
	switch of := link.Target; {
	case kind == verb.Account && of.Kind == target.Account:
		return []string{of.Address.String()}
	case kind == verb.ResourceType && link.Type != "":
		return []string{link.Type}
	case kind == verb.Module && of.Kind == target.Module, kind == verb.Function && of.Kind == target.Function,
		kind == verb.Height && of.Kind == target.Height, kind == verb.Pair && of.Kind == target.Pair:
		return []string{of.String()}
	case kind == verb.Module && of.Kind == target.Function:
		return []string{move.ModuleID{Address: of.Function.Address, Name: of.Function.Module}.String()}
	}
	return nil
}
