package main

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"foredeck/client/transport"
	"foredeck/config"
)

// hiddenPaths is a transport to addresses whose paths visitors do not see. A path can contain a key, and the address of a node is in
// errors, in requests and on screens.
type hiddenPaths struct {
	*http.Transport
	paths []hiddenPath
}

// hiddenPath is the path of an address, and the one that is shown instead: mostly none, or a number if the host has several.
type hiddenPath struct{ host, shown, path string }

// hidePaths removes the paths of the network's addresses, and returns a transport that adds them to requests.
func hidePaths(network *config.Network) http.RoundTripper {
	h := &hiddenPaths{Transport: transport.New()}
	network.BaseURLs = slices.Clone(network.BaseURLs)
	for i, address := range network.BaseURLs {
		network.BaseURLs[i] = h.hide(address)
	}
	if network.OracleURL != "" {
		network.OracleURL = h.hide(network.OracleURL)
	}
	network.PriceStream = "" // visitors share what is polled
	return h
}

// hide returns what is shown of an address.
func (h *hiddenPaths) hide(address string) string {
	at, err := url.Parse(address)
	if err != nil {
		return address // the client says what is wrong
	}
	hidden := hiddenPath{host: at.Host, path: strings.TrimRight(at.EscapedPath(), "/")}
	for number := 2; ; number++ {
		taken := slices.IndexFunc(h.paths, func(p hiddenPath) bool { return p.host == hidden.host && p.shown == hidden.shown })
		if taken < 0 {
			h.paths = append(h.paths, hidden)
		}
		if taken < 0 || h.paths[taken].path == hidden.path {
			break
		}
		hidden.shown = "/" + strconv.Itoa(number)
	}
	return at.Scheme + "://" + at.Host + hidden.shown
}

// RoundTrip sends a request to the address that is hidden behind the one of the request.
func (h *hiddenPaths) RoundTrip(request *http.Request) (*http.Response, error) {
	shown := request.URL.EscapedPath()
	for _, hidden := range slices.Backward(h.paths) {
		rest, ok := strings.CutPrefix(shown, hidden.shown)
		if request.URL.Host != hidden.host || !ok || !strings.HasPrefix(rest, "/") {
			continue
		}
		path, err := url.PathUnescape(hidden.path + rest)
		if err != nil {
			break
		}
		address, sent := *request.URL, *request
		address.Path, address.RawPath = path, hidden.path+rest
		sent.URL = &address
		response, err := h.Transport.RoundTrip(&sent)
		if response != nil {
			response.Request = request
		}
		return response, err
	}
	return h.Transport.RoundTrip(request)
}
