package transport

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// secrets are the keys and tokens that a request was sent with, in each spelling in which
// a server may repeat them in its answer.
type secrets [][]byte

// secretsOf finds the values that withoutSecrets and cleanURL leave out. Of a header such
// as Authorization the scheme is no secret.
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
	quoted, _ := json.Marshal(value) // a string cannot fail
	plainly := strconv.Quote(value)  // as JSON does where it leaves < and > as they are
	spellings := append(inBase64(value),
		value, string(quoted[1:len(quoted)-1]), plainly[1:len(plainly)-1], url.QueryEscape(value), url.PathEscape(value),
		lowerEscapes(url.QueryEscape(value)), lowerEscapes(url.PathEscape(value)))
	for _, spelling := range spellings {
		if !slices.ContainsFunc(s, func(known []byte) bool { return string(known) == spelling }) {
			s = append(s, []byte(spelling))
		}
	}
	// The longest first: a spelling that holds another one goes as a whole.
	slices.SortStableFunc(s, func(a, b []byte) int { return len(b) - len(a) })
	return s
}

// leastInBase64 is how long what base64 makes of a secret is at least, so that it can be told from other text.
const leastInBase64 = 6

// inBase64 gives what base64 makes of a value by itself and within another text: the middle
// of it, which does not depend on what stands around, for each of the three places at which
// it may begin.
func inBase64(value string) []string {
	var spellings []string
	for _, encoding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		for before := range 3 {
			encoded := encoding.EncodeToString(append(make([]byte, before), value...))
			first, end := (before*8+5)/6, (before+len(value))*8/6
			if end-first >= leastInBase64 {
				spellings = append(spellings, encoded[first:end])
			}
		}
	}
	return spellings
}

// lowerEscapes gives an escaped text with the other spelling of its escapes: %2f for %2F.
func lowerEscapes(escaped string) string {
	lower := []byte(escaped)
	for at := 0; at+2 < len(lower); at++ {
		if lower[at] == '%' {
			copy(lower[at:], bytes.ToLower(lower[at:at+3]))
		}
	}
	return string(lower)
}

// hide puts a mark in the place of each secret: some servers repeat what they were sent.
// Where the content ends in the beginning of one, because the answer broke off, that goes too.
func (s secrets) hide(content []byte) []byte {
	for _, secret := range s {
		if bytes.Contains(content, secret) { // ReplaceAll copies in any case
			content = bytes.ReplaceAll(content, secret, []byte(Removed))
		}
	}
	for _, secret := range s {
		for length := min(len(secret)-1, len(content)); length >= leastBeginning; length-- {
			if bytes.HasSuffix(content, secret[:length]) {
				content = append(content[:len(content)-length:len(content)-length], Removed...)
				break
			}
		}
	}
	return content
}

// leastBeginning is how much of a secret at the end of a content is taken for its beginning.
const leastBeginning = 4

// hideHeader takes the secrets out of a header, which it changes.
func (s secrets) hideHeader(header http.Header) http.Header {
	for _, values := range header {
		for i, value := range values {
			values[i] = string(s.hide([]byte(value)))
		}
	}
	return header
}
