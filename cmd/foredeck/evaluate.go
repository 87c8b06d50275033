package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/metrics"
	"time"

	"github.com/itchyny/gojq"

	"foredeck/config"
	"foredeck/tui/linkvalue"
	"foredeck/tui/text"
)

// limits bound the evaluation of an expression on a document.
type limits struct {
	time   time.Duration // without that of printing
	memory uint64        // in bytes, beyond perByte for each byte of the document
}

const (
	// maxExpressionMemory is the memory that an expression can use, with what it has used and is not freed yet.
	maxExpressionMemory = 1 << 30
	// perByte is what the document itself needs in memory, at most, for each of its bytes.
	perByte = 32
	// checkInterval is the time between two checks of the limits.
	checkInterval = 10 * time.Millisecond
)

// expressionLimits returns the limits of this invocation. They are known once there is a document: the command has read its settings.
func (in *invocation) expressionLimits() limits {
	allowed := cmp.Or(in.Timeout, config.DefaultTimeout)
	if in.s != nil {
		allowed = in.s.settings.Timeout
	}
	return limits{time: allowed, memory: maxExpressionMemory}
}

// limitError is the error of an expression that exceeds a limit.
type limitError struct {
	reason, advice string
	cause          error // nil if it was memory
}

func (e *limitError) Error() string { return e.reason }
func (e *limitError) Unwrap() error { return e.cause }

// print evaluates the expression on a document and prints its lines as they are made. It returns when ctx ends or a limit is exceeded,
// without waiting for the step that is running: a single step, such as comparing or printing a value that contains itself many times,
// cannot be interrupted and may never end. Its goroutine is left behind; the command fails, and the process ends.
func (e expression) print(ctx context.Context, out *bufio.Writer, document json.RawMessage, toTerminal bool, allowed limits) error {
	evaluation, cancel := context.WithCancel(ctx)
	defer cancel()
	memory := heap() + allowed.memory + perByte*uint64(len(document))
	began, printing := time.Now(), time.Duration(0)
	lines, done := make(chan string), make(chan error, 1)
	go func() {
		done <- e(evaluation, document, func(line string) error {
			if toTerminal {
				line = text.Clean(line).String()
			}
			select {
			case lines <- line:
				return nil
			case <-evaluation.Done():
				return evaluation.Err()
			}
		})
	}()
	check := time.NewTicker(checkInterval)
	defer check.Stop()
	for {
		select {
		case line := <-lines:
			start := time.Now()
			if err := writeLine(out, line); err != nil {
				return err
			}
			printing += time.Since(start)
		case err := <-done:
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return err
		case now := <-check.C:
			if now.Sub(began)-printing > allowed.time {
				return &limitError{fmt.Sprintf("-o: the expression did not end within %s", allowed.time),
					"limit its results, as in jq=limit(10; .[]), or raise --timeout", context.DeadlineExceeded}
			}
			if heap() > memory { // a collection first would wait for the step that allocates
				return &limitError{fmt.Sprintf("-o: the expression needs more than %d MiB of memory", allowed.memory>>20),
					"print values one by one, as .[] does, instead of collecting them", nil}
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func writeLine(out *bufio.Writer, line string) error {
	if _, err := out.WriteString(line); err != nil {
		return err
	}
	return out.WriteByte('\n')
}

// heap returns the bytes of the objects in memory, with those that are not used any more but not freed yet.
func heap() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// expression evaluates an expression of -o on a document, and calls print for each line of the result. Where it can, it ends with ctx;
// see print for where it cannot.
type expression func(ctx context.Context, document json.RawMessage, print func(line string) error) error

// parseJSONPath returns the expression of a JSONPath: each value that it finds is a line, strings without quotes, others as compact JSON.
func parseJSONPath(written string) (expression, error) {
	filter, err := translateJSONPath(written)
	if err != nil {
		return nil, err
	}
	paths, err := compileJQ(filter)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, document json.RawMessage, print func(string) error) error {
		values := linkvalue.NewDocument(document)
		return paths.run(ctx, document, func(path any) error {
			value, err := values.Lookup(path.([]any))
			if err != nil {
				return err
			}
			var line bytes.Buffer
			if err := json.Compact(&line, value); err != nil {
				return err
			}
			return print(text.Unquote(line.Bytes()))
		})
	}, nil
}

// parseJQ returns the expression of a jq filter: each result is a line, strings without quotes.
func parseJQ(written string) (expression, error) {
	filter, err := compileJQ(written)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, document json.RawMessage, print func(string) error) error {
		return filter.run(ctx, document, func(result any) error {
			printed, err := gojq.Marshal(result)
			if err != nil {
				return err
			}
			return print(text.Unquote(printed))
		})
	}, nil
}

// jqFilter is a jq filter. It has neither the environment nor other inputs.
type jqFilter struct{ *gojq.Code }

func compileJQ(written string) (jqFilter, error) {
	query, err := gojq.Parse(written)
	if err != nil {
		return jqFilter{}, err
	}
	code, err := gojq.Compile(query)
	return jqFilter{code}, err
}

// run calls each for the results of the filter on a document. Numbers are exact.
func (f jqFilter) run(ctx context.Context, document json.RawMessage, each func(result any) error) error {
	decoder := json.NewDecoder(bytes.NewReader(document))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return err
	}
	for results := f.RunWithContext(ctx, value); ; {
		result, ok := results.Next()
		if !ok {
			return nil
		}
		if err, failed := result.(error); failed {
			if halt, is := errors.AsType[*gojq.HaltError](err); is && halt.Value() == nil {
				return nil
			}
			return &expressionError{err}
		}
		if err := each(result); err != nil {
			return err
		}
	}
}

// expressionError is an error of a filter that does not suit the document.
type expressionError struct{ err error }

func (e *expressionError) Error() string { return "-o: " + e.err.Error() }
func (e *expressionError) Unwrap() error { return e.err }
