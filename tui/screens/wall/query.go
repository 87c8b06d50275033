// query.go shows saved queries of the index: a value in large digits, the values of a row by name, or rows.

package wall

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/load"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// queryRows is how many rows a panel reads at most: more than any window has.
const queryRows = 200

// loadRows runs the query of the panel at its interval. A change of the config file counts at once.
func (p *Panel) loadRows(ctx context.Context) tea.Cmd {
	saved, err := p.deps.Config.Query(p.spec.Query)
	if err != nil || p.deps.Query == nil || p.rows.Loading() || !p.deps.Due(p.polled, p.spec.Every) {
		return nil
	}
	p.polled = p.deps.Now()
	run, query := p.deps.Query, load.Query{SQL: saved.SQL, Parameters: p.spec.Parameters, Limit: p.spec.TimeLimit, Rows: queryRows}
	return p.rows.LoadExternal(ctx, p.deps.Loader, func(ctx context.Context) (load.Table, error) { return run(ctx, query) })
}

// queryContent draws the result of the query.
func (p *Panel) queryContent(width, height int) content {
	th := p.deps.Theme
	c := content{title: text.Clean(p.spec.Query)}
	if _, err := p.deps.Config.Query(p.spec.Query); err != nil {
		c.body = words(text.WrapIn(th.Bad, text.Format("query %s: %s", text.Clean(p.spec.Query), text.Clean(err.Error())), width, 3)...)
		return c
	}
	if p.deps.Query == nil {
		c.body = words(text.WrapIn(th.Warn, text.Const("this session has no index to query"), width, 3)...)
		return c
	}
	c.status = p.rows.Status(p.deps.Now())
	table, ok := p.rows.Value()
	if !ok {
		c.body = words(p.noRows(c.status, width)...)
		return c
	}
	c.isStale = isStale(c.status, p.spec.Every)
	switch {
	case len(table.Rows) == 0:
		c.body = words(text.In(th.Faint, "no rows"))
	case len(table.Rows) == 1 && len(table.Columns) == 1 && isNumber(table.Rows[0][0]) && !table.Rows[0][0].IsEmpty():
		c.body = large(&widget.Number{Value: grouped(table.Rows[0][0]), Style: th.Strong, Captions: widget.Captions(table.Columns[0].In(th.Faint))})
	case len(table.Rows) == 1:
		c.body = words(p.rowByName(&table, width)...)
	default:
		c.body = words(p.tableLines(&table, width, height)...)
	}
	return c
}

// noRows explains why there is no result yet. Failures are those of the index and not of the node.
func (p *Panel) noRows(status load.Status, width int) []text.Line {
	if status.Err == nil {
		return p.notLoaded(status, width)
	}
	return text.WrapIn(p.deps.Theme.Bad, text.Clean(status.Err.Error()), width, 5)
}

// grouped writes a whole number with its digits in groups, and leaves others as they are.
func grouped(value text.Safe) text.Safe {
	if number, ok := text.InDecimals.Amount(value.String(), 0); ok {
		return number
	}
	return value
}

// rowByName returns a line for each value of the only row.
func (p *Panel) rowByName(table *load.Table, width int) (lines []text.Line) {
	names := 0
	for _, name := range table.Columns {
		names = max(names, text.Width(name))
	}
	names = min(names, width/2)
	for i, name := range table.Columns {
		line := append(name.In(p.deps.Theme.Faint).Fit(names+1), text.Span{Text: text.Const(" ")}, text.Span{Text: grouped(table.Rows[0][i]), Style: p.deps.Theme.Strong})
		lines = append(lines, line.Fit(width))
	}
	return lines
}

// tableLines returns a heading and as many rows as there is room for, and a last line if there are more.
func (p *Panel) tableLines(table *load.Table, width, height int) []text.Line {
	th := p.deps.Theme
	shown, more := min(len(table.Rows), max(height-1, 1)), text.Safe{}
	if table.IsCut {
		more = text.Const("more rows")
	} else if left := len(table.Rows) - shown; left > 0 {
		more = text.Format("%s more rows", text.Integer(uint64(left+1)))
	}
	if !more.IsEmpty() && shown > 1 {
		shown = min(shown, max(height-2, 1))
	}
	columns := make([]widget.Column, len(table.Columns))
	for i, name := range table.Columns {
		columns[i] = widget.Column{Title: name, Width: text.Width(name), Right: true, Shorten: shortened}
		for _, row := range table.Rows[:shown] {
			columns[i].Width = max(columns[i].Width, text.Width(grouped(row[i])))
			columns[i].Right = columns[i].Right && (row[i].IsEmpty() || isNumber(row[i]))
		}
	}
	narrow(columns, width)
	var rows widget.Table
	rows.SetReadOnly()
	rows.SetLength(shown)
	rows.SetHeight(shown)
	lines := rows.View(th, columns, width, func(i int) []widget.Cell {
		cells := make([]widget.Cell, len(columns))
		for j, value := range table.Rows[i] {
			cells[j] = widget.Cell{Text: grouped(value), Style: th.Text}
		}
		return cells
	})
	if !more.IsEmpty() {
		lines = append(lines, more.In(th.Faint))
	}
	return lines
}

// narrow makes the widest columns narrower until all have room beside each other. What is left over is cut.
func narrow(columns []widget.Column, width int) {
	const pointer, gap, least = 2, 2, 6
	total := pointer - gap
	for i := range columns {
		total += columns[i].Width + gap
	}
	for ; total > width; total-- {
		widest := -1
		for i := range columns {
			if !columns[i].Right && columns[i].Width > least && (widest < 0 || columns[i].Width > columns[widest].Width) {
				widest = i
			}
		}
		if widest < 0 {
			return
		}
		columns[widest].Width--
	}
}

// shortened shortens addresses and hashes in the middle, and cuts other texts.
func shortened(s text.Safe, width int) text.Safe { return text.Cut(text.Short(s), width) }
