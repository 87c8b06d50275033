package main

import (
	"iter"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"foredeck/client"
	"foredeck/tui/text"
)

func priceCommand(flags *globalFlags) *cobra.Command {
	follow := false
	command := &cobra.Command{
		Use:   "price PAIR...",
		Short: "Show the latest price of pairs",
		Long: `Show the latest price of one or more pairs, such as btc_usdt.

The price service is asked at --oracle-url, else at the node's address. Deployed ones ask for a key: set FOREDECK_API_KEY.
With -o json one pair is an object, several are an array. With --follow a pair is printed again whenever its price is another.`,
		Example: `  foredeck price btc_usdt eth_usdt
  foredeck price btc_usdt eth_usdt --follow -o jsonl
  foredeck price btc_usdt --oracle-url https://prices.example.org -o json`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, pairs []string) error {
			format, err := flags.format(formats...)
			if err != nil {
				return err
			}
			s, prices, err := flags.openPrices(cmd)
			if err != nil {
				return err
			}
			defer s.close()
			written := func(instrument *client.Instrument) record {
				return record{value: instrument, raw: instrument.Raw, cells: priceCells(format, instrument, s.now())}
			}
			l := &list{printer: newPrinter(cmd.OutOrStdout(), format, priceColumns(format), len(pairs) == 1 && !follow)}
			if follow {
				return s.followPrices(cmd, flags, prices, pairs, l, written)
			}
			var latest iter.Seq2[client.Instrument, error] = func(yield func(client.Instrument, error) bool) {
				for _, pair := range pairs {
					instrument, err := prices.Latest(cmd.Context(), pair)
					if !yield(instrument, err) || err != nil {
						return
					}
				}
			}
			return printList(l, latest, written)
		},
	}
	command.Flags().BoolVar(&follow, "follow", false, "go on with each new price")
	return command
}

func priceColumns(format string) []column {
	if format == "csv" {
		return []column{{title: "pair"}, {title: "price"}, {title: "high_24h"}, {title: "low_24h"}, {title: "change_24h"}, {title: "time_ms"}}
	}
	columns := []column{
		{title: "PAIR", width: 12}, {title: "PRICE", width: 18, right: true}, {title: "HIGH 24H", width: 18, right: true},
		{title: "LOW 24H", width: 18, right: true}, {title: "CHANGE 24H", width: 11, right: true}, {title: "AGE", width: 11},
	}
	if format == "wide" {
		columns[4].width = 20
		columns[5] = column{title: "TIME", width: 30}
	}
	return columns
}

func priceCells(format string, i *client.Instrument, now time.Time) []text.Safe {
	if format == "csv" {
		cells := []text.Safe{text.Clean(i.Pair), text.Clean(i.Price), text.Clean(i.High24h), text.Clean(i.Low24h), text.Clean(i.Change24h), ""}
		if i.Time != 0 {
			cells[5] = exactTime(i.Time)
		}
		return cells
	}
	cells := []text.Safe{given(i.Pair), given(i.Price), given(i.High24h), given(i.Low24h), given(i.Change24h), text.None}
	if format != "wide" {
		cells[4] = twoDecimals(cells[4])
	}
	if i.Change24h != "" {
		cells[4] += "%"
	}
	switch at := time.UnixMilli(i.Time); {
	case i.Time == 0:
	case format == "wide":
		cells[5] = text.Instant(at)
	default:
		cells[5] = text.Age(at, now.UTC())
	}
	return cells
}

// twoDecimals leaves out what is beyond the second decimal of a plain decimal number.
func twoDecimals(number text.Safe) text.Safe {
	whole, decimals, _ := strings.Cut(string(number), ".")
	if len(decimals) <= 2 || strings.Trim(decimals, "0123456789") != "" {
		return number
	}
	return text.Safe(whole + "." + decimals[:2])
}

func exactTime(milliseconds int64) text.Safe { return text.Safe(strconv.FormatInt(milliseconds, 10)) }
