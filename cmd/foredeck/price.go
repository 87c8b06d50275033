package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"time"

	"foredeck/client"
	"foredeck/tui/load"
	"foredeck/tui/text"
)

func showPrices(in *invocation) error {
	follow := in.isSet("follow")
	toRecord := func(instrument *client.Instrument) record {
		return record{value: instrument, raw: instrument.Raw, cells: priceCells(in.format, instrument, in.s.now())}
	}
	l := &list{printer: newPrinter(in.out(), in.format, priceColumns(in.format), len(in.args) == 1 && !follow)}
	if follow {
		return in.followPrices(l, toRecord)
	}
	var latest iter.Seq2[[]client.Instrument, error] = func(yield func([]client.Instrument, error) bool) {
		for _, pair := range in.args {
			instrument, err := in.s.prices.Latest(in.ctx(), pair)
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield([]client.Instrument{instrument}, nil) {
				return
			}
		}
	}
	return printList(l, latest, toRecord)
}

const (
	// pollInterval is the time between two requests for the same pair, minCallInterval between any two: the service publishes no
	// limit, and careful clients stay well below four requests a second.
	pollInterval    = 5 * time.Second
	minCallInterval = time.Second
	// maxPollInterval limits how far pollInterval grows while the service is rate limiting.
	maxPollInterval = time.Minute
)

// followPrices prints the price of each pair, and again whenever it changes, until the context ends or the replay is over. An error
// in the first round ends the command; later ones are reported on stderr, when they start and when they end.
func (in *invocation) followPrices(l *list, toRecord func(*client.Instrument) record) error {
	ctx, cancel := in.s.untilReplayEnds(in.ctx())
	defer cancel()
	pairs := in.args
	printed := make([]client.Instrument, len(pairs))
	interval, failing := pollInterval, false
	for round := 0; ; round++ {
		wait := interval
		for i, pair := range pairs {
			started := time.Now()
			latest, err := in.s.prices.Latest(ctx, pair)
			switch {
			case ctx.Err() != nil:
				return l.printer.end()
			case err != nil && round == 0:
				return err
			case err != nil:
				if !failing {
					fmt.Fprintf(in.stderr(), "foredeck: %s; retrying\n", load.Explain(err, in.endpoint).Reason)
				}
				failing = true
				if errors.Is(err, client.ErrRateLimited) {
					interval = min(2*interval, maxPollInterval)
					wait = interval
				}
				if status := (*client.StatusError)(nil); errors.As(err, &status) {
					wait = max(wait, status.RetryAfter)
				}
			default:
				if failing {
					fmt.Fprintln(in.stderr(), "foredeck: prices are available again")
				}
				failing, interval = false, max(interval/2, pollInterval)
				if latest.Price != printed[i].Price || latest.Change24h != printed[i].Change24h {
					printed[i] = latest
					if err := l.printer.print(toRecord(&latest)); err != nil {
						return err
					}
				}
			}
			pause := minCallInterval - time.Since(started)
			if i == len(pairs)-1 {
				pause = wait
			}
			if !sleep(ctx, pause) {
				return l.printer.end()
			}
		}
	}
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

func priceColumns(format string) []column {
	if format == "csv" {
		return csvColumns("pair", "price", "high_24h", "low_24h", "change_24h", "time_ms")
	}
	columns := []column{
		{title: text.Const("PAIR"), width: 12}, {title: text.Const("PRICE"), width: 18, right: true}, {title: text.Const("HIGH 24H"), width: 18, right: true},
		{title: text.Const("LOW 24H"), width: 18, right: true}, {title: text.Const("CHANGE 24H"), width: 11, right: true}, {title: text.Const("AGE"), width: 11},
	}
	if format == "wide" {
		columns[4].width = 20
		columns[5] = column{title: text.Const("TIME"), width: 30}
	}
	return columns
}

func priceCells(format string, i *client.Instrument, now time.Time) []text.Safe {
	if format == "csv" {
		cells := []text.Safe{text.Clean(i.Pair), text.Clean(i.Price), text.Clean(i.High24h), text.Clean(i.Low24h), text.Clean(i.Change24h), {}}
		if i.Time != nil {
			cells[5] = exactTime(*i.Time)
		}
		return cells
	}
	cells := []text.Safe{remoteText(i.Pair), remoteText(i.Price), remoteText(i.High24h), remoteText(i.Low24h), remoteText(i.Change24h), text.None}
	if format != "wide" {
		cells[4] = twoDecimals(cells[4])
	}
	if i.Change24h != "" {
		cells[4] = text.Format("%s%%", cells[4])
	}
	switch {
	case i.Time == nil:
	case format == "wide":
		cells[5] = text.Instant(time.UnixMilli(*i.Time))
	default:
		cells[5] = text.Age(time.UnixMilli(*i.Time), now.UTC())
	}
	return cells
}

// twoDecimals truncates a plain decimal number after its second decimal.
func twoDecimals(number text.Safe) text.Safe {
	whole, decimals, _ := strings.Cut(number.String(), ".")
	if len(decimals) <= 2 || strings.Trim(decimals, "0123456789") != "" {
		return number
	}
	return text.Clean(whole + "." + decimals[:2])
}

func exactTime(milliseconds int64) text.Safe { return text.Clean(strconv.FormatInt(milliseconds, 10)) }
