// Package browser opens web addresses with the program that the machine has for them.
package browser

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// patience is how long an opener may take to fail. One that goes on is the browser itself, and is left to it.
const patience = time.Second

// Open opens an http or https address. The program is run without a shell, and the address is one word of its line. It may wait
// for a moment and belongs into a command of the loop.
func Open(ctx context.Context, address string) error {
	if !strings.HasPrefix(address, "http://") && !strings.HasPrefix(address, "https://") {
		return errors.New("only web addresses are opened")
	}
	return run(ctx, append(opener(runtime.GOOS), address))
}

// opener is the program of the system, with its first words.
func opener(system string) []string {
	switch system {
	case "darwin":
		return []string{"open"}
	case "windows":
		return []string{"rundll32", "url.dll,FileProtocolHandler"}
	}
	return []string{"xdg-open"}
}

func run(ctx context.Context, words []string) error {
	var said bytes.Buffer
	command := exec.Command(words[0], words[1:]...)
	command.Stderr = &said
	command.WaitDelay = patience
	if err := command.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	select {
	case err := <-ended:
		if err == nil {
			return nil
		}
		line, _, _ := strings.Cut(strings.TrimSpace(said.String()), "\n")
		return fmt.Errorf("%s: %w %s", words[0], err, line)
	case <-time.After(patience):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
