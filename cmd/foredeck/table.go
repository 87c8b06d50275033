package main

import (
	"encoding/json"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/record"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

func init() {
	runners["table"] = &runner{check: checkTable, open: openNode, run: showTableItem, later: []examinedCall{
		// No chain has a table at this address: that it is not found shows that the node has the call.
		{"table item", client.V1, false, func(e *examination) error {
			key := move.TypeTag{Kind: move.KindU64}
			return onlyError(e.node.TableItem(e.ctx(), frameworkAddress, key, key, json.RawMessage(`"0"`)))
		}},
	}}
}

func checkTable(in *invocation) error {
	for _, option := range []string{"key-type", "value-type", "key"} {
		if in.value(option) == "" {
			return usagef("missing --%s: foredeck resource shows the declaration of the table", option)
		}
	}
	return nil
}

func showTableItem(in *invocation) error {
	handle, err := in.s.address(in.args[0])
	if err != nil {
		return err
	}
	var types [2]move.TypeTag
	for i, option := range []string{"key-type", "value-type"} {
		if types[i], err = move.ParseTypeTag(in.s.withAddress(in.value(option))); err != nil {
			return usagef("--%s %q: %w", option, in.value(option), err)
		}
	}
	value, err := in.s.node.TableItem(in.ctx(), handle, types[0], types[1], tableKey(in.value("key"), types[0]))
	if err != nil {
		return err
	}
	shape := struct {
		Type  string          `json:"type"`
		Value json.RawMessage `json:"value"`
	}{value.Type, value.JSON}
	return printDocument(in, shape, value.JSON, tableColumns, []client.MoveValue{value})
}

// tableKey returns a key as JSON. Texts and integers that JSON has as texts can be given without quotes.
func tableKey(written string, tag move.TypeTag) json.RawMessage {
	isText := tag.Kind != move.KindBool && tag.Kind != move.KindVector && tag.Kind != move.KindU8 && tag.Kind != move.KindU16 && tag.Kind != move.KindU32
	if valid := json.Valid([]byte(written)); valid && !(isText && written[0] != '"' && written[0] != '{' && written[0] != '[') {
		return json.RawMessage(written)
	} else if !isText {
		return json.RawMessage(written) // the client reports it
	}
	quoted, _ := json.Marshal(written) // a text has no errors
	return quoted
}

var tableColumns = record.Columns[client.MoveValue]{
	{Name: "type", Title: text.Const("TYPE"), Width: 30, Text: func(v *client.MoveValue) text.Safe { return text.Clean(v.Type) }},
	{Name: "value", Title: text.Const("VALUE"), Text: func(v *client.MoveValue) text.Safe {
		if v.JSON == nil {
			return text.Const("null")
		}
		return render.Value(v.JSON)
	}},
}
