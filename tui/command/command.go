// Package command defines the commands of foredeck as data. One table holds each command's arguments, options and help; the
// command line, shell completion, the palette and the reference documents are built from it. The same line runs in the palette and,
// after the program's name, in a shell.
package command

import (
	"slices"
	"strings"

	"foredeck/tui/target"
)

// Command is a command of the table.
type Command struct {
	Name    string
	Args    []Arg
	Short   string // one line of help
	Long    string // the help text
	Example string
	Options []Option
	Formats []string // of -o; nil if the command prints no records
	IsList  bool     // --limit and --all apply
	// Visitors says whether visitors have the command with its options, none of which may read or write files.
	Visitors Access

	Opens  string // what the deck shows for the command, in a few words; empty if nothing
	InDeck string // where the deck has what the command prints, if no line opens it
	// link returns the location that the deck opens for a line of this command; nil if there is none.
	link func(line Line, names []target.Name) (target.Link, error)
}

// Arg is a positional argument of a command.
type Arg struct {
	Name     string // as help writes it: ADDRESS
	Kind     Kind
	Repeated bool     // one or more; only the last argument can be
	Optional bool     // only the last argument can be
	Words    []string // allowed values of a Word, nil if any
	Groups   bool     // an Account can also be a group of accounts: @team
}

// Kind is what an argument names. Completion offers known values of that kind.
type Kind int

// The kinds of arguments.
const (
	Account Kind = iota
	Module
	Function
	ResourceType
	Height
	Pair
	Word   // one of Arg.Words
	Folder // on this machine
	Sender // an account, or the hash of a transaction
	Sequence
	Node  // a base URL, a network, or NETWORK/N
	Theme // a color theme
	Wall  // a built-in wall, or a file
	Hash  // of a transaction
	Epoch
	ModuleVersion // a module, after a Node and / if it is not on the selected network; or a file
	File          // on this machine
)

// Option is an option of a command, a flag in a shell.
type Option struct {
	Name      string
	Shorthand string   // one letter, or empty
	Value     string   // placeholder of the value in help; empty for a switch
	Values    []string // allowed values; nil if any. NAME=TEXT is name= and any text.
	// Default is the value if the option is not given. Its Go type is the type of the option: int, uint64, float64,
	// time.Duration, string, or []string for an option that may be given more than once. Nil is the empty string, or false for a
	// switch.
	Default any
	Usage   string // one line of help
	InDeck  bool   // the deck applies it too
	// Visitors says whether visitors have an option of Global.
	Visitors Access
}

// Repeated reports whether the option may be given more than once.
func (o *Option) Repeated() bool {
	_, repeated := o.Default.([]string)
	return repeated
}

// Allows reports whether a value is one of Values.
func (o *Option) Allows(value string) bool {
	return o.Values == nil || slices.ContainsFunc(o.Values, func(allowed string) bool { return allows(allowed, value) })
}

// allows reports whether a value is the allowed one, or begins like it if that takes a text after =.
func allows(allowed, value string) bool {
	name, _, takesText := strings.Cut(allowed, "=")
	return value == allowed && !takesText || takesText && strings.HasPrefix(value, name+"=")
}

// Supports reports whether -o of the command can be a format.
func (c *Command) Supports(format string) bool {
	return slices.Contains(c.Formats, format) || slices.ContainsFunc(Converted, func(allowed string) bool { return allows(allowed, format) })
}

// Use returns the command with its arguments, without options, as help writes it.
func (c *Command) Use() string {
	use := c.Name
	for _, arg := range c.Args {
		if arg.Optional {
			use += " [" + arg.Name
			if arg.Repeated {
				use += "..."
			}
			use += "]"
			continue
		}
		use += " " + arg.Name
		if arg.Repeated {
			use += "..."
		}
	}
	return use
}

// All returns the commands in the order of the help.
func All() []*Command { return slices.Clone(table) }

// Lookup returns the command with this name, or nil.
func Lookup(name string) *Command {
	for _, c := range table {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// Access says whether visitors, who use the program over SSH, have a command or an option. The zero value is not decided: they do not.
type Access struct {
	IsAllowed bool
	Except    string // the argument of an allowed command that visitors do not have, empty if none
	Why       string // visitors do not have it, and what to do instead
	Usage     string // one line of help for visitors, if an allowed option means less for them
	OnMachine bool   // assistants, which run on this machine, have it, though it reads a file of foredeck
}

// Allowed is the access to what visitors have.
var Allowed = Access{IsAllowed: true}

// Refused is the access to what visitors do not have, and why.
func Refused(why string) Access { return Access{Why: why} }
