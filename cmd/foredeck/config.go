package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"foredeck/config"
	"foredeck/tui/text"
)

// configActions are what the command does, by the word that says so.
var configActions = map[string]func(*cobra.Command, *globalFlags) error{
	"init": initSettings, "show": showSettings, "check": checkSettings, "path": printSettingsPath,
}

func configCommand(flags *globalFlags) *cobra.Command {
	words := []string{"init", "show", "check", "path"}
	return &cobra.Command{
		Use:   "config " + strings.Join(words, "|"),
		Short: "Make, show or check the file of settings",
		Long: `init writes a file of settings in which every option is explained, and changes none that is there. show prints each value that
counts and where it comes from. check names what is wrong in the file: the exit code is 2 then. path prints where it is.`,
		Example: `  foredeck config init
  foredeck config show --network mainnet`,
		ValidArgs: words,
		Args:      cobra.MatchAll(cobra.ExactArgs(1), cobra.OnlyValidArgs),
		RunE: func(cmd *cobra.Command, arguments []string) error {
			if arguments[0] != "show" && flags.output != "" && flags.output != "table" {
				return &usageError{fmt.Errorf("-o %s: config %s says what it has to say in words; config show prints records", flags.output, arguments[0])}
			}
			return configActions[arguments[0]](cmd, flags)
		},
	}
}

func printSettingsPath(cmd *cobra.Command, flags *globalFlags) error {
	path, _, err := flags.settingsPath()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(cmd.OutOrStdout(), path)
	return err
}

func initSettings(cmd *cobra.Command, flags *globalFlags) error {
	path, _, err := flags.settingsPath()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return &usageError{fmt.Errorf("%s is there already, and is left as it is", path)}
	}
	if err != nil {
		return err
	}
	_, err = file.WriteString(config.Sample())
	if err := errors.Join(err, file.Close()); err != nil {
		return err
	}
	_, err = fmt.Fprintln(cmd.OutOrStdout(), path)
	return err
}

func checkSettings(cmd *cobra.Command, flags *globalFlags) error {
	settings, err := flags.readSettings(cmd)
	if err != nil {
		return err
	}
	path, _, err := flags.settingsPath()
	if err != nil {
		return err
	}
	bindingsOf(settings)
	coinsOf(settings)
	for _, problem := range settings.Problems {
		if _, err := fmt.Fprintln(cmd.OutOrStdout(), text.Clean(flags.locate(problem))); err != nil {
			return err
		}
	}
	switch len(settings.Problems) {
	case 0:
		_, err = fmt.Fprintln(cmd.OutOrStdout(), "nothing is wrong in "+path)
		return err
	case 1:
		return &fileError{errors.New("one line of the file of settings is wrong")}
	}
	return &fileError{fmt.Errorf("%d lines of the file of settings are wrong", len(settings.Problems))}
}

func showSettings(cmd *cobra.Command, flags *globalFlags) error {
	format, err := flags.format("table", "wide", "json", "jsonl", "csv")
	if err != nil {
		return err
	}
	settings, err := flags.readSettings(cmd)
	if err != nil {
		return err
	}
	if err := flags.warn(cmd, settings); err != nil {
		return err
	}
	columns := []column{{title: "key", width: 40}, {title: "from", width: 20}, {title: "value"}}
	printer := newPrinter(cmd.OutOrStdout(), format, columns, false)
	for _, entry := range settings.Entries(os.Getenv) {
		shown := record{value: entry, cells: []text.Safe{text.Clean(entry.Key), text.Clean(entry.From), text.Clean(entry.Value)}}
		if err := printer.print(shown); err != nil {
			return err
		}
	}
	return printer.end()
}
