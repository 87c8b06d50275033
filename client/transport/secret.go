package transport

import (
	"net/http"
	"net/url"
	"strings"
)

// Removed stands in an Exchange in the place of a secret.
const Removed = "(removed)"

// secretWords make a name secret that contains one of them, in any case. Better a value
// too many is hidden than one too few.
var secretWords = [...]string{"auth", "token", "secret", "key", "cookie", "password", "credential", "signature", "session"}

// isSecret tells whether the value of a header or query parameter of this name is to be
// kept from logs and screens: Authorization, x-api-key, Cookie and the like.
func isSecret(name string) bool {
	name = strings.ToLower(name)
	for _, word := range secretWords {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}

// withoutSecrets gives a copy of a header with the values of secrets replaced.
func withoutSecrets(header http.Header) http.Header {
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

// cleanAddress takes user info and the values of secret query parameters out of an
// address; of one that cannot be read nothing is shown.
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
