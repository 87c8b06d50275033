package command

import "strings"

// Slot is the place in a line at which a word is being typed, and what it takes.
type Slot struct {
	Verb   *Command
	Before []string // the words in front of it, with the verb
	Word   string   // what is typed of it
	Things []string // what the verb was given so far

	Thing   *Thing   // a thing of the verb
	Option  *Option  // the value of an option
	Options []Option // the name of an option
}

// SlotOf is the slot of the last word of an unfinished line. It is not ok in the first word, and where nothing more is taken.
func SlotOf(line string) (slot Slot, ok bool) {
	words, open := split(line)
	if blank := strings.TrimRight(line, " \t\n") != line; blank && !open || len(words) == 0 {
		words = append(words, "")
	}
	slot = Slot{Before: words[:len(words)-1], Word: words[len(words)-1]}
	if len(slot.Before) == 0 {
		return Slot{}, false
	}
	if slot.Verb = Named(slot.Before[0]); slot.Verb == nil {
		return Slot{}, false
	}
	var pending *Option
	for _, word := range slot.Before[1:] {
		switch {
		case pending != nil:
			pending = nil
		case strings.HasPrefix(word, "-"):
			if option, ok := slot.Verb.option(word); ok && option.Value != "" {
				pending = &option
			}
		default:
			slot.Things = append(slot.Things, word)
		}
	}
	things := slot.Verb.Things
	switch {
	case pending != nil:
		slot.Option = pending
	case strings.HasPrefix(slot.Word, "-"):
		slot.Options = append(append(slot.Options, slot.Verb.Options...), Global()...)
	case len(slot.Things) < len(things):
		slot.Thing = &things[len(slot.Things)]
	case len(things) > 0 && things[len(things)-1].More:
		slot.Thing = &things[len(things)-1]
	default:
		return Slot{}, false
	}
	return slot, true
}

// With is the line with a word in the slot.
func (s Slot) With(word string) string {
	return Quote(append(s.Before[:len(s.Before):len(s.Before)], word)...)
}
