package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"foredeck/client/move"
	"foredeck/config"
	"foredeck/tui"
	"foredeck/tui/keymap"
	"foredeck/tui/target"
)

// settingsSource is where the deck reads its settings again.
func (f *globalFlags) settingsSource(cmd *cobra.Command) tui.Settings {
	path, _, err := f.settingsPath()
	if err != nil {
		return tui.Settings{} // a machine without a home has none
	}
	return tui.Settings{Path: path, Read: func(before *config.Settings) (tui.Reading, error) {
		settings, err := f.readSettings(cmd)
		if err != nil {
			return tui.Reading{}, err
		}
		settings.KeepWrong(before)
		return f.reading(settings, before), nil
	}}
}

// reading is what follows from settings. Keys that cannot be given stay as they were before; nil: there was nothing before.
func (f *globalFlags) reading(settings, before *config.Settings) tui.Reading {
	looks, wrong := f.looks(settings)
	coins := coinsOf(settings)
	bindings := bindingsOf(settings)
	if before != nil && settings.KeepKeys(before) {
		bindings, _ = keymap.NewBindings(tui.Keys(), settings.Keys) // what is wrong was named already
	}
	return tui.Reading{
		Settings: settings, Fields: settings.Fields(os.Getenv), Looks: looks, Wrong: wrong, Bindings: bindings,
		Names: namesOf(settings), Coins: coins, Networks: networks(settings), Stamp: settings.Stamp,
	}
}

// namesOf are the names that the settings give to addresses, which config has looked at.
func namesOf(settings *config.Settings) []target.Name {
	var names []target.Name
	for _, name := range settings.Names {
		if address, err := move.ParseAddress(name.Address); err == nil {
			names = append(names, target.Name{Name: name.Name, Address: address})
		}
	}
	return names
}

// coinsOf are the decimals that the settings give to coins. What is no type after all is added to the problems.
func coinsOf(settings *config.Settings) map[string]int {
	decimals := map[string]int{}
	for _, coin := range settings.Coins {
		tag, err := move.ParseTypeTag(coin.Type)
		if err != nil {
			settings.Problems = append(settings.Problems, config.Problem{Line: coin.Line, Key: fmt.Sprintf("decimals.%q", coin.Type), Rule: err.Error()})
			continue
		}
		decimals[tag.String()] = coin.Decimals
	}
	return decimals
}
