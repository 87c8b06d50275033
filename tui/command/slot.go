package command

import (
	"foredeck/tui/text"
	"strings"
)

// Slot describes the word of a line that is being typed: what it can be is one of Arg, Option and Options.
type Slot struct {
	Command *Command
	Before  []string // the words before it, including the command
	Typed   string   // the word so far
	Args    []string // the arguments before it

	Arg     *Arg     // an argument of the command
	Option  *Option  // the value of an option
	Options []Option // the name of an option
}

// SlotOf returns the slot of the last word of an unfinished line. ok is false for the first word and if no further word is allowed.
func SlotOf(line string) (slot Slot, ok bool) {
	words, open := split(line)
	if blank := strings.TrimRight(line, " \t\n") != line; blank && !open || len(words) == 0 {
		words = append(words, "")
	}
	slot = Slot{Before: words[:len(words)-1], Typed: words[len(words)-1]}
	if len(slot.Before) == 0 {
		return Slot{}, false
	}
	if slot.Command = Lookup(slot.Before[0]); slot.Command == nil {
		return Slot{}, false
	}
	var pending *Option
	for _, word := range slot.Before[1:] {
		switch {
		case pending != nil:
			pending = nil
		case strings.HasPrefix(word, "-"):
			if option, ok := slot.Command.option(word); ok && option.Value != "" {
				pending = &option
			}
		default:
			slot.Args = append(slot.Args, word)
		}
	}
	args := slot.Command.Args
	switch {
	case pending != nil:
		slot.Option = pending
	case strings.HasPrefix(slot.Typed, "-"):
		slot.Options = append(append(slot.Options, slot.Command.Options...), Global()...)
	case len(slot.Args) < len(args):
		slot.Arg = &args[len(slot.Args)]
	case len(args) > 0 && args[len(args)-1].Repeated:
		slot.Arg = &args[len(args)-1]
	default:
		return Slot{}, false
	}
	return slot, true
}

// With returns the line with word in the slot.
func (s Slot) With(word string) string {
	return text.ShellQuote(append(s.Before[:len(s.Before):len(s.Before)], word)...)
}
