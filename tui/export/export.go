// Package export writes lists and trees to files.
package export

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"

	"foredeck/tui/screen"
)

// Format is the form of a file.
type Format string

// The forms of files.
const (
	CSV   Format = "csv"
	JSON  Format = "json"
	Lines Format = "jsonl" // a JSON value on each line
)

// Formats are all forms in the order in which they are offered.
var Formats = []Format{CSV, JSON, Lines}

// most is how many files of one name there may be in a folder.
const most = 1000

// ToFile writes the export into a new file in the folder and answers with its path; written counts its records as they go
// in. What came before an error stays in the file, and is complete in itself.
func ToFile(ctx context.Context, folder string, format Format, what screen.Export, written *atomic.Int64) (path string, err error) {
	file, err := create(folder, clean(what.Name), format)
	if err != nil {
		return "", fmt.Errorf("no file to write to: %w", err)
	}
	buffer := bufio.NewWriter(file)
	err = write(ctx, buffer, format, what, written)
	return file.Name(), errors.Join(err, buffer.Flush(), file.Close())
}

// create makes a file that was not there, with a number behind its name where that is taken.
func create(folder, name string, format Format) (*os.File, error) {
	for number := 1; ; number++ {
		numbered := name
		if number > 1 {
			numbered += "-" + strconv.Itoa(number)
		}
		file, err := os.OpenFile(filepath.Join(folder, FileName(numbered, format)), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
		if !errors.Is(err, fs.ErrExist) || number == most {
			return file, err
		}
	}
}

// FileName is the name of the file of an export, as long as there is none of that name.
func FileName(name string, format Format) string { return clean(name) + "." + string(format) }

// clean leaves what every file system takes of a name.
func clean(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_', r == '.':
			return r
		}
		return '-'
	}, name)
}

// write writes all records in the format. What it has begun it ends also where the records end in an error.
func write(ctx context.Context, to io.Writer, format Format, what screen.Export, written *atomic.Int64) error {
	var table *csv.Writer
	if format == JSON && what.Whole != nil {
		var laid bytes.Buffer
		if err := json.Indent(&laid, what.Whole, "", "  "); err != nil {
			return err
		}
		written.Add(1)
		_, err := to.Write(append(laid.Bytes(), '\n'))
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
	for record, err := range what.Records(ctx) {
		if err != nil {
			failed = err
			break
		}
		if table != nil {
			err = table.Write(record.Cells)
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
