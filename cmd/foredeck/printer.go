package main

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"io"
	"slices"
	"strings"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/announce"
	"foredeck/tui/record"
	"foredeck/tui/text"
)

// printer prints records as they arrive, so that memory does not grow with their number. Its parameter is a pointer to a record: the code of
// all pointers is compiled once.
type printer[P any] struct {
	*writer
	columns []record.Shown[P]
	aligns  bool          // tables have the widths of their cells too, as those of wide
	rows    [][]text.Safe // until flush has aligned them
}

// writer is the output of a command in a format. No other part of the program depends on the format.
type writer struct {
	*bufio.Writer
	isTerminal bool
	format     string
	hasRows    bool // the format has a row per record, not documents
	isList     bool // JSON has an array of records, not a single one
	printed    int
	csv        *csv.Writer // into the buffer
	fields     []string    // of a row of CSV, reused
	compact    []byte      // the JSON of a record, reused
}

// outputBuffer is the size at which the output is written before flush, in bytes.
const outputBuffer = 64 << 10

func newWriter(out io.Writer, format string) *writer {
	w := &writer{Writer: bufio.NewWriterSize(out, outputBuffer), isTerminal: isTerminal(out), format: format}
	w.hasRows = w.isForPeople() || format == "csv"
	w.csv = csv.NewWriter(w.Writer)
	return w
}

func newPrinter[P any](out io.Writer, format string, columns record.ColumnsOf[P]) *printer[P] {
	return &printer[P]{writer: newWriter(out, format), columns: columns.In(format)}
}

// prints reports whether the output has one of the formats, for options that apply only to some.
func (in *invocation) prints(formats ...string) bool { return slices.Contains(formats, in.format) }

// isForPeople reports whether the format is a table, or the lines that screen readers read in place of one, below which there can be text.
func (w *writer) isForPeople() bool {
	return w.format == record.Table || w.format == record.Wide || w.format == record.Plain
}

// begin adds what comes before the first record, unless there is one already.
func (p *printer[P]) begin() error {
	if p.printed > 0 {
		return nil
	}
	titles := make([]text.Safe, len(p.columns))
	for i, c := range p.columns {
		titles[i] = c.Title
	}
	switch {
	case p.format == record.Plain: // each value has its title
	case p.hasRows:
		return p.addRow(titles)
	case p.format == "json" && p.isList:
		p.WriteString("[")
	}
	return nil
}

// print prints a record at once.
func (p *printer[P]) print(r P) error {
	if err := p.add(r); err != nil {
		return err
	}
	return p.flush()
}

// add adds a record to the output. It is written by flush, or earlier if there is much of it.
func (p *printer[P]) add(r P) error {
	if !p.hasRows {
		if err := p.begin(); err != nil {
			return err
		}
		return p.value(r, rawOf(r))
	}
	cells := make([]text.Safe, len(p.columns))
	for i, column := range p.columns {
		cells[i] = column.Of(r)
	}
	return p.addCells(cells)
}

// below prints a row of other cells below the records of a table.
func (p *printer[P]) below(cells []text.Safe) error {
	if !p.isForPeople() {
		return nil
	}
	if err := p.addCells(cells); err != nil {
		return err
	}
	return p.flush()
}

// addCells adds a row of a table.
func (p *printer[P]) addCells(cells []text.Safe) error {
	if err := p.begin(); err != nil {
		return err
	}
	p.printed++
	return p.addRow(cells)
}

func (p *printer[P]) addRow(cells []text.Safe) error {
	switch {
	case p.format == record.CSV:
		return p.line(cells)
	case p.format == record.Wide || p.aligns && p.format == record.Table:
		if p.rows = append(p.rows, cells); len(p.rows) >= maxAligned {
			p.align()
		}
	case p.format == record.Plain:
		p.named(cells)
	default:
		p.row(cells)
	}
	return nil
}

// named adds a line with its title for each value, and a blank line before each record but the first.
func (p *printer[P]) named(cells []text.Safe) {
	if p.printed > 1 {
		p.WriteString("\n")
	}
	for i, c := range p.columns {
		value := announce.Words(cells[i])
		if value.IsEmpty() || cells[i] == text.None {
			continue
		}
		if title := strings.ToLower(c.Title.String()); title != "" {
			p.WriteString(title + ": ")
		}
		p.WriteString(value.String() + "\n")
	}
}

// value adds a document: what the node sent in the format raw, else the JSON of the value.
func (w *writer) value(value any, raw json.RawMessage) error {
	w.printed++
	if w.format == "raw" {
		w.raw(raw)
		return nil
	}
	if err := w.encode(value); err != nil {
		return err
	}
	if w.format == "json" {
		return w.json()
	}
	w.Write(append(w.compact, '\n'))
	return nil
}

// document prints one thing: its value and what the node sent in the formats of documents, rows in others.
func document[T any](p *printer[*T], value any, raw json.RawMessage, rows []T) error {
	if !p.hasRows {
		if err := p.value(value, raw); err != nil {
			return err
		}
		return p.flush()
	}
	for i := range rows {
		if err := p.print(&rows[i]); err != nil {
			return err
		}
	}
	return nil
}

const (
	// maxAligned is the number of rows of wide that are aligned at once.
	maxAligned = 1000
	// maxColumn is the width up to which a column of wide grows.
	maxColumn = 200
)

