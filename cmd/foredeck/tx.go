package main

import (
	"fmt"

	"foredeck/client"
	"foredeck/client/diskcache"
	"foredeck/tui/load"
	"foredeck/tui/lookup"
	"foredeck/tui/target"
)

// checkTransaction reports arguments that name no transaction.
func checkTransaction(in *invocation) error {
	var err error
	if len(in.args) == 1 {
		_, err = target.ParseHash(in.args[0])
	} else {
		_, err = target.ParseSequence(in.args[1])
	}
	if err != nil {
		return &usageError{err}
	}
	return nil
}

func init() { runners["tx"] = runner{check: checkTransaction, open: openNode, run: showTransaction} }

func showTransaction(in *invocation) error {
	index, indexErr := in.s.openHashes()
	sent, hash := diskcache.Sent{}, ""
	var err error
	if len(in.args) == 1 {
		if indexErr != nil {
			return fmt.Errorf("looking up a hash: %w", indexErr)
		}
		hash, _ = target.ParseHash(in.args[0]) // checked
		sent, err = lookup.FindHash(index, hash)
	} else {
		sent.Sequence, _ = target.ParseSequence(in.args[1]) // checked
		sent.Sender, err = in.s.address(in.args[0])
	}
	if err != nil {
		return err
	}
	transaction, err := in.s.node.SentTransaction(in.ctx(), sent.Sender, sent.Sequence)
	if err != nil {
		return err
	}
	if hash != "" && transaction.Hash != hash {
		return &load.HashError{Hash: hash, Replaced: true}
	}
	lookup.AddHash(index, &transaction)
	explainFailure(in, &transaction)
	in.note(&transaction)
	p := newPrinter(in.out(), in.format, in.transactionColumns(allKinds, sent.Sender))
	if err := p.print(&transaction); err != nil {
		return err
	}
	if failed := transaction.Explained; failed != nil && p.isForPeople() {
		fmt.Fprintln(in.out())
		if failed.IsInner {
			fmt.Fprintln(in.out(), "  the call of the multisig account failed:")
		}
		printFailure(in.out(), &failed.Status)
	}
	return nil
}

// explainFailure adds what bytecode says to the failed call of a transaction. The formats that do not show it need no requests.
func explainFailure(in *invocation, transaction *client.Transaction) {
	failed := transaction.FailedCall()
	if failed == nil || in.prints("raw", "csv") {
		return
	}
	explained := lookup.Explain(in.ctx(), in.s.node, *failed)
	transaction.Explained = &explained
}

// noteHash returns the function that adds a record of a list to the index of those that were seen; nil if there is none.
func (in *invocation) noteHash() func(*client.Transaction) {
	index, err := in.s.openHashes()
	if err != nil {
		return nil // only the lookup by hash misses them
	}
	return func(t *client.Transaction) { lookup.AddHash(index, t) }
}
