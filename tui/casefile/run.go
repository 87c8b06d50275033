package casefile

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/lookup"
)

// CallError is the error of a call that the module of today does not take.
type CallError struct{ Err error }

func (e *CallError) Error() string { return e.Err.Error() }

// Unwrap returns why the module does not take the call.
func (e *CallError) Unwrap() error { return e.Err }

// KeyError is the error of a call whose sender has no known key.
type KeyError struct {
	Sender move.Address
	Err    error
}

func (e *KeyError) Error() string {
	return fmt.Sprintf("call.public_key: required, as no recent transaction of account %s has an Ed25519 key", e.Sender.Short())
}

// Unwrap returns client.ErrNoSenderKey.
func (e *KeyError) Unwrap() error { return e.Err }

// Run dry-runs a call on the newest state, with its failure explained. The sender of the call is an address. The error is a *CallError if
// the module does not take the call.
func (c *Call) Run(ctx context.Context, node *client.Node, now time.Time) (client.Transaction, error) {
	var none client.Transaction
	s := client.Simulation{PublicKey: c.PublicKey, MaxGasAmount: cmp.Or(c.MaxGas, DefaultMaxGas), GasUnitPrice: c.GasPrice}
	var err error
	if s.Sender, err = move.ParseAddress(c.Sender); err != nil {
		return none, err
	}
	if s.Call, err = c.entry(ctx, node); err != nil {
		return none, err
	}
	s, err = node.CompleteSimulation(ctx, s, now)
	if errors.Is(err, client.ErrNoSenderKey) {
		return none, &KeyError{s.Sender, err}
	}
	if err != nil {
		return none, err
	}
	transaction, err := node.Simulate(ctx, s)
	if err != nil {
		return none, err
	}
	if transaction.Payload == nil { // older nodes send only the text of a failure
		transaction.Payload = &client.Payload{Kind: "entry_function", Function: c.Function.String()}
	}
	explain(ctx, node, &transaction)
	return transaction, nil
}

// entry checks the call against the interface of its module.
func (c *Call) entry(ctx context.Context, node *client.Node) (client.EntryCall, error) {
	abi, err := named(ctx, node, c.Function.ModuleID())
	if errors.Is(err, client.ErrNotFound) {
		return client.EntryCall{}, &CallError{err}
	}
	if err != nil {
		return client.EntryCall{}, err
	}
	request := client.ViewRequest{Function: c.Function, TypeArguments: c.TypeArguments}
	for _, argument := range c.Arguments {
		request.Arguments = append(request.Arguments, argument)
	}
	call, err := client.NewEntryCall(abi, request)
	if err != nil {
		err = &CallError{err}
	}
	return call, err
}

// named returns the interface of a module, with the names of parameters if its source is published.
func named(ctx context.Context, node *client.Node, id move.ModuleID) (*move.ModuleABI, error) {
	module, err := node.Module(ctx, id)
	switch {
	case err != nil:
		return nil, err
	case module.ABI == nil:
		return nil, fmt.Errorf("the node sends no interface of %s, so the arguments have no types", id)
	}
	source, err := node.ModuleSource(ctx, id)
	if err != nil { // then they have numbers
		return module.ABI, nil
	}
	return module.ABI.NameParameters(source.ParameterNames()), nil
}

// explain adds to a failure what bytecode says of it: what a case expects must not depend on the form in which a node writes it.
func explain(ctx context.Context, node *client.Node, t *client.Transaction) {
	if failed := t.FailedCall(); failed != nil {
		t.Explained = new(lookup.Explain(ctx, node, *failed))
	}
}

// Freeze returns the case of a transaction. Unless it is to be as recorded, a dry run of today says which parts depend on the state: they
// are not expected, and Notes says so. The error is a *KindError if the transaction cannot be repeated.
func Freeze(ctx context.Context, node *client.Node, frozen *client.Transaction, network string, isRecorded bool, now time.Time) (*Document, error) {
	t := *frozen
	function, err := Called(&t)
	if err != nil {
		return nil, err
	}
	explain(ctx, node, &t)
	abi, _ := named(ctx, node, function.ModuleID()) // without it arguments are as the node wrote them
	c, arguments, err := New(&t, abi, network)
	if err != nil {
		return nil, err
	}
	d := &Document{Case: c, Arguments: arguments, Origin: originOf(&t), PublicKey: t.SenderKey()}
	if t.SequenceNumber != nil {
		d.sequence = strconv.FormatUint(*t.SequenceNumber, 10)
	}
	if isRecorded {
		return d, ctx.Err()
	}
	call := c.Call
	call.PublicKey = d.PublicKey
	today, err := call.Run(ctx, node, now)
	if _, ok := errors.AsType[*CallError](err); ok {
		d.Notes = []string{"the module of today does not take the call: " + err.Error()}
		return d, nil
	}
	if d.NotRun = err; err == nil {
		d.Notes = c.Expect.Narrow(new(Observe(&today)))
	}
	return d, ctx.Err()
}

// Sequence returns the sequence number of the frozen transaction as text, or "unknown".
func (d *Document) Sequence() string { return cmp.Or(d.sequence, "unknown") }

// originOf says which transaction a case comes from.
func originOf(t *client.Transaction) string {
	origin := "Transaction " + cmp.Or(t.Hash, "without a hash")
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
