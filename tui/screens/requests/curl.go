package requests

import (
	"maps"
	"slices"
	"strings"

	"foredeck/client/transport"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// Copies returns the URL, the response body, and the request as a curl command.
func (m *Model) Copies() []screen.Copy {
	record := m.selected()
	if record == nil {
		return nil
	}
	exchange := record.Exchange
	sent, response, _ := m.deps.Loader.Recorder.Bodies(record.Serial)
	copies := []screen.Copy{{Form: text.Const("value"), Value: func() string { return exchange.URL }}}
	if len(response) > 0 {
		copies = append(copies, screen.Copy{Form: text.Const("body"), Value: func() string { return string(response) }})
	}
	if exchange.Method == "POST" && len(sent) == 0 {
		return copies // without the request body, the command would be incomplete
	}
	return append(copies, screen.Copy{Form: text.Const("curl"), Value: func() string { return curl(exchange, sent) }})
}

// curl returns a shell command that makes the request. Credentials are replaced by the environment variables that
// foredeck reads.
func curl(exchange transport.Exchange, sent []byte) string {
	var command strings.Builder
	binary := text.Clean(string(sent)).String() != string(sent) // characters that must not be pasted into a terminal
	if binary {
		command.WriteString(text.ShellBytes(sent) + " | ")
	}
	command.WriteString("curl -sS -g ")
	if exchange.Method != "GET" {
		command.WriteString("-X " + text.ShellQuote(exchange.Method) + " ")
	}
	command.WriteString(text.ShellQuote(exchange.URL))
	for _, name := range slices.Sorted(maps.Keys(exchange.RequestHeader)) {
		for _, value := range exchange.RequestHeader[name] {
			header := text.ShellQuote(strings.ToLower(name) + ": " + value)
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
		command.WriteString(" --data-raw " + text.ShellQuote(string(sent)))
	}
	return command.String()
}

// variable returns the shell expression for a header with credentials.
func variable(header string) string {
	switch header {
	case "X-Api-Key":
		return "$FOREDECK_API_KEY"
	case "Authorization":
		return "Bearer $FOREDECK_CONSENSUS_TOKEN"
	}
	return "$" + strings.ToUpper(strings.ReplaceAll(header, "-", "_"))
}
