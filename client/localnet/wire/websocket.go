package wire

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/coder/websocket"

	"foredeck/client/localnet/httpapi"
)

// Limits of WebSocket connections, as operators of public nodes configure them by default. All connections of a simulated network count
// as one anonymous client.
const (
	MaxSockets       = 100
	maxSubscriptions = 100
	outboundQueue    = 256
	// retryAfter is the header Retry-After of connections beyond MaxSockets, in seconds.
	retryAfter = 5
	// socketWriteTime is how long a client may take to receive a message or to answer a ping.
	socketWriteTime = 10 * time.Second
	// PingInterval is the time between pings.
	PingInterval = 30 * time.Second
)

// Sockets are the WebSocket connections of a node. The methods are safe for concurrent use.
type Sockets struct {
	slots chan struct{} // of the network: holds an item for each connection
	ping  time.Duration

	mutex  sync.Mutex
	closed bool
	open   map[*socket]context.CancelFunc
	served sync.WaitGroup
}

// NewSockets returns the connections of a node, which share the capacity of slots with other nodes. It pings clients once per interval.
func NewSockets(slots chan struct{}, ping time.Duration) *Sockets {
	return &Sockets{slots: slots, ping: ping, open: make(map[*socket]context.CancelFunc)}
}

// Cut ends all connections without a closing handshake, as a failing network does, and returns their number.
func (s *Sockets) Cut() int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, cancel := range s.open {
		cancel()
	}
	return len(s.open)
}

// Close ends all connections and waits until they have ended. There are no new ones then.
func (s *Sockets) Close() {
	s.mutex.Lock()
	s.closed = true
	s.mutex.Unlock()
	s.Cut()
	s.served.Wait()
}

// enter adds a connection unless there are too many. leave must be called at its end.
func (s *Sockets) enter(ctx context.Context, c *socket) (running context.Context, leave func(), ok bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.closed {
		return nil, nil, false
	}
	select {
	case s.slots <- struct{}{}:
	default:
		return nil, nil, false
	}
	running, cancel := context.WithCancel(ctx)
	s.open[c] = cancel
	s.served.Add(1)
	return running, func() {
		cancel()
		s.mutex.Lock()
		delete(s.open, c)
		s.mutex.Unlock()
		<-s.slots
		s.served.Done()
	}, true
}

// socket is a WebSocket connection, on which clients subscribe to new blocks by JSON-RPC 2.0.
type socket struct {
	api   *API
	queue chan []byte // messages to the client

	mutex         sync.Mutex
	subscriptions map[string]subscription
}

// subscription is what a client subscribed to.
type subscription struct {
	headers                    bool
	includeTransactions, proof bool
}

// webSocket serves a connection until the client leaves, the node cuts it or the network closes.
func (a *API) webSocket(w http.ResponseWriter, r *http.Request, _ version) {
	sockets := a.options.Sockets
	c := &socket{api: a, queue: make(chan []byte, outboundQueue), subscriptions: make(map[string]subscription)}
	ctx, leave, ok := sockets.enter(r.Context(), c)
	if !ok {
		reason := fmt.Sprintf("Too many WebSocket connections: at most %d", cap(sockets.slots))
		w.Header().Set("Retry-After", strconv.Itoa(retryAfter))
		w.Header().Set("X-WebSocket-Reject-Reason", reason)
		writeError(w, http.StatusTooManyRequests, reason)
		return
	}
	defer leave()
	connection, err := websocket.Accept(w, r, nil)
	if err != nil {
		return // Accept has responded
	}
	c.serve(ctx, connection, sockets.ping)
}

// serve runs the connection: it reads requests, watches the chain, writes and pings. The first of them that fails ends the others.
func (c *socket) serve(ctx context.Context, connection *websocket.Conn, ping time.Duration) {
	ctx, end := context.WithCancel(ctx)
	var tasks sync.WaitGroup
	defer tasks.Wait()
	defer func() { _ = connection.CloseNow() }() // fails only if it is closed already
	defer end()
	for _, task := range [...]func(){
		func() { c.watch(ctx) },
		func() { c.write(ctx, connection) },
		func() { keepAlive(ctx, connection, ping) },
	} {
		tasks.Go(func() {
			defer end()
			task()
		})
	}
	for {
		_, message, err := connection.Read(ctx)
		if err != nil {
			return
		}
		c.answer(ctx, message)
	}
}

// write sends the messages of the queue.
func (c *socket) write(ctx context.Context, connection *websocket.Conn) {
	for {
		select {
		case <-ctx.Done():
			return
		case message := <-c.queue:
			if within(ctx, func(ctx context.Context) error { return connection.Write(ctx, websocket.MessageText, message) }) != nil {
				return
			}
		}
	}
}

// keepAlive pings the client until it does not answer.
func keepAlive(ctx context.Context, connection *websocket.Conn, interval time.Duration) {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if within(ctx, connection.Ping) != nil {
				return
			}
		}
	}
}

