package client

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"foredeck/client/transport"
)

// Again makes a request of this Node once more as it was made before, with the body that
// was sent with it; a token that it went with is the Node's own. The answer is for who
// observes the transport: Again tells only why there is no good one. The error is an
// *ArgumentError for a request that this Node does not make.
func (n *Node) Again(ctx context.Context, exchange transport.Exchange, body []byte) error {
	secret := http.Header{}
	if n.consensusToken != "" {
		secret.Set("Authorization", "Bearer "+n.consensusToken)
	}
	return n.endpoint.again(ctx, exchange, body, secret)
}

// Again makes a request of these Prices once more as it was made before; a key that it
// went with is their own. The answer is for who observes the transport: Again tells only
// why there is no good one. The error is an *ArgumentError for a request that these Prices
// do not make.
func (p *Prices) Again(ctx context.Context, exchange transport.Exchange) error {
	return p.endpoint.again(ctx, exchange, nil, p.secret)
}

// again makes a request once more, with those of the secrets that it went with.
func (e *endpoint) again(ctx context.Context, exchange transport.Exchange, body []byte, secret http.Header) error {
	address, of := strings.CutPrefix(exchange.URL, e.base)
	path, query, _ := strings.Cut(address, "?")
	parameters, err := url.ParseQuery(query)
	wrong := func(rule string) error { return &ArgumentError{Field: "request", Rule: rule} }
	switch {
	case !of || !strings.HasPrefix(path, "/") || err != nil:
		return wrong("was not made by this node's address; it cannot be made again from here")
	case exchange.Method != http.MethodGet && exchange.Method != http.MethodPost:
		return wrong("is neither GET nor POST")
	case exchange.Method == http.MethodPost && len(body) == 0:
		return wrong("went with a body that is no longer kept")
	}
	repeated := question{path: path, query: parameters, secret: http.Header{}}
	if exchange.Method == http.MethodPost { // no POST of the service changes anything (spec section 4.2)
		repeated.contentType, repeated.body = exchange.RequestHeader.Get("Content-Type"), body
		ctx = transport.Safe(ctx)
	}
	for name, values := range exchange.RequestHeader {
		switch own := secret.Values(name); {
		case !slices.Contains(values, transport.Removed):
		case len(own) > 0:
			repeated.secret[name] = own
		default:
			return wrong("went with a key that is not kept: " + name)
		}
	}
	_, err = e.ask(ctx, repeated)
	return err
}
