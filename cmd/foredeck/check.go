package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/config"
	"foredeck/tui/casefile"
	"foredeck/tui/load"
	"foredeck/tui/record"
	"foredeck/tui/text"
)

func init() { runners["check"] = &runner{check: checkCases, open: openNode, run: runCases} }

// Results of a case.
const (
	caseOK      = "ok"
	caseChanged = "changed"
	caseNotRun  = "not_run"
)

// checkedCase is the JSON shape of a case that was run.
type checkedCase struct {
	File        string                `json:"file"`
	Sender      string                `json:"sender"`
	Function    move.FunctionID       `json:"function"`
	Result      string                `json:"result"`
	Reason      *string               `json:"reason"` // why it was not run or not compared
	Differences []casefile.Difference `json:"differences"`
	Updated     bool                  `json:"updated"`
	code        int                   // that the case alone would have
}

// casesError is the error of cases that are not as expected, which the output says.
type casesError struct{ code int }

func (e *casesError) Error() string { return "a case is not as expected" }

// chainError is the error of a case of another chain.
type chainError struct {
	network  string
	id, here uint64
}

func (e *chainError) Error() string {
	return fmt.Sprintf("it was frozen on chain %d (network %q), and this is chain %d: use --network for that one, or --any-chain", e.id, e.network, e.here)
}

// readCase reads a case from a file.
func readCase(path string) (*casefile.Case, error) {
	file, err := config.OpenRegular(path)
	if err != nil {
		return nil, &fileError{fmt.Errorf("case: %w", err)}
	}
	defer file.Close() // it is only read
	document, err := io.ReadAll(io.LimitReader(file, casefile.MaxSize+1))
	if err == nil && len(document) > casefile.MaxSize {
		err = fmt.Errorf("larger than %d bytes, the limit of a case", casefile.MaxSize)
	}
	var read *casefile.Case
	if err == nil {
		read, err = casefile.Parse(document)
	}
	if err != nil {
		return nil, &fileError{fmt.Errorf("case %s: %w", path, err)}
	}
	return read, nil
}

// checkCases reports errors in the files before a request is made.
func checkCases(in *invocation) error {
	var wrong []string
	for _, path := range in.args {
		if _, err := readCase(path); err != nil {
			wrong = append(wrong, err.Error())
		}
	}
	if len(wrong) == 0 {
		return nil
	}
	return &fileError{errors.New(strings.Join(wrong, "; "))}
}

// runCases runs the cases and prints what differs.
func runCases(in *invocation) error {
	p := newPrinter(in.out(), in.format, caseColumns)
	p.isList, p.aligns = true, true
	counts, worst := map[string]int{}, exitDone
	var broken error // of the network: the cases that follow would fail as well
	for _, path := range in.args {
		checked, err := in.checkCase(path, broken)
		if in.ctx().Err() != nil {
			return errors.Join(p.end(), in.ctx().Err())
		}
		if broken == nil && in.isOfNetwork(err) {
			broken = err
		}
		counts[checked.Result]++
		worst = max(worst, checked.code)
		if err := printCase(p, &checked); err != nil {
			return err
		}
	}
	if err := p.end(); err != nil {
		return err
	}
	if p.isForPeople() {
		fmt.Fprintf(in.out(), "\n%s: %d ok, %d changed, %d not run\n", text.Plural(len(in.args), "case"), counts[caseOK], counts[caseChanged], counts[caseNotRun])
	}
	if worst != exitDone {
		return &casesError{worst}
	}
	return nil
}

// isOfNetwork reports whether an error concerns all requests.
func (in *invocation) isOfNetwork(err error) bool {
	switch load.Explain(err, in.endpoint).Kind {
	case load.Unreachable, load.TimedOut, load.Unauthorized:
		return true
	}
	return false
}

// checkCase runs a case. The error is why it could not be run; the result has it too.
func (in *invocation) checkCase(path string, broken error) (checkedCase, error) {
	c, err := readCase(path)
	if err != nil { // it was readable before the first request
		return notRun(checkedCase{File: path}, err.Error(), exitUsage), nil
	}
	checked := checkedCase{File: path, Sender: c.Call.Sender, Function: c.Call.Function, Result: caseOK, Differences: []casefile.Difference{}}
	var transaction client.Transaction
	if err = broken; err == nil {
		transaction, err = in.runCase(c)
	}
	if wrong, ok := errors.AsType[*casefile.CallError](err); ok {
		checked.Result, checked.code = caseChanged, exitOther
		checked.Differences = append(checked.Differences, casefile.Difference{Field: "call", Expected: "taken by the module", Got: wrong.Error()})
		return checked, nil
	}
	if err != nil {
		why := load.Explain(err, in.endpoint)
		return notRun(checked, why.Reason.String(), cmp.Or(exitCodes[why.Kind], codeOfCase(err))), err
	}
	got := casefile.Observe(&transaction)
	differences, unknown := c.Expect.Compare(&got)
	switch {
	case len(differences) > 0:
		checked.Result, checked.code, checked.Differences = caseChanged, exitOther, differences
	case len(unknown) > 0:
		return notRun(checked, unknown[0], exitInvalidResponse), nil
	}
	if in.isSet("update") && len(differences) > 0 {
		if err := updateCase(path, c, &got); err != nil {
			checked.Reason = new("not updated: " + text.Clean(err.Error()).String())
			checked.code = exitUsage
		} else {
			checked.Updated = true
		}
	}
	return checked, nil
}

