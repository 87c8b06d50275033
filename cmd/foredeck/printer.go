package main

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"strings"

	"foredeck/tui/text"
)

// column is a column of a table, or of CSV, where the title is the key of the JSON shape.
type column struct {
	title text.Safe
	width int
	right bool
}

// record is a record in the shapes that the formats need.
type record struct {
	value any             // for json and jsonl
	raw   json.RawMessage // the response of the node
	cells []text.Safe     // for table, wide and csv
}

// printer prints records as they arrive, so that memory does not grow with their number.
type printer struct {
	isTerminal bool
	format     string
	columns    []column
	single     bool // one record, not a list of them
	printed    int
	output     *bufio.Writer // to out
	csv        *csv.Writer   // into output
	fields     []string      // of a row of CSV, reused
	compact    []byte        // the JSON of a record, reused
	rows       [][]text.Safe // of wide, until flush has aligned them
}

// outputBuffer is the size at which the output is written before flush, in bytes.
const outputBuffer = 64 << 10

func newPrinter(out io.Writer, format string, columns []column, single bool) *printer {
	p := &printer{output: bufio.NewWriterSize(out, outputBuffer), isTerminal: isTerminal(out), format: format, columns: columns, single: single}
	p.csv = csv.NewWriter(p.output)
	return p
}

// begin adds what comes before the first record.
func (p *printer) begin() error {
	titles := make([]text.Safe, len(p.columns))
	for i, c := range p.columns {
		titles[i] = c.title
	}
	switch {
	case p.format == "table":
		p.row(titles)
	case p.format == "wide":
		p.rows = append(p.rows, titles)
	case p.format == "csv":
		return p.line(titles)
	case p.format == "json" && !p.single:
		p.output.WriteString("[")
	}
	return nil
}

// print prints a record at once.
func (p *printer) print(r record) error {
	if err := p.add(r); err != nil {
		return err
	}
	return p.flush()
}

// add adds a record to the output. It is written by flush, or earlier if there is much of it.
func (p *printer) add(r record) error {
	if p.printed == 0 {
		if err := p.begin(); err != nil {
			return err
		}
	}
	p.printed++
	var err error
	switch p.format {
	case "json":
		err = p.json(r.value)
	case "jsonl":
		if err = p.encode(r.value); err == nil {
			p.output.Write(append(p.compact, '\n'))
		}
	case "csv":
		err = p.line(r.cells)
	case "raw":
		p.raw(r.raw)
	case "wide":
		if p.rows = append(p.rows, r.cells); len(p.rows) >= maxAligned {
			p.align()
		}
	default:
		p.row(r.cells)
	}
	return err
}

const (
	// maxAligned is the number of rows of wide that are aligned at once.
	maxAligned = 1000
	// maxColumn is the width up to which a column of wide grows.
	maxColumn = 200
)

// align adds the rows of wide to the output. Columns are as wide as their widest cell so far: they grow from flush to flush, and never
// shrink, so that the rows of a page and, as far as they could be known, all rows are aligned.
func (p *printer) align() {
	for _, cells := range p.rows {
		for i := range p.columns {
			p.columns[i].width = max(p.columns[i].width, min(text.Width(cells[i]), maxColumn))
		}
	}
	for _, cells := range p.rows {
		p.row(cells)
	}
	p.rows = p.rows[:0]
}

// flush writes the output.
func (p *printer) flush() error {
	p.align()
	p.csv.Flush()
	return p.output.Flush()
}

// end prints what comes after the last record. It completes the output even if the list has failed.
func (p *printer) end() error {
	if p.printed == 0 && !p.single {
		if err := p.begin(); err != nil {
			return err
		}
	}
	if p.format == "json" && !p.single {
		if p.printed > 0 {
			p.output.WriteString("\n")
		}
		p.output.WriteString("]\n")
	}
	return p.flush()
}

// json adds a value with an element per line.
func (p *printer) json(value any) error {
	if err := p.encode(value); err != nil {
		return err
	}
	if p.single {
		if err := text.WriteIndented(p.output, p.compact, "\n"); err != nil {
			return err
		}
		return p.output.WriteByte('\n')
	}
	if p.printed > 1 {
		p.output.WriteString(",")
	}
	p.output.WriteString("\n  ")
	return text.WriteIndented(p.output, p.compact, "\n  ")
}

// raw adds the response byte by byte, but on a terminal as JSON without control characters.
func (p *printer) raw(sent json.RawMessage) {
	if p.isTerminal {
		p.output.Write(text.SafeJSON(sent))
	} else {
		p.output.Write(sent)
	}
	p.output.WriteString("\n")
}

// row adds cells in columns, two spaces apart.
func (p *printer) row(cells []text.Safe) {
	var line text.Line
	for i, c := range p.columns {
		cell := cells[i]
		pad := text.Spaces(c.width - text.Width(cell))
		switch {
		case c.right:
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
	p.output.WriteString(strings.TrimRight(line.Text().String(), " ") + "\n")
}

// line adds cells as a row of CSV.
func (p *printer) line(cells []text.Safe) error {
	p.fields = p.fields[:0]
	for _, cell := range cells {
		p.fields = append(p.fields, text.CSVCell(cell.String()))
	}
	return p.csv.Write(p.fields)
}

// write prints a text at once.
func (p *printer) write(s text.Safe) error {
	p.output.WriteString(s.String())
	return p.flush()
}

// encode encodes a value as p.compact: safe to print, without whitespace between its tokens.
func (p *printer) encode(value any) error {
	if known, ok := value.(interface{ AppendJSON(dst []byte) []byte }); ok {
		p.compact = known.AppendJSON(p.compact[:0])
	} else {
		var encoded bytes.Buffer
		encoder := json.NewEncoder(&encoded)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(value); err != nil {
			return err
		}
		p.compact = append(p.compact[:0], bytes.TrimSuffix(encoded.Bytes(), []byte("\n"))...)
	}
	p.compact = text.SafeJSON(p.compact)
	return nil
}
