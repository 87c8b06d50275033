package transport

import (
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"net/url"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
)

// MinSecret is the length from which a Redactor removes a secret. Shorter ones look like ordinary text: a token "key"
// would remove every member of that name.
const MinSecret = 6

// Redactor removes secrets from what servers send: from bodies, headers and errors, in upper or lower case, plain, in base64 (both
// alphabets, also inside longer encoded text), in hex, and with any of their characters escaped as in a URL or in JSON, up to twice.
// Secrets of fewer than MinSecret characters are ignored. The zero value is ready for use and safe for concurrent use; nil ignores what is added.
type Redactor struct {
	lock    sync.Mutex
	secrets []string
	current atomic.Pointer[spellings] // of the secrets; nil if there are none
}

// Add adds secrets.
func (r *Redactor) Add(secrets ...string) {
	if r == nil {
		return
	}
	r.lock.Lock()
	defer r.lock.Unlock()
	added := false
	for _, secret := range secrets {
		if len(secret) >= MinSecret && !slices.Contains(r.secrets, secret) {
			r.secrets, added = append(r.secrets, secret), true
		}
	}
	if added {
		r.current.Store(newSpellings(r.secrets))
	}
}

// Redact returns content without the secrets; content itself if it has none. It also removes the start of a secret at the end of
// content, where a response may have broken off.
func (r *Redactor) Redact(content []byte) []byte {
	found := r.current.Load()
	if found == nil {
		return content
	}
	clean, _ := found.redact(content, true)
	return clean
}

func (r *Redactor) text(content string) string {
	if r == nil || r.current.Load() == nil {
		return content
	}
	return string(r.Redact([]byte(content)))
}

// spellings finds a set of secrets in all encodings.
type spellings struct {
	encoded  []string // in lower case
	shortest int
	longest  int
	has      [256]bool // by character in lower case: occurs in an encoded secret
	// byFirst has the encoded secrets by their first byte.
	byFirst [256][]string
	// shift is by how far a search can advance if it finds two bytes at the end of a window of the shortest length; 0 if an
	// encoded secret can start at the window. This is the algorithm of Wu and Manber.
	shift [1 << 16]uint8
}

func newSpellings(secrets []string) *spellings {
	s := &spellings{}
	for _, secret := range secrets {
		for _, encoded := range append(inBase64(secret), secret, hex.EncodeToString([]byte(secret))) {
			if encoded = strings.ToLower(encoded); !slices.Contains(s.encoded, encoded) {
				s.encoded = append(s.encoded, encoded)
			}
		}
	}
	s.shortest = len(s.encoded[0])
	for _, encoded := range s.encoded {
		s.shortest, s.longest = min(s.shortest, len(encoded), 1<<8-1), max(s.longest, len(encoded))
		s.byFirst[encoded[0]] = append(s.byFirst[encoded[0]], encoded)
		for i := range len(encoded) {
			s.has[encoded[i]] = true
		}
	}
	for i := range s.shift {
		s.shift[i] = uint8(s.shortest - 1)
	}
	for _, encoded := range s.encoded {
		for at := 0; at+1 < s.shortest; at++ {
			for _, first := range bothCases(encoded[at]) {
				for _, second := range bothCases(encoded[at+1]) {
					shift := &s.shift[block(first, second)]
					*shift = min(*shift, uint8(s.shortest-2-at))
				}
			}
		}
	}
	return s
}

func block(first, second byte) uint16 { return uint16(first)<<8 | uint16(second) }

func bothCases(letter byte) [2]byte {
	if 'a' <= letter && letter <= 'z' {
		return [2]byte{letter, letter - 'a' + 'A'}
	}
	return [2]byte{letter, letter}
}

func lower(letter byte) byte {
	if 'A' <= letter && letter <= 'Z' {
		return letter - 'A' + 'a'
	}
	return letter
}

// minBase64 is the minimum length of an encoded secret: shorter ones could match other text.
const minBase64 = 6

