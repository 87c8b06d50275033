package price

import (
	"encoding/json"
	"strings"

	"foredeck/tui/record"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// rows are the columns of exported and copied bars.
var rows = record.Candles.CSV()

// Copies returns the forms of the current bar.
func (m *Model) Copies() []screen.Copy {
	record, ok := m.series().Record(m.barTime(), m.endOf(m.barTime()))
	command := screen.CopyText(text.Const("command"), m.deps.Command("history", m.pair, "--bar", m.period().String()))
	var copies []screen.Copy
	if m.measure.on {
		copies = append(copies, screen.CopyText(text.Const("measurement"), join(append([]text.Line{text.Clean(m.pair).Line()}, m.measureParts()[1:]...), text.Const("  ")).Text().String()))
	}
	if !ok {
		return append(copies, command)
	}
	return append(copies,
		screen.CopyText(text.Const("close"), record.Close),
		screen.Copy{Form: text.Const("JSON"), Value: func() string {
			written, _ := json.Marshal(record) // marshaling strings and a number cannot fail
			return string(written)
		}},
		screen.CopyText(text.Const("row"), strings.Join(rows.Of(&record), "\t")),
		command,
	)
}

// Link returns the link to the pair.
func (m *Model) Link() (target.Link, bool) {
	return target.Link{Network: m.deps.Endpoint.Network, Target: target.Target{Kind: target.Pair, Pair: m.pair}}, true
}

// Export returns the loaded bars.
func (m *Model) Export() (screen.Export, bool) {
	series, period, zone := m.series().Clone(), m.period(), m.location()
	from, _ := series.Requested()
	newest, ok := series.Newest()
	records := func(yield func(screen.Record) bool) {
		for at := period.Start(from, zone); at <= newest.Time; at = period.Next(at, zone) {
			if record, ok := series.Record(at, period.Next(at, zone)); ok && !yield(screen.Record{Value: record, Cells: rows.Of(&record)}) {
				return
			}
		}
	}
	return screen.ExportRows("price-"+m.pair+"-"+m.period().String(), rows.Names, records), ok
}
