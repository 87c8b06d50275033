package config

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kballard/go-shellquote"
)

// Command is a command of the user: a program that the deck runs with values of the visible screen.
type Command struct {
	Name        string
	Line        string   // the command line, with placeholders
	Key         string   // empty if it runs by its name only
	Where       []string // screens: account, transaction, block or pair; or any
	Run         string   // background, terminal or panel
	Description string   // empty if not given
}

// AnyScreen is the value of the option where for all screens.
const AnyScreen = "any"

// Placeholders are the names of the values that a command line can have, in braces.
var Placeholders = []string{"address", "hash", "height", "pair", "link"}

// commandOptions are the options of a command.
var commandOptions = []option[Command]{
	textOption("command", "Command line of a custom command, run without a shell. {address}, {hash}, {height}, {pair} and {link} stand for what the screen shows;\neach of them stays within its argument.",
		`"foredeck tx {hash} -o yaml"`, func(c *Command) *string { return &c.Line }, commandLine),
	textOption("key", "Key of the command. One that an action already has on these screens is reported. Without a key, the command palette runs it.",
		`"B"`, func(c *Command) *string { return &c.Key }, anyText),
	listOption("where", "Screens on which the command runs: account, transaction, block and pair, or any.", "", func(c *Command) *[]string { return &c.Where }, screenKinds).
		withDefault(func(c *Command) { c.Where = []string{AnyScreen} }),
	choiceOption("run", "How it runs: in the background, in the terminal in place of the deck, or with its output in a panel.", func(c *Command) *string { return &c.Run }, "background", "terminal", "panel"),
	textOption("description", "Description in the help and the command palette. By default the command line.", `"show as YAML"`, func(c *Command) *string { return &c.Description }, anyText),
}

// newCommand returns a command with the default options.
func newCommand(name string) Command {
	c := Command{Name: name}
	resetAll(commandOptions, &c)
	return c
}

// Words returns the words of the command line. Its values are put in later, so that each of them stays within its word.
func (c *Command) Words() []string {
	words, _ := shellquote.Split(c.Line) // checked when it was set
	return words
}

// lonePlaceholder matches a word that can only be meant as a placeholder. Others with braces can be the program of jq or awk.
var lonePlaceholder = lazily(`^\{([a-z]+)\}$`)

func commandLine(written string) error {
	words, err := shellquote.Split(written)
	switch {
	case err != nil:
		return errors.New("unclosed quote or unfinished escape")
	case len(words) == 0 || words[0] == "":
		return errors.New("must have a program, such as foredeck tx {hash}")
	}
	for i, word := range words {
		if strings.ContainsRune(word, 0) {
			return errors.New("must not contain a NUL character")
		}
		if i == 0 && slices.ContainsFunc(Placeholders, func(name string) bool { return strings.Contains(word, "{"+name+"}") }) {
			return fmt.Errorf("the program %q must not have a placeholder", word)
		}
		if found := lonePlaceholder().FindStringSubmatch(word); found != nil && !slices.Contains(Placeholders, found[1]) {
			return fmt.Errorf("unknown placeholder %s: must be {%s}", word, strings.Join(Placeholders, "}, {"))
		}
	}
	return nil
}

func screenKinds(names []string) error {
	if len(names) == 0 {
		return errors.New("must have at least one screen")
	}
	for _, name := range names {
		if err := oneOf("account", "transaction", "block", "pair", AnyScreen)(name); err != nil {
			return err
		}
	}
	return nil
}

// commands are the commands of the file, such as [commands.show].
var commands = records[Command]{
	list: func(s *Settings) *[]Command { return &s.Commands }, key: func(c *Command) string { return "commands." + c.Name },
	required: "command", rule: "has no command line (command = …) and is ignored", options: commandOptions,
}

// findCommand returns the index of a command, or -1.
func findCommand(commands []Command, name string) int {
	return slices.IndexFunc(commands, func(c Command) bool { return c.Name == name })
}

// DropKey removes the key of a command, for a reason that is added to the problems.
func (s *Settings) DropKey(name, reason string) {
	at := findCommand(s.Commands, name)
	c := &s.Commands[at]
	c.Key = ""
	s.AddProblem(commands.key(c)+".key", reason)
}

// DropCommand removes a command, for a reason that is added to the problems.
func (s *Settings) DropCommand(name, reason string) {
	at := findCommand(s.Commands, name)
	s.AddProblem("commands."+name, reason)
	s.Commands = slices.Delete(s.Commands, at, at+1)
}

// AddProblem adds a problem of the line with a key, or of the first one in a table.
func (s *Settings) AddProblem(key, rule string) {
	at := slices.IndexFunc(s.lines, func(l line) bool { return l.key() == key || strings.HasPrefix(l.key(), key+".") })
	problem := Problem{Key: key, Rule: rule}
	if at >= 0 { // otherwise kept from earlier settings
		problem.Line = s.lines[at].number
	}
	s.Problems = append(s.Problems, problem)
}

// Alias is a short name for a line of the command palette.
type Alias struct {
	Name string
	Line string
}

// applyAlias adds an alias.
func (s *Settings) applyAlias(l line) error {
	written, err := l.value.string()
	switch words, split := shellquote.Split(written); {
	case err != nil:
		return err
	case len(l.path) != 2 || !nameForm().MatchString(l.path[1]):
		return errors.New("the name of an alias must consist of letters, digits, - and _, and start with a letter")
	case split != nil:
		return errors.New("unclosed quote or unfinished escape")
	case len(words) == 0:
		return errors.New("must be a line of the command palette, such as price btc_usdt")
	}
	s.Aliases = append(s.Aliases, Alias{l.path[1], strings.TrimSpace(written)})
	s.origins[l.key()] = fileOrigin(l.number)
	return nil
}

// DropAlias removes an alias, for a reason that is added to the problems.
func (s *Settings) DropAlias(name, reason string) {
	s.Aliases = slices.DeleteFunc(s.Aliases, func(a Alias) bool { return a.Name == name })
	s.AddProblem("aliases."+name, reason)
}
