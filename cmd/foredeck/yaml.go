package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"foredeck/client/move"
	"foredeck/tui/text"
)

// writeYAML prints JSON as YAML in block style, with numbers and the order of keys as they are. Elements of a list are printed as they
// arrive, and further documents after a line of ---.
//
// JSON has fewer cases than a YAML library must handle, and none of those keeps the numbers, streams lists and escapes what a terminal
// interprets.
func writeYAML(_ context.Context, out *bufio.Writer, documents *bufio.Reader) error {
	if first, err := documents.Peek(1); err == nil && first[0] == '[' {
		return writeYAMLList(out, documents)
	}
	isFirst := true
	return eachDocument(out, documents, func(document json.RawMessage) error {
		if !isFirst {
			out.WriteString("---\n")
		}
		isFirst = false
		return appendYAML(out, document)
	})
}

// writeYAMLList prints a document that is an array.
func writeYAMLList(out *bufio.Writer, document io.Reader) error {
	decoder := json.NewDecoder(document)
	if _, err := decoder.Token(); err != nil {
		return err
	}
	isEmpty := true
	for decoder.More() {
		var element json.RawMessage
		if err := decoder.Decode(&element); err != nil {
			return err
		}
		isEmpty = false
		out.WriteString("- ")
		y := yamlWriter{out: out, tokens: newTokens(element)}
		if err := y.value(1, true); err != nil {
			return err
		}
		if err := out.Flush(); err != nil {
			return err
		}
	}
	if _, err := decoder.Token(); err != nil {
		return err
	}
	if isEmpty {
		out.WriteString("[]\n")
	}
	return nil
}

func appendYAML(out *bufio.Writer, document json.RawMessage) error {
	y := yamlWriter{out: out, tokens: newTokens(document)}
	return y.value(0, true)
}

func newTokens(document json.RawMessage) *json.Decoder {
	tokens := json.NewDecoder(bytes.NewReader(document))
	tokens.UseNumber()
	return tokens
}

// yamlWriter writes one document.
type yamlWriter struct {
	out    *bufio.Writer
	tokens *json.Decoder
}

// value writes the next value and ends its line. The first line of an object or array goes on the current line if inline is set, as
// after "- ", otherwise on the next one.
func (y *yamlWriter) value(depth int, inline bool) error {
	token, err := y.tokens.Token()
	if err != nil {
		return err
	}
	delimiter, isCollection := token.(json.Delim)
	if !isCollection {
		if !inline {
			y.out.WriteByte(' ')
		}
		_, err := y.out.WriteString(yamlScalar(token) + "\n")
		return err
	}
	isEmpty := true
	for y.tokens.More() {
		if !isEmpty || !inline {
			if isEmpty {
				y.out.WriteByte('\n')
			}
			y.out.WriteString(strings.Repeat("  ", depth))
		}
		isEmpty = false
		if delimiter == '[' {
			y.out.WriteString("- ")
			err = y.value(depth+1, true)
		} else {
			var key json.Token
			if key, err = y.tokens.Token(); err != nil {
				return err
			}
			y.out.WriteString(yamlScalar(key) + ":")
			err = y.value(depth+1, false)
		}
		if err != nil {
			return err
		}
	}
	end, err := y.tokens.Token()
	if err != nil || !isEmpty {
		return err
	}
	if !inline {
		y.out.WriteByte(' ')
	}
	_, err = fmt.Fprintf(y.out, "%s%s\n", delimiter, end)
	return err
}

// yamlScalar returns a string, number, boolean or null as YAML. Strings are quoted unless they are plain words: a reader could take
// them for numbers, dates or booleans. All characters that are not safe to print are escaped.
func yamlScalar(token json.Token) string {
	switch value := token.(type) {
	case string:
		if isPlainYAML(value) {
			return value
		}
		return quoteYAML(value)
	case nil:
		return "null"
	}
	return fmt.Sprint(token)
}

// isPlainYAML reports whether every version of YAML reads the unquoted text as this string.
func isPlainYAML(value string) bool {
	if value == "" || len(value) > 200 {
		return false
	}
	switch strings.ToLower(value) {
	case "y", "n", "yes", "no", "on", "off", "true", "false", "null":
		return false
	}
	for i, c := range []byte(value) {
		isLetter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
		switch {
		case isLetter, i > 0 && (c >= '0' && c <= '9' || c == '.' || c == '-' || c == '/'):
		case i > 0 && i < len(value)-1 && c == ' ' && value[i+1] != '#':
		case i > 0 && i < len(value)-1 && c == ':' && value[i+1] != ' ':
		default:
			return false
		}
	}
	return true
}

// yamlEscape matches an escape of JSON; as a whole the two of a character beyond 16 bits.
var yamlEscape = text.Regexp(`\\(?:ud[89ab]..\\ud[c-f]..|.)`)

// quoteYAML returns a double-quoted scalar: JSON, but with characters beyond 16 bits as one escape.
func quoteYAML(value string) string {
	quoted, _ := move.EncodeJSON(value) // a string
	safe := string(text.SafeJSON(quoted))
	if !strings.Contains(safe, `\ud`) {
		return safe
	}
	return yamlEscape().ReplaceAllStringFunc(safe, func(escape string) string {
		if len(escape) <= len(`\u`) {
			return escape
		}
		return fmt.Sprintf(`\U%08x`, []rune(text.Unquote([]byte(`"` + escape + `"`)))[0])
	})
}
