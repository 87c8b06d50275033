package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"

	"foredeck/tui/command"
	"foredeck/tui/jsonpath"
	"foredeck/tui/text"
)

// conversion prints JSON documents in another format. It flushes out after each document, so that records of a stream are printed as
// they arrive.
type conversion func(out *bufio.Writer, documents *bufio.Reader) error

// parseConversion returns the conversion of a value of -o, nil if commands print the format themselves.
func parseConversion(ctx context.Context, format string, toTerminal bool) (conversion, error) {
	if format == command.YAML {
		return writeYAML, nil
	}
	parse := func(prefix string, parse func(expression string) (convert, error)) (conversion, error) {
		print, err := parse(strings.TrimPrefix(format, prefix))
		if err != nil {
			return nil, usagef("-o %s: %w", format, err)
		}
		return func(out *bufio.Writer, documents *bufio.Reader) error {
			return eachDocument(out, documents, func(document json.RawMessage) error { return print(out, document, toTerminal) })
		}, nil
	}
	switch {
	case strings.HasPrefix(format, command.JSONPath):
		return parse(command.JSONPath, parseJSONPath)
	case strings.HasPrefix(format, command.JQ):
		return parse(command.JQ, func(filter string) (convert, error) { return parseJQ(ctx, filter) })
	case strings.HasPrefix(format, command.Template):
		return parse(command.Template, parseTemplate)
	}
	return nil, nil
}

// convert prints a document in another format. Text for a terminal is made safe.
type convert func(out *bufio.Writer, document json.RawMessage, toTerminal bool) error

func parseJSONPath(expression string) (convert, error) {
	query, err := jsonpath.ParseQuery(expression)
	if err != nil {
		return nil, err
	}
	return func(out *bufio.Writer, document json.RawMessage, toTerminal bool) error {
		return writeMatches(out, query.Find(document), toTerminal)
	}, nil
}

// writeMatches prints the values of a query, one per line: strings without quotes, others as compact JSON.
func writeMatches(out *bufio.Writer, values []json.RawMessage, toTerminal bool) error {
	for _, value := range values {
		var line bytes.Buffer
		if err := json.Compact(&line, value); err != nil {
			return err
		}
		printed := text.Unquote(line.Bytes())
		if toTerminal {
			printed = text.Clean(printed).String()
		}
		if _, err := out.WriteString(printed + "\n"); err != nil {
			return err
		}
	}
	return nil
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

func newConverter(to io.Writer, convert conversion) *converter {
	documents, writer := io.Pipe()
	c := &converter{writer, to, make(chan error, 1)}
	go func() {
		out := bufio.NewWriterSize(to, outputBuffer)
		err := errors.Join(convert(out, bufio.NewReader(documents)), out.Flush())
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
	converter := newConverter(in.cmd.OutOrStdout(), in.convert)
	in.stdout = converter
	defer func() {
		failed := converter.Close()
		if err == nil || errors.Is(err, failed) || errors.Is(err, os.ErrClosed) {
			err = failed
		}
	}()
	return run()
}
