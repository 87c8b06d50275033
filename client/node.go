package client

import (
	"net/http"
	"sync/atomic"
	"time"
)

// Node asks one node. It is safe for concurrent use and keeps connections for reuse.
type Node struct {
	*endpoint
	version Version
	// answering remembers, for Auto, the Version that answered a call; 0 before any did.
	answering [calls]atomic.Int32
	// before is the Version that was known when all was forgotten; 0 where none was.
	before atomic.Int32
	// inclusiveStart: the node was seen to take the start of a list of sent transactions
	// as inclusive.
	inclusiveStart atomic.Bool
	// coinsAscend: the node was seen to list coin transactions oldest first only.
	coinsAscend atomic.Bool
	// consensusToken is empty where there is none.
	consensusToken string
	blockCache     BlockCache // nil where there is none
	headHint       string     // empty: there is none
	viewMediaTypes []string
	// viewMediaType is the index of the one that the node took last, or that is tried first.
	viewMediaType atomic.Int32
	abis          abiMemory // of the modules whose view functions were called
}

// Option changes how a Node asks.
type Option func(*settings)

type settings struct {
	client    http.Client
	transport http.RoundTripper
	timeout   time.Duration
	version   Version

	consensusToken string
	blockCache     BlockCache
	headHint       string
	viewMediaTypes []string
	cursorHeader   string
}

// WithHTTPClient takes transport, cookies and redirect rule from a client, which is
// copied. Redirects to another host are not followed even where its rule would.
func WithHTTPClient(client *http.Client) Option {
	return func(s *settings) { s.client = *client }
}

// WithTransport sends the requests through a transport, also where WithHTTPClient
// brings another.
func WithTransport(roundTripper http.RoundTripper) Option {
	return func(s *settings) { s.transport = roundTripper }
}

// WithTimeout limits a whole request, its body included; it must be over 0. The
// default is 30 seconds.
func WithTimeout(limit time.Duration) Option {
	return func(s *settings) { s.timeout = limit }
}

// WithVersion asks by one version of the RPC only. The default is Auto.
func WithVersion(version Version) Option {
	return func(s *settings) { s.version = version }
}

// WithCursorHeader names the header in which version 3 gives the cursor of a list, which is
// another one in each family of deployments. The default is the one whose name ends in
// -cursor.
func WithCursorHeader(name string) Option {
	return func(s *settings) { s.cursorHeader = name }
}

// NewNode makes a Node from a base URL such as http://127.0.0.1:27000; a path in it is
// put before those of the RPC. It makes no request. The error is an *ArgumentError
// when the URL is not an absolute http or https URL, or carries user info, a query or
// a fragment, or when an option is out of its range.
func NewNode(baseURL string, options ...Option) (*Node, error) {
	chosen := settings{timeout: defaultTimeout, viewMediaTypes: []string{defaultViewMediaType}}
	for _, option := range options {
		option(&chosen)
	}
	if chosen.version < Auto || chosen.version > V3 {
		return nil, &ArgumentError{Field: "version", Value: chosen.version.String(), Rule: versionRule}
	}
	if err := validSecret("consensus token", chosen.consensusToken); err != nil {
		return nil, err
	}
	if err := validMediaTypes(chosen.viewMediaTypes); err != nil {
		return nil, err
	}
	if err := validHeadHint(chosen.headHint); err != nil {
		return nil, err
	}
	found, err := newEndpoint("base URL", baseURL, chosen.client, chosen.transport, chosen.timeout)
	if err != nil {
		return nil, err
	}
	found.cursorHeader = chosen.cursorHeader
	return &Node{
		endpoint: found, version: chosen.version,
		consensusToken: chosen.consensusToken, blockCache: chosen.blockCache, headHint: chosen.headHint, viewMediaTypes: chosen.viewMediaTypes,
	}, nil
}

// BaseURL is the base URL as it is used, without a slash at its end.
func (n *Node) BaseURL() string { return n.base }

// CloseIdleConnections closes the connections that are kept for reuse. The Node stays
// usable. Call it when a Node is done with and the program goes on.
func (n *Node) CloseIdleConnections() { n.client.CloseIdleConnections() }
