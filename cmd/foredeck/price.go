package main

import (
	"foredeck/tui/load"
	"foredeck/tui/record"
)

func showPrices(in *invocation) error {
	follow := in.isSet("follow")
	p := newPrinter(in.out(), in.format, record.Prices(in.s.now))
	p.isList = len(in.args) > 1 || follow
	if follow {
		return in.followPrices(p)
	}
	var failures []error
	for i, pair := range in.args {
		latest, err := in.s.prices.Latest(in.ctx(), pair)
		switch {
		case err == nil:
			in.note(&latest)
			if err := p.print(&latest); err != nil {
				return err
			}
			continue
		case len(in.args) == 1:
			return err
		}
		failures = append(failures, &pairError{pair, err})
		if !in.dependsOnPair(err) {
			if rest := in.args[i+1:]; len(rest) > 0 {
				failures = append(failures, &skippedError{rest})
			}
			break
		}
	}
	return endPartial(p, failures)
}

// dependsOnPair reports whether a request for another pair can succeed after this error.
func (in *invocation) dependsOnPair(err error) bool {
	switch load.Explain(err, in.endpoint).Kind {
	case load.Unreachable, load.TimedOut, load.Unauthorized, load.RateLimited, load.Cancelled:
		return false
	}
	return true
}

// endPartial ends the output, and returns a *partialError if there are failures.
func endPartial[T any](p *printer[T], failures []error) error {
	if len(failures) > 0 && p.printed == 0 {
		return &partialError{failures: failures}
	}
	if err := p.end(); err != nil {
		return err
	}
	if len(failures) > 0 {
		return &partialError{p.printed, failures}
	}
	return nil
}
