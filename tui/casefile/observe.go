package casefile

import (
	"encoding/json"
	"math/big"
	"strings"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/render"
)

// Observed is what a transaction did, as far as its record says.
type Observed struct {
	Expectation
	noOutcome, noEvents string // why they are unknown; empty if they are known
}

// feeStatement is the event of the fee. Its data are amounts of gas, which differ from state to state.
const feeStatement = "0x1::transaction_fee::FeeStatement"

// Observe returns what a transaction did, or would do: the record of a dry run.
func Observe(t *client.Transaction) Observed {
	var o Observed
	o.observeOutcome(t)
	if o.noEvents = eventsUnknown(t); o.noEvents != "" {
		return o
	}
	o.Events, o.Balances = []Event{}, []Balance{}
	for i := range t.Events {
		event := Event{Type: canonicalType(t.Events[i].Type)}
		if event.Type == feeStatement {
			continue
		}
		event.Data, _ = decodeJSON(t.Events[i].Data) // eventsUnknown has decoded it
		o.Events = append(o.Events, event)
	}
	for _, changed := range render.BalanceChanges(t) {
		o.Balances = append(o.Balances, Balance{changed.Account, canonicalType(changed.Coin), new(big.Int).Set(changed.Amount)})
	}
	return o
}

// kept returns what a case expects of it. A failure has no effects but the fee, and older nodes do not send that it has none.
func (o *Observed) kept() Expectation {
	kept := o.Expectation
	if kept.Outcome != Success {
		kept.Balances, kept.Events = nil, nil
	}
	return kept
}

// observeOutcome sets how it ended, and why.
func (o *Observed) observeOutcome(t *client.Transaction) {
	status := move.ParseVMStatus(t.VMStatus)
	switch {
	case t.Status == "Pending" || t.Status == "PendingAfterExecution":
		o.noOutcome = "the transaction waits for others of its sender"
		return
	case t.Status == "" && t.VMStatus == "":
		o.noOutcome = "the node sends no status"
		return
	case t.Status == "Success", t.Status == "" && status.Kind == move.StatusExecuted:
		o.Outcome = Success
		return
	}
	if explained := t.Failure(); explained != nil {
		status = *explained
	}
	o.Outcome = Failed
	switch status.Kind {
	case move.StatusAbort, move.StatusFailure, move.StatusOutOfGas, move.StatusOther:
		o.Outcome = Outcome(status.Kind.String())
	}
	o.Module, o.Code, o.Name, o.StatusCode = status.Module, status.AbortCode, status.Reason, status.StatusCode
}

// eventsUnknown says why the events of a record are not known; empty if they are.
func eventsUnknown(t *client.Transaction) string {
	for _, problem := range t.Problems {
		if strings.Contains(problem.Field(), "events") || problem.Field() == "" {
			return "the node sends events that cannot be read: " + problem.Error()
		}
	}
	for i := range t.Events {
		if t.Events[i].Type == "" {
			return "the node sends an event without its type"
		}
		if _, err := decodeJSON(t.Events[i].Data); err != nil {
			return "the node sends an event without its data"
		}
	}
	if len(t.Events) > 0 || hasEvents(t) {
		return ""
	}
	return "the node sends no events"
}

// hasEvents reports whether a record without events has the empty list of them: a node can also leave it out.
func hasEvents(t *client.Transaction) bool {
	if t.Output == nil {
		return false
	}
	var variants map[string]struct {
		Events json.RawMessage `json:"events"`
	}
	if json.Unmarshal(t.Output.Raw, &variants) != nil {
		return false
	}
	for _, variant := range variants {
		if len(variant.Events) > 0 && variant.Events[0] == '[' {
			return true
		}
	}
	return false
}