// align adds the rows of wide to the output. Columns are as wide as their widest cell so far: they grow from flush to flush, and never
// shrink, so that the rows of a page and, as far as they could be known, all rows are aligned.
func (p *printer[P]) align() {
	for _, cells := range p.rows {
		for i := range p.columns {
			p.columns[i].Width = max(p.columns[i].Width, min(text.Width(cells[i]), maxColumn))
		}
	}
	for _, cells := range p.rows {
		p.row(cells)
	}
	p.rows = p.rows[:0]
}

// flush writes the output.
func (p *printer[P]) flush() error {
	p.align()
	p.csv.Flush()
	return p.Flush()
}

// end prints what comes after the last record. It completes the output even if the list has failed.
func (p *printer[P]) end() error {
	if err := p.begin(); err != nil {
		return err
	}
	if p.format == "json" && p.isList {
		if p.printed > 0 {
			p.WriteString("\n")
		}
		p.WriteString("]\n")
	}
	return p.flush()
}

// json adds the value in compact with an element per line.
func (w *writer) json() error {
	if !w.isList {
		if err := text.WriteIndented(w, w.compact, "\n"); err != nil {
			return err
		}
		return w.WriteByte('\n')
	}
	if w.printed > 1 {
		w.WriteString(",")
	}
	w.WriteString("\n  ")
	return text.WriteIndented(w, w.compact, "\n  ")
}

// raw adds the response byte by byte, but on a terminal as JSON without control characters.
func (w *writer) raw(sent json.RawMessage) {
	if w.isTerminal {
		w.Write(text.SafeJSON(sent))
	} else {
		w.Write(sent)
	}
	w.WriteString("\n")
}

// row adds cells in columns, two spaces apart.
func (p *printer[P]) row(cells []text.Safe) {
	var line text.Line
	for i, c := range p.columns {
		cell := cells[i]
		pad := text.Spaces(c.Width - text.Width(cell))
		switch {
		case c.Right:
			line = append(line, text.Span{Text: text.Concat(pad, cell)})
		case i < len(p.columns)-1:
			line = append(line, text.Span{Text: text.Concat(cell, pad)})
		default:
			line = append(line, text.Span{Text: cell})
		}
		if i < len(p.columns)-1 {
			line = append(line, text.Span{Text: text.Const("  ")})
		}
	}
	p.WriteString(strings.TrimRight(line.Text().String(), " ") + "\n")
}

// line adds cells as a row of CSV.
func (w *writer) line(cells []text.Safe) error {
	w.fields = w.fields[:0]
	for _, cell := range cells {
		w.fields = append(w.fields, text.CSVCell(cell.String()))
	}
	return w.csv.Write(w.fields)
}

// encode encodes a value as w.compact: safe to print, without whitespace between its tokens.
func (w *writer) encode(value any) error {
	if known, ok := value.(interface{ AppendJSON(dst []byte) []byte }); ok {
		w.compact = known.AppendJSON(w.compact[:0])
	} else {
		encoded, err := move.EncodeJSON(value)
		if err != nil {
			return err
		}
		w.compact = append(w.compact[:0], encoded...)
	}
	w.compact = text.SafeJSON(w.compact)
	return nil
}

// rawOf returns what the node sent of a record; nil if it was not sent as one.
func rawOf(value any) json.RawMessage {
	switch sent := value.(type) {
	case *client.Account:
		return sent.Raw
	case *client.Transaction:
		return sent.Raw
	case *client.Block:
		return sent.Raw
	case *client.Module:
		return sent.Raw
	case *client.Resource:
		return sent.Raw
	case *client.Instrument:
		return sent.Raw
	case *client.Candle:
		return sent.Raw
	case *client.ChainEvent:
		return sent.Raw
	case *client.GasPrice:
		return sent.Raw
	case *record.AccountRow:
		return jsonOrNull(sent.Raw)
	}
	return nil
}

// printRecord prints a single record.
func printRecord[P any](in *invocation, columns record.ColumnsOf[P], r P) error {
	return newPrinter(in.out(), in.format, columns).print(r)
}

// printDocument prints one thing that consists of rows in formats that have them.
func printDocument[T any](in *invocation, value any, raw json.RawMessage, columns record.Columns[T], rows []T) error {
	p := newPrinter(in.out(), in.format, columns)
	if err := document(p, value, raw, rows); err != nil {
		return err
	}
	return p.end()
}

// printRecords prints a list in memory.
func printRecords[T any](in *invocation, columns record.Columns[T], rows []T) error {
	p := newPrinter(in.out(), in.format, columns)
	p.isList = true
	for i := range rows {
		if err := p.print(&rows[i]); err != nil {
			return err
		}
	}
	return p.end()
}

// printLines prints lines as the table format of a value, and its JSON in others.
func (in *invocation) printLines(value any, lines ...text.Safe) error {
	return newWriter(in.out(), in.format).lines(value, lines)
}

// printOnLine is printLines with the JSON on one line.
func (in *invocation) printOnLine(value any, lines ...text.Safe) error {
	w := newWriter(in.out(), in.format)
	if !w.isForPeople() {
		w.format = "jsonl"
	}
	return w.lines(value, lines)
}

func (w *writer) lines(value any, lines []text.Safe) error {
	if !w.isForPeople() {
		if err := w.value(value, nil); err != nil {
			return err
		}
		return w.Flush()
	}
	for _, line := range lines {
		w.WriteString(line.String() + "\n")
	}
	return w.Flush()
}

// linesOf returns the lines of a text, each made safe to print.
func linesOf(whole string) []text.Safe {
	var lines []text.Safe
	for line := range strings.SplitSeq(whole, "\n") {
		lines = append(lines, text.Clean(line))
	}
	return lines
}
