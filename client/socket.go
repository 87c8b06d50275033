package client

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"

	"foredeck/client/transport"
)

const (
	// streamPing is the time between pings, which find connections that have broken without a sign.
	streamPing = 20 * time.Second
	// minReconnect and maxReconnect limit the pause before a connection is made again. It grows by half each time.
	minReconnect, maxReconnect = time.Second, time.Minute
	// maxStreamMessage limits the size of a message in bytes.
	maxStreamMessage = 1 << 20
)

// socketAddress is where and how a WebSocket is opened.
type socketAddress struct {
	url    string
	dialer *http.Client // makes the connections; its transport must not change bodies
	header http.Header  // of the handshake
	limit  time.Duration
}

// keepConnected calls receive, which makes a connection and returns when it has broken, until the context ends or the error is
// ErrUnsupported.
func keepConnected(ctx context.Context, receive func(context.Context) (received bool, err error)) {
	for pause := minReconnect; ctx.Err() == nil; pause = min(pause*3/2, maxReconnect) {
		received, err := receive(ctx)
		if errors.Is(err, ErrUnsupported) {
			return
		}
		if received {
			pause = minReconnect
		}
		if transport.Sleep(ctx, pause) != nil {
			return
		}
	}
}

// run makes a connection and calls use, whose context ends when the other side does not respond to pings any more. The error is
// ErrUnsupported if the service, or what is in front of it, does not upgrade connections.
func (a socketAddress) run(ctx context.Context, use func(context.Context, *websocket.Conn) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	dialing, stop := context.WithTimeout(ctx, a.limit)
	defer stop()
	connection, response, err := websocket.Dial(dialing, a.url, &websocket.DialOptions{HTTPClient: a.dialer, HTTPHeader: a.header})
	if err != nil {
		if response != nil && response.StatusCode != http.StatusTooManyRequests && response.StatusCode != http.StatusServiceUnavailable {
			return ErrUnsupported
		}
		return err
	}
	defer func() { _ = connection.CloseNow() }() // fails only if it is closed already
	connection.SetReadLimit(maxStreamMessage)
	var pings sync.WaitGroup
	pings.Go(func() {
		for transport.Sleep(ctx, streamPing) == nil {
			pong, stop := context.WithTimeout(ctx, streamPing)
			err := connection.Ping(pong)
			stop()
			if err != nil {
				cancel()
			}
		}
	})
	defer pings.Wait()
	defer cancel()
	return use(ctx, connection)
}
