package main

import (
	"strings"

	"foredeck/tui"
	"foredeck/tui/record"
	"foredeck/tui/text"
)

// keyShape is an action of the deck as JSON.
type keyShape struct {
	Screen      string   `json:"screen"`
	ID          string   `json:"id"`
	Keys        []string `json:"keys"`
	Description string   `json:"description"`

	// The former names of two fields, which scripts may still use.
	Place string `json:"place"`
	Does  string `json:"does"`
}

func init() { runners["keys"] = &runner{run: listKeys} }

func listKeys(in *invocation) error {
	settings, err := in.readSettings(in.cmd)
	if err != nil {
		return err
	}
	bindings := tui.Bindings(settings)
	if err := in.warn(in.cmd, settings); err != nil {
		return err
	}
	var shapes []keyShape
	for _, group := range tui.Keys(settings.Commands...) {
		for _, action := range bindings.Bind(group.Actions()) {
			description := action.Description()
			shapes = append(shapes, keyShape{Screen: group.Name, ID: action.ID, Keys: action.Keys(), Description: description, Place: group.Name, Does: description})
		}
	}
	return printRecords(in, keyColumns, shapes)
}

var keyColumns = record.Columns[keyShape]{
	{Name: "screen", Title: text.Const("SCREEN"), Width: 11, Blank: true, Text: func(k *keyShape) text.Safe { return text.Clean(k.Screen) }},
	{Name: "keys", Title: text.Const("KEYS"), Width: 26, Blank: true, Text: func(k *keyShape) text.Safe {
		return text.Clean(strings.TrimSpace(strings.ReplaceAll(" "+strings.Join(k.Keys, " ")+" ", "   ", " space ")))
	}},
	{Name: "id", Title: text.Const("ID"), Width: 24, Blank: true, Text: func(k *keyShape) text.Safe { return text.Clean(k.ID) }},
	{Name: "description", Title: text.Const("DESCRIPTION"), Blank: true, Text: func(k *keyShape) text.Safe { return text.Clean(k.Description) }},
}
