//go:build !windows

package terminal

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/charmbracelet/x/term"
)

// New returns the terminal of in and out.
func New(in, out *os.File) *Terminal {
	return &Terminal{driver: newDisplay(&device{in: in, File: out}, os.Environ())}
}

// device is a terminal of this machine.
type device struct {
	*os.File             // for output
	in       *os.File    // for input
	outside  *term.State // the modes outside of the program; nil if they were not changed
}

func (d *device) enter() error {
	before, err := term.MakeRaw(d.in.Fd())
	if err != nil {
		return fmt.Errorf("set the terminal to raw mode: %w", err)
	}
	if d.outside == nil { // otherwise the process was stopped, and before are the modes of the shell
		d.outside = before
	}
	return nil
}

func (d *device) leave() error {
	before := d.outside
	d.outside = nil
	if err := term.Restore(d.in.Fd(), before); err != nil {
		return fmt.Errorf("restore the terminal: %w", err)
	}
	return nil
}

func (d *device) size() (width, height int) {
	width, height, _ = term.GetSize(d.Fd()) // 0 on an error
	return width, height
}

// open ignores lost: a terminal of this machine sends a signal when it is gone.
func (d *device) open(done <-chan struct{}, _ func()) (keys, error) { return newReader(d.in, done) }

func (d *device) follow(ctx context.Context, resized, continued func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGWINCH, syscall.SIGCONT)
	defer signal.Stop(signals)
	for {
		select {
		case <-ctx.Done():
			return
		case received := <-signals:
			if received == syscall.SIGWINCH {
				resized()
			} else {
				continued()
			}
		}
	}
}

func (d *device) suspension() func() error { return suspend }

// suspend stops the process group until the shell continues it.
func suspend() error {
	continued := make(chan os.Signal, 1)
	signal.Notify(continued, syscall.SIGCONT)
	defer signal.Stop(continued)
	if err := syscall.Kill(0, syscall.SIGTSTP); err != nil {
		return fmt.Errorf("suspend: %w", err)
	}
	<-continued
	return nil
}
