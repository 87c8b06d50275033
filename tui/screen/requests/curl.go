package requests

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"foredeck/client/transport"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// Copies are the address, the body of the answer, and the request as a command for a shell.
func (m *Model) Copies() []screen.Copy {
	record := m.selected()
	if record == nil {
		return nil
	}
	exchange := record.Exchange
	sent, answer, _ := m.deps.Requests.Bodies(record.Serial)
	copies := []screen.Copy{{Form: "value", Value: func() string { return exchange.URL }}}
	if len(answer) > 0 {
		copies = append(copies, screen.Copy{Form: "body", Value: func() string { return string(answer) }})
	}
	if exchange.Method == "POST" && len(sent) == 0 {
		return copies // the body that the command would send is no longer kept
	}
	return append(copies, screen.Copy{Form: "curl", Value: func() string { return curl(exchange, sent) }})
}

// curl is a command for a shell that makes the request. In the place of keys stand the variables from which foredeck takes
// them.
func curl(exchange transport.Exchange, sent []byte) string {
	var command strings.Builder
	binary := string(text.Clean(string(sent))) != string(sent) // characters that a terminal would not take as they are
	if binary {
		fmt.Fprintf(&command, "printf '%s' | ", octal(sent))
	}
	command.WriteString("curl -sS -g ")
	if exchange.Method != "GET" {
		command.WriteString("-X " + quoted(exchange.Method) + " ")
	}
	command.WriteString(quoted(exchange.URL))
	for _, name := range slices.Sorted(maps.Keys(exchange.RequestHeader)) {
		for _, value := range exchange.RequestHeader[name] {
			header := quoted(strings.ToLower(name) + ": " + value)
			if value == transport.Removed {
				header = `"` + strings.ToLower(name) + ": " + variable(name) + `"`
			}
			command.WriteString(" -H " + header)
		}
	}
	switch {
	case binary:
		command.WriteString(" --data-binary @-")
	case len(sent) > 0:
		command.WriteString(" --data-raw " + quoted(string(sent)))
	}
	return command.String()
}

// variable is where a shell finds the value of a header that carries a key.
func variable(header string) string {
	switch header {
	case "X-Api-Key":
		return "$FOREDECK_API_KEY"
	case "Authorization":
		return "Bearer $FOREDECK_CONSENSUS_TOKEN"
	}
	return "$" + strings.ToUpper(strings.ReplaceAll(header, "-", "_"))
}

// quoted is the text as one word of a shell, in which nothing has a meaning.
func quoted(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }

// octal is the bytes as printf takes them.
func octal(content []byte) string {
	var escaped strings.Builder
	for _, b := range content {
		fmt.Fprintf(&escaped, `\%03o`, b)
	}
	return escaped.String()
}
