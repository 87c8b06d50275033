package main

import (
	"fmt"
	"slices"
	"time"

	"foredeck/tui/lookup"
	"foredeck/tui/record"
	"foredeck/tui/target"
)

// members returns the accounts of a group: @team.
func (s *session) members(group string) ([]target.Name, error) {
	members, err := target.Members(group, s.settings.Groups, slices.Concat(s.names, s.savedNames()))
	if err != nil {
		return nil, &usageError{err}
	}
	return members, nil
}

// accountPrinter prints what each account of a group has, and with --every the rows that have changed since.
type accountPrinter struct {
	*invocation
	question *lookup.AccountQuestion
	printer  *printer[*record.AccountRow]
	last     *record.AccountTable // nil before the first one
}

// askAccounts asks the accounts of a group, and prints a row for each.
func (in *invocation) askAccounts(group string, question *lookup.AccountQuestion) (err error) {
	question.Node, question.Endpoint, question.Now = in.s.node, in.s.endpoint, time.Now
	if question.Accounts, err = in.s.members(group); err != nil {
		return err
	}
	p := accountPrinter{invocation: in, question: question}
	if in.given("every") {
		return in.repeat(p.round)
	}
	return p.round()
}

// round asks all accounts once.
func (p *accountPrinter) round() error {
	progress := p.newProgress()
	table, err := p.question.Run(p.ctx(), func(done int) { progress.pieces(done, len(p.question.Accounts)) })
	progress.clear()
	if err != nil {
		return err
	}
	rows, repeats := table.Rows, p.given("every")
	if p.last != nil {
		rows = table.Changed(p.last)
	}
	if p.last == nil || len(rows) > 0 && !slices.Equal(table.Names, p.last.Names) {
		p.printer = newPrinter(p.out(), p.format, table.Columns(repeats))
		p.printer.isList, p.printer.aligns = true, true
	}
	p.last = table
	for i := range rows {
		if err := p.printer.add(&rows[i]); err != nil {
			return err
		}
	}
	if repeats {
		return p.printer.flush()
	}
	return p.end(table)
}

// end ends the table with its summary. Accounts that failed are a partial result, or the error if no account has a result.
func (p *accountPrinter) end(table *record.AccountTable) error {
	if err := p.printer.end(); err != nil {
		return err
	}
	if p.printer.isForPeople() {
		p.printer.WriteString("\n" + table.Summary().String() + "\n")
		if err := p.printer.Flush(); err != nil {
			return err
		}
	}
	return p.failure(table)
}

// failure returns the error for the rows that failed, whose reasons are printed already.
func (p *accountPrinter) failure(table *record.AccountTable) error {
	failures := table.Failures()
	switch {
	case len(failures) == 0:
		return nil
	case len(failures) == len(table.Rows):
		if view := p.question.View; view != nil {
			return p.s.explained(p.ctx(), failures[0], view.Function)
		}
		return failures[0]
	}
	return &partialError{len(table.Rows) - len(failures), []error{&someFailedError{len(failures), len(table.Rows)}}}
}

// someFailedError says how many accounts of several failed. Their rows say why.
type someFailedError struct{ failed, total int }

func (e *someFailedError) Error() string {
	return fmt.Sprintf("%d of %d accounts failed: their rows say why", e.failed, e.total)
}
