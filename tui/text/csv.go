package text

import (
	"strings"
	"unicode/utf8"
)

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
