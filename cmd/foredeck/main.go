// Command foredeck is a terminal explorer for Move chains. It is read-only: it never signs or submits a transaction.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"

	"github.com/spf13/cobra"

	"foredeck/client/transport"
	"foredeck/config"
	"foredeck/tui/terminal"
	"foredeck/tui/text"
)

func main() {
	os.Exit(run())
}

func run() int {
	// The first signal cancels the command, which then cleans up; a second one ends the process at once.
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	for _, end := range []os.Signal{syscall.SIGHUP, syscall.SIGQUIT} {
		if !signal.Ignored(end) { // as under nohup
			ends = append(ends, end)
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, ends...)
	var stacks atomic.Pointer[[]byte]
	go func() {
		received := <-signals
		for terminal.Executing() && (received == os.Interrupt || received == syscall.SIGQUIT) {
			received = <-signals // that one was typed for the other program
		}
		signal.Stop(signals)
		if received == syscall.SIGQUIT && os.Getenv("GOTRACEBACK") != "" {
			stacks.Store(new(goroutines()))
		}
		stop()
	}()
	// When the reader of a pipe is gone, as with head, the write fails and the command still cleans up.
	signal.Ignore(syscall.SIGPIPE)
	code := execute(ctx, os.Args[1:], os.Stdout, os.Stderr)
	if quit := stacks.Load(); quit != nil {
		_, _ = os.Stderr.Write(*quit) // the terminal is restored; nothing to do if stderr is closed
	}
	return code
}

// goroutines returns the stacks of all goroutines, at most 64 MiB.
func goroutines() []byte {
	for size := 1 << 20; ; size *= 2 {
		stacks := make([]byte, size)
		if length := runtime.Stack(stacks, true); length < size || size >= 64<<20 {
			return stacks[:length]
		}
	}
}

// execute runs a command line and returns the exit code.
func execute(ctx context.Context, arguments []string, stdout, stderr io.Writer) int {
	flags := &globalFlags{environment: new(config.Environment), redactor: new(transport.Redactor)}
	flags.notices = transport.NewNotices(flags.redactor)
	log.SetFlags(0)
	log.SetOutput(flags.notices) // nothing else may write to the terminal
	flags.environment.Hide()
	defer flags.environment.Restore()
	return flags.execute(ctx, rootCommand(flags), arguments, stdout, stderr)
}

// execute runs a command line and returns its exit code.
func (f *globalFlags) execute(ctx context.Context, root *cobra.Command, arguments []string, stdout, stderr io.Writer) int {
	root.SetArgs(arguments)
	encoding := newEncoding(f, arguments)
	out, failures := &output{to: stdout, encoding: encoding}, &output{to: stderr, encoding: encoding}
	root.SetOut(out)
	root.SetErr(failures)
	command, err := root.ExecuteContextC(ctx)
	code := exitDone
	if err != nil && !errors.Is(out.err, syscall.EPIPE) { // the reader, such as head, has enough
		code = report(failures, err, command.CommandPath(), f)
	}
	if err := f.log.close(code); err != nil {
		fmt.Fprintf(failures, "foredeck: %s\n", text.Clean(err.Error()))
	}
	return code
}

// output is a writer that remembers its last error.
type output struct {
	to       io.Writer
	err      error
	encoding *encoding

	mutex sync.Mutex
	rest  []byte // of a character whose end was not written yet
}

func (o *output) Write(p []byte) (int, error) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	written := p
	if o.encoding.isASCII() {
		written, o.rest = o.encoding.ascii(append(o.rest, p...))
	}
	if _, err := o.to.Write(written); err != nil {
		o.err = err
		return 0, err
	}
	return len(p), nil
}

// Fd returns the file descriptor of the underlying file, for terminal detection.
func (o *output) Fd() uintptr {
	if file, ok := o.to.(interface{ Fd() uintptr }); ok {
		return file.Fd()
	}
	return ^uintptr(0)
}
