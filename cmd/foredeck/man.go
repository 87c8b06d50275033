package main

import (
	"os"
	"path/filepath"

	mcobra "github.com/muesli/mango-cobra"
	"github.com/muesli/roff"
	"github.com/spf13/cobra"
)

func manCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Write the manual page",
		Long:  "Write foredeck.1, the page of the manual with all commands and flags, into a folder.",
		Example: `  foredeck man ~/.local/share/man/man1
  foredeck man . && man ./foredeck.1`,
		Args: cobra.ExactArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
		RunE: func(cmd *cobra.Command, arguments []string) error {
			page, err := mcobra.NewManPage(1, cmd.Root())
			if err != nil {
				return err
			}
			if err := os.MkdirAll(arguments[0], 0o755); err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(arguments[0], "foredeck.1"), []byte(page.Build(roff.NewDocument())), 0o644)
		},
	}
}
