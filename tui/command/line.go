package command

import (
	"slices"
	"strconv"
	"strings"
)

// Line is a command with what it is given. Without a verb it is one thing alone, which the deck is opened at.
type Line struct {
	Command *Command
	Args    []string
	Options []OptionValue
}

// OptionValue is an option with what was given to it.
type OptionValue struct {
	Option Option
	Value  string // of a switch: empty
}

// WordError says which word of a line is wrong, and why.
type WordError struct {
	Word string // empty where one is missing
	Rule string
}

func (e *WordError) Error() string {
	if e.Word == "" {
		return e.Rule
	}
	return strconv.Quote(e.Word) + ": " + e.Rule
}

// Parse reads a line: verb thing [options].
func Parse(line string) (Line, error) {
	words, err := Split(line)
	if err != nil {
		return Line{}, err
	}
	return ParseWords(words)
}

// ParseWords reads the words of a line.
func ParseWords(words []string) (Line, error) {
	line, err := ParsePartial(words)
	if err != nil {
		return Line{}, err
	}
	if missing := line.Missing(); missing != "" {
		return Line{}, &WordError{Rule: line.Command.Name + ": " + missing + " is missing"}
	}
	return line, nil
}

// ParsePartial reads the words of a line of which things may be missing.
func ParsePartial(words []string) (Line, error) {
	if len(words) == 0 {
		return Line{}, &WordError{Rule: "nothing typed: give a command or a thing to open"}
	}
	verb := Lookup(words[0])
	switch {
	case verb == nil && len(words) == 1:
		return Line{Args: words}, nil
	case verb == nil:
		return Line{}, &WordError{words[0], "no such command; there are " + names()}
	}
	line := Line{Command: verb}
	err := line.read(words[1:])
	return line, err
}

// Unknown says of a word alone that it is nothing that can be opened or run.
func Unknown(word string) error {
	return &WordError{word, "no such command, saved name or address; there are " + names()}
}

// deckCommands are the first words of the lines that the deck alone knows.
var deckCommands = []string{"alerts", "height", "mouse", "network", "settings", "theme"}

func names() string {
	var names []string
	for _, v := range table {
		names = append(names, v.Name)
	}
	return strings.Join(append(names, deckCommands...), ", ")
}

// read reads what stands behind the verb. Options may stand anywhere; behind -- all is things.
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
	most := len(l.Command.Args)
	if len(l.Args) >= most && (most == 0 || !l.Command.Args[most-1].Repeated) {
		return &WordError{word, "one word too many; the form is " + l.Command.Use()}
	}
	l.Args = append(l.Args, word)
	return nil
}

// readOption reads an option, and its value from the same word or the next one. It answers with the words that are left.
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
		return nil, &WordError{name, l.Command.Name + " has no such option"}
	case option.Value == "" && joined:
		on, err := strconv.ParseBool(value)
		if err != nil {
			return nil, &WordError{word, "is true or false"}
		}
		if on {
			l.Options = append(l.Options, OptionValue{Option: option})
		}
		return rest, nil
	case option.Value == "":
		l.Options = append(l.Options, OptionValue{Option: option})
		return rest, nil
	case !joined && len(rest) == 0:
		return nil, &WordError{name, option.Value + " is missing"}
	case !joined:
		value, rest = rest[0], rest[1:]
	}
	if option.Values != nil && !slices.Contains(option.Values, value) {
		return nil, &WordError{value, name + " is one of " + strings.Join(option.Values, ", ")}
	}
	l.Options = append(l.Options, OptionValue{option, value})
	return rest, nil
}

// option finds an option by its word: --name or -n.
func (v *Command) option(word string) (Option, bool) {
	for _, options := range [...][]Option{v.Options, Global()} {
		for _, option := range options {
			if word == "--"+option.Name || option.Shorthand != "" && word == "-"+option.Shorthand {
				return option, true
			}
		}
	}
	return Option{}, false
}

// Missing are the things that are not there yet, as the help writes them; empty where all are.
func (l *Line) Missing() string {
	if l.Command == nil || len(l.Args) >= len(l.Command.Args) {
		return ""
	}
	var missing []string
	for _, thing := range l.Command.Args[len(l.Args):] {
		missing = append(missing, thing.Name)
	}
	return strings.Join(missing, " ")
}

// values are what was given to an option, in order.
func (l *Line) values(option string) []string {
	var values []string
	for _, given := range l.Options {
		if given.Option.Name == option {
			values = append(values, given.Value)
		}
	}
	return values
}

// value is what was given to an option last, which is what counts; otherwise where it was not given.
func (l *Line) value(option, otherwise string) string {
	if values := l.values(option); len(values) > 0 {
		return values[len(values)-1]
	}
	return otherwise
}

// Words are the words of the line.
func (l Line) Words() []string {
	var words []string
	if l.Command != nil {
		words = append(words, l.Command.Name)
	}
	dashed := l.Command != nil && slices.ContainsFunc(l.Args, func(thing string) bool { return strings.HasPrefix(thing, "-") })
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

// String is the line as one would type it.
func (l Line) String() string { return Quote(l.Words()...) }
