package main

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"foredeck/client"
	"foredeck/client/index"
	"foredeck/client/move"
	"foredeck/client/transport"
	"foredeck/tui/load"
	"foredeck/tui/lookup"
	"foredeck/tui/render"
	"foredeck/tui/target"
	"foredeck/tui/text"
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
	return wrongIf(in.isSet("follow") && len(in.args) > 1, "--follow: requires a hash")
}

func init() {
	runners["tx"] = &runner{check: checkTransaction, open: openNode, run: showTransaction, later: []examinedCall{
		{"transaction by hash", client.V1, false, func(e *examination) error {
			return onlyError(e.node.TransactionByHash(e.ctx(), e.transaction))
		}},
	}}
}

// onlyError returns the error of a call whose result is not used.
func onlyError[T any](_ T, err error) error { return err }

func showTransaction(in *invocation) error {
	transaction, err := in.transaction()
	if err != nil {
		return err
	}
	hashes, _ := in.s.openHashes() // without it a lookup by hash misses this one
	lookup.AddHash(hashes, &transaction)
	explainFailure(in, &transaction)
	in.note(&transaction)
	return in.printTransaction(&transaction)
}

// transaction reads the transaction that the arguments name.
func (in *invocation) transaction() (client.Transaction, error) {
	if len(in.args) > 1 {
		sequence, _ := target.ParseSequence(in.args[1]) // checked
		sender, err := in.s.address(in.args[0])
		if err != nil {
			return client.Transaction{}, err
		}
		return in.s.node.SentTransaction(in.ctx(), sender, sequence)
	}
	hash, _ := target.ParseHash(in.args[0]) // checked
	var transaction client.Transaction
	var err error
	if in.isSet("follow") {
		transaction, err = in.followTransaction(hash)
	} else {
		transaction, err = in.s.node.TransactionByHash(in.ctx(), hash)
	}
	isUnsupported := errors.Is(err, client.ErrUnsupported)
	if isUnsupported {
		transaction, err = in.seenTransaction(hash, err)
	}
	if errors.Is(err, client.ErrNotFound) || isUnsupported && err != nil {
		return in.indexedTransaction(hash, err)
	}
	return transaction, err
}

// indexedTransaction returns the transaction with a hash from the index of this machine, or the error of the node if that does not have it.
func (in *invocation) indexedTransaction(hash string, missing error) (client.Transaction, error) {
	find := in.s.hashFinder()
	if find == nil {
		return client.Transaction{}, missing
	}
	found, err := find(in.ctx(), hash)
	switch isWhole := len(found.Raw) > 0; {
	case errors.Is(err, index.ErrOld):
		fmt.Fprintln(in.stderr(), "foredeck: the index of this network is of an earlier version and finds no hashes: foredeck index brings it up to date")
		return found, missing
	case err != nil, !isWhole && in.prints("raw"):
		return client.Transaction{}, missing
	case !isWhole:
		fmt.Fprintf(in.stderr(), "foredeck: from the index, height %s: the node does not have this transaction any more\n", render.Number(found.Height()))
	}
	return found, nil
}

// seenTransaction reads a transaction from a node that has none by hash, if foredeck has seen it before.
func (in *invocation) seenTransaction(hash string, unsupported error) (client.Transaction, error) {
	hashes, err := in.s.openHashes()
	if err != nil {
		return client.Transaction{}, fmt.Errorf("looking up a hash: %w", err)
	}
	sent, err := lookup.FindHash(hashes, hash)
	if err != nil {
		if in.isSet("follow") {
			return client.Transaction{}, unsupported
		}
		return client.Transaction{}, err
	}
	transaction, err := in.s.node.SentTransaction(in.ctx(), sent.Sender, sent.Sequence)
	if err == nil && transaction.Hash != hash {
		err = &load.HashError{Hash: hash, Replaced: true}
	}
	return transaction, err
}

// Polls of a pending transaction: the time between two grows from the first to the longest one.
const (
	firstPoll   = time.Second
	longestPoll = 5 * time.Second
	// expiryGrace is how long after its expiration a transaction can appear in a block, as clocks differ.
	expiryGrace = time.Minute
)

// followTransaction reads a transaction until it is final.
func (in *invocation) followTransaction(hash string) (client.Transaction, error) {
	var seen client.Transaction
	for pause := firstPoll; ; pause = min(pause*3/2, longestPoll) {
		found, err := in.s.node.TransactionByHash(in.ctx(), hash)
		switch {
		case err == nil && found.IsFinal():
			return found, nil
		case errors.Is(err, client.ErrNotFound) && seen.Hash != "":
			// Another node behind the same address may not have it yet.
		case err != nil:
			return found, err
		default:
			if found.Status != seen.Status {
				fmt.Fprintf(in.stderr(), "foredeck: %s, waiting\n", text.Clean(found.Status))
			}
			seen = found
		}
		if seen.Expiration != nil && in.s.now().Sub(seen.Expiration.Time()) > expiryGrace {
			return seen, fmt.Errorf("the transaction expired at %s and is in no block", text.Instant(seen.Expiration.Time()))
		}
		if err := transport.Sleep(in.ctx(), pause); err != nil {
			return seen, err
		}
	}
}

// printTransaction prints a transaction, above a table what it did, and below it why it failed.
func (in *invocation) printTransaction(transaction *client.Transaction) error {
	var account move.Address
	if transaction.Sender != nil {
		account = *transaction.Sender
	}
	p := newPrinter(in.out(), in.format, in.transactionColumns(allKinds, account))
	if p.isForPeople() {
		p.WriteString(in.sentence(transaction).String() + "\n\n")
	}
	if err := p.print(transaction); err != nil {
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

// sentence says what a transaction did.
func (in *invocation) sentence(transaction *client.Transaction) text.Safe {
	var failure *move.VMStatus
	if transaction.Explained != nil {
		failure = &transaction.Explained.Status
	}
	transfers, _ := render.CoinTransfers(transaction)
	return render.Sentence(transaction, failure, transfers, render.Formatter{
		Decimals: in.s.settings.Network.Decimals, CoinDecimals: in.coinDecimals(),
		NameOf: in.names(),
	})
}

// names returns a function for the name of an address, empty if it has none.
func (in *invocation) names() func(move.Address) text.Safe {
	names := append(slices.Clone(in.s.names), in.s.savedNames()...)
	return func(address move.Address) text.Safe {
		for _, known := range names {
			if known.Address == address {
				return text.Clean(known.Name)
			}
		}
		return text.Safe{}
	}
}
