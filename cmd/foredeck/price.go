package main

import (
	"errors"

	"foredeck/tui/load"
	"foredeck/tui/record"
)

func init() { runners["price"] = runner{open: openPrices, run: showPrices} }

func showPrices(in *invocation) error {
	follow := in.isSet("follow")
	p := newPrinter(in.out(), in.format, record.Prices(in.s.now))
	p.isList = len(in.args) > 1 || follow
	if follow {
		return in.followPrices(p)
	}
	var failed error // of the output
	failures := in.eachPair(in.args, func(i int) error {
		if failed != nil {
			return nil
		}
		latest, err := in.s.prices.Latest(in.ctx(), in.args[i])
		if err == nil {
			in.note(&latest)
			failed = p.print(&latest)
		}
		return err
	})
	switch {
	case failed != nil:
		return failed
	case len(in.args) == 1 && len(failures) > 0:
		return errors.Unwrap(failures[0])
	}
	return endPartial(p, failures)
}

// eachPair calls request for each pair and returns the failures. After an error that the next request would repeat, the rest is skipped.
func (in *invocation) eachPair(pairs []string, request func(i int) error) (failures []error) {
	for i, pair := range pairs {
		err := request(i)
		if err == nil {
			continue
		}
		failures = append(failures, &pairError{pair, err})
		if !in.dependsOnPair(err) {
			if rest := pairs[i+1:]; len(rest) > 0 {
				failures = append(failures, &skippedError{rest})
			}
			break
		}
	}
	return failures
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
