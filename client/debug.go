package client

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"foredeck/client/transport"
)

// NodeDebug has operations for programs that show their own traffic.
type NodeDebug struct{ node *Node }

// Debug returns the debugging operations of the Node.
func (n *Node) Debug() NodeDebug { return NodeDebug{n} }

// Resend sends a recorded request of the Node again, with its body and the Node's token. With failover it goes to the node that works
// now. A transport.Recorder has the response. The error is an *ArgumentError if the request is not one of this Node.
func (d NodeDebug) Resend(ctx context.Context, exchange transport.Exchange, body []byte) error {
	secret := http.Header{}
	if d.node.consensusToken != "" {
		secret.Set("Authorization", "Bearer "+d.node.consensusToken)
	}
	return d.node.resend(ctx, exchange, body, secret)
}

// Reset makes the Node discover RPC versions, media types and ABIs again.
func (d NodeDebug) Reset() {
	n := d.node
	n.versionBeforeReset.Store(int32(n.Version()))
	n.autoVersion.Clear()
	n.viewMediaType.Store(0)
	n.blockSource.Store(0)
	n.newest.Store(newestUnknown)
	n.abis.clear()
}

// ViewMediaType returns the media type of the next view call in BCS.
func (d NodeDebug) ViewMediaType() string { return d.node.viewMediaTypes[d.node.viewMediaType.Load()] }

// PricesDebug has operations for programs that show their own traffic.
type PricesDebug struct{ prices *Prices }

// Debug returns the debugging operations of the Prices.
func (p *Prices) Debug() PricesDebug { return PricesDebug{p} }

// Resend is NodeDebug.Resend for Prices.
func (d PricesDebug) Resend(ctx context.Context, exchange transport.Exchange) error {
	return d.prices.resend(ctx, exchange, nil, d.prices.secret)
}

// resend sends a recorded request with those of the secrets that it was sent with.
func (e *endpoint) resend(ctx context.Context, exchange transport.Exchange, body []byte, secret http.Header) error {
	address, isOwn := strings.CutPrefix(exchange.URL, e.base)
	if !isOwn && exchange.Node != "" { // another node after failover
		address, isOwn = strings.CutPrefix(exchange.URL, exchange.Node)
	}
	path, query, _ := strings.Cut(address, "?")
	parameters, err := url.ParseQuery(query)
	invalid := func(rule string) error { return &ArgumentError{Field: "request", Rule: rule} }
	switch {
	case !isOwn || !strings.HasPrefix(path, "/") || err != nil:
		return invalid("was sent to another base URL and cannot be resent from here")
	case exchange.Method != http.MethodGet && exchange.Method != http.MethodPost:
		return invalid("is neither GET nor POST")
	case exchange.Method == http.MethodPost && len(body) == 0:
		return invalid("had a body that is no longer recorded")
	}
	repeated := apiRequest{path: path, query: parameters, secret: http.Header{}}
	if exchange.Method == http.MethodPost { // no POST of the RPC changes anything (spec section 4.2)
		repeated.contentType, repeated.body = exchange.RequestHeader.Get("Content-Type"), body
		ctx = transport.Safe(ctx)
	}
	for name, values := range exchange.RequestHeader {
		switch own := secret.Values(name); {
		case !slices.Contains(values, transport.Removed):
		case len(own) > 0:
			repeated.secret[name] = own
		default:
			return invalid("had a secret header that is not configured: " + name)
		}
	}
	_, err = e.do(ctx, repeated)
	return err
}
