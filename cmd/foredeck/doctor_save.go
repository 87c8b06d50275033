package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"foredeck/client/transport"
)

// savedReport is the folder of --report.
type savedReport struct {
	folder string
	files  int
}

// newReport creates the folder of a report.
func newReport(folder string) (*savedReport, error) {
	err := os.Mkdir(folder, 0o700)
	switch {
	case errors.Is(err, fs.ErrExist):
		return nil, &fileError{fmt.Errorf("--report %s: exists already: choose another name or remove it", folder)}
	case errors.Is(err, fs.ErrNotExist):
		return nil, &fileError{fmt.Errorf("--report %s: folder %s does not exist: create it or choose another name", folder, filepath.Dir(folder))}
	case err != nil:
		return nil, &fileError{fmt.Errorf("--report: %w", err)}
	}
	return &savedReport{folder: folder}, nil
}

// savedResponse is the JSON shape of a file of a report.
type savedResponse struct {
	Call        string            `json:"call"`
	Method      string            `json:"method"`
	Path        string            `json:"path"` // below the address of the node, with the query
	RequestBody json.RawMessage   `json:"request_body"`
	Status      int               `json:"status"`
	Headers     map[string]string `json:"headers"`
	Body        json.RawMessage   `json:"body"` // a text if it is not JSON
}

// add writes the response to a call. Without a report, version or response it does nothing.
func (r *savedReport) add(call, version string, exchange transport.Recorded, s *session) error {
	if r == nil || version == "" || exchange.Status == 0 {
		return nil
	}
	sent, received, _ := s.requests.Bodies(exchange.Serial)
	saved := savedResponse{
		Call: call, Method: exchange.Method, Path: pathBelow(exchange.URL, s.endpoint.BaseURL), Status: exchange.Status,
		Headers: harmless(exchange.ResponseHeader), RequestBody: bodyJSON(sent), Body: bodyJSON(received),
	}
	var encoded bytes.Buffer
	encoder := json.NewEncoder(&encoded)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(saved); err != nil {
		return err
	}
	r.files++
	name := version + "-" + strings.ReplaceAll(call, " ", "-") + ".json"
	return os.WriteFile(filepath.Join(r.folder, name), s.redactor.Redact(encoded.Bytes()), 0o600)
}

// pathBelow returns the path and query of a request below the base URL, which can have a key in its path.
func pathBelow(request, base string) string {
	if path, ok := strings.CutPrefix(request, base); ok {
		return path
	}
	parsed, err := url.Parse(request)
	if err != nil {
		return ""
	}
	_, path, _ := strings.Cut(parsed.RequestURI(), "/rpc/") // of another node of the network
	return "/rpc/" + path
}

// harmless returns the headers that say something about the response. Others, such as cookies, can identify the user.
func harmless(header http.Header) map[string]string {
	kept := map[string]string{}
	for name, values := range header {
		lower := strings.ToLower(name)
		isKept := lower == "content-type" || lower == "date" || lower == "retry-after" || lower == "server"
		for _, end := range []string{"-cursor", "-chain-id", "-oldest-block"} {
			isKept = isKept || strings.HasSuffix(lower, end)
		}
		if isKept {
			kept[lower] = strings.Join(values, ", ")
		}
	}
	return kept
}

// bodyJSON returns a body as JSON: as it is, or as a text; null for none.
func bodyJSON(body []byte) json.RawMessage {
	switch {
	case len(body) == 0:
		return json.RawMessage("null")
	case json.Valid(body):
		return body
	}
	encoded, _ := json.Marshal(string(body)) // a text has no errors
	return encoded
}
