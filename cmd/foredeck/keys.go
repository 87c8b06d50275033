package main

import (
	"strings"

	"foredeck/tui"
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

func listKeys(in *invocation) error {
	settings, err := in.readSettings(in.cmd)
	if err != nil {
		return err
	}
	bindings := tui.Bindings(settings)
	if err := in.warn(in.cmd, settings); err != nil {
		return err
	}
	columns := []column{{title: text.Const("SCREEN"), width: 11}, {title: text.Const("KEYS"), width: 26}, {title: text.Const("ID"), width: 24}, {title: text.Const("DESCRIPTION")}}
	if in.format == "csv" {
		columns = csvColumns("screen", "keys", "id", "description")
	}
	printer := newPrinter(in.out(), in.format, columns, false)
	for _, group := range tui.Keys(settings.Commands...) {
		for _, action := range bindings.Bind(group.Actions) {
			description := action.Description()
			keys := strings.ReplaceAll(" "+strings.Join(action.Keys(), " ")+" ", "   ", " space ")
			cells := []text.Safe{text.Clean(group.Name), text.Clean(strings.TrimSpace(keys)), text.Clean(action.ID), text.Clean(description)}
			shape := keyShape{Screen: group.Name, ID: action.ID, Keys: action.Keys(), Description: description, Place: group.Name, Does: description}
			if err := printer.print(record{value: shape, cells: cells}); err != nil {
				return err
			}
		}
	}
	return printer.end()
}
