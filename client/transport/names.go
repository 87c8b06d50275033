package transport

import (
	"net/url"
	"strings"
)

// NodeNames returns a short name for each base URL that tells it from the others: the port if the hosts are the same, such as :27001,
// or else the host with its port, such as rpc.example.org or 127.0.0.1:27000, with the path where that is not enough. A single base URL
// has its host and port.
func NodeNames(baseURLs []string) []string {
	parsed := make([]*url.URL, len(baseURLs))
	for i, base := range baseURLs {
		var err error
		if parsed[i], err = url.Parse(strings.TrimRight(base, "/")); err != nil || parsed[i].Host == "" {
			parsed[i] = &url.URL{Host: base}
		}
	}
	sameHost := len(parsed) > 1
	for _, address := range parsed {
		sameHost = sameHost && address.Hostname() == parsed[0].Hostname() && address.Port() != ""
	}
	names := make([]string, len(parsed))
	if sameHost && areDistinct(parsed, names, func(address *url.URL) string { return ":" + address.Port() }) ||
		areDistinct(parsed, names, func(address *url.URL) string { return address.Host }) ||
		areDistinct(parsed, names, func(address *url.URL) string { return address.Host + address.Path }) {
		return names
	}
	for i, base := range baseURLs {
		names[i] = strings.TrimRight(base, "/")
	}
	return names
}

// areDistinct sets the names and reports whether they differ.
func areDistinct(addresses []*url.URL, names []string, name func(*url.URL) string) bool {
	seen := map[string]bool{}
	for i, address := range addresses {
		names[i] = name(address)
		seen[names[i]] = true
	}
	return len(seen) == len(addresses)
}
