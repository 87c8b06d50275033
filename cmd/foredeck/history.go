package main

import (
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"foredeck/client"
	"foredeck/tui/text"
)

// historyFlags are those of a price history.
type historyFlags struct {
	bar   string
	from  string
	to    string
	chart bool
}

func historyCommand(flags *globalFlags) *cobra.Command {
	wanted := &historyFlags{}
	command := &cobra.Command{
		Use:   "history PAIR",
		Short: "List the price history of a pair",
		Long: `List the open, high, low and close price of a pair for each bar of time, oldest first. Without --from it is the newest
--limit bars. A range of more than a month is asked for in pieces.

DATE is 2026-11-21, 2026-11-21T12:04 or 2026-11-21T12:04:29 (UTC), the same with an offset such as +02:00, milliseconds since
1970, or so long before now: -36h, -7d.

The price service is asked at --oracle-url, else at the node's address. Deployed ones ask for a key: set FOREDECK_API_KEY.`,
		Example: `  foredeck history btc_usdt --bar 1d --from 2026-01-01
  foredeck history eth_usdt --bar 15s --from -1h -o csv
  foredeck history eth_usdt --bar 4h --chart`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, arguments []string) error {
			return listHistory(cmd, flags, wanted, arguments[0])
		},
	}
	command.Flags().StringVar(&wanted.bar, "bar", "1h", "time of each bar: 15s, 1m, 5m, 1h, 4h, 1d ...")
	command.Flags().StringVar(&wanted.from, "from", "", "DATE at which the range begins")
	command.Flags().StringVar(&wanted.to, "to", "", "DATE at which the range ends (default now)")
	command.Flags().BoolVar(&wanted.chart, "chart", false, "print a chart, as wide as the terminal or 80 columns (without --from of as many bars)")
	return command
}

func listHistory(cmd *cobra.Command, flags *globalFlags, wanted *historyFlags, pair string) error {
	format, length, err := flags.listing(cmd)
	if err != nil {
		return err
	}
	if wanted.chart {
		if flags.output != "" && flags.output != "table" {
			return &usageError{fmt.Errorf("--chart and -o %s: give one of the two", flags.output)}
		}
		if !cmd.Flags().Changed("limit") && length > 0 {
			length = max(widthOf(cmd.OutOrStdout())-axisColumns, length)
		}
	}
	s, prices, store, err := flags.openKeptPrices(cmd)
	if err != nil {
		return err
	}
	defer s.close()
	defer closeCandles(cmd, store)
	from, to, bar, err := wanted.times(cmd, s.now(), length)
	if err != nil {
		return err
	}
	asking := flags.newProgress(cmd)
	candles, err := prices.History(cmd.Context(), pair, from, to, bar, asking.pieces)
	asking.clear()
	if wanted.from == "" && len(candles) > length {
		candles = candles[len(candles)-length:]
	}
	if wanted.chart && len(candles) > 0 {
		return errors.Join(printChart(cmd.OutOrStdout(), pair, bar, from, to, candles), err)
	}
	var items iter.Seq2[client.Candle, error] = func(yield func(client.Candle, error) bool) {
		for _, candle := range candles {
			if !yield(candle, nil) {
				return
			}
		}
		if err != nil {
			yield(client.Candle{}, err)
		}
	}
	l := &list{printer: newPrinter(cmd.OutOrStdout(), format, candleColumns(format), false)}
	return printList(l, items, candleRecord(format))
}

// times reads the range and the bar.
func (f *historyFlags) times(cmd *cobra.Command, now time.Time, length int) (from, to time.Time, bar time.Duration, err error) {
	wrong := func(err error) (time.Time, time.Time, time.Duration, error) {
		return time.Time{}, time.Time{}, 0, &usageError{err}
	}
	if bar, err = parseSpan(f.bar); err != nil || bar < time.Second || bar%time.Second != 0 {
		return wrong(fmt.Errorf("--bar %q: must be whole seconds, minutes, hours or days, such as 15s, 5m, 1h, 1d", f.bar))
	}
	to = now
	if cmd.Flags().Changed("to") {
		if to, err = parseDate(f.to, now); err != nil {
			return wrong(fmt.Errorf("--to %w", err))
		}
	}
	switch given := cmd.Flags().Changed; {
	case !given("from") && length == 0:
		return wrong(errors.New("--all: give --from, a price history has no beginning"))
	case !given("from"):
		if time.Duration(length) > to.Sub(time.Unix(0, 0))/bar {
			return wrong(fmt.Errorf("--limit %d: so many bars of %s begin before 1970", length, f.bar))
		}
		return to.Add(-time.Duration(length) * bar), to, bar, nil
	case given("limit"):
		return wrong(errors.New("--from and --limit: give one of the two"))
	}
	if from, err = parseDate(f.from, now); err != nil {
		return wrong(fmt.Errorf("--from %w", err))
	}
	if !from.Before(to) {
		return wrong(fmt.Errorf("--from %q: must be before the end of the range, %s", f.from, text.Instant(to)))
	}
	return from, to, bar, nil
}

// dateLayouts are the forms of a date. Without an offset it is in UTC.
var dateLayouts = []string{
	time.RFC3339, "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04:05", "2006-01-02 15:04", time.DateOnly,
}

func parseDate(argument string, now time.Time) (time.Time, error) {
	if before, ok := strings.CutPrefix(argument, "-"); ok {
		if span, err := parseSpan(before); err == nil {
			return now.Add(-span), nil
		}
	}
	if milliseconds, err := strconv.ParseInt(argument, 10, 64); err == nil && milliseconds >= 0 {
		return time.UnixMilli(milliseconds), nil
	}
	for _, layout := range dateLayouts {
		if at, err := time.Parse(layout, argument); err == nil {
			return at, nil
		}
	}
	return time.Time{}, fmt.Errorf("%q: must be a date such as 2026-11-21 or 2026-11-21T12:04 (UTC), milliseconds since 1970, or -7d for so long ago", argument)
}

// parseSpan reads a length of time, in days too: 15s, 4h, 7d.
func parseSpan(argument string) (time.Duration, error) {
	const day, most = 24 * time.Hour, 100_000 // days; a Duration holds 106,751
	digits, ok := strings.CutSuffix(argument, "d")
	if !ok {
		span, err := time.ParseDuration(argument)
		if err == nil && span < 0 {
			err = errors.New("negative")
		}
		return span, err
	}
	days, err := strconv.ParseUint(digits, 10, 32)
	if err == nil && days > most {
		err = strconv.ErrRange
	}
	return time.Duration(days) * day, err
}

func candleColumns(format string) []column {
	if format == "csv" {
		return []column{{title: "time_ms"}, {title: "open"}, {title: "high"}, {title: "low"}, {title: "close"}, {title: "volume"}}
	}
	columns := []column{{title: "TIME", width: 23}}
	for _, title := range []text.Safe{"OPEN", "HIGH", "LOW", "CLOSE", "VOLUME"} {
		columns = append(columns, column{title: title, width: 18, right: true})
	}
	return columns
}

func candleRecord(format string) func(*client.Candle) record {
	return func(c *client.Candle) record {
		cells := []text.Safe{exactTime(c.Time)}
		if format != "csv" {
			cells[0] = text.Instant(time.UnixMilli(c.Time))
		}
		for _, number := range []string{c.Open, c.High, c.Low, c.Close, c.Volume} {
			cell := text.Clean(number)
			if number == "" && format != "csv" {
				cell = text.None
			}
			cells = append(cells, cell)
		}
		return record{value: c, raw: c.Raw, cells: cells}
	}
}
