package view

import (
	"encoding/json"
	"slices"
	"strings"

	"foredeck/client"
	"foredeck/tui/command"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// forAll is inputs of this form in a way that reads the same for everybody: saved names as their addresses.
func (m *Model) forAll(inputs []string) []string {
	inputs = slices.Clone(inputs)
	for i, f := range m.fields {
		if !f.isAddress {
			continue
		}
		if address, ok := named(m.deps, inputs[i]); ok {
			inputs[i] = address.String()
		}
	}
	return inputs
}

// command is the command line that makes the same call.
func (m *Model) command() string {
	inputs := m.forAll(m.inputs())
	words := []string{"view", m.function.String()}
	for _, input := range inputs[:m.types] {
		words = append(words, "--type-arg", input)
	}
	for _, input := range inputs[m.types:] {
		words = append(words, "--arg", input)
	}
	if m.bcs {
		words = append(words, "--bcs")
	}
	return m.deps.Command(words...)
}

// Copies are the result that is shown, and the call in the forms of other programs.
func (m *Model) Copies() []screen.Copy {
	var copies []screen.Copy
	if run := m.shown(); run != nil && run.Err == nil {
		values := run.Values
		all := func() string {
			raw, err := json.Marshal(client.ViewResult{Values: values})
			if err != nil {
				return ""
			}
			return string(raw)
		}
		if len(values) == 1 {
			copies = append(copies, screen.Copy{Form: "value", Value: func() string { return strings.Trim(string(values[0].JSON), `"`) }})
		}
		copies = append(copies, screen.Copy{Form: "JSON", Value: all})
	}
	if m.firstWrong() >= 0 || m.cannot != "" {
		return copies
	}
	return append(copies, screen.Copy{Form: "command", Value: m.command}, screen.Copy{Form: "curl", Value: m.curl})
}

// curl is the same call by curl. Keys are no part of it: view calls take none.
func (m *Model) curl() string {
	request := m.request()
	body, err := request.Body(m.abi)
	if err != nil {
		return ""
	}
	version := m.deps.Node.Version()
	if version == client.Auto || request.BCS {
		version = client.V3
	}
	post := "curl -sS -X POST " + command.Quote(m.deps.Node.BaseURL()+"/rpc/"+version.String()+"/view")
	if request.BCS {
		return "printf '" + octal(body) + "' | " + post + " -H " + command.Quote("Content-Type: "+m.deps.Node.ViewMediaType()) + " --data-binary @-"
	}
	return post + " -H 'Content-Type: application/json' -d " + command.Quote(string(body))
}

// octal writes bytes as printf of every shell reads them.
func octal(body []byte) string {
	const digits = "01234567"
	var written strings.Builder
	for _, b := range body {
		written.WriteByte('\\')
		written.WriteByte(digits[b>>6])
		written.WriteByte(digits[b>>3&7])
		written.WriteByte(digits[b&7])
	}
	return written.String()
}

// Link is the form with what its fields hold.
func (m *Model) Link() (target.Link, bool) {
	inputs := m.forAll(m.inputs())
	return target.Link{
		Network: m.deps.Endpoint.Network,
		Target:  target.Target{Kind: target.Function, Function: m.function},
		View:    &target.Call{TypeArguments: inputs[:m.types], Arguments: inputs[m.types:]},
	}, true
}

// CountsInUnits tells that results are written in the session's units.
func (m *Model) CountsInUnits() {}

// savedName is the name under which the call of a run is saved, empty where it is not.
func (m *Model) savedName(run *screen.ViewRun) text.Safe {
	for _, saved := range m.deps.Store.Bookmarks() {
		call := saved.Link.View
		if call == nil || saved.Link.Target.Function != m.function || len(call.TypeArguments) != m.types || len(call.TypeArguments)+len(call.Arguments) != len(m.fields) {
			continue
		}
		if m.same(slices.Concat(call.TypeArguments, call.Arguments), run.Inputs) {
			return text.Clean(saved.Name)
		}
	}
	return ""
}
