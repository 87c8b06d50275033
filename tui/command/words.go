package command

import (
	"errors"
	"strings"

	"foredeck/config"
	"foredeck/tui/text"
)

// ErrQuote is returned for a line with an unclosed quote.
var ErrQuote = errors.New("unclosed quote")

// Split splits a line into words as a shell does, with '…', "…" and \ for quoting. Nothing is expanded, and < and > are ordinary
// characters, so that a type needs no quotes.
func Split(line string) ([]string, error) {
	words, open := split(line)
	if open {
		return words, ErrQuote
	}
	return words, nil
}

// rawCommand begins a line whose rest is one word if that is JSON as it was copied, with its quotes.
const rawCommand = "explain "

// isJSON reports whether a text has the form of an object or an array.
func isJSON(written string) bool {
	return strings.HasPrefix(written, "{") && strings.HasSuffix(written, "}") || strings.HasPrefix(written, "[") && strings.HasSuffix(written, "]")
}

// split is Split for an unfinished line; open reports whether a quote is unclosed.
func split(line string) (words []string, open bool) {
	if whole, ok := strings.CutPrefix(line, rawCommand); ok {
		if rest := strings.TrimSpace(whole); isJSON(rest) {
			return []string{strings.TrimSpace(rawCommand), rest}, false
		}
	}
	var word strings.Builder
	inWord := false
	end := func() {
		if inWord {
			words = append(words, word.String())
		}
		word.Reset()
		inWord = false
	}
	quote := byte(0)
	for i := 0; i < len(line); i++ {
		c := line[i]
		escapes := c == '\\' && i+1 < len(line) && (quote == 0 || quote == '"' && strings.IndexByte("$`\"\\\n", line[i+1]) >= 0)
		switch {
		case escapes:
			i++
			word.WriteByte(line[i])
			inWord = true
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteByte(c)
		case c == '\'' || c == '"':
			quote, inWord = c, true
		case c == ' ' || c == '\t' || c == '\n':
			end()
		default:
			word.WriteByte(c)
			inWord = true
		}
	}
	end()
	return words, quote != 0
}

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

// Expand replaces the first word of a line by the line that it is an alias for. It does so once: an alias cannot contain another one.
// ok is false if the word is not an alias.
func Expand(line string, aliases []config.Alias) (expanded string, ok bool) {
	name, rest, hasMore := strings.Cut(line, " ")
	for _, a := range aliases {
		switch {
		case a.Name != name:
		case hasMore:
			return a.Line + " " + rest, true
		default:
			return a.Line, true
		}
	}
	return line, false
}
