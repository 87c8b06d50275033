package price

import (
	"context"
	"encoding/json"
	"iter"
	"strconv"
	"strings"

	"foredeck/client"
	"foredeck/tui/prices"
	"foredeck/tui/screen"
	"foredeck/tui/target"
)

// columns are the column names of exported bars, the same as in the history command.
var columns = []string{"time_ms", "open", "high", "low", "close", "volume"}

func cells(r prices.Record) []string {
	return []string{strconv.FormatInt(r.Time, 10), r.Open, r.High, r.Low, r.Close, r.Volume}
}

func candle(r prices.Record) client.Candle {
	return client.Candle{Time: r.Time, Open: r.Open, High: r.High, Low: r.Low, Close: r.Close, Volume: r.Volume}
}

// Copies returns the forms of the current bar.
func (m *Model) Copies() []screen.Copy {
	at := m.barTime()
	record, ok := m.series().Record(at, at+m.step())
	command := screen.Copy{Form: "command", Value: func() string { return m.deps.Command("history", m.pair, "--bar", string(m.barSize().name)) }}
	if !ok {
		return []screen.Copy{command}
	}
	return []screen.Copy{
		{Form: "close", Value: func() string { return record.Close }},
		{Form: "JSON", Value: func() string {
			written, _ := json.Marshal(candle(record)) // marshaling strings and a number cannot fail
			return string(written)
		}},
		{Form: "row", Value: func() string { return strings.Join(cells(record), "\t") }},
		command,
	}
}

// Link returns the link to the pair.
func (m *Model) Link() (target.Link, bool) {
	return target.Link{Network: m.deps.Endpoint.Network, Target: target.Target{Kind: target.Pair, Pair: m.pair}}, true
}

// Export returns the loaded bars.
func (m *Model) Export() (screen.Export, bool) {
	series, step := m.series().Clone(), m.step()
	from, _ := series.Requested()
	newest, ok := series.Newest()
	return screen.Export{
		Name: "price-" + m.pair + "-" + string(m.barSize().name), Columns: columns,
		Records: func(context.Context) iter.Seq2[screen.Record, error] {
			return func(yield func(screen.Record, error) bool) {
				for at := from / step * step; at <= newest.Time; at += step {
					record, ok := series.Record(at, at+step)
					if ok && !yield(screen.Record{Value: candle(record), Cells: cells(record)}, nil) {
						return
					}
				}
			}
		},
	}, ok
}
