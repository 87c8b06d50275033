package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"

	"github.com/itchyny/gojq"

	"foredeck/tui/linkvalue"
	"foredeck/tui/text"
)

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
