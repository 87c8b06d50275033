package account_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/config"
	"foredeck/tui/tuitest"
)

// columnTitles are the titles of the columns; that of seq in a list of automated transactions is TASK.
var columnTitles = map[string]string{
	"block": "BLOCK", "seq": "SEQ", "status": "STATUS", "type": "TYPE", "sender": "SENDER", "function": "FUNCTION",
	"amount": "AMOUNT", "reason": "REASON", "fee": "FEE", "age": "AGE", "hash": "HASH",
}

// configOf returns a config file with these columns.
func configOf(columns ...string) string {
	return "columns.transactions = " + config.FormatList(columns)
}

// titleLine returns the titles of the list's columns.
func titleLine(d *tuitest.Deck) []string {
	d.Helper()
	for _, line := range strings.Split(d.Frame(), "\n") {
		words := strings.Fields(strings.Trim(strings.Split(strings.TrimLeft(line, "│ "), "│")[0], " │"))
		if len(words) == 0 {
			continue
		}
		first := strings.TrimRight(words[0], "▴▾")
		for _, title := range columnTitles {
			if first == title || first == "TASK" {
				return words
			}
		}
	}
	return nil
}

func TestColumnsOfConfigFile(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 140, 40, tuitest.Setup{Config: configOf("function", "amount", "seq", "age")})
	d.Press("treasury", "enter")
	d.Advance(time.Second)
	require.Equal(t, []string{"FUNCTION", "AMOUNT", "SEQ", "AGE"}, titleLine(d))
	d.Press("2")
	require.Equal(t, []string{"FUNCTION", "AMOUNT", "SEQ", "AGE"}, titleLine(d))
	d.Press("m")
	require.Equal(t, []string{"FUNCTION", "AMOUNT", "SEQ", "AGE"}, titleLine(d))
	d.Press("3")
	require.Equal(t, []string{"FUNCTION", "AMOUNT", "TASK", "AGE"}, titleLine(d))

	d.WriteConfigFile(configOf("hash", "seq"))
	require.Equal(t, []string{"HASH", "TASK"}, titleLine(d))
	d.WriteConfigFile("")
	require.Equal(t, []string{"TASK", "STATUS", "FUNCTION"}, titleLine(d)[:3])
}

func TestEachColumnAlone(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 60, 20, tuitest.Setup{})
	d.Press("treasury", "enter")
	for _, name := range config.TransactionColumns {
		d.WriteConfigFile(configOf(name))
		for tab := 1; tab <= 3; tab++ {
			d.Press(string(rune('0' + tab)))
			title := columnTitles[name]
			switch {
			case name == "seq" && tab == 3:
				title = "TASK"
			case name == "reason" && titleLine(d) == nil: // no failure is loaded
				continue
			}
			require.Equal(t, []string{title}, titleLine(d), "tab %d", tab)
		}
	}
}

func TestSortOfChosenColumns(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Config: configOf("age", "status")})
	d.Press("treasury", "enter", "S")
	require.Equal(t, []string{"AGE▾", "STATUS"}, titleLine(d))
	d.Press("S", "S")
	require.Equal(t, []string{"AGE", "STATUS▴"}, titleLine(d))
	d.WriteConfigFile(configOf("seq", "age"))
	d.Shows("sorted by STATUS▴")
	d.Press("S")
	require.Equal(t, []string{"SEQ▾", "AGE"}, titleLine(d), "the next one is the first that is visible")
}

// A path is a column that sorts, filters and is exported. Records without a value there come last in both directions.
func TestColumnByPath(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 140, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57}, Config: configOf("seq", "arg[1]", "function")})
	d.Press("busy", "enter")
	require.Equal(t, []string{"SEQ", "arg[1]", "FUNCTION"}, titleLine(d))
	require.Regexp(t, `53 +255300000000 +0x1::coin::transfer`, d.LineWith("  53 "))
	require.Regexp(t, `55 +– +script`, d.LineWith("  55 "))
	sorted := func(mark string) {
		for range 9 {
			if strings.Contains(d.Frame(), "arg[1]"+mark) {
				break
			}
			d.Press("S")
		}
		d.Press("G")
		d.Shows("arg[1]" + mark)
		require.Regexp(t, `^\d+ +– `, d.SelectedRow())
	}
	sorted("▴")
	sorted("▾")
	d.Press("/", "arg[1]:>255200000000", "enter", "g")
	d.Shows("arg[1] above 255200000000")
	require.NotContains(t, d.Body(), " script ")
	d.Press("e", "enter")
	_, lines := d.Exported()
	require.True(t, strings.HasSuffix(lines[0], ",arg[1]"), lines[0])
	for _, line := range lines[1:] {
		require.Regexp(t, `,2\d{11}$`, line)
	}
}
