package tui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// exported is what stands in the one file of a deck's folder, with its name.
func exported(t *testing.T, d *deck) (name string, lines []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(d.model.deps.Folder, "*"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	content, err := os.ReadFile(files[0])
	require.NoError(t, err)
	return filepath.Base(files[0]), strings.Split(strings.TrimSpace(string(content)), "\n")
}

func TestAFilteredListIsWrittenWholeOrAsItIsListed(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	openBusy(d)
	d.press("/", "!success", "enter", "e")
	d.shows("the 2 rows that match", "CSV, the whole list", "local-account-0x88fb1ca1-sent-matching.csv")
	d.press("enter")
	name, lines := exported(t, d)
	require.Equal(t, "local-account-0x88fb1ca1-sent-matching.csv", name)
	require.Len(t, lines, 3, "the titles and the rows")
	d.shows("wrote 2 records to " + name + " in /")

	d = newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	openBusy(d)
	d.press("/", "!success", "enter", ":", "export csv", "enter")
	_, lines = exported(t, d)
	require.Len(t, lines, 58)
	d.press(":", "export csv m")
	d.shows("export csv matching", "the 2 rows that match")
}

func TestARecordAndAModuleAreWritten(t *testing.T) {
	open := func(keys ...string) *deck {
		d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
		d.press(keys...)
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
	d.shows("wrote 1 record to local-transaction-0x9c0e")

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

func TestCallsAreCopiedAndWritten(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	d.press("busy", "enter", "enter", "f", "t", "y")
	require.Equal(t, "0x9c0e", d.clipboard()[:6])
	d.press("u")
	d.shows("amounts: raw digits (u: hex next)", " 900000 ")
	d.press("e", "enter")
	name, lines := exported(t, d)
	require.Equal(t, "local-calls-coin-transfer-by-0x88fb1ca1.csv", name)
	require.Len(t, lines, 39, "the titles and the calls")
}
