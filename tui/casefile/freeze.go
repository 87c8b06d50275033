package casefile

import (
	"encoding/json"
	"fmt"
	"maps"

	"foredeck/client"
	"foredeck/client/move"
)

// KindError is the error for a transaction that cannot be repeated by a dry run.
type KindError struct{ Rule string }

func (e *KindError) Error() string { return e.Rule }

// Called returns the function that a transaction calls. The error is a *KindError if a dry run cannot repeat the transaction.
func Called(t *client.Transaction) (move.FunctionID, error) {
	switch {
	case t.Payload == nil || t.Sender == nil:
		return move.FunctionID{}, &KindError{"it calls nothing: only transactions that call an entry function can be frozen"}
	case t.Payload.Kind != "entry_function":
		return move.FunctionID{}, &KindError{fmt.Sprintf("it is of the kind %.40q: only calls of entry functions can be frozen, as only those have a dry run", t.Payload.Kind)}
	case !t.IsFinished():
		return move.FunctionID{}, &KindError{"it is pending: freeze it when it is in a block"}
	case t.Authenticator != nil && len(t.Authenticator.SecondarySigners) > 0:
		return move.FunctionID{}, &KindError{"it has several signers: a dry run has only the sender"}
	}
	return move.ParseFunctionID(t.Payload.Function)
}

// New returns the case of a transaction, which Called accepts: what it did is what is expected. With the interface of the module, nil if
// it is unknown, arguments have their forms and their names.
func New(t *client.Transaction, abi *move.ModuleABI, network string) (*Case, []Argument, error) {
	function, err := Called(t)
	if err != nil {
		return nil, nil, err
	}
	did := Observe(t)
	c := &Case{Network: network, ChainID: t.ChainID, Expect: did.kept()}
	c.Call = Call{Sender: t.Sender.String(), Function: function, MaxGas: orZero(t.MaxGasAmount), GasPrice: orZero(t.GasUnitPrice)}
	if c.Expect.isEmpty() {
		return nil, nil, &KindError{"the node sends neither its status nor its events: nothing could be expected"}
	}
	for _, written := range t.Payload.TypeArguments {
		tag, err := move.ParseTypeTag(written)
		if err != nil {
			return nil, nil, fmt.Errorf("type arguments: %w", err)
		}
		c.Call.TypeArguments = append(c.Call.TypeArguments, tag)
	}
	arguments := argumentsOf(t, c.Call, abi)
	for _, argument := range arguments {
		c.Call.Arguments = append(c.Call.Arguments, argument.Text)
	}
	return c, arguments, nil
}

// Argument is an argument with what the interface says of it.
type Argument struct {
	Text string
	Note string // name and type; "" if they are unknown
}

// argumentsOf returns the arguments as text. If they do not fit the interface of today, they are as the node wrote them.
func argumentsOf(t *client.Transaction, called Call, abi *move.ModuleABI) (arguments []Argument) {
	if abi != nil {
		request := client.ViewRequest{Function: called.Function, TypeArguments: called.TypeArguments}
		for _, raw := range t.Payload.Arguments {
			request.Arguments = append(request.Arguments, raw)
		}
		if call, err := client.NewEntryCall(abi, request); err == nil {
			for i, argument := range call.Arguments {
				note := argument.Type().String()
				if name := call.Parameters[i].Name; name != "" {
					note = name + ": " + note
				}
				arguments = append(arguments, Argument{argument.Text(), note})
			}
			return arguments
		}
	}
	for _, raw := range t.Payload.Arguments {
		text := string(raw)
		if unquoted := ""; json.Unmarshal(raw, &unquoted) == nil {
			text = unquoted
		}
		arguments = append(arguments, Argument{Text: text})
	}
	return arguments
}

// Narrow removes from an expectation what a dry run of today does not repeat, as it depends on the state: changes of balances and members
// of events. It says what, and what a check of today would report. If the dry run ends differently, all of the expectation stays.
func (e *Expectation) Narrow(today *Observed) (notes []string) {
	if today.Outcome == "" || !e.meets(today.Outcome) {
		return []string{"a dry run of today ends differently: " + today.reason()}
	}
	if today.noEvents == "" && e.Events != nil {
		notes = append(e.narrowBalances(today.Balances), e.narrowEvents(today.Events)...)
	}
	differences, unknown := e.Compare(today)
	for _, d := range differences {
		notes = append(notes, d.today()+"; it is still expected")
	}
	for _, why := range unknown {
		notes = append(notes, "a check of today could not compare it: "+why)
	}
	return notes
}

// today says what differs in a dry run.
func (d Difference) today() string {
	return fmt.Sprintf("%s: it was %s, and is %s in a dry run of today", d.Field, d.Expected, d.Got)
}

// narrowBalances removes all changes of balances if one has another amount: a list without some of the changes would not allow those.
func (e *Expectation) narrowBalances(today []Balance) (notes []string) {
	for _, d := range compareBalances(e.Balances, today) {
		if d.Expected != absent && d.Got != absent {
			notes = append(notes, d.today())
		}
	}
	if len(notes) > 0 {
		e.Balances, notes = nil, append(notes, "so the changes of balances are not expected")
	}
	return notes
}

// narrowEvents removes the members of events that differ.
func (e *Expectation) narrowEvents(today []Event) (notes []string) {
	partners, _ := pair(e.Events, today)
	for i := range e.Events {
		event := &e.Events[i]
		if partners[i] < 0 {
			continue
		}
		for _, d := range event.differ(fmt.Sprintf("events[%d] %s", i, event.Type), today[partners[i]]) {
			notes = append(notes, d.today())
		}
		event.Data, _ = common(event.Data, today[partners[i]].Data)
	}
	return notes
}

// common returns the part of a value that another one has too; nothing of a list that differs.
func common(a, b any) (value any, ok bool) {
	members, isObject := a.(map[string]any)
	others, isOther := b.(map[string]any)
	if !isObject || !isOther {
		if len(differ("", a, b)) > 0 {
			return nil, false
		}
		return a, true
	}
	kept := map[string]any{}
	for name := range maps.Keys(members) {
		other, found := others[name]
		if !found {
			continue
		}
		if part, ok := common(members[name], other); ok {
			kept[name] = part
		}
	}
	return kept, true
}
