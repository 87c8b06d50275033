// Command foredeck is a terminal deck for Move-based chains. It reads; it never signs or submits anything.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	os.Exit(run())
}

func run() int {
	// The first signal ends the work in hand, so that what was begun is put in order; a second one ends the process at once.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	// A reader that has enough, as head does, is no reason to die: the write fails, and all is put in order.
	signal.Ignore(syscall.SIGPIPE)
	return execute(ctx, os.Args[1:], os.Stdout, os.Stderr)
}
