package transport

import (
	"net/http"
	"net/url"
	"strings"
)

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
