// Package hostile is a node that attacks its clients: a proxy in front of a simulated network that changes every response in the
// way of a Mode. It writes HTTP by itself, because net/http refuses to write most of these responses.
package hostile

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// Options configures a Node.
type Options struct {
	// Upstream is the base URL of the network that the responses come from.
	Upstream string
	Mode     Mode
	Seed     uint64
	// Grace is how many requests get their true response first.
	Grace int
	// Share is the share of later requests that get a hostile response, from 0 to 1.
	Share float64
	// Elsewhere is the base URL of another server, where redirects lead.
	Elsewhere string
	// Secrets are what the client sends as its key and its token.
	Secrets []string
}

// Node is a running hostile node. Its methods are safe for concurrent use.
type Node struct {
	options  Options
	listener net.Listener
	client   *http.Client
	serving  sync.WaitGroup
	sent     atomic.Int64
	requests atomic.Int64
	closed   chan struct{}
	called   chan struct{} // closed at the first request

	mu          sync.Mutex
	connections map[net.Conn]bool
	seen        map[string]int // requests by method and URL
	fields      map[string]bool
	inFlight    int
	problems    []string
	idle        chan struct{} // closed when inFlight becomes 0, and then replaced
}

// Start opens a port of the loopback interface. The node runs until Close.
func Start(options Options) (*Node, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	n := &Node{
		options: options, listener: listener, closed: make(chan struct{}), called: make(chan struct{}),
		client: &http.Client{
			Transport:     &http.Transport{DisableCompression: true, DisableKeepAlives: true},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		connections: map[net.Conn]bool{}, seen: map[string]int{}, fields: map[string]bool{}, idle: make(chan struct{}),
	}
	n.serving.Go(n.accept)
	return n, nil
}

// URL is the base URL of the node.
func (n *Node) URL() string { return "http://" + n.listener.Addr().String() }

// Sent is how many bytes the node wrote so far.
func (n *Node) Sent() int64 { return n.sent.Load() }

// Requests is how many requests the node got so far.
func (n *Node) Requests() int64 { return n.requests.Load() }

// Called returns a channel that is closed at the first request.
func (n *Node) Called() <-chan struct{} { return n.called }

// Fields lists the fields of the responses so far: the endpoint and the path of each.
func (n *Node) Fields() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Sorted(maps.Keys(n.fields))
}

// Problems lists what was wrong with requests.
func (n *Node) Problems() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.problems)
}

func (n *Node) report(problem string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.problems = append(n.problems, problem)
}

// Idle returns a channel that is closed when no request is waiting for its response, or when the last of them has it.
func (n *Node) Idle() <-chan struct{} {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.inFlight == 0 {
		done := make(chan struct{})
		close(done)
		return done
	}
	return n.idle
}

// Close ends all connections.
func (n *Node) Close() {
	close(n.closed)
	_ = n.listener.Close()
	n.mu.Lock()
	for connection := range n.connections {
		_ = connection.Close()
	}
	n.mu.Unlock()
	n.serving.Wait()
}

func (n *Node) accept() {
	for {
		connection, err := n.listener.Accept()
		if err != nil {
			return
		}
		n.mu.Lock()
		n.connections[connection] = true
		n.mu.Unlock()
		n.serving.Go(func() {
			n.serve(connection)
			_ = connection.Close()
			n.mu.Lock()
			delete(n.connections, connection)
			n.mu.Unlock()
		})
	}
}

// serve responds to the requests of a connection, until one ends it.
func (n *Node) serve(connection net.Conn) {
	reader := bufio.NewReader(connection)
	for {
		request, err := http.ReadRequest(reader)
		if err != nil {
			if broken := (*net.OpError)(nil); !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.As(err, &broken) && !strings.Contains(err.Error(), `"\x16\x03`) { // TLS, after a redirect
				n.report(fmt.Sprintf("a request that is not HTTP: %v", err))
			}
			return
		}
		if request.Host != n.listener.Addr().String() {
			n.report(fmt.Sprintf("a request for the host %q", request.Host))
		}
		body, err := io.ReadAll(io.LimitReader(request.Body, 1<<20))
		if err != nil {
			return
		}
		if !n.respond(connection, request, body) {
			return
		}
	}
}

// respond sends the response to a request and reports whether the connection stays open.
func (n *Node) respond(connection net.Conn, request *http.Request, body []byte) (keep bool) {
	n.mu.Lock()
	n.inFlight++
	n.mu.Unlock()
	defer func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		if n.inFlight--; n.inFlight == 0 {
			close(n.idle)
			n.idle = make(chan struct{})
		}
	}()
	number := n.requests.Add(1)
	if number == 1 {
		close(n.called)
	}
	response, err := n.forward(request, body)
	if err != nil {
		return false
	}
	x := n.exchange(request, response)
	if int(number) > n.options.Grace && (n.options.Share >= 1 || x.Float64() < n.options.Share) {
		n.options.Mode.Alter(x)
	}
	return x.Response.send(&wire{connection, n}) == nil
}

