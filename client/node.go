package client

import (
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// Node is a client of one node. It is safe for concurrent use.
type Node struct {
	*endpoint
	version Version
	// autoVersion has, for Auto, the Version that last responded to each call.
	autoVersion sync.Map // from call to Version
	// versionBeforeReset is what Version returned when the Node was reset; 0 if it was not.
	versionBeforeReset atomic.Int32
	// inclusiveStart is set once the node was seen to include the start of a list of sent transactions.
	inclusiveStart atomic.Bool
	// coinsAscend is set once the node was seen to ignore the order of coin transactions.
	coinsAscend    atomic.Bool
	consensusToken string // "" if none
	// blockSource is what Block found to work: consensusBlocks or executedBlocks; 0 if unknown.
	blockSource      atomic.Int32
	consensusRefusal atomic.Pointer[error] // of the last consensus block that the node refused
	newest           atomic.Int32          // how FindHead found the newest block, see newestCall
	streamDialer     *http.Client          // nil if none
	blockCache       BlockCache            // nil if none
	headHint         string                // "" if none
	viewMediaTypes   []string
	viewMediaType    atomic.Int32 // index of the one that the node accepted last
	abis             abiCache     // of modules whose view functions were called
	votes            eventVotes
}

// Option configures a Node.
type Option func(*options)

type options struct {
	transport http.RoundTripper
	timeout   time.Duration
	version   Version

	consensusToken string
	blockCache     BlockCache
	streamDialer   *http.Client
	headHint       string
	viewMediaTypes []string
	cursorHeader   string
}

// WithTransport replaces the transport. By default it is [transport.Default], which
// retries failed requests; build another one from a [transport.Policy], or pass [transport.New] for no retries.
func WithTransport(roundTripper http.RoundTripper) Option {
	return func(o *options) { o.transport = roundTripper }
}

// WithTimeout limits the time of a request with its body and retries, by default to 30 seconds.
func WithTimeout(limit time.Duration) Option {
	return func(o *options) { o.timeout = limit }
}

// WithVersion uses only one version of the RPC. The default is Auto.
func WithVersion(version Version) Option {
	return func(o *options) { o.version = version }
}

// WithCursorHeader names the header with the cursor of a list of version 3. The default is one whose name ends in -cursor.
func WithCursorHeader(name string) Option {
	return func(o *options) { o.cursorHeader = name }
}

// NewNode returns a Node for a base URL such as http://127.0.0.1:27000. A path in it becomes a prefix of the RPC's paths.
// NewNode makes no request. The error is an *ArgumentError if the URL is not an absolute http or https URL without user info,
// query and fragment, or if an option is invalid.
func NewNode(baseURL string, opts ...Option) (*Node, error) {
	chosen := options{timeout: defaultTimeout, viewMediaTypes: []string{defaultViewMediaType}}
	for _, option := range opts {
		option(&chosen)
	}
	if chosen.version < Auto || chosen.version > V4 {
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
	found, err := newEndpoint("base URL", baseURL, chosen.transport, chosen.timeout)
	if err != nil {
		return nil, err
	}
	found.cursorHeader = chosen.cursorHeader
	return &Node{
		endpoint: found, version: chosen.version,
		consensusToken: chosen.consensusToken, streamDialer: chosen.streamDialer, blockCache: chosen.blockCache, headHint: chosen.headHint, viewMediaTypes: chosen.viewMediaTypes,
	}, nil
}

// BaseURL returns the base URL without a trailing slash.
func (n *Node) BaseURL() string { return n.base }

// CloseIdleConnections closes unused connections. The Node stays usable.
func (n *Node) CloseIdleConnections() { n.client.CloseIdleConnections() }