// codeOfCase returns the exit code of a case that was not run for another reason than the network.
func codeOfCase(err error) int {
	if _, ok := errors.AsType[*chainError](err); ok {
		return exitUsage
	}
	_, isUsage := errors.AsType[*usageError](err)
	if _, ok := errors.AsType[*casefile.KeyError](err); ok || isUsage {
		return exitUsage
	}
	return exitOther
}

func notRun(checked checkedCase, reason string, code int) checkedCase {
	checked.Result, checked.Reason, checked.code = caseNotRun, &reason, code
	if checked.Differences == nil {
		checked.Differences = []casefile.Difference{}
	}
	return checked
}

// updateCase writes what was observed into the file, unless another program has changed it.
func updateCase(path string, c *casefile.Case, got *casefile.Observed) error {
	return config.Rewrite(path, func(document []byte) ([]byte, error) {
		changed, err := casefile.Update(document, c, got)
		if err != nil {
			return nil, err
		}
		if _, err := casefile.Parse(changed); err != nil {
			return nil, err
		}
		return bytes.Clone(changed), nil
	})
}

// runCase dry-runs the call of a case, whose names are those of this user. The error is a *chainError if the chain is another one.
func (in *invocation) runCase(c *casefile.Case) (client.Transaction, error) {
	var none client.Transaction
	sender, err := in.s.address(c.Call.Sender)
	if err != nil {
		return none, usagef("call.sender: %w", err)
	}
	if c.ChainID != nil && !in.isSet("any-chain") {
		if err := in.isChain(c); err != nil {
			return none, err
		}
	}
	call := c.Call
	call.Sender = sender.String()
	request := client.ViewRequest{Function: call.Function}
	for _, argument := range call.Arguments {
		request.Arguments = append(request.Arguments, argument)
	}
	if _, err := in.s.resolveNames(in.ctx(), &request); err == nil { // if not, the call says why
		call.Arguments = nil
		for _, argument := range request.Arguments {
			call.Arguments = append(call.Arguments, fmt.Sprint(argument))
		}
	}
	transaction, err := call.Run(in.ctx(), in.s.node, in.s.now())
	if err == nil {
		in.note(&transaction)
	}
	return transaction, err
}

// isChain reports a case of another chain.
func (in *invocation) isChain(c *casefile.Case) error {
	id, err := in.s.node.ChainID(in.ctx())
	switch {
	case err != nil:
		return err
	case id != *c.ChainID:
		return &chainError{c.Network, *c.ChainID, id}
	}
	return nil
}

// caseRow is a difference of a case, or a case without one.
type caseRow struct {
	of         *checkedCase
	difference *casefile.Difference
}

// printCase prints a case: JSON has one value, tables a row for each difference.
func printCase(p *printer[*caseRow], checked *checkedCase) error {
	if !p.hasRows {
		if err := p.begin(); err != nil {
			return err
		}
		if err := p.value(checked, nil); err != nil {
			return err
		}
		return p.flush()
	}
	rows := []caseRow{{of: checked}}
	for i := range checked.Differences {
		if i > 0 {
			rows = append(rows, caseRow{of: checked})
		}
		rows[i].difference = &checked.Differences[i]
	}
	for i := range rows {
		if err := p.add(&rows[i]); err != nil {
			return err
		}
	}
	return p.flush()
}

// caseColumns are the columns of cases.
var caseColumns = record.Columns[caseRow]{
	{Name: "result", Title: text.Const("RESULT"), Width: 8, Text: func(r *caseRow) text.Safe { return text.Clean(r.of.Result) }},
	{Name: "file", Title: text.Const("CASE"), Width: 20, Text: func(r *caseRow) text.Safe { return text.Clean(r.of.File) }},
	{Name: "field", Title: text.Const("DIFFERENCE"), Blank: true, Text: func(r *caseRow) text.Safe { return r.part(func(d *casefile.Difference) string { return d.Field }) },
		Cell: func(r *caseRow) text.Safe { return text.Short(r.words()) }, Full: (*caseRow).words},
	{Name: "expected", Text: func(r *caseRow) text.Safe { return r.part(func(d *casefile.Difference) string { return d.Expected }) }},
	{Name: "got", Text: func(r *caseRow) text.Safe { return r.part(func(d *casefile.Difference) string { return d.Got }) }},
	{Name: "reason", Text: func(r *caseRow) text.Safe { return r.reason() }},
}

func (r *caseRow) part(of func(*casefile.Difference) string) text.Safe {
	if r.difference == nil {
		return text.Safe{}
	}
	return text.Clean(of(r.difference))
}

func (r *caseRow) reason() text.Safe {
	if r.of.Reason == nil {
		return text.Safe{}
	}
	return text.Clean(*r.of.Reason)
}

// words says what differs, or why the case was not run.
func (r *caseRow) words() text.Safe {
	if r.difference == nil {
		return r.reason()
	}
	written := text.Format("%s: %s -> %s", text.Clean(r.difference.Field), text.Clean(r.difference.Expected), text.Clean(r.difference.Got))
	switch {
	case r.of.Updated:
		return text.Format("%s (updated)", written)
	case r.of.Reason != nil:
		return text.Format("%s (%s)", written, r.reason())
	}
	return written
}
