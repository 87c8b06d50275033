package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"foredeck/client/localnet"
	"foredeck/client/transport"
	"foredeck/config"
	"foredeck/tui/command"
	"foredeck/tui/load"
)

// globalFlags holds the options of every command.
type globalFlags struct {
	config.Flags // with the defaults of those that are not given

	configFile string // empty: the default one
	output     string
	limit      int
	all        bool
	verbose    bool
	recordTo   string // file to record to, empty if none
	replay     string // recording to replay, empty if none
	pace       string // of the replay
	logPath    string // file to log to, empty if none

	environment *config.Environment // nil in tests of a part
	redactor    *transport.Redactor // of all networks; nil in tests of a part
	notices     *transport.Notices  // of all networks; nil in tests of a part

	encoding *encoding // of the output; nil in tests of a part

	log *logFile // nil if there is none

	serves  bool     // opens the network for visitors
	visitor *visitor // nil unless the command line is one of foredeck serve

	embedded *localnet.Network // of the deck whose line this is; nil: it is started if it is needed

	plain    bool // screen reader mode of the deck
	switched bool // these are for another network than the command line named

	endpoint load.Endpoint // that errors name; set once it is known
}

// targets maps the global options to their fields.
func (f *globalFlags) targets() options {
	return options{
		"network": &f.Network, "base-url": &f.BaseURLs, "oracle-url": &f.OracleURL, "rpc-version": &f.RPCVersion, "timeout": &f.Timeout,
		"config": &f.configFile, "theme": &f.Theme, "no-color": &f.NoColor, "ascii": &f.ASCII, "output": &f.output, "limit": &f.limit, "all": &f.all,
		"verbose": &f.verbose, "record": &f.recordTo, "replay": &f.replay, "pace": &f.pace, "log": &f.logPath,
	}
}

// check reports global options that contradict each other or are given as empty.
func (f *globalFlags) check(cmd *cobra.Command) error {
	// A script with an unset variable must not silently get the simulated network.
	given := cmd.Flags().Changed
	return cmp.Or(
		wrongIf(f.Network == "" && given("network"), `--network "": must be the name of a network; omit the flag for the default`),
		wrongIf(slices.Contains(f.BaseURLs, ""), `--base-url "": must be the address of a node; omit the flag for the network's own nodes`),
		wrongIf(f.OracleURL == "" && given("oracle-url"), `--oracle-url "": must be the address of a price service; omit the flag for the network's own`),
		f.checkRecording(given))
}

// options holds a pointer to the value of each option, by name.
type options map[string]any

// get returns the value of an option. T is the type that the command table declares for it.
func get[T any](values options, name string) T { return *values[name].(*T) }

// addOptions declares options of the command table as flags. Their values go to the pointers in values, which are allocated if
// missing.
func addOptions(flags *pflag.FlagSet, declared []command.Option, values options) {
	for _, option := range declared {
		switch initial := option.Default.(type) {
		case nil:
			if option.Value == "" {
				flags.BoolVarP(optionTarget[bool](values, option.Name), option.Name, option.Shorthand, false, option.Usage)
				continue
			}
			flags.StringVarP(optionTarget[string](values, option.Name), option.Name, option.Shorthand, "", option.Usage)
		case string:
			flags.StringVarP(optionTarget[string](values, option.Name), option.Name, option.Shorthand, initial, option.Usage)
		case []string:
			flags.StringArrayVarP(optionTarget[[]string](values, option.Name), option.Name, option.Shorthand, initial, option.Usage)
		case int:
			flags.IntVarP(optionTarget[int](values, option.Name), option.Name, option.Shorthand, initial, option.Usage)
		case uint64:
			flags.Uint64VarP(optionTarget[uint64](values, option.Name), option.Name, option.Shorthand, initial, option.Usage)
		case float64:
			flags.Float64VarP(optionTarget[float64](values, option.Name), option.Name, option.Shorthand, initial, option.Usage)
		case time.Duration:
			flags.DurationVarP(optionTarget[time.Duration](values, option.Name), option.Name, option.Shorthand, initial, option.Usage)
		default:
			panic(fmt.Sprintf("--%s: no flag has a default of type %T", option.Name, initial))
		}
		flag := flags.Lookup(option.Name)
		if slices.Contains([]string{"[]", "0s"}, flag.DefValue) {
			flag.DefValue = "" // not worth a mention in help
		}
		flag.Value = &optionValue{flag.Value, &option}
		if option.Repeated() {
			flag.Value = repeatedValue{flag.Value}
		}
	}
}

func optionTarget[T any](values options, name string) *T {
	if values[name] == nil {
		values[name] = new(T)
	}
	return values[name].(*T)
}

// optionValue is the value of a flag. It enforces the allowed values, and help shows the option's placeholder as its type.
type optionValue struct {
	pflag.Value
	option *command.Option
}

func (v *optionValue) Type() string { return v.option.Value }

func (v *optionValue) Set(value string) error {
	if !v.option.Allows(value) {
		return &ruleError{config.OneOf(value, v.option.Values)}
	}
	if err := v.Value.Set(value); err != nil {
		if rule, ok := valueRules[v.Value.Type()]; ok {
			return &ruleError{rule}
		}
		return err
	}
	return nil
}

// repeatedValue marks a flag that may be given more than once, for completion.
type repeatedValue struct{ pflag.Value }

// GetSlice implements cobra.SliceValue.
func (repeatedValue) GetSlice() []string { return nil }

// ruleError says what the value of a flag must be.
type ruleError struct{ rule string }

func (e *ruleError) Error() string { return e.rule }

// valueRules say what a flag accepts, by the type of its value.
var valueRules = map[string]string{
	"bool":     "must be true or false; the flag alone means true",
	"duration": "must be a number with a unit, such as 500ms, 5s or 2m",
	"float64":  "must be a number, such as 0.5",
	"int":      fmt.Sprintf("must be a whole number up to %d", math.MaxInt),
	"uint64":   fmt.Sprintf("must be a whole number from 0 to %d", uint64(math.MaxUint64)),
}

// flagError turns an error of the flag parser into a usage error that says what the flag accepts.
func flagError(err error) error {
	if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		rule := valueRules[invalid.GetFlag().Value.Type()]
		if wrong, ok := errors.AsType[*ruleError](err); ok {
			rule = wrong.rule
		}
		if rule != "" {
			name := "--" + invalid.GetFlag().Name
			if short := invalid.GetFlag().Shorthand; short != "" {
				name = "-" + short
			}
			err = fmt.Errorf("%s %q: %s", name, invalid.GetValue(), rule)
		}
	}
	return &usageError{err}
}
