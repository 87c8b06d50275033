package output

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

// openTimeout is the time to wait for an opener to fail. One that runs longer is the browser itself and is left running.
const openTimeout = time.Second

// OpenURL opens an http or https address with the default program of the system, without a shell. It may block for a second, so
// call it in a tea.Cmd.
func OpenURL(ctx context.Context, address string) error {
	if !strings.HasPrefix(address, "http://") && !strings.HasPrefix(address, "https://") {
		return errors.New("not an http or https URL")
	}
	return start(ctx, append(opener(runtime.GOOS), address))
}

// opener returns the program that opens addresses, with its arguments.
func opener(system string) []string {
	switch system {
	case "darwin":
		return []string{"open"}
	case "windows":
		return []string{"rundll32", "url.dll,FileProtocolHandler"}
	}
	return []string{"xdg-open"}
}

func start(ctx context.Context, words []string) error {
	var stderr bytes.Buffer
	command := exec.Command(words[0], words[1:]...)
	command.Stderr = &stderr
	command.WaitDelay = openTimeout
	if err := command.Start(); err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() { done <- command.Wait() }()
	select {
	case err := <-done:
		if err == nil {
			return nil
		}
		line, _, _ := strings.Cut(strings.TrimSpace(stderr.String()), "\n")
		return fmt.Errorf("%s: %w %s", words[0], err, line)
	case <-time.After(openTimeout):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
