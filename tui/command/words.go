package command

import (
	"errors"
	"strings"
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

// split is Split for an unfinished line; open reports whether a quote is unclosed.
func split(line string) (words []string, open bool) {
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