// inBase64 returns the base64 encodings of a value within any text: the middle part, which does not depend on the
// surrounding text, for each of the three possible alignments.
func inBase64(value string) []string {
	var encodings []string
	for _, encoding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		for before := range 3 {
			encoded := encoding.EncodeToString(append(make([]byte, before), value...))
			first, end := (before*8+5)/6, (before+len(value))*8/6
			if end-first >= minBase64 {
				encodings = append(encodings, encoded[first:end])
			}
		}
	}
	return encodings
}

// span is a part of a content, from start to before end.
type span struct{ start, end int }

// hold is the length of the longest spelling, which a search in a part of a content must hold back from its end.
func (s *spellings) hold() int { return s.longest * maxEscape }

// redact returns content without the secrets; content itself if it has none. If the content continues, rest is its end, in which a
// secret can have started: it must be searched again with what follows.
func (s *spellings) redact(content []byte, isWhole bool) (clean, rest []byte) {
	found := s.findEscaped(s.findPlain(nil, content), content)
	end := len(content)
	if !isWhole {
		end = max(0, end-s.hold())
	} else if start := s.partAtEnd(content); start < end {
		found = append(found, span{start, end})
	}
	if len(found) > 1 {
		sort.Slice(found, func(i, j int) bool { return found[i].start < found[j].start })
	}
	at := 0
	for i := 0; i < len(found) && found[i].start < end; {
		next := found[i]
		for i++; i < len(found) && found[i].start <= next.end; i++ {
			next.end = max(next.end, found[i].end)
		}
		clean = append(append(clean, content[at:next.start]...), Removed...)
		at = next.end
	}
	end = max(end, at)
	if clean == nil {
		return content[:end], content[end:]
	}
	return append(clean, content[at:end]...), content[end:]
}

// findPlain appends the parts of content that are encoded secrets without escapes.
func (s *spellings) findPlain(found []span, content []byte) []span {
	for last := s.shortest - 1; last < len(content); {
		if shift := s.shift[block(content[last-1], content[last])]; shift > 0 {
			last += int(shift)
			continue
		}
		start := last - s.shortest + 1
		for _, encoded := range s.byFirst[lower(content[start])] {
			if end := start + len(encoded); end <= len(content) && isFold(content[start:end], encoded) {
				found = append(found, span{start, end})
			}
		}
		last++
	}
	return found
}

// isFold reports whether content is encoded, which is in lower case and as long, in any case.
func isFold(content []byte, encoded string) bool {
	for i := len(encoded) - 1; i >= 0; i-- {
		if lower(content[i]) != encoded[i] {
			return false
		}
	}
	return true
}

// minPrefix is the length from which the end of a content counts as the start of a secret.
const minPrefix = 4

// partAtEnd returns the start of an incomplete secret at the end of content, the length of content if there is none.
func (s *spellings) partAtEnd(content []byte) int {
	longest := 0
	for _, encoded := range s.encoded {
		for length := min(len(encoded)-1, len(content)); length >= max(minPrefix, longest+1); length-- {
			if isFold(content[len(content)-length:], encoded[:length]) {
				longest = length
				break
			}
		}
	}
	return len(content) - longest
}

// Removed replaces secrets in responses and in an Exchange.
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

// secretsOf returns the values that redactHeader and cleanURL remove. The scheme of an Authorization header is not secret.
func secretsOf(request *http.Request) []string {
	var found []string
	for name, values := range request.Header {
		if !isSecret(name) {
			continue
		}
		for _, value := range values {
			found = append(found, value[strings.LastIndexByte(value, ' ')+1:])
		}
	}
	if request.URL.User != nil {
		password, _ := request.URL.User.Password()
		found = append(found, password)
	}
	if request.URL.RawQuery != "" {
		for name, values := range request.URL.Query() {
			for _, value := range values {
				if isSecret(name) {
					found = append(found, value)
				}
			}
		}
	}
	return found
}
