package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"text/template"

	"github.com/itchyny/gojq"

	"foredeck/tui/jsonpath"
	"foredeck/tui/text"
)

// decode returns a document for templates and filters. Integers of any size are exact.
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

// templateName precedes the line number in errors.
const templateName = "line"

// expressionError is an error of a filter or a template that does not suit the document.
type expressionError struct{ err error }

func (e *expressionError) Error() string { return "-o: " + e.err.Error() }
func (e *expressionError) Unwrap() error { return e.err }

// templateFunctions are what templates have besides those of Go.
var templateFunctions = template.FuncMap{
	"json": func(value any) (string, error) {
		encoded, err := gojq.Marshal(value)
		return string(encoded), err
	},
	"join": func(separator string, list []any) string {
		words := make([]string, len(list))
		for i, item := range list {
			words[i] = fmt.Sprint(item)
		}
		return strings.Join(words, separator)
	},
}

// parseTemplate returns the expression of a template of Go. What it prints for a document ends with a line break.
func parseTemplate(written string) (expression, error) {
	parsed, err := template.New(templateName).Funcs(templateFunctions).Parse(written)
	if err != nil {
		return nil, errors.New(strings.TrimPrefix(err.Error(), "template: "))
	}
	return func(_ context.Context, document json.RawMessage, print func(string) error) error {
		value, err := decode(document)
		if err != nil {
			return err
		}
		lines := &lineWriter{print: print}
		if err := parsed.Execute(lines, value); err != nil {
			return &expressionError{errors.New(strings.TrimPrefix(err.Error(), "template: "))}
		}
		return lines.end()
	}, nil
}

// lineWriter prints what is written line by line.
type lineWriter struct {
	print func(line string) error
	line  []byte // the last one, without its end
}

// Write implements io.Writer.
func (w *lineWriter) Write(written []byte) (int, error) {
	for rest := written; ; {
		line, after, ended := bytes.Cut(rest, []byte("\n"))
		w.line = append(w.line, line...)
		if !ended {
			return len(written), nil
		}
		if err := w.print(string(w.line)); err != nil {
			return 0, err
		}
		w.line, rest = w.line[:0], after
	}
}

func (w *lineWriter) end() error {
	if len(w.line) == 0 {
		return nil
	}
	return w.print(string(w.line))
}
