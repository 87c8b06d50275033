// Command foredeck is a terminal deck for Move-based chains. It is read-only: it never signs or submits a transaction.
package main

import (
	"context"
	"errors"
	"io"
	"log"
	"os"
	"os/signal"
	"syscall"

	"foredeck/client/transport"
	"foredeck/config"
)

func main() {
	os.Exit(run())
}

func run() int {
	// The first signal cancels the command, which then cleans up; a second one ends the process at once.
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as it is under nohup
		ends = append(ends, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	defer stop()
	context.AfterFunc(ctx, stop)
	// When the reader of a pipe is gone, as with head, the write fails and the command still cleans up.
	signal.Ignore(syscall.SIGPIPE)
	return execute(ctx, os.Args[1:], os.Stdout, os.Stderr)
}

// execute runs a command line and returns the exit code.
func execute(ctx context.Context, arguments []string, stdout, stderr io.Writer) int {
	flags := &globalFlags{environment: new(config.Environment), redactor: new(transport.Redactor)}
	flags.notices = transport.NewNotices(flags.redactor)
	log.SetFlags(0)
	log.SetOutput(flags.notices) // nothing else may write to the terminal
	flags.environment.Hide()
	defer flags.environment.Restore()
	root := rootCommand(flags)
	root.SetArgs(arguments)
	out := &output{to: stdout}
	root.SetOut(out)
	root.SetErr(stderr)
	command, err := root.ExecuteContextC(ctx)
	if err == nil || errors.Is(out.err, syscall.EPIPE) { // the reader, such as head, has enough
		return exitDone
	}
	return report(stderr, err, command.CommandPath(), flags)
}

// output is a writer that remembers its last error.
type output struct {
	to  io.Writer
	err error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.to.Write(p)
	if err != nil {
		o.err = err
	}
	return n, err
}

// Fd returns the file descriptor of the underlying file, for terminal detection.
func (o *output) Fd() uintptr {
	if file, ok := o.to.(interface{ Fd() uintptr }); ok {
		return file.Fd()
	}
	return ^uintptr(0)
}
