package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"runtime/metrics"
	"time"

	"foredeck/config"
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
