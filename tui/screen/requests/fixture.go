package requests

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/transport"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// fixture is a request and its answer as a file keeps them.
type fixture struct {
	Method  string              `json:"method"`
	Path    string              `json:"path"`
	Sent    *payload            `json:"sent,omitempty"` // the body of the request
	Status  int                 `json:"status"`         // 0: no answer came
	Headers map[string][]string `json:"headers"`        // of the answer
	payload
}

// payload is a body in the first form that holds it whole: JSON, text, or base64.
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

// newFixture leaves out the headers that carried keys.
func newFixture(exchange transport.Exchange, sent, answer []byte) fixture {
	f := fixture{Method: exchange.Method, Path: pathOf(exchange.URL), Status: exchange.Status, Headers: map[string][]string{}, payload: newPayload(answer)}
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

// encode writes the fixture with < and > as they are: they stand in types.
func (f fixture) encode() []byte {
	var written bytes.Buffer
	encoder := json.NewEncoder(&written)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	_ = encoder.Encode(f) // texts, bytes and JSON that was found valid cannot fail
	return written.Bytes()
}

// save writes the selected request with its answer to a file, and says where.
func (m *Model) save() tea.Cmd {
	record := m.selected()
	exchange := record.Exchange
	sent, answer, kept := m.deps.Requests.Bodies(record.Serial)
	if !kept {
		return m.deps.Post(screen.StatusMsg{Text: "the bodies of this call are no longer kept: " + m.deps.Key("requests.again") + " asks again", Warn: true})
	}
	name := "request-" + exchange.Started.UTC().Format("20060102-150405") + fmt.Sprintf("-%d", record.Serial)
	folder := m.deps.Folder
	return func() tea.Msg {
		path, err := writeNew(folder, name, newFixture(exchange, sent, answer).encode())
		if err != nil {
			return screen.StatusMsg{Text: "not saved: " + text.Clean(err.Error()), Warn: true}
		}
		return screen.StatusMsg{Text: "saved as " + text.Clean(path)}
	}
}

// writeNew writes a file that was not there before: into the folder, which is the current one where none is named, or where that takes none, into the folder for
// what programs keep.
func writeNew(folder, name string, content []byte) (path string, err error) {
	if folder == "" {
		folder, err = os.Getwd()
	}
	if err == nil {
		if path, err = createNew(folder, name, content); err == nil {
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
	return createNew(state, name, content)
}

// mostNames is how many names are tried for a file.
const mostNames = 1000

func createNew(folder, name string, content []byte) (string, error) {
	for i := range mostNames {
		path := filepath.Join(folder, name+".json")
		if i > 0 {
			path = filepath.Join(folder, fmt.Sprintf("%s-%d.json", name, i+1))
		}
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = file.Write(content)
		if closeErr := file.Close(); err == nil {
			err = closeErr
		}
		if err != nil {
			_ = os.Remove(path) // half a file is of no use
			return "", err
		}
		return path, nil
	}
	return "", fmt.Errorf("%s: there are %d files of this name already", folder, mostNames)
}
