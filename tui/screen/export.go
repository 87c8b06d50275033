package screen

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strconv"

	"foredeck/tui/text"
)

// Export is a list or tree to write to a file: CSV from its cells, JSON from its values.
type Export struct {
	Name    string   // file name without extension, such as account-0x88fb2ca1-sent
	Columns []string // column titles of CSV
	// Records iterates over all records in order and loads the pages that are missing. It stops after the first error.
	Records func(context.Context) iter.Seq2[Record, error]
	// Document replaces the records in JSON; nil to write the records.
	Document json.RawMessage
	// Filtered is the number of rows that match the list's filter, and FilteredExport exports only those. 0 and nil without a filter.
	Filtered       int
	FilteredExport func() Export
	Searched       int // number of loaded rows that the filter has seen, if there are more on the node; 0: all
	// Selected is the number of rows that the user selected, if the export has only these; 0: no rows are selected.
	Selected int
	// IsPartial is set if the export has the loaded rows of a list that has more.
	IsPartial bool
}

// Record is one row of an export.
type Record struct {
	Value any      // as printed by the commands with -o json
	Cells []string // one per column
}

// ExportRows returns the export of records in memory. Cells may contain text that is not safe to draw.
func ExportRows(name string, columns []string, records iter.Seq[Record]) Export {
	return Export{Name: name, Columns: columns, Records: func(context.Context) iter.Seq2[Record, error] {
		return func(yield func(Record, error) bool) {
			for record := range records {
				for i, cell := range record.Cells {
					record.Cells[i] = text.Clean(cell).String()
				}
				if !yield(record, nil) {
					return
				}
			}
		}
	}}
}

// Records returns an iterator over the records of items.
func Records[T any](items []T, record func(*T) Record) iter.Seq[Record] {
	return func(yield func(Record) bool) {
		for i := range items {
			if !yield(record(&items[i])) {
				return
			}
		}
	}
}

// ShortenAddress returns the first and last digits of an address without leading zeros, for file names.
func ShortenAddress(address string) string {
	const end = 4
	if len(address) <= len("0x")+2*end {
		return address
	}
	return address[:len("0x")+end] + address[len(address)-end:]
}

// CopyTree returns the copy forms of a value in a tree: plain, JSON and its path.
func CopyTree(path string, value json.RawMessage) []Copy {
	return []Copy{
		{Form: text.Const("value"), Value: func() string { return text.Unquote(value) }},
		{Form: text.Const("JSON"), Value: func() string { return string(value) }},
		CopyText(text.Const("path"), path),
	}
}

// maxNumber bounds the numbered files with the same name in a folder.
const maxNumber = 1000

// CreateFile creates a file in a folder, with a number after its name if the name is taken.
func CreateFile(folder, name, extension string, mode fs.FileMode) (*os.File, error) {
	var file *os.File
	err := withNumber(folder, name, extension, func(path string) (err error) {
		file, err = os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
		return err
	})
	return file, err
}

// WriteNew writes a new file as CreateFile names it: the complete file or none.
func WriteNew(folder, name, extension string, content []byte, mode fs.FileMode) (path string, err error) {
	file, err := CreateFile(folder, name, extension, mode)
	if err != nil {
		return "", err
	}
	_, err = file.Write(content)
	if err = errors.Join(err, file.Close()); err != nil {
		_ = os.Remove(file.Name()) // do not leave a partial file
		return "", err
	}
	return file.Name(), nil
}

// NameFile gives a complete file its name, with a number as CreateFile does, and returns the path. After an error the file has its
// former name.
func NameFile(file, folder, name, extension string) (path string, err error) {
	err = withNumber(folder, name, extension, func(numbered string) error {
		path = numbered
		return os.Link(file, numbered) // unlike a rename, it never replaces a file
	})
	if err == nil {
		return path, os.Remove(file)
	}
	// On a file system without links, an empty file takes the name first.
	reserved, err := CreateFile(folder, name, extension, 0o644)
	if err != nil {
		return file, err
	}
	if err := errors.Join(reserved.Close(), os.Rename(file, reserved.Name())); err != nil {
		return file, err
	}
	return reserved.Name(), nil
}

// withNumber calls create with the path of a file, and again with a number after its name while the path is taken.
func withNumber(folder, name, extension string, create func(path string) error) error {
	for number := 1; ; number++ {
		numbered := name
		if number > 1 {
			numbered += "-" + strconv.Itoa(number)
		}
		if err := create(filepath.Join(folder, numbered+extension)); !errors.Is(err, fs.ErrExist) || number == maxNumber {
			return err
		}
	}
}
