package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	mcobra "github.com/muesli/mango-cobra"
	"github.com/muesli/roff"

	"foredeck/config"
	"foredeck/tui/text"
)

// lineBreak matches a line break within a paragraph.
var lineBreak = text.Regexp(`(\S)\n(\S)`)

func init() { runners["man"] = &runner{run: writeManual} }

func writeManual(in *invocation) error {
	root := in.cmd.Root()
	root.Long = lineBreak().ReplaceAllString(root.Long, "$1 $2") // the manual turns each line into a paragraph
	page, err := mcobra.NewManPage(1, root)
	if err != nil {
		return err
	}
	var exits strings.Builder
	for code, meaning := range exitMeanings {
		fmt.Fprintf(&exits, "%d  %s\n", code, meaning)
	}
	page = page.WithSection("Exit status", exits.String())
	if err := os.MkdirAll(in.args[0], 0o755); err != nil {
		return err
	}
	date, err := manualDate()
	if err != nil {
		return err
	}
	document := page.Build(&datedPage{roff.NewDocument(), date})
	path := filepath.Join(in.args[0], "foredeck.1")
	if info, err := os.Stat(path); err == nil { // writing to a pipe waits for its reader
		if err := config.CheckRegular(path, info); err != nil {
			return err
		}
	}
	return os.WriteFile(path, []byte(document), 0o644)
}

// datedPage is a manual page with a given date.
type datedPage struct {
	*roff.Document
	date time.Time
}

// Heading writes the title with the date of the page instead of today's.
func (p *datedPage) Heading(section uint, title, description string, _ time.Time) {
	p.Document.Heading(section, title, description, p.date)
}

// manualDate returns today, or the time of SOURCE_DATE_EPOCH, which makes builds of a release reproducible.
func manualDate() (time.Time, error) {
	epoch := os.Getenv("SOURCE_DATE_EPOCH")
	if epoch == "" {
		return time.Now().UTC(), nil
	}
	seconds, err := strconv.ParseInt(epoch, 10, 64)
	if err != nil {
		return time.Time{}, &usageError{fmt.Errorf("SOURCE_DATE_EPOCH %q: must be seconds since 1970", epoch)}
	}
	return time.Unix(seconds, 0).UTC(), nil
}