// forward gets the true response.
func (n *Node) forward(request *http.Request, body []byte) (*Response, error) {
	copied, err := http.NewRequestWithContext(request.Context(), request.Method, n.options.Upstream+request.URL.RequestURI(), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	copied.Header = request.Header.Clone()
	response, err := n.client.Do(copied)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	r := &Response{Status: response.StatusCode}
	if r.Body, err = io.ReadAll(response.Body); err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(response.Header)) {
		if name == "Content-Length" || name == "Connection" {
			continue
		}
		for _, value := range response.Header[name] {
			r.Header = append(r.Header, Field{name, value})
		}
	}
	return r, nil
}

// variable is a part of a path that differs from request to request.
var variable = regexp.MustCompile(`0x[0-9a-fA-F]{3,}|/[0-9]+|=[^&]*`)

func (n *Node) exchange(request *http.Request, response *Response) *Exchange {
	target := request.Method + " " + request.URL.RequestURI()
	n.mu.Lock()
	defer n.mu.Unlock()
	nth := n.seen[target]
	n.seen[target]++
	hash := fnv.New64a()
	fmt.Fprint(hash, target, nth)
	x := &Exchange{
		Request: request, Response: response, Nth: nth, node: n,
		Endpoint: request.Method + " " + variable.ReplaceAllString(request.URL.Path, "*"),
		Rand:     rand.New(rand.NewPCG(n.options.Seed, hash.Sum64())),
	}
	if root, ok := parse(response.Body); ok {
		x.document = root
		for _, f := range root.fields() {
			n.fields[x.Endpoint+" "+f.path] = true
		}
	}
	return x
}

// Exchange is a request with its true response, for a Mode to change. The random numbers depend on the seed, the URL and how
// often it was requested, and not on the order of the requests.
type Exchange struct {
	*rand.Rand
	Request  *http.Request
	Response *Response
	// Endpoint is the method and the path without what differs from request to request.
	Endpoint string
	// Nth is how often the same was requested before.
	Nth int

	node     *Node
	document *document // the body; nil if it is not JSON
}

// write makes the changed document the body.
func (x *Exchange) write() { x.Response.Body = x.document.append(nil) }

// token returns a random one of the secrets that the client may send.
func (x *Exchange) token() string {
	if len(x.node.options.Secrets) == 0 {
		return ""
	}
	return x.node.options.Secrets[x.IntN(len(x.node.options.Secrets))]
}

// Field is a line of the header.
type Field struct{ Name, Value string }

// Response is what the node sends.
type Response struct {
	Status int
	Reason string // "" for the standard one
	Header []Field
	Body   []byte
	// Length replaces the value of Content-Length, unless it is nil; "" leaves the header out.
	Length *string
	// Send replaces how the response is written. An error ends the connection.
	Send func(w *wire, r *Response) error
}

// set replaces a line of the header.
func (r *Response) set(name, value string) {
	r.Header = slices.DeleteFunc(r.Header, func(f Field) bool { return strings.EqualFold(f.Name, name) })
	r.Header = append(r.Header, Field{name, value})
}

// head is the response up to the blank line.
func (r *Response) head() []byte {
	reason := r.Reason
	if reason == "" {
		reason = http.StatusText(r.Status)
	}
	out := fmt.Appendf(nil, "HTTP/1.1 %03d %s\r\n", r.Status, reason)
	for _, f := range r.Header {
		out = fmt.Appendf(out, "%s: %s\r\n", f.Name, f.Value)
	}
	switch {
	case r.Length == nil:
		out = fmt.Appendf(out, "Content-Length: %d\r\n", len(r.Body))
	case *r.Length != "":
		out = fmt.Appendf(out, "Content-Length: %s\r\n", *r.Length)
	}
	return append(out, "\r\n"...)
}

// whole is the response with its body.
func (r *Response) whole() []byte { return append(r.head(), r.Body...) }

func (r *Response) send(w *wire) error {
	if r.Send != nil {
		return r.Send(w, r)
	}
	return w.write(r.whole())
}

// wire is a connection to the client.
type wire struct {
	connection net.Conn
	node       *Node
}

func (w *wire) write(p []byte) error {
	n, err := w.connection.Write(p)
	w.node.sent.Add(int64(n))
	return err
}
