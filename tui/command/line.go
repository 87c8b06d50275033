package command

import (
	"foredeck/config"
	"foredeck/tui/text"
	"slices"
	"strconv"
	"strings"
)

// Line is a parsed command line: a command with its arguments and options, or without a command one argument, a target to open.
type Line struct {
	Command *Command
	Args    []string
	Options []OptionValue
}

// OptionValue is an option as it was given.
type OptionValue struct {
	Option Option
	Value  string // empty for a switch
}

// WordError reports the word of a line that is wrong, and why.
type WordError struct {
	Word      string // empty if a word is missing
	Rule      string
	IsUnknown bool // there is no command of this name
}

func (e *WordError) Error() string {
	if e.Word == "" {
		return e.Rule
	}
	return strconv.Quote(e.Word) + ": " + e.Rule
}

// Parse parses a line: command, arguments and options.
func Parse(line string) (Line, error) {
	words, err := Split(line)
	if err != nil {
		return Line{}, err
	}
	return ParseWords(words)
}

// ParseWords parses a line that is already split into words.
func ParseWords(words []string) (Line, error) {
	line, err := ParsePartial(words)
	if err != nil {
		return Line{}, err
	}
	if missing := line.Missing(); missing != "" {
		return Line{}, &WordError{Rule: line.Command.Name + ": missing " + missing}
	}
	return line, nil
}

// ParsePartial is ParseWords of an unfinished line, which may lack arguments.
func ParsePartial(words []string) (Line, error) {
	if len(words) == 0 {
		return Line{}, &WordError{Rule: "empty: must be a command or a target"}
	}
	command := Lookup(words[0])
	switch {
	case command == nil && len(words) == 1:
		return Line{Args: words}, nil
	case command == nil:
		return Line{}, unknown(words[0], "unknown command")
	}
	line := Line{Command: command}
	err := line.read(words[1:])
	return line, err
}

// Unknown returns the error for a single word that is neither a command nor a target.
func Unknown(word string) error {
	return unknown(word, "not a saved name, an address or a command")
}

func unknown(word, rule string) error {
	if nearest := config.Nearest(word, names()); nearest != "" {
		rule = "unknown: did you mean " + nearest + "?"
	}
	return &WordError{Word: word, Rule: rule, IsUnknown: true}
}

// deckCommands are the commands that only the deck has.
var deckCommands = []string{"alerts", "height", "mouse", "network", "networks", "seq", "settings", "theme"}

// IsName reports whether a word is the name of a command, in a shell or in the deck.
func IsName(word string) bool { return Lookup(word) != nil || slices.Contains(deckCommands, word) }

func names() []string {
	names := slices.Clone(deckCommands)
	for _, c := range table {
		names = append(names, c.Name)
	}
	return names
}

// read parses the words after the command. Options and arguments may be mixed; after -- all words are arguments.
func (l *Line) read(words []string) error {
	for len(words) > 0 {
		word := words[0]
		words = words[1:]
		var err error
		switch {
		case word == "--":
			for _, word := range words {
				if err := l.addArg(word); err != nil {
					return err
				}
			}
			return nil
		case len(word) > 1 && word[0] == '-':
			words, err = l.readOption(word, words)
		default:
			err = l.addArg(word)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (l *Line) addArg(word string) error {
	limit := len(l.Command.Args)
	if len(l.Args) >= limit && (limit == 0 || !l.Command.Args[limit-1].Repeated) {
		return &WordError{Word: word, Rule: "unexpected argument: usage: " + l.Command.Use()}
	}
	l.Args = append(l.Args, word)
	return nil
}

// readOption parses an option, with its value in the same word or the next one, and returns the remaining words.
func (l *Line) readOption(word string, rest []string) ([]string, error) {
	name, value, joined := strings.Cut(word, "=")
	option, ok := l.Command.option(name)
	if !ok && !strings.HasPrefix(word, "--") { // -ojson
		if option, ok = l.Command.option(word[:2]); ok && option.Value != "" {
			name, value, joined = word[:2], strings.TrimPrefix(word[2:], "="), len(word) > 2
		} else {
			ok = false
		}
	}
	switch {
	case !ok:
		return nil, &WordError{Word: name, Rule: "unknown option of " + l.Command.Name}
	case option.Value == "" && joined:
		on, err := strconv.ParseBool(value)
		if err != nil {
			return nil, &WordError{Word: word, Rule: "must be true or false"}
		}
		if on {
			l.Options = append(l.Options, OptionValue{Option: option})
		}
		return rest, nil
	case option.Value == "":
		l.Options = append(l.Options, OptionValue{Option: option})
		return rest, nil
	case !joined && len(rest) == 0:
		return nil, &WordError{Word: name, Rule: "missing " + option.Value}
	case !joined:
		value, rest = rest[0], rest[1:]
	}
	if !option.Allows(value) {
		return nil, &WordError{Word: value, Rule: name + " " + config.OneOf(value, option.Values)}
	}
	l.Options = append(l.Options, OptionValue{option, value})
	return rest, nil
}

// option looks up an option by its word: --name or -n.
func (c *Command) option(word string) (Option, bool) {
	for _, options := range [...][]Option{c.Options, Global()} {
		for _, option := range options {
			if word == "--"+option.Name || option.Shorthand != "" && word == "-"+option.Shorthand {
				return option, true
			}
		}
	}
	return Option{}, false
}

// Missing returns the names of the missing arguments, empty if there are none.
func (l *Line) Missing() string {
	if l.Command == nil || len(l.Args) >= len(l.Command.Args) {
		return ""
	}
	var missing []string
	for _, arg := range l.Command.Args[len(l.Args):] {
		if !arg.Optional {
			missing = append(missing, arg.Name)
		}
	}
	return strings.Join(missing, " ")
}

// values returns all values given for an option, in order.
func (l *Line) values(option string) []string {
	var values []string
	for _, o := range l.Options {
		if o.Option.Name == option {
			values = append(values, o.Value)
		}
	}
	return values
}

// value returns the last value given for an option, or fallback if it was not given.
func (l *Line) value(option, fallback string) string {
	if values := l.values(option); len(values) > 0 {
		return values[len(values)-1]
	}
	return fallback
}

// Words returns the words of the line.
func (l Line) Words() []string {
	var words []string
	if l.Command != nil {
		words = append(words, l.Command.Name)
	}
	dashed := l.Command != nil && slices.ContainsFunc(l.Args, func(arg string) bool { return strings.HasPrefix(arg, "-") })
	if !dashed {
		words = append(words, l.Args...)
	}
	for _, given := range l.Options {
		words = append(words, "--"+given.Option.Name)
		if given.Option.Value != "" {
			words = append(words, given.Value)
		}
	}
	if dashed {
		words = append(append(words, "--"), l.Args...)
	}
	return words
}

// String returns the line as a user would type it.
func (l Line) String() string { return text.ShellQuote(l.Words()...) }
