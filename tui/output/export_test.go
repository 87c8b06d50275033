package output_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/tuitest"
)

// exported returns the name and the lines of the only file in the deck's folder.
func exported(t *testing.T, d *tuitest.Deck) (name string, lines []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(d.Deps().Directory, "*"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	content, err := os.ReadFile(files[0])
	require.NoError(t, err)
	return filepath.Base(files[0]), strings.Split(strings.TrimSpace(string(content)), "\n")
}

func TestExportFilteredList(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter")
	d.Press("/", "!success", "enter", "e")
	d.Shows("2 matching of 20 loaded", "CSV, all rows", "local-account-0x88fb1ca1-sent-matching.csv")
	d.Press("enter")
	name, lines := exported(t, d)
	require.Equal(t, "local-account-0x88fb1ca1-sent-matching.csv", name)
	require.Len(t, lines, 3, "the titles and the rows")
	d.Shows("wrote 2 records to " + name + " in /")

	d = tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter")
	d.Press("/", "!success", "enter", ":", "export csv", "enter")
	_, lines = exported(t, d)
	require.Len(t, lines, 58)
	d.Press(":", "export csv m")
	d.Shows("export csv matching", "2 matching of 20")
}

func TestExportRecordAndModule(t *testing.T) {
	t.Parallel()
	open := func(keys ...string) *tuitest.Deck {
		d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
		d.Press(keys...)
		return d
	}
	d := open("busy", "enter", "enter", "e", "enter")
	name, lines := exported(t, d)
	require.Equal(t, "local-transaction-0x9c0e.csv", name[:len("local-transaction-0x9c0e")]+".csv")
	require.Equal(t, "path,value", lines[0])
	require.Contains(t, strings.Join(lines, "\n"), ".hash,0x9c0e")
	d = open("busy", "enter", "enter", "e", "down", "enter")
	_, lines = exported(t, d)
	require.Equal(t, "{", lines[0], "the record")
	d.Shows("wrote 1 record to local-transaction-0x9c0e")

	d = open("0x1::coin", "enter", "e", "enter")
	name, lines = exported(t, d)
	require.Equal(t, "local-module-0x1-coin-functions.csv", name)
	require.Equal(t, "function,kind,arguments,declaration", lines[0])
	require.Len(t, lines, 6)
	require.Contains(t, lines[1], "balance,view,1,")
	d = open("0x1::coin", "enter", "5", "e", "enter")
	name, lines = exported(t, d)
	require.Equal(t, "local-module-0x1-coin.csv", name)
	require.Equal(t, "path,value", lines[0])
}

// records are the transactions of an exported file.
func records(t *testing.T, lines []string) (count int) {
	t.Helper()
	for _, line := range lines {
		line = strings.TrimSuffix(line, ",")
		if line == "[" || line == "]" {
			continue
		}
		var record map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &record), line)
		count++
	}
	return count
}

func TestExportJSON(t *testing.T) {
	t.Parallel()
	for line, format := range map[string]string{"export json": "json", "export jsonl": "jsonl"} {
		d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 130}})
		d.Press("busy", "enter", ":", line, "enter")
		name, lines := exported(t, d)
		require.Equal(t, "local-account-0x88fb1ca1-sent."+format, name)
		require.Equal(t, 130, records(t, lines), "including records that were not loaded")
		d.Shows("wrote 130 records to")
	}
}

// An export never overwrites a file.
// Texts of the node that begin like formulas are text in a spreadsheet.
func TestExportWithoutFormulas(t *testing.T) {
	t.Parallel()
	node := tuitest.Node{Records: 5}
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		response := httptest.NewRecorder()
		node.ServeHTTP(response, r)
		_, _ = w.Write(bytes.ReplaceAll(response.Body.Bytes(), []byte("Executed successfully"), []byte("=1+1")))
	})})
	d.Press("busy", "enter", "e", "enter")
	_, lines := exported(t, d)
	rows, err := csv.NewReader(strings.NewReader(strings.Join(lines, "\n"))).ReadAll()
	require.NoError(t, err)
	require.True(t, slices.ContainsFunc(rows, func(row []string) bool { return slices.Contains(row, "'=1+1") }), "%v", rows)
	for _, cell := range slices.Concat(rows...) {
		require.False(t, strings.HasPrefix(cell, "="), cell)
	}
}

func TestExportTwice(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 5}})
	d.Press("busy", "enter", "e", "enter", "e", "enter")
	files, err := filepath.Glob(filepath.Join(d.Deps().Directory, "*"))
	require.NoError(t, err)
	require.Len(t, files, 2)
	require.Equal(t, "local-account-0x88fb1ca1-sent-2.csv", filepath.Base(files[0]))
}

func TestExportToMissingFolder(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 5}})
	d.Deps().Directory = filepath.Join(d.Deps().Directory, "none")
	d.Press("busy", "enter", "e", "enter")
	d.Shows("! export failed")
}

// The file of a failed export contains the records before the failure.
func TestExportPartialFailure(t *testing.T) {
	t.Parallel()
	node := tuitest.Node{Records: 500}
	pages := 0
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "transactions") && strings.Contains(r.URL.RawQuery, "count=100") {
			pages++
		}
		if pages > 1 {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		node.ServeHTTP(w, r)
	})})
	d.Press("busy", "enter", ":", "export json", "enter")
	name, lines := exported(t, d)
	written := records(t, lines)
	require.Positive(t, written)
	require.Less(t, written, 500)
	d.Shows("! export failed after "+strconv.Itoa(written)+" records (saved in ", name[:10])
}

func TestExportIsStopped(t *testing.T) {
	t.Parallel()
	line := &tuitest.StallingTransport{}
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 500}, Transport: line.Wrap})
	d.Press("busy", "enter")
	line.On.Store(true)
	b := tuitest.NewBackground(d)
	b.Press(":", "export csv")
	b.WaitIdle(true)
	b.Press("enter")
	b.WaitStalled(line)
	b.Shows("exporting: ")
	b.Press("esc")
	b.WaitIdle(true)
	b.Shows("export stopped: ")
	b.Hides("exporting: ")
	_, lines := exported(t, d)
	require.NotEmpty(t, lines)
}
