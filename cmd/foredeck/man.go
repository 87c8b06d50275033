package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	mcobra "github.com/muesli/mango-cobra"
	"github.com/muesli/roff"
	"github.com/spf13/cobra"
)

// lineBreak is one within a paragraph.
var lineBreak = regexp.MustCompile(`(\S)\n(\S)`)

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
			root := cmd.Root()
			root.Long = lineBreak.ReplaceAllString(root.Long, "$1 $2") // to the manual, each line is a paragraph
			page, err := mcobra.NewManPage(1, root)
			if err != nil {
				return err
			}
			var exits strings.Builder
			for exit, means := range exitMeanings {
				fmt.Fprintf(&exits, "%d  %s\n", exit, means)
			}
			page = page.WithSection("Exit status", exits.String())
			if err := os.MkdirAll(arguments[0], 0o755); err != nil {
				return err
			}
			date, err := manualDate()
			if err != nil {
				return err
			}
			document := page.Build(&datedPage{roff.NewDocument(), date})
			return os.WriteFile(filepath.Join(arguments[0], "foredeck.1"), []byte(document), 0o644)
		},
	}
}

// datedPage is a page of the manual whose date is given.
type datedPage struct {
	*roff.Document
	date time.Time
}

// Heading writes the title with the date of the page in the place of today's.
func (p *datedPage) Heading(section uint, title, description string, _ time.Time) {
	p.Document.Heading(section, title, description, p.date)
}

// manualDate is today, or what SOURCE_DATE_EPOCH says, so that a release is the same whenever it is built.
func manualDate() (time.Time, error) {
	said := os.Getenv("SOURCE_DATE_EPOCH")
	if said == "" {
		return time.Now().UTC(), nil
	}
	seconds, err := strconv.ParseInt(said, 10, 64)
	if err != nil {
		return time.Time{}, &usageError{fmt.Errorf("SOURCE_DATE_EPOCH: %q is no number of seconds", said)}
	}
	return time.Unix(seconds, 0).UTC(), nil
}
