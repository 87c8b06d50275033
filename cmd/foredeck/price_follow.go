package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"foredeck/client"
	"foredeck/tui/load"
)

const (
	// lookEvery is the time from one look at the same pair to the next, and callEvery from one call to the next at the least: the
	// service publishes no limit, and careful callers keep far below four a second.
	lookEvery = 5 * time.Second
	callEvery = time.Second
	// longestLook is what the time between looks grows to while the service asks for fewer calls.
	longestLook = time.Minute
)

// followPrices prints the price of each pair, and again whenever it is another, until the command is ended, or the recording
// that is played. What goes wrong meanwhile is said beside, when it begins and when it is over; what goes wrong at first ends the command.
func (s *session) followPrices(cmd *cobra.Command, flags *globalFlags, prices *client.Prices, pairs []string, l *list, written func(*client.Instrument) record) error {
	ctx, cancel := s.untilOver(cmd.Context())
	defer cancel()
	known := make([]client.Instrument, len(pairs))
	every, failing := lookEvery, false
	for round := 0; ; round++ {
		wait := every
		for i, pair := range pairs {
			began := time.Now()
			latest, err := prices.Latest(ctx, pair)
			switch {
			case ctx.Err() != nil:
				return l.printer.end()
			case err != nil && round == 0:
				return err
			case err != nil:
				if !failing {
					fmt.Fprintf(cmd.ErrOrStderr(), "foredeck: %s; trying on\n", load.Explain(err, flags.place).Reason)
				}
				failing = true
				if errors.Is(err, client.ErrRateLimited) {
					every = min(2*every, longestLook)
					wait = max(every, retryAfter(err))
				}
			default:
				if failing {
					fmt.Fprintf(cmd.ErrOrStderr(), "foredeck: prices are here again\n")
				}
				failing, every = false, max(every/2, lookEvery)
				if latest.Price != known[i].Price || latest.Change24h != known[i].Change24h {
					known[i] = latest
					if err := l.printer.print(written(&latest)); err != nil {
						return err
					}
				}
			}
			pause := callEvery - time.Since(began)
			if i == len(pairs)-1 {
				pause = wait
			}
			if !sleep(ctx, pause) {
				return l.printer.end()
			}
		}
	}
}

// retryAfter is how long the service asks to wait.
func retryAfter(err error) time.Duration {
	var status *client.StatusError
	if errors.As(err, &status) {
		return status.RetryAfter
	}
	return 0
}

// sleep waits, and tells whether it was let do so to the end.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
