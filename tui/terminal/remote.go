package terminal

import (
	"context"
	"errors"
	"io"
	"slices"
	"sync"
	"time"
)

// Size is the size of a window in cells.
type Size struct{ Width, Height int }

// Remote is a terminal at the other end of a connection, which is in raw mode already, as in an SSH session.
type Remote struct {
	// ReadWriter reads keys and writes output. Its end ends the program. A Read may still be waiting when the program has ended; the
	// caller then closes the connection.
	io.ReadWriter
	// Environ has the variables of the terminal, such as TERM=xterm-256color.
	Environ []string
	// Size is the size of the window at the start.
	Size Size
	// Sizes delivers the size of the window whenever it changes, until the connection ends.
	Sizes <-chan Size
}

// Interrupt calls cancel when the user presses ctrl+c, until the connection ends. It is for programs that read no keys.
func (r *Remote) Interrupt(cancel func()) {
	buffer := make([]byte, 64)
	for {
		n, err := r.Read(buffer)
		if err != nil {
			return
		}
		if slices.Contains(buffer[:n], 3) {
			cancel()
		}
	}
}

// NewRemote returns a remote terminal. Other programs cannot use it: Exec calls back with an error, and Suspend does nothing.
func NewRemote(remote Remote) *Terminal {
	display := newDisplay(&channel{Remote: remote}, remote.Environ)
	display.spread = spread
	return &Terminal{driver: display}
}

// spread is the time over which the frames of remote terminals are distributed. Many of them follow the same blocks, and would
// otherwise all draw at the same moment, while a key waits.
const spread = 300 * time.Millisecond

var errRemote = errors.New("not available over SSH: it would run on the server")

// channel is the connection to a remote terminal.
type channel struct {
	Remote
	mutex sync.Mutex // of Size
}

func (c *channel) enter() error             { return nil }
func (c *channel) leave() error             { return nil }
func (c *channel) suspension() func() error { return nil }

func (c *channel) size() (width, height int) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.Size.Width, c.Size.Height
}

func (c *channel) follow(ctx context.Context, resized, _ func()) {
	for {
		select {
		case <-ctx.Done():
			return
		case size, ok := <-c.Sizes:
			if !ok {
				return
			}
			c.mutex.Lock()
			c.Size = size
			c.mutex.Unlock()
			resized()
		}
	}
}

func (c *channel) open(done <-chan struct{}, lost func()) (keys, error) {
	k := &remoteKeys{done: done, stopped: make(chan struct{}), chunks: make(chan []byte)}
	go k.receive(c, lost)
	return k, nil
}

// maxChunk is the number of bytes that are read at once.
const maxChunk = 1024

// remoteKeys are the keys of a remote terminal. Its connection cannot be read with a limit of time, so a goroutine reads it, which ends
// with the connection.
type remoteKeys struct {
	done    <-chan struct{}
	stopped chan struct{}
	once    sync.Once
	chunks  chan []byte // closed at the end of the connection
	rest    []byte      // of the last chunk
}

func (k *remoteKeys) receive(stream io.Reader, lost func()) {
	defer lost()
	defer close(k.chunks)
	for {
		buffer := make([]byte, maxChunk)
		n, err := stream.Read(buffer)
		if n > 0 {
			select {
			case k.chunks <- buffer[:n]:
			case <-k.done:
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// Read reads keys. It returns errPaused after stop, and at the end of the connection.
func (k *remoteKeys) Read(buffer []byte) (int, error) {
	if len(k.rest) == 0 {
		select {
		case chunk, ok := <-k.chunks:
			if !ok {
				return 0, errPaused
			}
			k.rest = chunk
		case <-k.done:
			return 0, errPaused
		case <-k.stopped:
			return 0, errPaused
		}
	}
	n := copy(buffer, k.rest)
	k.rest = k.rest[n:]
	return n, nil
}

func (k *remoteKeys) stop() { k.once.Do(func() { close(k.stopped) }) }

func (k *remoteKeys) readSoon(buffer []byte, before time.Time) int {
	timer := time.NewTimer(time.Until(before))
	defer timer.Stop()
	select {
	case chunk := <-k.chunks:
		return copy(buffer, chunk)
	case <-timer.C:
		return 0
	}
}

// The terminal is never lent.
func (k *remoteKeys) pause()  {}
func (k *remoteKeys) resume() {}
