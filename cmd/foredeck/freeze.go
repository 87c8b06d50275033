package main

import (
	"errors"
	"fmt"
	"strings"

	"foredeck/tui/casefile"
	"foredeck/tui/load"
	"foredeck/tui/text"
)

func init() { runners["freeze"] = &runner{check: checkTransaction, open: openNode, run: freeze} }

// frozenResult is the JSON shape of a case.
type frozenResult struct {
	Case  string   `json:"case"`  // the file
	Notes []string `json:"notes"` // what the case does not expect, and why
}

// freeze prints the case of a transaction.
func freeze(in *invocation) error {
	transaction, err := in.transaction()
	if err != nil {
		return err
	}
	in.note(&transaction)
	document, err := casefile.Freeze(in.ctx(), in.s.node, &transaction, in.s.settings.Network.Name, in.isSet("recorded"), in.s.now())
	if kind, ok := errors.AsType[*casefile.KindError](err); ok {
		return usagef("%s: %w", strings.Join(in.args, " "), kind)
	}
	if err != nil {
		return err
	}
	if document.NotRun != nil {
		document.NoteFailure(load.Explain(document.NotRun, in.endpoint).Reason.String())
	}
	for _, note := range document.Notes {
		fmt.Fprintf(in.stderr(), "foredeck: %s\n", text.Clean(note))
	}
	written := string(document.Text())
	result := frozenResult{Case: written, Notes: append([]string{}, document.Notes...)}
	return in.printLines(result, linesOf(strings.TrimSuffix(written, "\n"))...)
}
