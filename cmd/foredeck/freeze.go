package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/casefile"
	"foredeck/tui/load"
	"foredeck/tui/lookup"
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
	in.explain(&transaction)
	in.note(&transaction)
	function, err := casefile.Called(&transaction)
	if err != nil {
		return in.notFrozen(err)
	}
	var abi *move.ModuleABI
	if module, err := in.s.node.Module(in.ctx(), function.ModuleID()); err == nil && module.ABI != nil {
		abi = in.named(function.ModuleID(), module.ABI)
	}
	c, arguments, err := casefile.New(&transaction, abi, in.s.settings.Network.Name)
	if err != nil {
		return in.notFrozen(err)
	}
	document := casefile.Document{Case: c, Arguments: arguments, Origin: originOf(&transaction), PublicKey: transaction.SenderKey()}
	if !in.isSet("recorded") {
		if document.Notes, err = in.narrow(c, &transaction); err != nil {
			return err
		}
	}
	for _, note := range document.Notes {
		fmt.Fprintf(in.stderr(), "foredeck: %s\n", text.Clean(note))
	}
	written := string(document.Text())
	result := frozenResult{Case: written, Notes: append([]string{}, document.Notes...)}
	return in.printLines(result, linesOf(strings.TrimSuffix(written, "\n"))...)
}

func (in *invocation) notFrozen(err error) error {
	return usagef("%s: %w", strings.Join(in.args, " "), err)
}

// originOf says which transaction a case comes from.
func originOf(t *client.Transaction) string {
	origin := "Transaction " + t.Hash
	if t.SequenceNumber != nil {
		origin += fmt.Sprintf(", sequence number %d of its sender", *t.SequenceNumber)
	}
	if height := t.Height(); height != nil {
		origin += fmt.Sprintf(", block %d", *height)
	}
	if at := t.BlockTime(); at != nil {
		origin += ", " + at.Time().Format(time.RFC3339)
	}
	return origin + "."
}

// narrow removes from a case what a dry run does not repeat, and says what.
func (in *invocation) narrow(c *casefile.Case, frozen *client.Transaction) ([]string, error) {
	run := *c
	run.Call.PublicKey = frozen.SenderKey()
	today, err := in.runCase(&run, false)
	if wrong, ok := errors.AsType[*callError](err); ok {
		return []string{"the call does not fit the module of today: " + wrong.Error()}, nil
	}
	switch {
	case in.ctx().Err() != nil:
		return nil, err
	case err != nil:
		return []string{"not compared with a dry run, so that values may be expected that differ from state to state: " + load.Explain(err, in.endpoint).Reason.String()}, nil
	}
	return c.Expect.Narrow(new(casefile.Observe(&today))), nil
}

// explain explains why a transaction failed, whatever the output is: what a case expects must not depend on that.
func (in *invocation) explain(transaction *client.Transaction) {
	if failed := transaction.FailedCall(); failed != nil {
		transaction.Explained = new(lookup.Explain(in.ctx(), in.s.node, *failed))
	}
}
