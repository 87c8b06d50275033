package requests

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/transport"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// savedResponse is the file format of a saved request and response.
type savedResponse struct {
	Method  string              `json:"method"`
	Path    string              `json:"path"`
	Sent    *payload            `json:"sent,omitempty"` // request body
	Status  int                 `json:"status"`         // 0: no response
	Headers map[string][]string `json:"headers"`        // of the response
	payload
}

// payload is a body in the first suitable form: JSON, text, or base64.
type payload struct {
	JSON  json.RawMessage `json:"body,omitempty"`
	Text  string          `json:"body_text,omitempty"`
	Bytes []byte          `json:"body_base64,omitempty"`
}

func newPayload(body []byte) payload {
	switch {
	case json.Valid(body):
		return payload{JSON: body}
	case utf8.Valid(body):
		return payload{Text: string(body)}
	}
	return payload{Bytes: body}
}

// newSavedResponse omits headers with credentials.
func newSavedResponse(exchange transport.Exchange, sent, response []byte) savedResponse {
	f := savedResponse{Method: exchange.Method, Path: pathOf(exchange.URL), Status: exchange.Status, Headers: map[string][]string{}, payload: newPayload(response)}
	if len(sent) > 0 {
		body := newPayload(sent)
		f.Sent = &body
	}
	for name, values := range exchange.ResponseHeader {
		if !slices.Contains(values, transport.Removed) {
			f.Headers[name] = values
		}
	}
	return f
}

// encode does not escape < and >, which occur in Move types.
func (f savedResponse) encode() []byte {
	var compact, out bytes.Buffer
	encoder := json.NewEncoder(&compact)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(f)                               // strings, bytes and valid JSON always encode
	_ = text.WriteIndented(&out, compact.Bytes(), "\n") // a buffer does not fail
	return out.Bytes()
}

// save writes the selected request and its response to a file.
func (m *Model) save() tea.Cmd {
	if m.deps.Remote {
		return m.deps.Post(screen.StatusMsg{Text: text.Const("responses cannot be saved over SSH: no files are written for visitors"), Warn: true})
	}
	record := m.selected()
	exchange := record.Exchange
	sent, response, ok := m.deps.Loader.Recorder.Bodies(record.Serial)
	if !ok {
		return m.deps.Post(screen.StatusMsg{Text: text.Format("body no longer cached · %s repeat the request", m.deps.Key("requests.repeat")), Warn: true})
	}
	name := "request-" + exchange.Started.UTC().Format("20060102-150405") + fmt.Sprintf("-%d", record.Serial)
	folder := m.deps.Directory
	return func() tea.Msg {
		path, err := writeNew(folder, name, newSavedResponse(exchange, sent, response).encode())
		if err != nil {
			return screen.StatusMsg{Text: text.Format("not saved: %s", text.Clean(err.Error())), Warn: true}
		}
		return screen.StatusMsg{Text: text.Format("saved: %s", text.Clean(path))}
	}
}

// writeNew writes a new file in the folder, by default the working directory. If that fails, it writes to foredeck's
// state directory.
func writeNew(folder, name string, content []byte) (path string, err error) {
	if folder == "" {
		folder, err = os.Getwd()
	}
	if err == nil {
		if path, err = screen.WriteNew(folder, name, ".json", content, 0o600); err == nil {
			return path, nil
		}
	}
	state := os.Getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(state) {
		home, homeErr := os.UserHomeDir()
		if homeErr != nil {
			return "", err
		}
		state = filepath.Join(home, ".local", "state")
	}
	state = filepath.Join(state, "foredeck", "requests")
	if err := os.MkdirAll(state, 0o700); err != nil {
		return "", err
	}
	return screen.WriteNew(state, name, ".json", content, 0o600)
}

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
