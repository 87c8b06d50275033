// document.go reads JSON.

package explain

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// document reads JSON: a transaction, an event, a resource, a call, an array of bytes or of arguments.
func (r *reader) document() {
	if !strings.HasPrefix(r.text, "{") && !strings.HasPrefix(r.text, "[") || !json.Valid([]byte(r.text)) {
		return
	}
	raw := json.RawMessage(r.text)
	if content, ok := byteArray(raw); ok {
		r.content(content, "a JSON array")
		return
	}
	var arguments []json.RawMessage
	if json.Unmarshal(raw, &arguments) == nil && len(arguments) > 0 {
		if r.argumentList(arguments); len(r.found) > 0 {
			return
		}
	}
	var object map[string]json.RawMessage
	_ = json.Unmarshal(raw, &object) // an array has none
	for _, read := range []func(json.RawMessage, map[string]json.RawMessage){r.record, r.typed, r.request} {
		if read(raw, object); len(r.found) > 0 {
			return
		}
	}
	bare, kind := move.Unwrap(raw, nil)
	r.add(Reading{Kind: JSON, Value: described(kind, arguments, object), Decoded: bare})
}

// described says what JSON has.
func described(kind string, arguments []json.RawMessage, object map[string]json.RawMessage) string {
	switch {
	case kind != "":
		return kind
	case object != nil:
		return text.Plural(len(object), "member").String()
	}
	return text.Plural(len(arguments), "item").String()
}

// byteArray returns the bytes of an array of numbers up to 255, at least two.
func byteArray(raw json.RawMessage) ([]byte, bool) {
	var numbers []uint8Number
	if json.Unmarshal(raw, &numbers) != nil || len(numbers) < 2 {
		return nil, false
	}
	content := make([]byte, len(numbers))
	for i, n := range numbers {
		content[i] = byte(n)
	}
	return content, true
}

// uint8Number is a number from 0 to 255.
type uint8Number uint8

// UnmarshalJSON reads the number; a string is an error.
func (n *uint8Number) UnmarshalJSON(raw []byte) error {
	number, err := strconv.ParseUint(string(raw), 10, 8)
	*n = uint8Number(number)
	return err
}

// argumentList reads arguments in BCS, each as an array of bytes or in hex.
func (r *reader) argumentList(arguments []json.RawMessage) {
	var facts []Fact
	for i, argument := range arguments {
		content, ok := byteArray(argument)
		if !ok {
			return
		}
		inner := reader{Context: r.Context}
		inner.As = nil
		inner.content(content, "bytes")
		for _, reading := range inner.found {
			value := reading.Value
			if reading.Decoded != nil {
				value += " " + string(reading.Decoded)
			}
			facts = append(facts, Fact{Name: fmt.Sprintf("argument %d", i), Value: "perhaps " + reading.Kind.String() + " " + value})
		}
		if len(inner.found) == 0 {
			facts = append(facts, Fact{Name: fmt.Sprintf("argument %d", i), Value: fmt.Sprintf("0x%x", content)})
		}
	}
	r.add(Reading{Kind: PayloadCall, Value: text.Plural(len(arguments), "argument").String(), Facts: facts, Basis: "arguments in BCS; their types are guessed"})
}

// record reads a transaction, in the form of a node or in that of foredeck's commands.
func (r *reader) record(raw json.RawMessage, object map[string]json.RawMessage) {
	hash, has := object["hash"]
	if !has {
		return
	}
	t, err := client.ParseTransaction(raw)
	if object["header"] == nil || err != nil {
		t = client.Transaction{}
		_ = json.Unmarshal(hash, &t.Hash)
		word := func(name string) (value string) { _ = json.Unmarshal(object[name], &value); return value }
		t.Status, t.VMStatus = word("status"), word("vm_status")
		if sender, err := move.ParseAddress(word("sender")); err == nil {
			t.Sender = &sender
		}
		_ = json.Unmarshal(object["sequence_number"], &t.SequenceNumber)
		var called struct {
			Kind     string `json:"kind"`
			Function string `json:"function"`
		}
		if json.Unmarshal(object["payload"], &called) == nil && called.Function != "" {
			t.Payload = &client.Payload{Kind: called.Kind, Function: called.Function}
		}
	}
	link := target.Target{Kind: target.Transaction}
	if link.Hash, err = target.ParseHash(t.Hash); err != nil {
		return
	}
	reading := Reading{Kind: Record, Value: link.Hash, Opens: to(link), Facts: []Fact{{"status", t.Status, nil}}}
	if t.Sender != nil {
		reading.Facts = append(reading.Facts, Fact{"sender", t.Sender.String(), toAccount(*t.Sender)})
	}
	if t.SequenceNumber != nil {
		reading.Facts = append(reading.Facts, Fact{Name: "sequence", Value: text.Integer(*t.SequenceNumber).String()})
	}
	if t.Payload != nil {
		fact := Fact{Name: "function", Value: t.Payload.Function}
		if function, err := move.ParseFunctionID(t.Payload.Function); err == nil {
			fact.Opens = toFunction(function)
		}
		reading.Facts = append(reading.Facts, fact)
	}
	if failed := t.FailedCall(); failed != nil {
		reading.Failure, reading.entry = &failed.Status, failed.Entry
		reading.Facts = append(reading.Facts, statusFacts(&failed.Status)...)
	}
	r.add(reading)
}

// typed reads an object with a type and data: a resource or an event.
func (r *reader) typed(_ json.RawMessage, object map[string]json.RawMessage) {
	var name string
	for _, member := range []string{"type", "type_tag", "resource_type", "event_type"} {
		if json.Unmarshal(object[member], &name) == nil && name != "" {
			break
		}
	}
	tag, err := move.ParseStructTag(name)
	if err != nil || object["data"] == nil {
		return
	}
	kind, link := Resource, target.Target{Kind: target.Type, Type: tag}
	if object["guid"] != nil || object["sequence_number"] != nil || object["key"] != nil {
		kind, link.Kind = Event, target.Events
	}
	bare, _ := move.Unwrap(object["data"], nil)
	r.add(Reading{Kind: kind, Value: tag.String(), Decoded: bare, Opens: to(link)})
}

// request reads the body of a view request.
func (r *reader) request(_ json.RawMessage, object map[string]json.RawMessage) {
	var name string
	_ = json.Unmarshal(object["function"], &name)
	function, err := move.ParseFunctionID(name)
	if err != nil {
		return
	}
	view := target.Call{}
	reading := Reading{Kind: PayloadCall, Value: function.String()}
	var arguments []json.RawMessage
	for _, member := range []string{"type_arguments", "ty_args"} {
		_ = json.Unmarshal(object[member], &view.TypeArguments)
	}
	for _, member := range []string{"arguments", "args"} {
		if object[member] != nil {
			_ = json.Unmarshal(object[member], &arguments)
		}
	}
	for i, argument := range arguments {
		written := text.Unquote(argument)
		view.Arguments = append(view.Arguments, written)
		reading.Facts = append(reading.Facts, Fact{Name: fmt.Sprintf("argument %d", i), Value: written})
	}
	reading.Opens = &target.Link{Target: target.Target{Kind: target.Function, Function: function}, View: &view}
	r.add(reading)
}
