package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"foredeck/config"
	"foredeck/theme"
	"foredeck/tui/text"
)

// settingsPath is where the file of settings is, and whether someone has named it, so that it has to be there.
func (f *globalFlags) settingsPath() (path string, named bool, err error) {
	if path := cmp.Or(f.settings, os.Getenv("FOREDECK_CONFIG")); path != "" {
		return path, true, nil
	}
	folder := os.Getenv("XDG_CONFIG_HOME")
	if !filepath.IsAbs(folder) { // as the XDG specification wants it
		if folder, err = os.UserConfigDir(); err != nil {
			return "", false, err
		}
	}
	return filepath.Join(folder, "foredeck", "config.toml"), false, nil
}

// readSettings puts flags, environment and file together.
func (f *globalFlags) readSettings(cmd *cobra.Command) (*config.Settings, error) {
	file, err := f.readFile()
	if err != nil {
		return nil, err
	}
	flags := config.Flags{Network: f.network, BaseURLs: f.baseURLs, OracleURL: f.oracleURL, Theme: f.theme, NoColour: f.noColour}
	if f.replay != "" {
		flags.Network = config.Simulated // one that there is: that of the recording takes its place
	}
	if cmd.Flags().Changed("timeout") {
		if f.timeout <= 0 {
			return nil, &usageError{fmt.Errorf("--timeout: %v: must be over 0", f.timeout)}
		}
		flags.Timeout = f.timeout
	}
	if cmd.Flags().Changed("rpc-version") {
		flags.RPCVersion = f.rpcVersion
	}
	settings, err := config.Resolve(flags, os.Getenv, file)
	if err != nil {
		return nil, &usageError{err}
	}
	return settings, nil
}

// readFile reads the file of settings. Where the person's folder is not known there is none.
func (f *globalFlags) readFile() (*config.File, error) {
	path, named, err := f.settingsPath()
	if err != nil {
		return nil, nil // a machine without a home has no settings
	}
	file, err := config.ReadFile(path, named)
	if err != nil {
		return nil, &usageError{fmt.Errorf("the file of settings: %w", err)}
	}
	return file, nil
}

// warn names on stderr what is wrong in the file of settings. A command does not go on where that leaves open which network is
// meant: a script would take the answers of one for those of another.
func (f *globalFlags) warn(cmd *cobra.Command, settings *config.Settings) error {
	if settings.Doubt != nil {
		return &usageError{errors.New(f.locate(*settings.Doubt))}
	}
	var none *noThemeError
	if _, err := readTheme(f.themesFolder(), settings.Theme, theme.NoColours); f.theme != "" && errors.As(err, &none) {
		return &usageError{fmt.Errorf("--theme %s: %w", f.theme, none)}
	}
	if f.output == "json" || f.output == "jsonl" {
		return nil // there stderr is for programs to read
	}
	for _, problem := range settings.Problems {
		if _, err := fmt.Fprintf(cmd.ErrOrStderr(), "foredeck: %s\n", text.Clean(f.locate(problem)+"; the default is used")); err != nil {
			return err
		}
	}
	return nil
}

// locate is a problem with the file in which it is.
func (f *globalFlags) locate(problem config.Problem) string {
	path, _, err := f.settingsPath()
	if err != nil {
		return problem.String()
	}
	return fmt.Sprintf("%s, %s", path, problem)
}

// complaint is what the deck says at first of the settings; nil: all is well with them.
func (f *globalFlags) complaint(s *session) error {
	problems := s.settings.Problems
	if s.settings.Doubt != nil {
		problems = []config.Problem{*s.settings.Doubt} // before all others: one looks at another network
	}
	switch {
	case len(problems) == 0 && s.trouble != nil:
		return fmt.Errorf("the token for blocks: %w", s.trouble)
	case len(problems) == 0:
		return nil
	case len(s.settings.Problems) > 1:
		return fmt.Errorf("settings, %s (and %d more: foredeck config check)", problems[0], len(s.settings.Problems)-1)
	}
	return fmt.Errorf("settings, %s; the default is used", problems[0])
}
