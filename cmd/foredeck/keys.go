package main

import (
	"strings"

	"github.com/spf13/cobra"

	"foredeck/config"
	"foredeck/tui"
	"foredeck/tui/keymap"
	"foredeck/tui/text"
)

// keyShape is an action of the deck as JSON.
type keyShape struct {
	Place string   `json:"place"`
	ID    string   `json:"id"`
	Keys  []string `json:"keys"`
	Does  string   `json:"does"`
}

func keysCommand(flags *globalFlags) *cobra.Command {
	return &cobra.Command{
		Use:   "keys",
		Short: "List the keys of the deck",
		Long: `List what can be done in the deck, place by place: the keys that do it, and the id by which the file of settings can give it
other keys. What is listed is what counts: keys of the settings stand in the place of the usual ones.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			format, err := flags.format("table", "wide", "json", "jsonl", "csv")
			if err != nil {
				return err
			}
			settings, err := flags.readSettings(cmd)
			if err != nil {
				return err
			}
			bindings := bindingsOf(settings)
			if err := flags.warn(cmd, settings); err != nil {
				return err
			}
			columns := []column{{title: "place", width: 11}, {title: "keys", width: 26}, {title: "id", width: 24}, {title: "does"}}
			printer := newPrinter(cmd.OutOrStdout(), format, columns, false)
			for _, group := range tui.Keys() {
				for _, action := range bindings.Bind(group.Actions) {
					shape := keyShape{group.Name, action.ID, action.Keys(), action.Help().Desc}
					keys := strings.ReplaceAll(" "+strings.Join(shape.Keys, " ")+" ", "   ", " space ")
					cells := []text.Safe{text.Clean(shape.Place), text.Clean(strings.TrimSpace(keys)), text.Clean(shape.ID), text.Clean(shape.Does)}
					if err := printer.print(record{value: shape, cells: cells}); err != nil {
						return err
					}
				}
			}
			return printer.end()
		},
	}
}

// bindingsOf are the keys that the settings give. Those that cannot be given are added to the problems.
func bindingsOf(settings *config.Settings) keymap.Bindings {
	bindings, problems := keymap.NewBindings(tui.Keys(), settings.Keys)
	settings.Problems = append(settings.Problems, problems...)
	return bindings
}
