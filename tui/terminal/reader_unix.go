//go:build !windows

package terminal

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// reader reads a terminal. Read waits for input or an interruption, and does not read after one: what is typed later is for the
// next reader, such as an editor or the shell.
//
// Bubble Tea would use muesli/cancelreader for a file. When its context ends, it closes that reader without waiting for the loop that
// reads: a byte typed afterwards can be lost, and the loop can wait on a file descriptor that belongs to another file already. After
// each program that borrows the terminal it leaves three file descriptors open, and its old loop can run next to the new one.
type reader struct {
	file            *os.File
	fd              int
	wakeOut, wakeIn int // a pipe with a byte in it while Read has to return
	done            <-chan struct{}
	reading         sync.Mutex // held by Read
	mutex           sync.Mutex // of the fields below
	pauses          int
	ended           chan struct{} // closed when a Read has returned errPaused; nil if not paused
	stopped         bool
}

// newReader returns a reader of a terminal for a program that ends with done. stop releases its resources.
func newReader(terminal *os.File, done <-chan struct{}) (*reader, error) {
	var wake [2]int
	if err := unix.Pipe(wake[:]); err != nil {
		return nil, fmt.Errorf("pipe for the terminal's input: %w", err)
	}
	for _, descriptor := range wake {
		unix.CloseOnExec(descriptor)
	}
	r := &reader{file: terminal, fd: int(terminal.Fd()), wakeOut: wake[0], wakeIn: wake[1], done: done}
	if max(r.fd, r.wakeOut) >= unix.FD_SETSIZE {
		return nil, errors.Join(errors.New("too many open files to read the terminal"), unix.Close(wake[0]), unix.Close(wake[1]))
	}
	return r, nil
}

// Read reads input. It returns errPaused while the reader is paused.
func (r *reader) Read(buffer []byte) (int, error) {
	r.reading.Lock()
	defer r.reading.Unlock()
	if err := r.wait(); err != nil {
		return 0, err
	}
	return r.file.Read(buffer)
}

// wait waits for input. It uses select, as poll does not support terminals on macOS.
func (r *reader) wait() error {
	if r.isStopped() {
		return errPaused
	}
	for {
		var readable unix.FdSet
		readable.Set(r.fd)
		readable.Set(r.wakeOut)
		_, err := unix.Select(max(r.fd, r.wakeOut)+1, &readable, nil, nil, nil)
		switch {
		case errors.Is(err, unix.EINTR):
		case err != nil:
			return fmt.Errorf("wait for input: %w", err)
		case readable.IsSet(r.wakeOut):
			r.end()
			return errPaused
		case readable.IsSet(r.fd):
			return nil
		}
	}
}

func (r *reader) isStopped() bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.stopped
}

// end reports that a Read has returned errPaused.
func (r *reader) end() {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.ended != nil {
		select {
		case <-r.ended:
		default:
			close(r.ended)
		}
	}
}

func (r *reader) readSoon(buffer []byte, before time.Time) int {
	var readable unix.FdSet
	readable.Set(r.fd)
	wait := unix.NsecToTimeval(max(time.Until(before), 0).Nanoseconds())
	if _, err := unix.Select(r.fd+1, &readable, nil, nil, &wait); err != nil || !readable.IsSet(r.fd) {
		return 0
	}
	n, _ := r.file.Read(buffer) // 0 at its end
	return n
}

// pause makes Read return errPaused until resume is called as often as pause. It returns when a Read has done so, after everything
// that was read before has been handled, or when the program ends.
func (r *reader) pause() {
	r.mutex.Lock()
	if r.pauses++; r.pauses == 1 && !r.stopped {
		r.ended = make(chan struct{})
		_, _ = unix.Write(r.wakeIn, []byte{0}) // an empty pipe accepts a byte
	}
	ended := r.ended
	r.mutex.Unlock()
	select {
	case <-ended:
	case <-r.done:
	}
}

// resume ends a pause.
func (r *reader) resume() {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.pauses--; r.pauses == 0 && !r.stopped {
		r.ended = nil
		_, _ = unix.Read(r.wakeOut, make([]byte, 1))
	}
}

// stop ends the reader, and returns when no Read uses the terminal any more.
func (r *reader) stop() {
	r.mutex.Lock()
	wasStopped := r.stopped
	if r.stopped = true; !wasStopped {
		_, _ = unix.Write(r.wakeIn, []byte{0})
	}
	r.mutex.Unlock()
	if wasStopped {
		return
	}
	r.reading.Lock()
	defer r.reading.Unlock()
	_, _ = unix.Close(r.wakeOut), unix.Close(r.wakeIn)
}
