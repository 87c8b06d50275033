package text

import (
	"fmt"
	"strings"
	"unicode/utf8"
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

// formulaStarts are the characters at which spreadsheets begin a formula, also in their full-width forms, which some locales accept.
const formulaStarts = "=+-@\t\r\n＝＋－＠"

// plainNumber matches the numbers that may begin with a sign: a formula needs more than that.
var plainNumber = Regexp(`^[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)

// CSVCell returns a cell of CSV so that spreadsheets take it as text, not as a formula, which could send other cells elsewhere: with an
// apostrophe before it if it begins like one. Numbers and other texts do not change. The apostrophe rather than a space or quotes, as
// spreadsheets drop leading spaces and interpret what is inside quotes.
func CSVCell(cell string) string {
	first, _ := utf8.DecodeRuneInString(cell)
	if !strings.ContainsRune(formulaStarts, first) || plainNumber().MatchString(cell) {
		return cell
	}
	return "'" + cell
}
