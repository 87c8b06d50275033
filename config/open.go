package config

import (
	"context"
	"fmt"
	"io/fs"
	"os"
)

// OpenRegular opens a regular file to read. Other kinds of file are refused; opening a pipe, which waits for its writer, does not
// block.
func OpenRegular(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|nonBlocking, 0)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil {
		err = CheckRegular(path, info)
	}
	if err != nil {
		_ = file.Close() // it was not read
		return nil, err
	}
	return file, nil
}

// CheckRegular returns an error that names the kind of a file if it is not a regular file.
func CheckRegular(path string, info fs.FileInfo) error {
	kind := "a device"
	switch mode := info.Mode(); {
	case mode.IsRegular():
		return nil
	case mode.IsDir():
		kind = "a folder"
	case mode&fs.ModeNamedPipe != 0:
		kind = "a pipe"
	case mode&fs.ModeSocket != 0:
		kind = "a socket"
	}
	return fmt.Errorf("%s: is %s, must be a regular file", path, kind)
}

// WaitFor returns what do returns, or the error of ctx once it ends. It is for files that may be pipes: opening one, or
// reading it, blocks until its other end acts. do is then left behind; it ends with that end or the process.
func WaitFor[T any](ctx context.Context, do func() (T, error)) (T, error) {
	type outcome struct {
		value T
		err   error
	}
	done := make(chan outcome, 1)
	go func() {
		value, err := do()
		done <- outcome{value, err}
	}()
	select {
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	case found := <-done:
		return found.value, found.err
	}
}
