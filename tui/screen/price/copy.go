package price

import (
	"encoding/json"
	"strconv"
	"strings"

	"foredeck/client"
	"foredeck/tui/screen"
	"foredeck/tui/target"
)

// columns are the column names of exported bars, the same as in the history command.
var columns = []string{"time_ms", "open", "high", "low", "close", "volume"}

func cells(c client.Candle) []string {
	return []string{strconv.FormatInt(c.Time, 10), c.Open, c.High, c.Low, c.Close, c.Volume}
}

// Copies returns the forms of the current bar.
func (m *Model) Copies() []screen.Copy {
	record, ok := m.series().Record(m.barTime(), m.barTime()+m.step())
	command := screen.CopyText("command", m.deps.Command("history", m.pair, "--bar", string(m.barSize().name)))
	if !ok {
		return []screen.Copy{command}
	}
	return []screen.Copy{
		screen.CopyText("close", record.Close),
		{Form: "JSON", Value: func() string {
			written, _ := json.Marshal(record) // marshaling strings and a number cannot fail
			return string(written)
		}},
		screen.CopyText("row", strings.Join(cells(record), "\t")),
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
	records := func(yield func(screen.Record) bool) {
		for at := from / step * step; at <= newest.Time; at += step {
			if record, ok := series.Record(at, at+step); ok && !yield(screen.Record{Value: record, Cells: cells(record)}) {
				return
			}
		}
	}
	return screen.ExportRows("price-"+m.pair+"-"+string(m.barSize().name), columns, records), ok
}
