package command

import (
	"errors"
	"strings"
)

// ErrQuote is returned for a line with an unclosed quote.
var ErrQuote = errors.New("a quote is not closed")

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
	begun := false
	end := func() {
		if begun {
			words = append(words, word.String())
		}
		word.Reset()
		begun = false
	}
	quote := byte(0)
	for i := 0; i < len(line); i++ {
		c := line[i]
		escapes := c == '\\' && i+1 < len(line) && (quote == 0 || quote == '"' && strings.IndexByte("$`\"\\\n", line[i+1]) >= 0)
		switch {
		case escapes:
			i++
			word.WriteByte(line[i])
			begun = true
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteByte(c)
		case c == '\'' || c == '"':
			quote, begun = c, true
		case c == ' ' || c == '\t' || c == '\n':
			end()
		default:
			word.WriteByte(c)
			begun = true
		}
	}
	end()
	return words, quote != 0
}

// plain holds the characters besides letters and digits that are special in no shell.
const plain = "_-./:,%+@="

// Quote joins words to a line for a shell, the reverse of Split. Only words with special characters are quoted.
func Quote(words ...string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = word
		if word == "" || strings.IndexFunc(word, special) >= 0 {
			quoted[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}

func special(r rune) bool {
	letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	return !letter && !strings.ContainsRune(plain, r)
}
