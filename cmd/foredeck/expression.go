package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math/big"

	"github.com/itchyny/gojq"

	"foredeck/tui/jsonpath"
	"foredeck/tui/text"
)

// decode returns a document for filters. Integers of any size are exact.
func decode(document json.RawMessage) (any, error) {
	decoder := json.NewDecoder(bytes.NewReader(document))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, err
	}
	return withNumbers(value), nil
}

// withNumbers replaces numbers as text by numbers that can be compared: int, *big.Int beyond it, or float64.
func withNumbers(value any) any {
	switch value := value.(type) {
	case json.Number:
		if whole, ok := new(big.Int).SetString(value.String(), 10); ok {
			if whole.IsInt64() {
				return int(whole.Int64())
			}
			return whole
		}
		if float, err := value.Float64(); err == nil {
			return float
		}
		return value.String()
	case []any:
		for i := range value {
			value[i] = withNumbers(value[i])
		}
	case map[string]any:
		for name := range value {
			value[name] = withNumbers(value[name])
		}
	}
	return value
}

// expression evaluates an expression of -o on a document, and calls print for each line of the result. Where it can, it ends with ctx;
// see print for where it cannot.
type expression func(ctx context.Context, document json.RawMessage, print func(line string) error) error

// parseJSONPath returns the expression of a JSONPath: each value that it finds is a line, strings without quotes, others as compact JSON.
func parseJSONPath(written string) (expression, error) {
	query, err := jsonpath.ParseQuery(written)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, document json.RawMessage, print func(string) error) error {
		for value := range query.Find(ctx, document) {
			var line bytes.Buffer
			if err := json.Compact(&line, value); err != nil {
				return err
			}
			if err := print(text.Unquote(line.Bytes())); err != nil {
				return err
			}
		}
		return ctx.Err()
	}, nil
}

// parseJQ returns the expression of a jq filter: each result is a line, strings without quotes. The filter has neither the environment
// nor other inputs.
func parseJQ(filter string) (expression, error) {
	query, err := gojq.Parse(filter)
	if err != nil {
		return nil, err
	}
	code, err := gojq.Compile(query)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, document json.RawMessage, print func(string) error) error {
		value, err := decode(document)
		if err != nil {
			return err
		}
		for results := code.RunWithContext(ctx, value); ; {
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
			printed, err := gojq.Marshal(result)
			if err != nil {
				return err
			}
			if err := print(text.Unquote(printed)); err != nil {
				return err
			}
		}
	}, nil
}

// expressionError is an error of a filter that does not suit the document.
type expressionError struct{ err error }

func (e *expressionError) Error() string { return "-o: " + e.err.Error() }
func (e *expressionError) Unwrap() error { return e.err }
