package hostile_test

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"foredeck/cmd/foredeck/e2e/hostile"
)

// known are the escape sequences that the deck writes.
var known = regexp.MustCompile(`^(?:` + strings.Join([]string{
	`\x1b\[[0-9;:]*m`,                       // styles
	`\x1b\[[0-9;]*[ABCDEFGHdrSTLMPXJK@b]`,   // cursor, scrolling, inserting, erasing, repeating
	`\x1bM`,                                 // a line up
	`\x1b\[\?[0-9;]+[hl]`,                   // modes
	`\x1b\[\?[0-9]+\$p`,                     // queries of modes
	`\x1b\]11;\?\x1b\\`,                     // query of the background
	`\x1b\[c`,                               // query of the terminal's attributes
	`\x1b\[6n`,                              // query of the cursor, after a mark whose width is wanted
	`\x1b\][02];[^\x00-\x1f\x7f-\x9f]*\x07`, // title
}, "|") + `)$`)

// deckProblems checks all that the deck wrote to its terminal.
func deckProblems(output string, status int, rss int64, mode hostile.Mode) []string {
	var found []string
	if status != 0 {
		found = append(found, fmt.Sprintf("exit code %d", status))
	}
	if problem := memoryProblem(rss); problem != "" {
		found = append(found, problem)
	}
	if problem := noise("the terminal", output); problem != "" {
		found = append(found, problem)
	}
	found = append(found, activeProblems(output, mode.Active)...)
	single := "\r\n\b\t"
	if !strings.HasPrefix(mode.Name, "text/") {
		single += "\a" // of an alert
	}
	return append(found, sequenceProblems(output, single)...)
}

// activeProblems checks that no hostile sequence is in the output of a terminal, where single control characters are right.
func activeProblems(output string, active []string) []string {
	for _, part := range active {
		if len(part) > 1 && strings.Contains(output, part) {
			return []string{fmt.Sprintf("the terminal got %q", part)}
		}
	}
	return nil
}

// sequenceProblems checks that the deck writes known sequences, single control characters out of a set, and text without others.
func sequenceProblems(output, single string) []string {
	var state byte
	var text strings.Builder
	for rest := output; rest != ""; {
		part, _, n, next := ansi.DecodeSequence(rest, state, nil)
		state = next
		rest = rest[n:]
		switch {
		case len(part) == 1 && strings.Contains(single, part):
		case part[0] == '\x1b':
			if !known.MatchString(part) {
				return []string{fmt.Sprintf("the terminal got the sequence %.200q, after %.200q", part, output[max(0, len(output)-len(rest)-200):len(output)-len(rest)])}
			}
			if strings.HasPrefix(part, "\x1b]") {
				if problem := secretProblem("the title", part); problem != "" {
					return []string{problem}
				}
			}
		default:
			text.WriteString(part)
			if problem := textProblem("the terminal", part, nil); problem != "" {
				return []string{problem}
			}
		}
	}
	if problem := secretProblem("the terminal", text.String()); problem != "" {
		return []string{problem}
	}
	return nil
}
