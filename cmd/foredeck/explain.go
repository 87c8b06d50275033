package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"foredeck/client/move"
	"foredeck/tui/explain"
	"foredeck/tui/record"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

func init() {
	runners["explain"] = &runner{check: checkExplain, open: openNode, run: explainText}
}

func checkExplain(in *invocation) error {
	if in.args[0] == "-" {
		if err := wrongIf(in.visitor != nil, "TEXT -: visitors give the text as an argument"); err != nil {
			return err
		}
	}
	if typed := in.value("as"); typed != "" {
		if _, err := move.ParseTypeTag(typed); err != nil {
			return &usageError{fmt.Errorf("--as: %w", err)}
		}
	}
	return nil
}

// readingShape is a reading as JSON.
type readingShape struct {
	Kind    explain.Kind    `json:"kind"`
	Value   string          `json:"value"`
	Basis   *string         `json:"basis"`
	IsGuess bool            `json:"is_guess"`
	Facts   []factShape     `json:"facts"`
	Decoded json.RawMessage `json:"decoded"`
	Failure *move.VMStatus  `json:"failure"`
	Opens   *string         `json:"opens"`
}

type factShape struct {
	Name  string  `json:"name"`
	Value string  `json:"value"`
	Opens *string `json:"opens"`
}

// explainText says what a text is. What the chain knows of it is read only if it has something to add; that it cannot be read is said, but
// is an error only if the text was to be decoded by it.
func explainText(in *invocation) error {
	typed, err := in.text()
	if err != nil {
		return err
	}
	named := slices.Concat(in.s.names, in.s.savedNames())
	context := explain.Context{Now: in.s.now(), Names: named, Decimals: in.s.settings.Network.Decimals}
	if as := in.value("as"); as != "" {
		tag, err := move.ParseTypeTag(target.Resolve(as, named))
		if err != nil {
			return &usageError{fmt.Errorf("--as: %w", err)}
		}
		context.As = &tag
	}
	readings := explain.Read(typed, context)
	if len(readings) == 0 {
		return usagef("TEXT %.60q: has no known form: %s", typed, explain.Forms)
	}
	failures := &partialError{printed: len(readings)}
	for i := range readings {
		if !readings[i].NeedsChain() {
			continue
		}
		completed, err := explain.Complete(in.ctx(), in.s.node, readings[i])
		switch _, isForm := errors.AsType[*move.ParseError](err); {
		case in.ctx().Err() != nil:
			return in.ctx().Err()
		case err != nil && isForm && context.As != nil:
			return &usageError{fmt.Errorf("TEXT: %w", err)}
		case err != nil:
			failures.failures = append(failures.failures, err)
		}
		readings[i] = completed
	}
	if err := in.printReadings(readings); err != nil || len(failures.failures) == 0 {
		return err
	}
	return failures
}

// text returns the text of the arguments, or that of the standard input.
func (in *invocation) text() (string, error) {
	if len(in.args) > 1 || in.args[0] != "-" {
		return strings.Join(in.args, " "), nil
	}
	typed, err := io.ReadAll(io.LimitReader(in.cmd.InOrStdin(), explain.MaxText+1))
	switch {
	case err != nil:
		return "", fmt.Errorf("standard input: %w", err)
	case len(typed) > explain.MaxText:
		return "", usagef("TEXT -: more than %s bytes", text.Integer(explain.MaxText))
	}
	return string(typed), nil
}

// printReadings prints readings: as blocks for people.
func (in *invocation) printReadings(readings []explain.Reading) error {
	if !in.prints("table", "wide") {
		return in.printReadingRecords(readings)
	}
	var lines []text.Safe
	for i := range readings {
		if i > 0 {
			lines = append(lines, text.Safe{})
		}
		lines = append(lines, in.readingLines(&readings[i])...)
	}
	return in.printLines(readings, lines...)
}

func (in *invocation) printReadingRecords(readings []explain.Reading) error {
	if in.prints("csv", "plain") {
		return printRecords(in, explain.Columns, readings)
	}
	shapes := make([]readingShape, len(readings))
	for i := range readings {
		r := &readings[i]
		shapes[i] = readingShape{Kind: r.Kind, Value: r.Value, Basis: orNull(r.Basis), IsGuess: r.IsGuess, Facts: make([]factShape, len(r.Facts)), Decoded: r.Decoded, Failure: r.Failure, Opens: orNull(r.Command())}
		for j, fact := range r.Facts {
			shapes[i].Facts[j] = factShape{fact.Name, fact.Value, orNull(fact.Command())}
		}
	}
	return printRecords(in, record.Columns[readingShape](nil), shapes)
}

const (
	factWidth = 10  // of the names of facts
	maxValue  = 400 // cells of a value that a table shows; the other formats have all of it
)

// readingLines returns a reading as lines: what it is, its facts, why, and what opens it.
func (in *invocation) readingLines(r *explain.Reading) []text.Safe {
	kind := text.Clean(r.Kind.String())
	if r.IsGuess {
		kind = text.Format("%s?", kind)
	}
	value := text.Clean(r.Value)
	if !in.prints("wide") {
		value = text.Cut(value, maxValue)
	}
	lines := []text.Safe{text.Format("%s: %s", kind, value)}
	add := func(name string, values ...text.Safe) {
		for _, value := range values {
			if !in.prints("wide") {
				value = text.Cut(value, maxValue)
			}
			lines = append(lines, text.Format("  %s  %s", text.Clean(fmt.Sprintf("%-*s", factWidth, name)), value))
			name = ""
		}
	}
	for _, fact := range r.Facts {
		add(fact.Name, text.Clean(fact.Value))
	}
	if r.Decoded != nil {
		var pretty strings.Builder
		if text.WriteIndented(&pretty, r.Decoded, "\n") == nil {
			add("decoded", linesOf(pretty.String())...)
		}
	}
	if r.Basis != "" {
		add("why", text.Clean(r.Basis))
	}
	if command := r.Command(); command != "" {
		add("open", text.Clean("foredeck "+text.ShellQuote(command)))
	}
	return lines
}
