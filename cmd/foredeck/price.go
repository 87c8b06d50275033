package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"foredeck/client"
	"foredeck/tui/load"
	"foredeck/tui/record"
	"foredeck/tui/text"
)

func init() { runners["price"] = &runner{open: openPrices, run: showPrices} }

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
		latest, err := in.s.latestPrice(in.ctx(), in.args[i])
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
func endPartial[P any](p *printer[P], failures []error) error {
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

const (
	// pollInterval is the time between two requests for the same pair, minCallInterval between any two: the service publishes no
	// limit, and careful clients stay well below four requests a second.
	pollInterval    = 5 * time.Second
	minCallInterval = time.Second
	// maxPollInterval limits how far pollInterval grows while the service is rate limiting.
	maxPollInterval = time.Minute
)

// follower polls the latest prices of several pairs.
type follower struct {
	*invocation
	printer  *printer[*client.Instrument]
	table    *priceTable         // in place of lines; nil: lines
	printed  []client.Instrument // by pair
	failed   []error             // by pair: of the last request
	begun    []error             // failures of this round that the round before did not have
	interval time.Duration       // between two rounds
}

// followPrices prints the price of each pair, and again whenever it changes, until the context ends or the replay is over. If the first
// round has no price, the command ends with its failures. Other failures are reported on stderr, when they start and when they end.
func (in *invocation) followPrices(p *printer[*client.Instrument]) error {
	ctx, cancel := in.s.untilReplayEnds(in.ctx())
	defer cancel()
	pairs := in.args
	f := &follower{invocation: in, printer: p, printed: make([]client.Instrument, len(pairs)), failed: make([]error, len(pairs)), interval: pollInterval, table: newPriceTable(in, len(pairs))}
	for {
		wait := f.interval
		for i := range pairs {
			started := time.Now()
			demanded, err := f.poll(ctx, i)
			switch {
			case ctx.Err() != nil:
				return p.end()
			case err != nil:
				return err
			case p.printed == 0 && (i == len(pairs)-1 || !f.dependsOnPair(f.failed[i])):
				return f.firstRound()
			}
			wait = max(wait, demanded)
			pause := minCallInterval - time.Since(started)
			if i == len(pairs)-1 {
				f.reportBegun()
				pause = wait
			}
			if !sleep(ctx, pause) {
				return p.end()
			}
		}
	}
}

// poll requests a price and prints it if it is new. It returns how long the service demands to wait, and an error that ends the command.
func (f *follower) poll(ctx context.Context, i int) (wait time.Duration, err error) {
	latest, err := f.s.latestPrice(ctx, f.args[i])
	switch {
	case ctx.Err() != nil:
		return 0, nil
	case err != nil:
		return f.fail(i, err), nil
	case f.failed[i] != nil:
		f.report("%s: available again", f.args[i])
	}
	f.failed[i], f.interval = nil, max(f.interval/2, pollInterval)
	if latest.Price == f.printed[i].Price && latest.Change24h == f.printed[i].Change24h {
		return 0, nil
	}
	f.printed[i] = latest
	f.noteNow(&latest)
	if f.table != nil {
		f.printer.printed++
		return 0, f.table.set(i, latest)
	}
	return 0, f.printer.print(&latest)
}

// report prints a line on stderr.
func (f *follower) report(format string, arguments ...any) {
	f.table.leave()
	fmt.Fprintf(f.stderr(), "foredeck: "+format+"\n", arguments...)
}

// fail notes a failure and returns how long to wait.
func (f *follower) fail(i int, err error) (wait time.Duration) {
	if f.failed[i] == nil {
		f.begun = append(f.begun, &pairError{f.args[i], err})
	}
	f.failed[i] = err
	if errors.Is(err, client.ErrRateLimited) {
		f.interval = min(2*f.interval, maxPollInterval)
		wait = f.interval
	}
	if status, ok := errors.AsType[*client.StatusError](err); ok {
		wait = max(wait, status.RetryAfter)
	}
	return wait
}

// firstRound returns the failures of a first round without a price.
func (f *follower) firstRound() error {
	if len(f.args) == 1 {
		return f.failed[0]
	}
	return &partialError{failures: f.begun}
}

// reportBegun reports the failures that began in this round.
func (f *follower) reportBegun() {
	for _, err := range f.begun {
		f.report("%s; retrying", explainPair(err, f.endpoint).Reason)
	}
	f.begun = nil
}

// sleep waits for d and reports whether the context was still alive at the end.
func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}

// pairError is the failure of one of several pairs.
type pairError struct {
	pair string
	err  error
}

func (e *pairError) Error() string { return e.pair + ": " + e.err.Error() }
func (e *pairError) Unwrap() error { return e.err }

// explainPair explains an error, and names the pair if it is that of one.
func explainPair(err error, endpoint load.Endpoint) load.Failure {
	of, ok := errors.AsType[*pairError](err)
	if !ok {
		return load.Explain(err, endpoint)
	}
	failure := load.Explain(of.err, endpoint)
	if failure.Kind != load.InvalidArgument { // whose reason names the pair
		failure.Reason = text.Format("%s: %s", text.Clean(of.pair), failure.Reason)
	}
	return failure
}

// partialError are the failures of some of several pairs or accounts. Each is reported on its own.
type partialError struct {
	printed  int // of them
	failures []error
}

func (e *partialError) Error() string { return errors.Join(e.failures...).Error() }

func (e *partialError) Unwrap() []error { return e.failures }

// skippedError are the pairs that were not requested, as the service failed before in a way that does not depend on the pair.
type skippedError struct{ pairs []string }

func (e *skippedError) Error() string { return strings.Join(e.pairs, ", ") + ": not requested" }
