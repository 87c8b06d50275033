package main

import (
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
	l := &list{in: in, printer: newPrinter(in.out(), in.format, priceColumns(in.format), len(in.args) == 1 && !follow)}
	if follow {
		return in.followPrices(l, toRecord)
	}
	var failures []error
	for i, pair := range in.args {
		latest, err := in.s.prices.Latest(in.ctx(), pair)
		switch {
		case err == nil:
			in.note(&latest)
			if err := l.printer.print(toRecord(&latest)); err != nil {
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
	return endPartial(l.printer, failures)
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
func endPartial(p *printer, failures []error) error {
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
