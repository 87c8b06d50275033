// Package command is the commands of the program as data: what each one takes, how a line of one is read and written, and which
// place of the deck it names. A line is the same in the palette and, behind the program's name, in a shell.
package command

import (
	"slices"

	"foredeck/tui/target"
)

// Command is one command.
type Command struct {
	Name    string
	Args    []Arg  // what it is about, in this order
	Short   string // one line of help
	Options []Option

	Opens string // what the deck does for a line of it, in few words; empty: nothing
	// place is what the deck opens for a line of it; nil: the deck has no place for it.
	link func(line Line, names []target.Name) (target.Link, error)
}

// Arg is what a command is about.
type Arg struct {
	Name     string // as the help writes it: ADDRESS
	Kind     Kind
	Repeated bool     // one or more of them
	Words    []string // all that it can be, where they are few
}

// Kind is what sort of thing a word names, for those who complete it.
type Kind int

// The kinds of things.
const (
	Account Kind = iota
	Module
	Function
	ResourceType
	Height
	Pair
	Word // one of Thing.Words
)

// Option is something that can be said of how a command is to work.
type Option struct {
	Name      string
	Shorthand string   // one letter; empty: none
	Value     string   // what it takes, as the help writes it; empty: nothing, it is a switch
	Values    []string // all that it can take, where they are few
	InDeck    bool     // the deck does what it says
}

// Use is the command's form as the help writes it, without its options.
func (v *Command) Use() string {
	use := v.Name
	for _, thing := range v.Args {
		use += " " + thing.Name
		if thing.Repeated {
			use += "..."
		}
	}
	return use
}

// All are the commands, in the order of the help.
func All() []*Command { return slices.Clone(table) }

// Lookup is the command of this name, nil where there is none.
func Lookup(name string) *Command {
	for _, v := range table {
		if v.Name == name {
			return v
		}
	}
	return nil
}
