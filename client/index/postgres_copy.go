package index

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
)

// postgresTable is a table to which rows are added, with its columns in the order of the values of a row.
type postgresTable struct {
	name, columns string
	types         []string
}

func newPostgresTable(name string, columns ...string) *postgresTable {
	table := &postgresTable{name: name}
	for i, column := range columns {
		column, kind, _ := strings.Cut(column, " ")
		if i > 0 {
			table.columns += ", "
		}
		table.columns += column
		table.types = append(table.types, kind)
	}
	return table
}

var summaryColumns = []string{"count bigint", "gas bigint", "fee bigint", "without_fee bigint", "first_height bigint", "last_height bigint", "first_time bigint", "last_time bigint"}

var postgresTables = map[rowKind]*postgresTable{
	blockRow: newPostgresTable("block", "height bigint", "time bigint", "digest bytea", "author bigint", "epoch bigint", "round bigint", "transactions integer"),
	transactionRow: newPostgresTable("tx", "height bigint", "n integer", "hash bytea", "type integer", "status integer", "sender bigint", "sequence bigint", "function integer",
		"reason integer", "place integer", "gas_used bigint", "gas_price bigint", "max_gas bigint", "payload integer", "type_arguments integer", "arguments text", "vm_status integer"),
	eventRow: newPostgresTable("event", "height bigint", "n integer", "e integer", "type integer", "account bigint", "sequence bigint", "creation bigint", "owner bigint",
		"sign smallint", "coin integer", "amount numeric", "data text"),
	hourRow:   newPostgresTable("summary", append([]string{"hour bigint", "type integer", "function integer", "status integer", "reason integer"}, summaryColumns...)...),
	senderRow: newPostgresTable("sender_summary", append([]string{"sender bigint", "day bigint", "type integer", "status integer"}, summaryColumns...)...),
}

// appendRow appends a row in the text format of COPY.
func (t *postgresTable) appendRow(dst []byte, values []any) []byte {
	for i, value := range values {
		if i > 0 {
			dst = append(dst, '\t')
		}
		if value == nil {
			dst = append(dst, `\N`...)
			continue
		}
		for _, c := range []byte(postgresText(value, t.types[i])) {
			switch c {
			case '\\':
				dst = append(dst, `\\`...)
			case '\t':
				dst = append(dst, `\t`...)
			case '\n':
				dst = append(dst, `\n`...)
			case '\r':
				dst = append(dst, `\r`...)
			default:
				dst = append(dst, c)
			}
		}
	}
	return append(dst, '\n')
}

// insert returns a statement that adds rows, each column of which is an array and a parameter.
func (t *postgresTable) insert() string {
	var arrays []string
	for i, kind := range t.types {
		arrays = append(arrays, fmt.Sprintf("$%d::%s[]", i+1, kind))
	}
	return fmt.Sprintf("INSERT INTO %s (%s) SELECT * FROM unnest(%s)", t.name, t.columns, strings.Join(arrays, ", "))
}

// arrays returns rows as the parameters of insert.
func (t *postgresTable) arrays(rows [][]any) (parameters [][]byte) {
	for i, kind := range t.types {
		column := make([]any, len(rows))
		for j, row := range rows {
			column[j] = row[i]
		}
		parameters = append(parameters, postgresArray(column, kind))
	}
	return parameters
}

// postgresArray returns values as an array in text format.
func postgresArray(values []any, kind string) []byte {
	array := []byte{'{'}
	for i, value := range values {
		if i > 0 {
			array = append(array, ',')
		}
		if value == nil {
			array = append(array, "NULL"...)
			continue
		}
		array = append(array, '"')
		for _, c := range []byte(postgresText(value, kind)) {
			if c == '"' || c == '\\' {
				array = append(array, '\\')
			}
			array = append(array, c)
		}
		array = append(array, '"')
	}
	return append(array, '}')
}

// postgresText returns a value in the text format of its type.
func postgresText(value any, kind string) string {
	switch value := value.(type) {
	case int64:
		return strconv.FormatInt(value, 10)
	case int:
		return strconv.Itoa(value)
	case uint64:
		return strconv.FormatUint(value, 10)
	case *int64: // the number of a name, which is known by now
		return strconv.FormatInt(*value, 10)
	case []byte:
		return `\x` + hex.EncodeToString(value)
	case string:
		if kind == "bytea" {
			return `\x` + hex.EncodeToString(paddedDigest(value))
		}
		return storable(value)
	}
	return fmt.Sprint(value)
}

// storable returns a text that PostgreSQL can store: in UTF-8 and without the character 0.
func storable(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
}

// hashSize is the number of bytes of a hash.
const hashSize = 32

// paddedDigest returns a text that a node sent as a hash and that is none, as more bytes than a hash has.
func paddedDigest(text string) []byte {
	text = storable(text)
	return append(make([]byte, max(1, hashSize+1-len(text))), text...)
}
