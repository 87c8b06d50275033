package client

import (
	"context"
	"math"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"

	"foredeck/client/transport"
)

const (
	// streamBuffer is the number of blocks that wait for a watch. A node drops the newest ones of its own queue without a word, so that
	// gaps are filled in any case.
	streamBuffer = 64
	// streamPoll is the time between requests for the next block while the stream is connected.
	streamPoll = 10 * time.Second
)

// WithStream makes WatchBlocks receive new blocks over the WebSocket of nodes that have one (public nodes, from v11.3.4 on), with
// connections made by a client for HTTP. Its transport must not change bodies. Where the node has no WebSocket, or a proxy does not let it
// through, WatchBlocks polls as without this option. The consensus token, if there is one, is sent along.
func WithStream(dialer *http.Client) Option {
	return func(o *options) { o.streamDialer = dialer }
}

// blockStream receives new blocks over a WebSocket until its context ends.
type blockStream struct {
	node   *Node
	blocks chan Block
	// changed has an element after the connection was made or broke: the watch then requests what it may have missed.
	changed chan struct{}
	wait    sync.WaitGroup

	lock      sync.Mutex
	connected bool
}

// openStream starts a stream of the executed blocks that the node announces.
func (n *Node) openStream(ctx context.Context) *blockStream {
	s := &blockStream{node: n, blocks: make(chan Block, streamBuffer), changed: make(chan struct{}, 1)}
	s.wait.Go(func() { s.run(ctx) })
	return s
}

// isConnected reports whether new blocks are announced now.
func (s *blockStream) isConnected() bool {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.connected
}

func (s *blockStream) setConnected(connected bool) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.connected == connected {
		return
	}
	s.connected = connected
	select {
	case s.changed <- struct{}{}:
	default:
	}
}

// run keeps a connection, until the node turns out to have none.
func (s *blockStream) run(ctx context.Context) {
	header := http.Header{"User-Agent": {"foredeck"}}
	if s.node.consensusToken != "" {
		header.Set("Authorization", "Bearer "+s.node.consensusToken)
	}
	address := socketAddress{s.node.base + "/rpc/v4/ws", s.node.streamDialer, header, s.node.timeout}
	keepConnected(ctx, func(ctx context.Context) (received bool, err error) {
		defer s.setConnected(false)
		err = address.run(ctx, func(ctx context.Context, connection *websocket.Conn) (err error) {
			received, err = s.receive(ctx, connection)
			return err
		})
		return received, err
	})
}

// receive subscribes to blocks and receives them until the connection breaks. The error is ErrUnsupported if the node refuses.
func (s *blockStream) receive(ctx context.Context, connection *websocket.Conn) (received bool, err error) {
	const subscribe = `{"jsonrpc":"2.0","id":1,"method":"supra_subscribe","params":["newBlocks",{"includeTransactions":false,"includeProof":false}]}`
	if err := connection.Write(ctx, websocket.MessageText, []byte(subscribe)); err != nil {
		return false, err
	}
	for {
		kind, message, err := connection.Read(ctx)
		if err != nil {
			return received, err
		}
		block, isAnswer, ok := s.decode(message)
		switch {
		case kind != websocket.MessageText:
		case isAnswer && !ok:
			return false, ErrUnsupported
		case isAnswer:
			s.setConnected(true)
		case ok:
			received = true
			s.setConnected(true)
			select {
			case s.blocks <- block:
			default: // the watch is busy, and fills the gap later
			}
		}
	}
}

// decode reads a message: the answer to the subscription, where ok tells whether it was accepted, or a block. Other messages are not ok.
func (s *blockStream) decode(message []byte) (block Block, isAnswer, ok bool) {
	reader := newBodyReader(apiResponse{url: s.node.base + "/rpc/v4/ws", body: message})
	var raw []byte
	reader.fields(
		optional("id", func() { isAnswer = reader.kind() != 'n'; reader.skip() }),
		optional("result", func() { ok = reader.kind() != 'n'; reader.skip() }),
		optional("error", func() { ok = ok && reader.kind() == 'n'; reader.skip() }),
		optional("params", func() { reader.fields(optional("result", func() { raw = reader.raw() })) }),
	)
	if reader.end() != nil || isAnswer || raw == nil {
		return Block{}, isAnswer, ok
	}
	block, err := decodeExecutedBlock(apiResponse{url: reader.response.url, body: raw}, nil)
	return block, false, err == nil && block.Digest != "" && block.Height < math.MaxUint64
}

// wait waits for the next round: until a pause is over or a block is announced. It takes over announced blocks that follow the last one.
func (w *blockWatch) wait(ctx context.Context, pause time.Duration) {
	hasV4 := w.node.versionOf(callBlock) == V4 || w.node.versionOf(callConsensusBlock) == V4
	if w.stream == nil && w.node.streamDialer != nil && w.last != nil && hasV4 {
		w.stream = w.node.openStream(ctx)
	}
	if w.stream == nil {
		if pause > 0 {
			_ = transport.Sleep(ctx, pause) // the loop ends with the context
		}
		return
	}
	isExecuted := w.node.blockSource.Load() == executedBlocks
	if pause > 0 && isExecuted && w.stream.isConnected() && w.outage == BlockArrived && w.failed == 0 {
		pause = streamPoll
	}
	timer := time.NewTimer(pause)
	defer timer.Stop()
	for ctx.Err() == nil && !w.isStopped {
		select {
		case <-ctx.Done():
		case <-timer.C:
			return
		case <-w.stream.changed:
			return
		case block := <-w.stream.blocks:
			if block.Height < w.next {
				continue
			}
			if !isExecuted || block.Height > w.next {
				return // the next round requests what is missing
			}
			if continues, err := w.continues(ctx, block); err != nil || !continues {
				return
			}
			w.node.cacheBlock(block)
			w.arrived(block)
			w.readVotes(ctx)
		}
	}
}
