package account_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/tuitest"
)

func TestExportFiltered(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter")
	d.Press("/", "!success", "enter", "e")
	d.Shows("2 matching of 20 loaded", "CSV, all rows", "local-account-0x88fb1ca1-sent-matching.csv")
	d.Press("enter")
	name, lines := d.Exported()
	require.Equal(t, "local-account-0x88fb1ca1-sent-matching.csv", name)
	require.Len(t, lines, 3, "the titles and the rows")
	d.Shows("wrote 2 records to " + name + " in /")

	d = tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter")
	d.Press("/", "!success", "enter", ":", "export csv", "enter")
	_, lines = d.Exported()
	require.Len(t, lines, 58)
	d.Press(":", "export csv m")
	d.Shows("export csv matching", "2 matching of 20")
}
