package custom

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"

	"foredeck/tui/text"
)

// Process is a program to run.
type Process struct {
	Words       []string // the program and its arguments
	Environment []string // variables beside those of the deck
	InTerminal  bool     // it has the terminal of the deck; otherwise it has no input
	// Output and Errors receive what it prints; nil discards it. They are not used in the terminal.
	Output, Errors io.Writer
}

// Runner runs a process until it ends, or until ctx ends, which ends the process.
type Runner func(ctx context.Context, process Process) error

// endTime is the time that a process has to end by itself, and that those which it has started have to close its output.
const endTime = time.Second

// Run is a Runner of programs on this machine, without a shell. Their environment is that of the program, which has no secrets (see
// config.Environment).
func Run(ctx context.Context, process Process) error {
	command := exec.CommandContext(ctx, process.Words[0], process.Words[1:]...)
	command.Env = append(os.Environ(), process.Environment...)
	command.Stdout, command.Stderr = process.Output, process.Errors
	command.WaitDelay = endTime
	if process.InTerminal {
		command.Stdin, command.Stdout, command.Stderr = os.Stdin, os.Stdout, os.Stderr // the deck's own input and output may not be a terminal
		return command.Run()
	}
	finish := asGroup(command)
	err := command.Run()
	finish(ctx.Err() != nil)
	if errors.Is(err, exec.ErrWaitDelay) { // it has ended well, but something that it has started has not
		return nil
	}
	return err
}

// explain describes the error of a process.
func explain(err error) text.Safe {
	var exit *exec.ExitError
	var missing *exec.Error
	switch {
	case errors.As(err, &missing) && errors.Is(err, exec.ErrNotFound):
		return text.Format("program %s not found in PATH", text.Clean(strconv.Quote(missing.Name)))
	case errors.As(err, &exit) && exit.Exited():
		return text.Format("exit code %s", text.Integer(uint64(exit.ExitCode())))
	}
	return text.Clean(err.Error())
}

// maxTail is how much of the end of stderr is kept.
const maxTail = 4 << 10

// tail keeps the end of what is written.
type tail struct {
	lock sync.Mutex
	kept []byte
}

// Write never fails.
func (t *tail) Write(p []byte) (int, error) {
	t.lock.Lock()
	defer t.lock.Unlock()
	t.kept = append(t.kept, p[max(len(p)-maxTail, 0):]...)
	t.kept = bytes.Clone(t.kept[max(len(t.kept)-maxTail, 0):])
	return len(p), nil
}

// lastLine returns the last line that is not blank, without escape sequences.
func (t *tail) lastLine() string {
	t.lock.Lock()
	defer t.lock.Unlock()
	written := strings.TrimSpace(string(t.kept))
	return plain(written[strings.LastIndexByte(written, '\n')+1:])
}
