package load

import (
	"context"
	"iter"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/transport"
	"foredeck/tui/text"
)

// Stream is a call that yields items until its context ends, such as the new blocks of a chain. It does not count as in flight
// because it mostly waits. The zero value is stopped.
type Stream[T any] struct {
	loader *Loader
	ticket Ticket
	cancel context.CancelFunc
	items  chan streamItem[T]
	wait   waiter
}

// StreamBatch is a message with the next items of a stream. Done marks the last one, after which Err may be set.
type StreamBatch[T any] struct {
	Ticket Ticket
	Items  []T
	Err    error
	Done   bool
}

type streamItem[T any] struct {
	item T
	err  error
}

// maxBatch limits the items of a message, so that frames are drawn in between.
const maxBatch = 64

// Start stops the current stream and starts another. The command returns a StreamBatch.
func (s *Stream[T]) Start(ctx context.Context, l *Loader, call func(context.Context) iter.Seq2[T, error]) tea.Cmd {
	s.Stop()
	ctx, s.cancel = context.WithCancel(ctx)
	s.loader, s.ticket, s.items = l, l.ticket(), make(chan streamItem[T], maxBatch)
	s.wait = waiter{requests: new(transport.Waiter)}
	ctx = transport.WithWaiter(withLabel(ctx, s.ticket), s.wait.requests)
	items, receive := s.items, s.receive()
	return l.runner(func() tea.Msg {
		go func() {
			defer close(items)
			for item, err := range call(ctx) {
				select {
				case items <- streamItem[T]{item, err}:
				case <-ctx.Done():
					return
				}
			}
		}()
		return receive()
	})
}

// receive waits for an item and returns it with the other items that are available.
func (s *Stream[T]) receive() tea.Cmd {
	ticket, items := s.ticket, s.items
	return func() tea.Msg {
		batch := StreamBatch[T]{Ticket: ticket}
		next, open := <-items
		for open && next.err == nil {
			batch.Items = append(batch.Items, next.item)
			if len(batch.Items) == maxBatch {
				return batch
			}
			select {
			case next, open = <-items:
			default:
				return batch
			}
		}
		batch.Err, batch.Done = next.err, true
		return batch
	}
}

// Accept reports whether the message belongs to this stream. The command, nil at the end, waits for the next message.
func (s *Stream[T]) Accept(msg StreamBatch[T]) (next tea.Cmd, ok bool) {
	if msg.Ticket == 0 || msg.Ticket != s.ticket {
		return nil, false
	}
	if msg.Done {
		s.Stop()
		return nil, true
	}
	return s.loader.runner(s.receive()), true
}

// Wait returns what the stream waits for, such as "waiting for node 127.0.0.1:28000: 3 s"; empty if it does not, and at first.
func (s *Stream[T]) Wait() text.Safe { return s.wait.text() }

// Running reports whether the stream is started.
func (s *Stream[T]) Running() bool { return s.ticket != 0 }

// Stop stops the stream, if it is started.
func (s *Stream[T]) Stop() {
	if s.cancel != nil {
		s.cancel()
	}
	s.cancel, s.ticket, s.items, s.wait = nil, 0, nil, waiter{}
}

// SetRunner replaces how commands that wait for a stream are run. Tests run them only when an item is due, because they block.
func (l *Loader) SetRunner(runner func(tea.Cmd) tea.Cmd) { l.runner = runner }

// ReportHealth records the outcome of a stream's request: nil if the node responded, otherwise the error.
func (l *Loader) ReportHealth(err error) { l.health.Store(int64(kindOf(err))) }