// within calls a function with a context that ends after socketWriteTime.
func within(ctx context.Context, call func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, socketWriteTime)
	defer cancel()
	return call(ctx)
}

// watch notifies the client of each new block.
func (c *socket) watch(ctx context.Context) {
	grown, head := c.api.chain.Grown()
	for next := head + 1; ; {
		select {
		case <-ctx.Done():
			return
		case <-grown:
		}
		for grown, head = c.api.chain.Grown(); next <= head; next++ {
			c.notify(uint32(next))
		}
	}
}

// notify queues a notification of a block for each subscription. If the queue is full, it is dropped without notice.
func (c *socket) notify(height uint32) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for id, subscribed := range c.subscriptions {
		select {
		case c.queue <- c.api.notification(id, subscribed, height):
		default:
		}
	}
}

// notification returns the message about a block.
func (a *API) notification(id string, s subscription, height uint32) []byte {
	records := a.chain.Records()
	r := newRecordEncoder(a.chain, records, a.options.Dialect, v4)
	r.Object(func() {
		r.Key("jsonrpc").Text("2.0")
		r.Key("method").Text("supra_subscription")
		r.Key("params").Object(func() {
			r.Key("subscription").Text(id)
			if r.Key("result"); s.headers {
				r.Object(func() { r.headerMembers(height, true) })
			} else {
				if s.proof {
					r.includeProofs(a)
				}
				r.block(height, s.includeTransactions, nil)
			}
		})
	})
	return r.Bytes
}

// rpcError is an error of JSON-RPC 2.0.
type rpcError struct {
	code    int
	message string
}

var (
	errParse   = &rpcError{-32700, "Parse error"}
	errRequest = &rpcError{-32600, "Invalid request"}
	errMethod  = &rpcError{-32601, "Method not found"}
	errParams  = &rpcError{-32602, "Invalid params"}
	errTooMany = &rpcError{-32000, "Too many subscriptions"}
)

// answer handles a request and queues the response. Responses wait for room in the queue.
func (c *socket) answer(ctx context.Context, message []byte) {
	c.mutex.Lock() // so that no notification comes before the response to its subscription
	defer c.mutex.Unlock()
	id, result, failure := c.call(message)
	var response httpapi.Document
	response.Object(func() {
		response.Key("jsonrpc").Text("2.0")
		if failure == nil {
			response.Key("result").Literal(result)
		} else {
			response.Key("error").Object(func() {
				response.Key("code").Literal(strconv.Itoa(failure.code))
				response.Key("message").Text(failure.message)
			})
		}
		response.Key("id").Literal(id)
	})
	select {
	case c.queue <- response.Bytes:
	case <-ctx.Done():
	}
}

// call handles a request. The result is JSON, as is the id of the request.
func (c *socket) call(message []byte) (id, result string, failure *rpcError) {
	var request struct {
		Version string `json:"jsonrpc"`
		ID      json.RawMessage
		Method  string
		Params  json.RawMessage
	}
	id = "null"
	if json.Unmarshal(message, &request) != nil {
		if json.Valid(message) {
			return id, "", errRequest
		}
		return id, "", errParse
	}
	if len(request.ID) > 0 {
		if bytes.ContainsAny(request.ID[:1], "{[tf") {
			return id, "", errRequest
		}
		id = string(request.ID)
	}
	var params []json.RawMessage
	var first string
	valid := json.Unmarshal(request.Params, &params) == nil && len(params) > 0 && json.Unmarshal(params[0], &first) == nil
	switch {
	case request.Version != "2.0" || request.Method == "":
		return id, "", errRequest
	case request.Method != "supra_subscribe" && request.Method != "supra_unsubscribe":
		return id, "", errMethod
	case !valid:
		return id, "", errParams
	case request.Method == "supra_unsubscribe":
		_, known := c.subscriptions[first]
		delete(c.subscriptions, first)
		return id, strconv.FormatBool(known), nil
	default:
		result, failure = c.subscribe(first, params[1:])
		return id, result, failure
	}
}

// subscribe adds a subscription to a topic. Blocks have their transactions unless the client says otherwise: public documentation
// names both as the default.
func (c *socket) subscribe(topic string, options []json.RawMessage) (result string, failure *rpcError) {
	flags := struct {
		IncludeTransactions *bool
		IncludeProof        bool
	}{}
	if len(options) > 0 && json.Unmarshal(options[0], &flags) != nil || topic != "newBlocks" && topic != "newBlockHeaders" {
		return "", errParams
	}
	if len(c.subscriptions) >= maxSubscriptions {
		return "", errTooMany
	}
	id := newUUID()
	c.subscriptions[id] = subscription{
		headers:             topic == "newBlockHeaders",
		includeTransactions: flags.IncludeTransactions == nil || *flags.IncludeTransactions,
		proof:               flags.IncludeProof,
	}
	return strconv.Quote(id), nil
}

// newUUID returns a random UUID.
func newUUID() string {
	var id [16]byte
	_, _ = rand.Read(id[:]) // never fails
	id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}
