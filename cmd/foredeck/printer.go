package main

import (
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
	out     io.Writer
	format  string
	columns []column
	single  bool // one record, not a list of them
	printed int
	csv     *csv.Writer
}

func newPrinter(out io.Writer, format string, columns []column, single bool) *printer {
	return &printer{out: out, format: format, columns: columns, single: single, csv: csv.NewWriter(out)}
}

// begin prints what comes before the first record.
func (p *printer) begin() error {
	titles := make([]text.Safe, len(p.columns))
	for i, c := range p.columns {
		titles[i] = c.title
	}
	switch {
	case p.format == "table", p.format == "wide":
		return p.row(titles)
	case p.format == "csv":
		return p.line(titles)
	case p.format == "json" && !p.single:
		return p.write("[")
	}
	return nil
}

// print prints a record.
func (p *printer) print(r record) error {
	if p.printed == 0 {
		if err := p.begin(); err != nil {
			return err
		}
	}
	p.printed++
	switch p.format {
	case "json":
		return p.json(r.value)
	case "jsonl":
		encoded, err := encode(r.value, "", "")
		if err != nil {
			return err
		}
		return p.write(encoded + "\n")
	case "csv":
		return p.line(r.cells)
	case "raw":
		return p.raw(r.raw)
	}
	return p.row(r.cells)
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
			return p.write("\n]\n")
		}
		return p.write("]\n")
	}
	return nil
}

func (p *printer) json(value any) error {
	if p.single {
		encoded, err := encode(value, "", "  ")
		if err != nil {
			return err
		}
		return p.write(encoded + "\n")
	}
	encoded, err := encode(value, "  ", "  ")
	if err != nil {
		return err
	}
	before := text.Safe("\n  ")
	if p.printed > 1 {
		before = ",\n  "
	}
	return p.write(before + encoded)
}

// raw prints the response byte by byte, but on a terminal as JSON without control characters.
func (p *printer) raw(sent json.RawMessage) error {
	if isTerminal(p.out) {
		return p.write(text.JSON(sent) + "\n")
	}
	_, err := p.out.Write(append(sent[:len(sent):len(sent)], '\n'))
	return err
}

// row prints cells in columns, two spaces apart.
func (p *printer) row(cells []text.Safe) error {
	var line text.Line
	for i, c := range p.columns {
		cell := cells[i]
		pad := text.Spaces(c.width - text.Width(cell))
		switch {
		case c.right:
			line = append(line, text.Span{Text: pad + cell})
		case i < len(p.columns)-1:
			line = append(line, text.Span{Text: cell + pad})
		default:
			line = append(line, text.Span{Text: cell})
		}
		if i < len(p.columns)-1 {
			line = append(line, text.Span{Text: "  "})
		}
	}
	return p.write(text.Safe(strings.TrimRight(string(line.Text()), " ")) + "\n")
}

func (p *printer) line(cells []text.Safe) error {
	fields := make([]string, len(cells))
	for i, cell := range cells {
		fields[i] = string(cell)
	}
	if err := p.csv.Write(fields); err != nil {
		return err
	}
	p.csv.Flush()
	return p.csv.Error()
}

func (p *printer) write(s text.Safe) error {
	_, err := io.WriteString(p.out, string(s))
	return err
}

func encode(value any, prefix, indent string) (text.Safe, error) {
	var encoded strings.Builder
	encoder := json.NewEncoder(&encoded)
	encoder.SetEscapeHTML(false)
	if indent != "" {
		encoder.SetIndent(prefix, indent)
	}
	if err := encoder.Encode(value); err != nil {
		return "", err
	}
	return text.JSON([]byte(strings.TrimSuffix(encoded.String(), "\n"))), nil
}
