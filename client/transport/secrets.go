package transport

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// Removed replaces secrets in an Exchange.
const Removed = "(removed)"

// secretWords mark a header or parameter as secret if its name contains one of them, in any case.
var secretWords = [...]string{"auth", "token", "secret", "key", "cookie", "password", "credential", "signature", "session"}

// isSecret reports whether a header or query parameter with this name holds a secret, such as Authorization, x-api-key or
// Cookie.
func isSecret(name string) bool {
	name = strings.ToLower(name)
	for _, word := range secretWords {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}

// redactHeader returns a copy of a header with secret values replaced.
func redactHeader(header http.Header) http.Header {
	clean := header.Clone()
	for name, values := range clean {
		for i, value := range values {
			switch {
			case isSecret(name):
				values[i] = Removed
			case name == "Location" || name == "Content-Location" || name == "Referer":
				values[i] = cleanAddress(value)
			}
		}
	}
	return clean
}

// cleanAddress removes user info and the values of secret query parameters from a URL. It replaces an invalid URL
// completely.
func cleanAddress(address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return Removed
	}
	return cleanURL(parsed)
}

func cleanURL(address *url.URL) string {
	clean := *address
	clean.User = nil
	parameters := strings.Split(clean.RawQuery, "&")
	for i, parameter := range parameters {
		name, _, valued := strings.Cut(parameter, "=")
		if readable, err := url.QueryUnescape(name); valued && (err != nil || isSecret(readable)) {
			parameters[i] = name + "=" + Removed
		}
	}
	clean.RawQuery = strings.Join(parameters, "&")
	return clean.String()
}

// secrets are the keys and tokens of a request, in all encodings in which a server may repeat them in its response.
type secrets [][]byte

// secretsOf returns the values that redactHeader and cleanURL remove. The scheme of an Authorization header is not secret.
func secretsOf(request *http.Request) secrets {
	var found secrets
	for name, values := range request.Header {
		if !isSecret(name) {
			continue
		}
		for _, value := range values {
			found = found.with(value[strings.LastIndexByte(value, ' ')+1:])
		}
	}
	if request.URL.User != nil {
		password, _ := request.URL.User.Password()
		found = found.with(password)
	}
	if request.URL.RawQuery != "" {
		for name, values := range request.URL.Query() {
			for _, value := range values {
				if isSecret(name) {
					found = found.with(value)
				}
			}
		}
	}
	return found
}

func (s secrets) with(value string) secrets {
	if value == "" {
		return s
	}
	quoted, _ := json.Marshal(value) // encoding a string cannot fail
	plainly := strconv.Quote(value)  // like JSON without HTML escapes
	spellings := append(inBase64(value),
		value, string(quoted[1:len(quoted)-1]), plainly[1:len(plainly)-1], url.QueryEscape(value), url.PathEscape(value),
		lowerEscapes(url.QueryEscape(value)), lowerEscapes(url.PathEscape(value)))
	for _, spelling := range spellings {
		if !slices.ContainsFunc(s, func(known []byte) bool { return string(known) == spelling }) {
			s = append(s, []byte(spelling))
		}
	}
	// Longest first, because one encoding can contain another.
	sort.SliceStable(s, func(i, j int) bool { return len(s[i]) > len(s[j]) })
	return s
}

// minBase64 is the minimum length of an encoded secret: shorter ones could match other text.
const minBase64 = 6

// inBase64 returns the base64 encodings of a value within any text: the middle part, which does not depend on the
// surrounding text, for each of the three possible alignments.
func inBase64(value string) []string {
	var spellings []string
	for _, encoding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		for before := range 3 {
			encoded := encoding.EncodeToString(append(make([]byte, before), value...))
			first, end := (before*8+5)/6, (before+len(value))*8/6
			if end-first >= minBase64 {
				spellings = append(spellings, encoded[first:end])
			}
		}
	}
	return spellings
}

// lowerEscapes returns URL-escaped text with lower-case escapes: %2f instead of %2F.
func lowerEscapes(escaped string) string {
	lower := []byte(escaped)
	for at := 0; at+2 < len(lower); at++ {
		if lower[at] == '%' {
			copy(lower[at:], bytes.ToLower(lower[at:at+3]))
		}
	}
	return string(lower)
}

// redact replaces the secrets in content: some servers repeat what they were sent. It also replaces the start of a secret at
// the end of content, where a response may have broken off.
func (s secrets) redact(content []byte) []byte {
	for _, secret := range s {
		if bytes.Contains(content, secret) { // ReplaceAll always copies
			content = bytes.ReplaceAll(content, secret, []byte(Removed))
		}
	}
	for _, secret := range s {
		for length := min(len(secret)-1, len(content)); length >= minPrefix; length-- {
			if bytes.HasSuffix(content, secret[:length]) {
				content = append(content[:len(content)-length:len(content)-length], Removed...)
				break
			}
		}
	}
	return content
}

// minPrefix is the length from which the end of a content counts as the start of a secret.
const minPrefix = 4

// redactHeader replaces the secrets in a header, in place.
func (s secrets) redactHeader(header http.Header) http.Header {
	for _, values := range header {
		for i, value := range values {
			values[i] = string(s.redact([]byte(value)))
		}
	}
	return header
}
