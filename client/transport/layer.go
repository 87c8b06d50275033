package transport

import "net/http"

// layer is the part that all pieces of a transport have: the piece below them.
type layer struct {
	next http.RoundTripper
}

// CloseIdleConnections lets http.Client.CloseIdleConnections reach the pool below.
func (l layer) CloseIdleConnections() {
	if pool, ok := l.next.(interface{ CloseIdleConnections() }); ok {
		pool.CloseIdleConnections()
	}
}

// closeBody does what a RoundTripper owes a request that it does not send on.
func closeBody(request *http.Request) {
	if request.Body != nil {
		_ = request.Body.Close() // nothing of it was asked for
	}
}
