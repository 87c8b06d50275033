package output_test

import (
	"os"
	"path/filepath"
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

func TestExportOfAFilteredList(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter")
	d.Press("/", "!success", "enter", "e")
	d.Shows("the 2 rows that match", "CSV, the whole list", "local-account-0x88fb1ca1-sent-matching.csv")
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
	d.Shows("export csv matching", "the 2 rows that match")
}

func TestExportOfARecordAndAModule(t *testing.T) {
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
	require.Equal(t, "{", lines[0], "the record itself")
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
