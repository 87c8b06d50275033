package announce

import (
	"io"
	"strings"
	"sync"
)

// Writer writes lines to a terminal in raw mode, in order and without blocking.
type Writer struct {
	to     io.Writer
	mutex  sync.Mutex
	queue  []string
	queued chan struct{} // holds one value while the queue is not empty
	done   chan struct{}
}

// NewWriter returns a writer, which Close ends.
func NewWriter(to io.Writer) *Writer {
	w := &Writer{to: to, queued: make(chan struct{}, 1), done: make(chan struct{})}
	go w.run()
	return w
}

// Write queues lines. It drops them once the terminal has failed.
func (w *Writer) Write(lines []string) {
	select {
	case <-w.done:
		return
	default:
	}
	w.mutex.Lock()
	w.queue = append(w.queue, lines...)
	w.mutex.Unlock()
	select {
	case w.queued <- struct{}{}:
	default:
	}
}

func (w *Writer) run() {
	defer close(w.done)
	for range w.queued {
		w.mutex.Lock()
		lines := w.queue
		w.queue = nil
		w.mutex.Unlock()
		if len(lines) == 0 {
			continue
		}
		// In raw mode a line feed does not return to the first column.
		if _, err := io.WriteString(w.to, strings.Join(lines, "\r\n")+"\r\n"); err != nil {
			return
		}
	}
}

// Close writes the queued lines and ends the writer.
func (w *Writer) Close() {
	w.Write(nil)
	close(w.queued)
	<-w.done
}
