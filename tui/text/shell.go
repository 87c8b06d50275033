package text

import (
	"fmt"
	"strings"
)

// shellPlain holds the characters besides letters and digits that are special in no shell.
const shellPlain = "_-./:,%+@="

// ShellQuote joins words into a command line for a shell. Only words with special characters are quoted.
func ShellQuote(words ...string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = word
		if word == "" || strings.IndexFunc(word, isSpecial) >= 0 {
			quoted[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}

// ShellBytes returns a command that prints the bytes in any POSIX shell.
func ShellBytes(content []byte) string {
	escaped := []byte("printf '")
	for _, b := range content {
		escaped = fmt.Appendf(escaped, `\%03o`, b)
	}
	return string(escaped) + "'"
}

func isSpecial(r rune) bool {
	letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	return !letter && !strings.ContainsRune(shellPlain, r)
}
