package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"foredeck/client/move"
	"foredeck/config"
	"foredeck/theme"
	"foredeck/tui"
	"foredeck/tui/prefs"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// configPath returns the path of the config file, and whether the user has named it, so that it must exist.
func (f *globalFlags) configPath() (path string, named bool, err error) {
	if path := cmp.Or(f.configFile, f.environment.Get("FOREDECK_CONFIG")); path != "" {
		return path, true, nil
	}
	folder := os.Getenv("XDG_CONFIG_HOME")
	if !filepath.IsAbs(folder) { // the XDG specification ignores relative paths
		if folder, err = os.UserConfigDir(); err != nil {
			return "", false, err
		}
	}
	return filepath.Join(folder, "foredeck", "config.toml"), false, nil
}

// readSettings combines flags, environment and config file.
func (f *globalFlags) readSettings(cmd *cobra.Command) (*config.Settings, error) {
	if f.visitor != nil {
		return f.visitor.settings(f)
	}
	file, err := f.readConfigFile(cmd.Context())
	if err != nil {
		return nil, err
	}
	flags := f.Flags
	if f.replay != "" {
		flags.Network = config.Simulated // replaced by that of the recording
	}
	switch isGiven := cmd.Flags().Changed("timeout"); {
	case !isGiven:
		flags.Timeout = 0
	case f.Timeout <= 0:
		return nil, &usageError{fmt.Errorf("--timeout %s: must be more than 0", f.Timeout)}
	}
	if !cmd.Flags().Changed("rpc-version") {
		flags.RPCVersion = ""
	}
	settings, err := config.Resolve(flags, f.environment.Get, file)
	if err != nil {
		return nil, &usageError{err}
	}
	f.encoding.set(settings)
	f.environment.Hide(settings.SecretVariables()...)
	f.redactor.Add(settings.KnownSecrets(f.environment.Get)...)
	return settings, nil
}

// readConfigFile reads the config file; nil if there is no home folder to look in.
func (f *globalFlags) readConfigFile(ctx context.Context) (*config.File, error) {
	path, named, err := f.configPath()
	if err != nil {
		return nil, nil // there is no home folder
	}
	file, err := config.ReadFile(ctx, path, named)
	if ctx.Err() != nil {
		return nil, err
	}
	if err != nil {
		return nil, &usageError{fmt.Errorf("config file: %w", err)}
	}
	return file, nil
}

// warn prints the problems of the config file to stderr. It fails if they make the choice of the network doubtful: a script must not
// get the data of another network.
func (f *globalFlags) warn(cmd *cobra.Command, settings *config.Settings) error {
	if settings.NetworkProblem != nil {
		return &fileError{errors.New(f.locate(*settings.NetworkProblem))}
	}
	broken := f.checkTheme(settings)
	if unknown, ok := errors.AsType[*unknownThemeError](broken); ok && f.Theme != "" {
		return &usageError{fmt.Errorf("--theme %q: %w", f.Theme, unknown)}
	}
	if f.output == "json" || f.output == "jsonl" {
		return nil // programs read stderr
	}
	var lines []string
	for _, problem := range settings.Problems {
		lines = append(lines, f.locate(problem)+"; using the default")
	}
	if broken != nil {
		lines = append(lines, broken.Error()+"; using the default")
	}
	for _, line := range lines {
		if _, err := fmt.Fprintf(cmd.ErrOrStderr(), "foredeck: %s\n", text.Clean(line)); err != nil {
			return err
		}
	}
	return nil
}

// locate returns a problem with the path of the config file, unless it is about a flag.
func (f *globalFlags) locate(problem config.Problem) string {
	path, _, err := f.configPath()
	if err != nil || problem.Line == 0 {
		return problem.String()
	}
	return fmt.Sprintf("%s, %s", path, problem)
}

// configWarning returns the first warning that the deck shows about its configuration, nil if there is none.
func (f *globalFlags) configWarning(s *session) error {
	problems := s.settings.Problems
	if s.settings.NetworkProblem != nil {
		problems = []config.Problem{*s.settings.NetworkProblem} // first, as it is about the network
	}
	switch {
	case len(problems) == 0 && s.tokenErr != nil:
		return fmt.Errorf("consensus token: %w", s.tokenErr)
	case len(problems) == 0:
		return f.checkTheme(s.settings)
	case len(s.settings.Problems) > 1:
		return fmt.Errorf("config file, %s (and %d more: run foredeck config check)", problems[0], len(s.settings.Problems)-1)
	}
	return fmt.Errorf("config file, %s; using the default", problems[0])
}

// checkTheme returns why the configured theme cannot be used, or nil.
func (f *globalFlags) checkTheme(settings *config.Settings) error {
	if _, err := readTheme(f.themeFolder(), settings.Theme, theme.Display{Depth: theme.TrueColor}); err != nil {
		return fmt.Errorf("theme %s: %w", settings.Theme, err)
	}
	return nil
}

// settingsSource lets the deck reload its configuration.
func (f *globalFlags) settingsSource(cmd *cobra.Command) prefs.Source {
	path, _, err := f.configPath()
	if err != nil {
		return prefs.Source{} // there is no home folder
	}
	watch := func(ctx context.Context) (<-chan struct{}, error) { return config.Watch(ctx, path, f.themeFolder()) }
	return prefs.Source{Path: path, Watch: watch, Read: func(before *config.Settings) (prefs.Reading, error) {
		settings, err := f.readSettings(cmd)
		if err != nil {
			return prefs.Reading{}, err
		}
		settings.KeepInvalid(before)
		return f.reading(settings, before), nil
	}}
}

