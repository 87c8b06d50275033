package terminal

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// patience is how long to wait for a terminal that accepts no output, as after ctrl+s.
const patience = time.Second

// maxPending is the number of bytes that wait for the terminal at most. What a terminal that accepts no output would get beyond that,
// such as announcements, is lost.
const maxPending = 1 << 20

// writer writes to the terminal in its own goroutine, so that a slow terminal blocks nothing. It holds at most one frame.
type writer struct {
	out  io.Writer
	free func() // called when a frame can be sent after one was refused
	fail func() // called when a write has failed

	mutex   sync.Mutex
	changed *sync.Cond
	open    bool
	running bool
	err     error // of a write
	pending []byte
	writing bool
	busy    bool // a frame is pending or being written
	refused bool // a frame was refused while busy
}

func newWriter(out io.Writer) *writer {
	w := &writer{out: out}
	w.changed = sync.NewCond(&w.mutex)
	return w
}

// ready reports whether a frame can be sent now. If not, the writer calls free when it can.
func (w *writer) ready() bool {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.refused = w.busy
	return !w.busy
}

// send queues output while the writer is open, and discards it otherwise. Frames may be sent only after ready returned true.
func (w *writer) send(output []byte, isFrame bool) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if !w.open || len(w.pending) > 0 && len(w.pending)+len(output) > maxPending {
		return
	}
	w.pending = append(w.pending, output...)
	w.busy = w.busy || isFrame
	w.changed.Broadcast()
}

// start opens the writer.
func (w *writer) start() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.open = w.err == nil
	if w.open && !w.running {
		w.running = true
		go w.run()
	}
}

// run writes until the writer is closed and nothing is pending.
func (w *writer) run() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	defer func() { w.running = false }()
	for {
		for w.open && len(w.pending) == 0 {
			w.changed.Wait()
		}
		if len(w.pending) == 0 {
			return
		}
		output, hadFrame := w.pending, w.busy
		w.pending, w.writing = nil, true
		w.mutex.Unlock()
		_, err := w.out.Write(output)
		w.mutex.Lock()
		w.writing = false
		if hadFrame {
			w.busy = false
		}
		if err != nil {
			w.open, w.pending, w.busy, w.err = false, nil, false, fmt.Errorf("write to the terminal: %w", err)
			w.fail()
		}
		if w.refused && !w.busy && w.open {
			w.refused = false
			go w.free()
		}
		w.changed.Broadcast()
	}
}

// close discards later output and waits until the terminal has received the pending output, for at most patience.
func (w *writer) close() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.open = false
	w.changed.Broadcast()
	giveUp := false
	timer := time.AfterFunc(patience, func() {
		w.mutex.Lock()
		defer w.mutex.Unlock()
		giveUp = true
		w.changed.Broadcast()
	})
	defer timer.Stop()
	for (w.writing || len(w.pending) > 0) && !giveUp {
		w.changed.Wait()
	}
}

// failure returns the error of a failed write.
func (w *writer) failure() error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.err
}
