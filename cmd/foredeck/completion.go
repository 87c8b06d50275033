package main

import (
	"slices"

	"github.com/spf13/cobra"

	"foredeck/config"
	"foredeck/tui/command"
)

// shells are those for which there are completions.
var shells = []string{"bash", "zsh", "fish", "powershell"}

func completionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Print what makes a shell complete command lines",
		Long: `Print what makes bash, zsh, fish or powershell complete command lines: commands, flags and their values, links, and what you keep of
the network: names, saved places, pairs, and the functions that you have called with their types. Nothing is asked of a node.`,
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
	root.ValidArgsFunction = flags.completeTarget
	completeOptions(root, flags, command.Global())
	for _, sub := range root.Commands() {
		v := command.Lookup(sub.Name())
		if v == nil || len(sub.ValidArgs) > 0 || sub.ValidArgsFunction != nil {
			continue
		}
		completeOptions(sub, flags, v.Options)
		sub.ValidArgsFunction = func(cmd *cobra.Command, given []string, typed string) ([]string, cobra.ShellCompDirective) {
			at := len(given)
			if last := len(v.Args) - 1; at > last && last >= 0 && v.Args[last].Repeated {
				at = last
			}
			if at >= len(v.Args) {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			if at > 0 && v.Args[at].Kind == command.Account {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return flags.completeKind(v.Args[at].Kind)(cmd, given, typed)
		}
	}
}

// completeOptions makes flags complete values of which there are few, or that are kept.
func completeOptions(cmd *cobra.Command, flags *globalFlags, options []command.Option) {
	for _, option := range options {
		values := func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return option.Values, cobra.ShellCompDirectiveNoFileComp
		}
		switch {
		case option.Name == "network":
			values = flags.completeNetwork
		case option.Name == "type-arg":
			values = flags.completeKnown(known.typeArguments)
		case option.Name == "arg":
			values = flags.completeKind(command.Account)
		case cmd.Name() == "resources" && option.Name == "type":
			values = flags.completeKind(command.ResourceType)
		case option.Name == "theme":
			values = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
				return slices.Concat(config.Themes, ownThemes(flags.themesFolder())), cobra.ShellCompDirectiveNoFileComp
			}
		case option.Value == "FILE":
			continue // which shells complete
		case option.Value == "":
			continue // a switch
		}
		_ = cmd.RegisterFlagCompletionFunc(option.Name, values) // which there is, as a test sees to it
	}
}
