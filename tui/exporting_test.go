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
	files, err := filepath.Glob(filepath.Join(d.model.session.Folder, "*"))
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
