package main

import (
	"cmp"
	"errors"
	"fmt"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/record"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

// errWouldFail is the error of a dry run that failed. The output says why.
var errWouldFail = errors.New("the transaction would fail")

// dryRunResult is the JSON shape of a dry run.
type dryRunResult struct {
	Function     move.FunctionID     `json:"function"`
	Sender       move.Address        `json:"sender"`
	PublicKey    string              `json:"public_key"`
	Sequence     uint64              `json:"sequence_number"`
	MaxGasAmount uint64              `json:"max_gas_amount"`
	GasUnitPrice uint64              `json:"gas_unit_price"`
	Fee          *string             `json:"fee"`
	Changes      []balanceChange     `json:"balance_changes"` // that the events report; the fee is not one of them
	Transaction  *client.Transaction `json:"transaction"`     // as the node would record it
}

// balanceChange is the change of a coin of an account.
type balanceChange struct {
	Account move.Address `json:"account"`
	Coin    *string      `json:"coin"`
	Amount  string       `json:"amount"` // in the smallest unit, negative for a loss
	change  render.CoinChange
}

// dryRun simulates the call as a transaction of --sender.
func (in *invocation) dryRun(call client.EntryCall) error {
	simulation, err := in.simulation(call)
	if err != nil {
		return err
	}
	transaction, err := in.s.node.Simulate(in.ctx(), simulation)
	if err != nil {
		return err
	}
	in.note(&transaction)
	// The node that reports a failure as an error sends no more than its text.
	if transaction.Payload == nil {
		transaction.Payload = &client.Payload{Kind: "entry_function", Function: call.Function.String()}
	}
	transaction.GasUnitPrice = cmp.Or(transaction.GasUnitPrice, &simulation.GasUnitPrice)
	explainFailure(in, &transaction)
	result := dryRunResult{
		Function: call.Function, Sender: simulation.Sender, PublicKey: simulation.PublicKey, Sequence: simulation.SequenceNumber,
		MaxGasAmount: simulation.MaxGasAmount, GasUnitPrice: simulation.GasUnitPrice, Changes: balanceChanges(&transaction), Transaction: &transaction,
	}
	if fee := transaction.Fee(); fee != nil {
		result.Fee = new(fee.String())
	}
	if err := in.printDryRun(&result); err != nil {
		return err
	}
	if transaction.Status != "Success" {
		return errWouldFail
	}
	return nil
}

// simulation returns the transaction of a dry run. What the command line does not say comes from the node.
func (in *invocation) simulation(call client.EntryCall) (client.Simulation, error) {
	s := client.Simulation{Call: call, PublicKey: in.value("public-key"), MaxGasAmount: get[uint64](in.options, "max-gas"), GasUnitPrice: get[uint64](in.options, "gas-price")}
	var err error
	if s.Sender, err = in.s.address(in.value("sender")); err != nil {
		return s, fmt.Errorf("--sender: %w", err)
	}
	s, err = in.s.node.CompleteSimulation(in.ctx(), s, in.s.now())
	if errors.Is(err, client.ErrNoSenderKey) {
		err = usagef("--public-key: required, as account %s has sent no transaction with an Ed25519 key", s.Sender.Short())
	}
	return s, err
}

// balanceChanges returns the changes of balances that the events of a transaction report, by account in the order of the events.
func balanceChanges(transaction *client.Transaction) []balanceChange {
	changes := []balanceChange{}
	for _, change := range render.BalanceChanges(transaction) {
		changed := balanceChange{Account: change.Account, Amount: change.Amount.String(), change: change.CoinChange}
		if change.Coin != "" {
			changed.Coin = &change.Coin
		}
		changes = append(changes, changed)
	}
	return changes
}

// printDryRun prints the result as lines of facts, or as JSON.
func (in *invocation) printDryRun(result *dryRunResult) error {
	transaction := result.Transaction
	lines := []text.Safe{text.Const("dry run: nothing is signed or submitted")}
	fact := func(name, value text.Safe) {
		lines = append(lines, text.Concat(name, text.Spaces(13-text.Width(name)), record.OrNone(value)))
	}
	fact(text.Const("function"), text.Clean(result.Function.String()))
	fact(text.Const("sender"), text.Clean(result.Sender.String()))
	fact(text.Const("status"), text.Clean(transaction.Status))
	fact(text.Const("gas used"), text.Format("%s of %s", render.Number(transaction.GasUsed), text.Integer(result.MaxGasAmount)))
	fact(text.Const("gas price"), text.Integer(result.GasUnitPrice))
	fact(text.Const("fee"), render.Fee(transaction, text.InDecimals, in.s.settings.Network.Decimals))
	fact(text.Const("vm status"), text.Clean(transaction.VMStatus))
	format := render.Formatter{Decimals: in.s.settings.Network.Decimals, CoinDecimals: in.coinDecimals()}
	for _, changed := range result.Changes {
		fact(text.Const("balance"), text.Format("%s %s", text.Clean(changed.Account.String()), format.Changes([]render.CoinChange{changed.change})))
	}
	for i := range transaction.Events {
		event := &transaction.Events[i]
		fact(text.Const("event"), text.Format("%s %s", text.Clean(event.Type), render.Value(event.Data)))
	}
	if err := in.printLines(result, lines...); err != nil {
		return err
	}
	if failed := transaction.Explained; failed != nil && in.prints("table") {
		fmt.Fprintln(in.out())
		printFailure(in.out(), &failed.Status)
	}
	return nil
}

// simulate simulates a transfer of nothing, for doctor.
func (e *examination) simulate(inBCS bool) error {
	function := move.FunctionID{Address: frameworkAddress, Module: "coin", Name: "transfer"}
	s := client.Simulation{Call: client.EntryCall{Function: function}, Sender: e.account, PublicKey: noHash, MaxGasAmount: 1000, GasUnitPrice: 100_000, ChainID: 255, BCS: inBCS}
	if id := e.found.ChainID; id != nil {
		s.ChainID = uint8(*id)
	}
	s.ExpirationSecs = uint64(e.s.now().Unix()) + 300 // seconds
	return onlyError(e.node.Simulate(e.ctx(), s))
}
