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
	columns := transactionColumns(in.format, allKinds)
	r := in.transactionRecord(allKinds, sent.Sender)(&transaction)
	if err := in.printOne(columns, r); err != nil {
		return err
	}
	if failed := transaction.Explained; failed != nil && (in.format == "table" || in.format == "wide") {
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
	if failed == nil || in.format == "raw" || in.format == "csv" {
		return
	}
	explained := lookup.Explain(in.ctx(), in.s.node, *failed)
	transaction.Explained = &explained
}

// noteHashes returns the list, and adds its records to the index of those that were seen.
func (in *invocation) noteHashes(toRecord func(*client.Transaction) record) func(*client.Transaction) record {
	index, err := in.s.openHashes()
	if err != nil {
		return toRecord // only the lookup by hash misses them
	}
	return func(t *client.Transaction) record {
		lookup.AddHash(index, t)
		return toRecord(t)
	}
}
