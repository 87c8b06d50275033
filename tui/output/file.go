package output

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"

	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// Format is the format of an exported file.
type Format string

// The file formats.
const (
	CSV   Format = "csv"
	JSON  Format = "json"
	Lines Format = "jsonl" // a JSON value on each line
)

// Formats lists the formats in the order in which the user chooses from them.
var Formats = []Format{CSV, JSON, Lines}

var formatNames = map[Format]text.Safe{CSV: text.Const("CSV"), JSON: text.Const("JSON"), Lines: text.Const("JSON lines")}

// writeFile writes the export to a new file in the folder and returns its path. written counts the records. After an error the file
// holds the records before it, in valid format. Until it is complete its name ends in .part, also if the program is killed.
func writeFile(ctx context.Context, folder string, format Format, what screen.Export, written *atomic.Int64) (path string, err error) {
	name, extension := clean(what.Name), "."+string(format)
	file, err := screen.CreateFile(folder, name, extension+".part", 0o644)
	if err != nil {
		return "", fmt.Errorf("cannot create file: %w", err)
	}
	buffer := bufio.NewWriter(file)
	err = write(ctx, buffer, format, what, written)
	err = errors.Join(err, buffer.Flush(), file.Close())
	path, failed := screen.NameFile(file.Name(), folder, name, extension)
	return path, errors.Join(err, failed)
}

// FileName returns the name of an export file, without a number.
func FileName(name string, format Format) string { return clean(name) + "." + string(format) }

// clean replaces the characters that a file system may reject.
func clean(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_', r == '.':
			return r
		}
		return '-'
	}, name)
}

// write writes all records. After an error it still ends the file in valid format.
func write(ctx context.Context, to io.Writer, format Format, what screen.Export, written *atomic.Int64) error {
	var table *csv.Writer
	if format == JSON && what.Document != nil {
		var compact bytes.Buffer
		if err := json.Compact(&compact, what.Document); err != nil {
			return err
		}
		if err := text.WriteIndented(to, compact.Bytes(), "\n"); err != nil {
			return err
		}
		written.Add(1)
		_, err := io.WriteString(to, "\n")
		return err
	}
	switch format {
	case CSV:
		table = csv.NewWriter(to)
		if err := table.Write(what.Columns); err != nil {
			return err
		}
	case JSON:
		if _, err := io.WriteString(to, "["); err != nil {
			return err
		}
	}
	var failed error
	var fields []string // of a row of CSV, reused
	for record, err := range what.Records(ctx) {
		if err != nil {
			failed = err
			break
		}
		if table != nil {
			fields = fields[:0]
			for _, cell := range record.Cells {
				fields = append(fields, text.CSVCell(cell))
			}
			err = table.Write(fields)
		} else {
			err = writeJSON(to, format, record.Value, written.Load() == 0)
		}
		if err != nil {
			return err
		}
		written.Add(1)
	}
	switch format {
	case CSV:
		table.Flush()
		return errors.Join(failed, table.Error())
	case JSON:
		_, err := io.WriteString(to, "\n]\n")
		return errors.Join(failed, err)
	}
	return failed
}

func writeJSON(to io.Writer, format Format, value any, first bool) error {
	raw, err := json.Marshal(value)
	if err != nil {
		return err
	}
	before, after := "", "\n"
	if format == JSON {
		before, after = ",\n", ""
		if first {
			before = "\n"
		}
	}
	_, err = io.WriteString(to, before+string(raw)+after)
	return err
}
