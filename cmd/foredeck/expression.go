package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strings"
	"text/template"

	"github.com/itchyny/gojq"

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

// parseJQ returns the conversion by a jq filter: each result is printed on a line, strings without quotes. The filter has neither the
// environment nor other inputs.
func parseJQ(ctx context.Context, filter string) (convert, error) {
	query, err := gojq.Parse(filter)
	if err != nil {
		return nil, err
	}
	code, err := gojq.Compile(query)
	if err != nil {
		return nil, err
	}
	return func(out *bufio.Writer, document json.RawMessage, toTerminal bool) error {
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
			if err := writeMatches(out, []json.RawMessage{printed}, toTerminal); err != nil {
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

// parseTemplate returns the conversion by a template of Go. What it prints for a document ends with a line break.
func parseTemplate(written string) (convert, error) {
	parsed, err := template.New(templateName).Funcs(templateFunctions).Parse(written)
	if err != nil {
		return nil, errors.New(strings.TrimPrefix(err.Error(), "template: "))
	}
	return func(out *bufio.Writer, document json.RawMessage, toTerminal bool) error {
		value, err := decode(document)
		if err != nil {
			return err
		}
		var printed strings.Builder
		if err := parsed.Execute(&printed, value); err != nil {
			return &expressionError{errors.New(strings.TrimPrefix(err.Error(), "template: "))}
		}
		for line := range strings.Lines(printed.String()) {
			line = strings.TrimSuffix(line, "\n")
			if toTerminal {
				line = text.Clean(line).String()
			}
			if _, err := io.WriteString(out, line+"\n"); err != nil {
				return err
			}
		}
		return nil
	}, nil
}
