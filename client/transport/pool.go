package transport

import "net/http"

// idlePerHost is how many idle connections to one node are kept: as many as one
// screen asks at once, where net/http's own default of 2 would dial anew each time.
const idlePerHost = 16

// New gives a transport like net/http's default one (proxies from the environment,
// HTTP/2, gzip) with a pool of connections of its own, sized for many calls to few hosts.
func New() *http.Transport {
	pool := &http.Transport{Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true}
	// The default may have been replaced by a program that imports this package.
	if standard, ok := http.DefaultTransport.(*http.Transport); ok {
		pool = standard.Clone()
	}
	pool.MaxIdleConnsPerHost = idlePerHost
	return pool
}
