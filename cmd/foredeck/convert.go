package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"

	"foredeck/tui/command"
)

// conversion prints JSON documents in another format. It flushes out after each document, so that records of a stream are printed as
// they arrive. It ends with ctx, once out does.
type conversion func(ctx context.Context, out *bufio.Writer, documents *bufio.Reader) error

// parseConversion returns the conversion of a value of -o, nil if commands print the format themselves. limits is called for each document.
func parseConversion(format string, toTerminal bool, limits func() limits) (conversion, error) {
	if format == command.YAML {
		return writeYAML, nil
	}
	for prefix, parse := range map[string]func(string) (expression, error){
		command.JSONPath: parseJSONPath, command.JQ: parseJQ,
	} {
		written, ok := strings.CutPrefix(format, prefix)
		if !ok {
			continue
		}
		parsed, err := parse(written)
		if err != nil {
			return nil, usagef("-o %s: %w", format, err)
		}
		return func(ctx context.Context, out *bufio.Writer, documents *bufio.Reader) error {
			return eachDocument(out, documents, func(document json.RawMessage) error {
				return parsed.print(ctx, out, document, toTerminal, limits())
			})
		}, nil
	}
	return nil, nil
}

// jsonFormat returns the format whose output is converted: a document per record for commands that repeat, one document for others.
func (in *invocation) jsonFormat(declared *command.Command) string {
	repeats := in.option("follow") || in.option("every") && in.cmd.Flags().Lookup("follow") == nil
	if repeats || !declared.Supports("json") {
		return "jsonl"
	}
	return "json"
}

// option reports whether the command has an option, and it was given.
func (in *invocation) option(name string) bool {
	flag := in.cmd.Flags().Lookup(name)
	return flag != nil && flag.Changed && flag.Value.String() != "false"
}

// converter is a writer of JSON whose documents are printed in another format. Close prints the last one.
type converter struct {
	*io.PipeWriter
	to   io.Writer
	done chan error
}

func newConverter(ctx context.Context, to io.Writer, convert conversion) *converter {
	documents, writer := io.Pipe()
	c := &converter{writer, to, make(chan error, 1)}
	go func() {
		out := bufio.NewWriterSize(to, outputBuffer)
		err := errors.Join(convert(ctx, out, bufio.NewReader(documents)), out.Flush())
		_ = documents.CloseWithError(err) // fails the writes that follow; it returns no error
		c.done <- err
	}()
	return c
}

// Fd returns the file descriptor of the output, for terminal detection.
func (c *converter) Fd() uintptr {
	if file, ok := c.to.(interface{ Fd() uintptr }); ok {
		return file.Fd()
	}
	return ^uintptr(0)
}

// Close waits until all documents are printed.
func (c *converter) Close() error {
	_ = c.PipeWriter.Close() // it returns no error
	return <-c.done
}

// eachDocument calls print for each document, and flushes what it has printed.
func eachDocument(out *bufio.Writer, documents io.Reader, print func(document json.RawMessage) error) error {
	decoder := json.NewDecoder(documents)
	for {
		var document json.RawMessage
		if err := decoder.Decode(&document); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		if err := print(document); err != nil {
			return err
		}
		if err := out.Flush(); err != nil {
			return err
		}
	}
}

// converted runs the command with its output converted, if -o names a format that is made from JSON.
func (in *invocation) converted(run func() error) (err error) {
	if in.convert == nil {
		return run()
	}
	converter := newConverter(in.ctx(), in.cmd.OutOrStdout(), in.convert)
	in.stdout = converter
	defer func() {
		failed := converter.Close()
		if err == nil || errors.Is(err, failed) || errors.Is(err, os.ErrClosed) {
			err = failed
		}
	}()
	return run()
}