// reading returns what the deck derives from settings. On a reload, invalid keys stay as they were in before; nil if this is the
// first reading.
func (f *globalFlags) reading(settings, before *config.Settings) prefs.Reading {
	themes, themeErr := f.themes(settings)
	checkCoins(settings)
	bindings := tui.Bindings(settings)
	if before != nil && settings.KeepKeys(before) {
		problems := settings.Problems
		bindings = tui.Bindings(settings)
		settings.Problems = problems // those of the bindings are already listed
	}
	return prefs.Reading{
		Settings: settings, Fields: func() []config.Field { return settings.Fields(f.getenv) }, Themes: themes, ThemeErr: themeErr, Bindings: bindings,
		Networks: f.networks(settings), Stamp: settings.Stamp,
	}
}

// namesOf returns the names of the config file, which config has validated.
func namesOf(settings *config.Settings) []target.Name {
	var names []target.Name
	for _, name := range settings.Names {
		if address, err := move.ParseAddress(name.Address); err == nil {
			names = append(names, target.Name{Name: name.Name, Address: address})
		}
	}
	return names
}

// checkCoins adds the invalid coin types of the config file to its problems.
func checkCoins(settings *config.Settings) {
	for _, coin := range settings.Coins {
		if _, err := move.ParseTypeTag(coin.Type); err != nil {
			settings.Problems = append(settings.Problems, config.Problem{Line: coin.Line, Key: fmt.Sprintf("decimals.%q", coin.Type), Rule: err.Error()})
		}
	}
}

// maxThemeBytes is the maximum size of a theme file.
const maxThemeBytes = 64 << 10

// themes returns the themes. The error says why the configured one is not available; the default one is used instead.
func (f *globalFlags) themes(settings *config.Settings) (prefs.Themes, error) {
	depth := theme.DepthOf(f.environ())
	if settings.NoColor {
		depth = theme.NoColors
	}
	folder := f.themeFolder()
	themes := prefs.Themes{Depth: depth, List: f.themeNames}
	themes.Names = themes.List()
	on := theme.Display{Depth: depth, Transparent: settings.Background == config.TerminalBackground, QuietBorders: settings.Borders == config.QuietBorders}
	themes.Read = func(name string) (theme.Adaptive, error) { return readTheme(folder, name, on) }
	var err error
	if themes.Theme, err = themes.Read(settings.Theme); err != nil {
		themes.Theme, _ = theme.Adapt(config.DefaultTheme, on) // always there
		return themes, fmt.Errorf("theme %s: %w", settings.Theme, err)
	}
	return themes, nil
}

// detectsBackground reports whether to ask the terminal for its background color: if the theme depends on it, and if the terminal
// neither prints the request nor turns the response into keys.
func (f *globalFlags) detectsBackground(noColor bool) bool {
	kind := f.getenv("TERM")
	return !noColor && theme.DepthOf(f.environ()) != theme.NoColors && kind != "linux" && kind != "dumb" && runtime.GOOS != "windows"
}

// themeFolder returns the folder of the user's themes, next to the config file. Visitors have none.
func (f *globalFlags) themeFolder() string {
	path, _, err := f.configPath()
	if err != nil || f.visitor != nil {
		return "" // there is no home folder
	}
	return filepath.Join(filepath.Dir(path), "themes")
}

// themeNames returns the names of all themes.
func (f *globalFlags) themeNames() []string {
	return slices.Concat(config.Themes, userThemes(f.themeFolder()))
}

// userThemes returns the names of the theme files in a folder, which need not exist.
func userThemes(folder string) []string {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil
	}
	var names []string
	for _, entry := range entries {
		if name, ok := strings.CutSuffix(entry.Name(), ".toml"); ok && !entry.IsDir() && !slices.Contains(config.Themes, name) {
			names = append(names, name)
		}
	}
	return names
}

// unknownThemeError is a theme that is neither built in nor a file.
type unknownThemeError struct {
	name  string
	known []string
}

func (e *unknownThemeError) Error() string {
	if nearest := config.Nearest(e.name, e.known); nearest != "" {
		return "not found: did you mean " + nearest + "?"
	}
	return "not found: foredeck themes lists all themes"
}

func readTheme(folder, name string, on theme.Display) (theme.Adaptive, error) {
	if found, ok := theme.Adapt(name, on); ok {
		return found, nil
	}
	if folder == "" {
		return theme.Adaptive{}, &unknownThemeError{name, config.Themes}
	}
	if name != filepath.Base(name) {
		return theme.Adaptive{}, fs.ErrNotExist // a path, not a name
	}
	path := filepath.Join(folder, name+".toml")
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return theme.Adaptive{}, &unknownThemeError{name, slices.Concat(config.Themes, userThemes(folder))}
	}
	if err != nil {
		return theme.Adaptive{}, err
	}
	if info.Size() > maxThemeBytes {
		return theme.Adaptive{}, fmt.Errorf("%s: %d bytes are more than the limit of %d", filepath.Base(path), info.Size(), maxThemeBytes)
	}
	file, err := config.OpenRegular(path)
	if err != nil {
		return theme.Adaptive{}, err
	}
	defer file.Close() // it was only read
	document, err := io.ReadAll(io.LimitReader(file, maxThemeBytes))
	if err != nil {
		return theme.Adaptive{}, err
	}
	found, err := theme.Read(name, document, on)
	if err != nil {
		return theme.Adaptive{}, fmt.Errorf("%s, %w", filepath.Base(path), err)
	}
	return found, nil
}
