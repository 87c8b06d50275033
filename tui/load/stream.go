package load

import (
	"context"
	"iter"

	tea "github.com/charmbracelet/bubbletea"
)

// Stream is a call that goes on telling until its context ends, such as the blocks of a chain as they come. It does not count
// as in flight, for it waits most of the time; the zero value is none.
type Stream[T any] struct {
	loader *Loader
	ticket Ticket
	cancel context.CancelFunc
	items  chan streamItem[T]
}

// StreamBatch is what a stream had to tell, as a message. After an Err or at the end it tells nothing more.
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

// maxBatch bounds what is told at once, so that a frame is drawn between.
const maxBatch = 64

// Start begins a stream in place of the one that is under way. Its command answers with a Told.
func (s *Stream[T]) Start(ctx context.Context, l *Loader, tell func(context.Context) iter.Seq2[T, error]) tea.Cmd {
	s.Stop()
	ctx, s.cancel = context.WithCancel(ctx)
	s.loader, s.ticket, s.items = l, l.ticket(), make(chan streamItem[T], maxBatch)
	ctx = withLabel(ctx, s.ticket)
	items, listen := s.items, s.receive()
	return l.runner(func() tea.Msg {
		go func() {
			defer close(items)
			for item, err := range tell(ctx) {
				select {
				case items <- streamItem[T]{item, err}:
				case <-ctx.Done():
					return
				}
			}
		}()
		return listen()
	})
}

// receive waits for what is told next, and takes along what is there besides.
func (s *Stream[T]) receive() tea.Cmd {
	ticket, items := s.ticket, s.items
	return func() tea.Msg {
		answer := StreamBatch[T]{Ticket: ticket}
		next, open := <-items
		for open && next.err == nil {
			answer.Items = append(answer.Items, next.item)
			if len(answer.Items) == maxBatch {
				return answer
			}
			select {
			case next, open = <-items:
			default:
				return answer
			}
		}
		answer.Err, answer.Done = next.err, true
		return answer
	}
}

// Accept tells whether the message is this stream's. The command, where there is one, waits for the next.
func (s *Stream[T]) Accept(msg StreamBatch[T]) (again tea.Cmd, ok bool) {
	if msg.Ticket == 0 || msg.Ticket != s.ticket {
		return nil, false
	}
	if msg.Done {
		s.Stop()
		return nil, true
	}
	return s.loader.runner(s.receive()), true
}

// Running tells whether a stream is under way.
func (s *Stream[T]) Running() bool { return s.ticket != 0 }

// Stop ends the stream, if there is one.
func (s *Stream[T]) Stop() {
	if s.cancel != nil {
		s.cancel()
	}
	s.cancel, s.ticket, s.items = nil, 0, nil
}

// SetRunner gives the commands that wait for a stream to another than the program's loop, which runs each at once: they may
// take any time, and a test runs them when something is due.
func (l *Loader) SetRunner(aside func(tea.Cmd) tea.Cmd) { l.runner = aside }

// ReportHealth takes up what a stream tells of the node: nil where it answers, else why it does not.
func (l *Loader) ReportHealth(err error) { l.health.Store(int64(kindOf(err))) }
