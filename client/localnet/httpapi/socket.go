package httpapi

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/coder/websocket"
)

// Limits of WebSocket connections, as operators of public nodes configure them by default. All connections of a simulated network count
// as one anonymous client.
const (
	MaxSockets = 100
	// retryAfter is the header Retry-After of connections beyond MaxSockets, in seconds.
	retryAfter = 5
	// socketQueue is the number of messages that wait for a client.
	socketQueue = 256
	// socketWriteTime is how long a client may take to receive a message or to answer a ping.
	socketWriteTime = 10 * time.Second
	// PingInterval is the time between pings.
	PingInterval = 30 * time.Second
)

// Sockets are the WebSocket connections of a server. The methods are safe for concurrent use.
type Sockets struct {
	slots chan struct{} // of the network: holds an item for each connection
	ping  time.Duration

	mutex  sync.Mutex
	closed bool
	open   map[*Socket]context.CancelFunc
	served sync.WaitGroup
}

// Socket is an open connection.
type Socket struct {
	queue chan []byte // messages to the client
}

// NewSockets returns the connections of a server, which share the capacity of slots with others. It pings clients once per interval.
func NewSockets(slots chan struct{}, ping time.Duration) *Sockets {
	return &Sockets{slots: slots, ping: ping, open: make(map[*Socket]context.CancelFunc)}
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
func (s *Sockets) enter(ctx context.Context, c *Socket) (running context.Context, leave func(), ok bool) {
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

// Serve upgrades a request and serves the connection until the client leaves, it is cut, or watch returns. watch sends messages, and
// answer gets those of the client, one at a time. Beyond the limit, the request is rejected with the status 429 and a reason.
func (s *Sockets) Serve(w http.ResponseWriter, r *http.Request, reject func(status int, message string), watch func(context.Context, *Socket), answer func(context.Context, *Socket, []byte)) {
	c := &Socket{queue: make(chan []byte, socketQueue)}
	ctx, leave, ok := s.enter(r.Context(), c)
	if !ok {
		reason := fmt.Sprintf("Too many WebSocket connections: at most %d", cap(s.slots))
		w.Header().Set("Retry-After", strconv.Itoa(retryAfter))
		w.Header().Set("X-WebSocket-Reject-Reason", reason)
		reject(http.StatusTooManyRequests, reason)
		return
	}
	defer leave()
	connection, err := websocket.Accept(w, r, nil)
	if err != nil {
		return // Accept has responded
	}
	ctx, end := context.WithCancel(ctx)
	var tasks sync.WaitGroup
	defer tasks.Wait()
	defer func() { _ = connection.CloseNow() }() // fails only if it is closed already
	defer end()
	for _, task := range [...]func(){
		func() { watch(ctx, c) },
		func() { c.write(ctx, connection) },
		func() { keepAlive(ctx, connection, s.ping) },
	} {
		tasks.Go(func() {
			defer end() // the first that fails ends the others
			task()
		})
	}
	for {
		_, message, err := connection.Read(ctx)
		if err != nil {
			return
		}
		answer(ctx, c, message)
	}
}

// Send queues a message. It waits for room in the queue.
func (c *Socket) Send(ctx context.Context, message []byte) {
	select {
	case c.queue <- message:
	case <-ctx.Done():
	}
}

// Notify queues a message, and drops it without notice if the queue is full.
func (c *Socket) Notify(message []byte) {
	select {
	case c.queue <- message:
	default:
	}
}

// write sends the messages of the queue.
func (c *Socket) write(ctx context.Context, connection *websocket.Conn) {
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
