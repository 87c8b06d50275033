package tuitest

import (
	"bytes"
	"encoding/json"
	"hash/crc32"
	"io"
	"net/http"
	"strconv"
)

// attacks are texts that color and clear a terminal, set its title, reverse, hide or move text, or do so after a cut in the middle of
// a character. The parameter 4242 marks sequences of an attack, as no sequence of the deck has it. All end in a letter, so that a
// sequence is complete.
var attacks = []string{
	"\x1b[4242mred", "\u009b4242mred", "\x9b4242mred", "\x1b]0;4242\aq", "\x1bP4242q\x1b\\q", "\u009d2;4242\u009cq", "\x1b[4242Jq", "\r\n\b\t\v\f\x00\x7f\u0085q",
	"\u202e\u2066\u200b\u200d\u2028\u2029\ufeff\u00adq", "\U000e0041\ufe0f\u3164\U0001f1e6\U0001f3fbq", "a\u0301\u0302\u0303\u0304\u0305\u0306\u0307q", "\xff\xfe\xc3q",
	"\u041c", "\u1740", "\n", "\u0301", "\u4e16", "=4242\x1b", `\u001b[4242m`, "\\", `"`, "",
}

// HostileTransport is a transport that adds hostile text to the strings of responses, to their headers and to their status lines.
// Its Wrap is a Setup.Transport. The same Seed and the same requests give the same responses.
type HostileTransport struct {
	Seed  int
	next  http.RoundTripper
	count int // of texts, in requests one after the other
}

// Wrap wraps a transport.
func (h *HostileTransport) Wrap(next http.RoundTripper) http.RoundTripper {
	h.next = next
	return h
}

// RoundTrip implements http.RoundTripper.
func (h *HostileTransport) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := h.next.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	h.count = int(crc32.ChecksumIEEE([]byte(request.URL.RequestURI()))) // responses differ, and are independent of their order
	if h.Seed%4 == 3 && h.count%3 == 0 {
		response.StatusCode = []int{400, 404, 429, 500, 502}[h.count%5]
	}
	body = h.inStrings(body)
	response.Body, response.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	response.Header.Del("Content-Length")
	response.Status = strconv.Itoa(response.StatusCode) + " " + h.attack()
	for _, name := range []string{"Server", "Via", "X-Request-Id", "Retry-After", "Date", "Deprecation", "Sunset", "Warning", "Location", "Link", "Set-Cookie"} {
		response.Header.Add(name, "v"+h.attack())
	}
	for name, values := range response.Header {
		if h.Seed%2 == 1 || name == "Content-Type" {
			values[0] += h.attack()
		}
	}
	response.Header["X-"+h.attack()] = []string{h.attack()}
	return response, nil
}

func (h *HostileTransport) attack() string {
	h.count++
	return attacks[(h.Seed*7+h.count)%len(attacks)]
}

// inStrings adds attacks to the strings of a JSON text, and to each object a member. It is the attack's turn once in a while only, so
// that most addresses, types and numbers stay valid and their screens open.
func (h *HostileTransport) inStrings(body []byte) []byte {
	if !json.Valid(body) {
		return append(body, h.attack()...)
	}
	var hostile []byte
	for i := 0; i < len(body); i++ {
		hostile = append(hostile, body[i])
		switch body[i] {
		case '{':
			member := quoted(h.attack())
			hostile = append(append(append(hostile, member...), ':'), quoted(h.attack())...)
			if rest := bytes.TrimSpace(body[i+1:]); rest[0] != '}' {
				hostile = append(hostile, ',')
			}
		case '"':
			end := i + 1
			for ; body[end] != '"'; end++ {
				if body[end] == '\\' {
					end++
				}
			}
			isKey := bytes.HasPrefix(bytes.TrimSpace(body[end+1:]), []byte(":"))
			text := body[i+1 : end]
			h.count++
			switch kind := (h.count*2654435761 + h.Seed*40503) >> 4 % 8; {
			case isKey || kind > 3:
			case kind == 0:
				text = inner(h.attack())
			case kind == 1:
				text = append(inner(h.attack()), text...)
			default:
				text = append(bytes.Clone(text), inner(h.attack())...)
			}
			hostile = append(append(hostile, text...), '"')
			i = end
		}
	}
	return hostile
}

// quoted returns a text as JSON string. Bytes that are not UTF-8 stay as they are.
func quoted(text string) []byte { return append(append([]byte{'"'}, inner(text)...), '"') }

func inner(text string) (escaped []byte) {
	for i := range len(text) {
		if b := text[i]; b < 0x20 || b == '"' || b == '\\' {
			escaped = append(escaped, `\u00`...)
			escaped = append(escaped, "0123456789abcdef"[b>>4], "0123456789abcdef"[b&15])
		} else {
			escaped = append(escaped, b)
		}
	}
	return escaped
}
