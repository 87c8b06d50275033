package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/callform"
)

// checkCall reports a form for an output that has all forms.
func checkCall(in *invocation) error {
	isDry := in.isSet("dry-run")
	for _, option := range []string{"sender", "public-key", "max-gas", "gas-price"} {
		if in.given(option) && !isDry {
			return usagef("--%s: requires --dry-run", option)
		}
	}
	return cmp.Or(
		wrongIf(in.given("as") && isDry, "--as and --dry-run: use only one of them"),
		wrongIf(isDry && in.value("sender") == "", "--dry-run: requires --sender, the account that would send the transaction"),
		wrongIf(in.given("as") && !in.prints("table"), "--as and -o %s: JSON has all forms; use only one of them", in.format))
}

// callForms is the JSON shape of a call in all forms.
type callForms struct {
	Function      move.FunctionID `json:"function"`
	TypeArguments []string        `json:"type_arguments"`
	Arguments     []callArgument  `json:"arguments"`
	CLI           string          `json:"cli"`
	TypeScript    string          `json:"typescript"`
	BCS           string          `json:"bcs"`
}

// callArgument is an argument with its parameter: the number in the declaration, signers included, and the name if the source is
// published.
type callArgument struct {
	Parameter int             `json:"parameter"`
	Name      *string         `json:"name"`
	Type      string          `json:"type"`
	Value     json.RawMessage `json:"value"`
}

func init() {
	runners["call"] = &runner{check: checkCall, open: openNode, run: writeCall, later: []examinedCall{
		{"simulate", client.V2, false, func(e *examination) error { return e.simulate(false) }},
		{"simulate in BCS", client.V3, false, func(e *examination) error { return e.simulate(true) }},
		{"transaction parameters", client.V1, false, func(e *examination) error { return onlyError(e.node.TransactionLifetime(e.ctx())) }},
	}}
}

// entryCall returns the call that the command line writes, checked against the interface of its module.
func (in *invocation) entryCall() (client.EntryCall, error) {
	request, err := in.viewRequest(in.s.withAddress(in.args[0]))
	if err != nil {
		return client.EntryCall{}, err
	}
	group, err := in.s.resolveNames(in.ctx(), &request)
	if err == nil && group >= 0 {
		err = usagef("--arg %s: a call is written for one account; groups are for foredeck view", request.Arguments[group])
	}
	if err != nil {
		return client.EntryCall{}, err
	}
	id := move.ModuleID{Address: request.Function.Address, Name: request.Function.Module}
	module, err := in.s.node.Module(in.ctx(), id)
	switch {
	case err != nil:
		return client.EntryCall{}, err
	case module.ABI == nil:
		return client.EntryCall{}, fmt.Errorf("the node sends no interface of %s, so the arguments have no types", id)
	}
	return client.NewEntryCall(in.named(id, module.ABI), request)
}

func writeCall(in *invocation) error {
	call, err := in.entryCall()
	if err != nil {
		return err
	}
	if in.isSet("dry-run") {
		return in.dryRun(call)
	}
	url := in.s.node.BaseURL()
	if in.s.simulated() {
		url = "" // no other program reaches it
	}
	forms := callForms{
		Function: call.Function, TypeArguments: []string{}, Arguments: []callArgument{},
		CLI: callform.CLI(call, url), TypeScript: callform.TypeScript(call, url), BCS: callform.BCS(call),
	}
	for _, tag := range call.TypeArguments {
		forms.TypeArguments = append(forms.TypeArguments, tag.String())
	}
	for i, argument := range call.Arguments {
		parameter := call.Parameters[i]
		written := callArgument{Parameter: parameter.Number, Type: argument.Type().String(), Value: argument.JSON()}
		if parameter.Name != "" {
			written.Name = &parameter.Name
		}
		forms.Arguments = append(forms.Arguments, written)
	}
	lines := slices.Concat(
		linesOf("CLI (Supra; not signed or submitted by foredeck)\n"+forms.CLI),
		linesOf("\nTYPESCRIPT (supra-l1-sdk)\n"+forms.TypeScript),
		linesOf("\nBCS (EntryFunction)\n"+forms.BCS))
	if in.given("as") {
		lines = linesOf(map[string]string{"cli": forms.CLI, "typescript": forms.TypeScript, "bcs": forms.BCS}[in.value("as")])
	}
	return in.printLines(forms, lines...)
}

// named returns an interface with the names of parameters if the source of the module is published. Without it, parameters have
// numbers.
func (in *invocation) named(id move.ModuleID, abi *move.ModuleABI) *move.ModuleABI {
	source, err := in.s.node.ModuleSource(in.ctx(), id)
	if err != nil {
		return abi
	}
	return abi.NameParameters(source.ParameterNames())
}
