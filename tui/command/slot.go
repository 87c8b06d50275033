package command

import "strings"

// Slot is the place in a line at which a word is being typed, and what it takes.
type Slot struct {
	Command *Command
	Before  []string // the words in front of it, with the verb
	Typed   string   // what is typed of it
	Args    []string // what the verb was given so far

	Arg     *Arg     // a thing of the verb
	Option  *Option  // the value of an option
	Options []Option // the name of an option
}

// SlotOf is the slot of the last word of an unfinished line. It is not ok in the first word, and where nothing more is taken.
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
	things := slot.Command.Args
	switch {
	case pending != nil:
		slot.Option = pending
	case strings.HasPrefix(slot.Typed, "-"):
		slot.Options = append(append(slot.Options, slot.Command.Options...), Global()...)
	case len(slot.Args) < len(things):
		slot.Arg = &things[len(slot.Args)]
	case len(things) > 0 && things[len(things)-1].Repeated:
		slot.Arg = &things[len(things)-1]
	default:
		return Slot{}, false
	}
	return slot, true
}

// With is the line with a word in the slot.
func (s Slot) With(word string) string {
	return Quote(append(s.Before[:len(s.Before):len(s.Before)], word)...)
}
