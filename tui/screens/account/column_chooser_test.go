package account_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/config"
	"foredeck/tui/store"
	"foredeck/tui/tuitest"
)

func TestChooseColumns(t *testing.T) {
	t.Parallel()
	kept := tuitest.EmptyStore(t)
	open := func() *tuitest.Deck {
		d := tuitest.New(t, 100, 30, tuitest.Setup{Store: kept})
		d.Press("treasury", "enter")
		return d
	}
	d := open()
	require.Equal(t, []string{"SEQ", "STATUS", "TYPE", "FUNCTION", "REASON", "AGE", "HASH"}, titleLine(d))
	d.Press("|")
	d.Shows("╭ Columns of Sent ", "[ ]  BLOCK", "[x]  SEQ         5", "[x]  FEE            no room", "</> width")
	d.Press("down", "down", " ", "down", "down", "down", "K", "K", "K", "K")
	d.Press("esc")
	require.False(t, d.Model.HasOverlay())
	require.Equal(t, []string{"FUNCTION", "SEQ"}, titleLine(d)[:2])
	d.Hides("STATUS")

	d = open()
	require.Equal(t, []string{"FUNCTION", "SEQ"}, titleLine(d)[:2], "the choice is kept")
	d.Press("|")
	d.Shows("▸ [ ]  BLOCK", "  [x]  FUNCTION")
	d.Press(" ", "enter")
	require.Equal(t, []string{"BLOCK", "FUNCTION", "SEQ"}, titleLine(d)[:3])
	d.Press("2")
	require.Equal(t, []string{"STATUS", "TYPE", "SENDER"}, titleLine(d)[:3], "each list has its own")
	d.Press("1", "|", "r")
	d.Shows("columns reset")
	d.Press("|", "esc")
	require.Equal(t, []string{"SEQ", "STATUS", "TYPE"}, titleLine(d)[:3])
	require.Empty(t, kept.ListColumns("sent"))
}

func TestColumnWidths(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 200, 60, tuitest.Setup{Config: configOf("seq", "hash", "function", "age")})
	d.Press("treasury", "enter")
	require.Regexp(t, `SEQ {4}HASH {9}FUNCTION {60,}AGE`, d.LineWith("HASH"))
	d.Press("|", "down", ">")
	d.Shows("▸ [x]  HASH       12")
	for range 60 {
		d.Press("+")
	}
	d.Shows("[x]  HASH       72")
	require.Regexp(t, `│ ▸ [\d,]+ {2}0x[0-9a-f]{64} {8}`, d.Frame(), "a wide column shows the whole hash")
	d.Press("down", "<")
	narrowed := d.LineWith("FUNCTION ")
	d.Press("-")
	require.NotEqual(t, narrowed, d.LineWith("FUNCTION "))
	for range 100 {
		d.Press("<")
	}
	d.Shows("[x]  FUNCTION    2")
	d.Press("r")
	require.Regexp(t, `SEQ {4}HASH {9}FUNCTION {60,}AGE`, d.LineWith("SEQ  "))
}

func TestOneColumnStays(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Config: configOf("hash", "age")})
	d.Press("treasury", "enter", "|", " ", "down", " ")
	d.Shows("at least one column must be visible", "[x]  AGE")
	d.Press("up", " ", "down", " ", "down", "down", " ")
	require.Equal(t, []string{"HASH", "SEQ"}, titleLine(d), "the order of the file, then that of the list")
	d.Press("down", ">")
	d.Hides("[x]  STATUS") // a hidden column has no width
}

func TestChoiceEqualToConfigFileIsNotKept(t *testing.T) {
	t.Parallel()
	kept := tuitest.EmptyStore(t)
	d := tuitest.New(t, 100, 30, tuitest.Setup{Store: kept, Config: configOf("hash", "age")})
	d.Press("treasury", "enter", "|", "J")
	require.Equal(t, []string{"AGE", "HASH"}, titleLine(d))
	require.NotEmpty(t, kept.ListColumns("sent"))
	d.WriteConfigFile(configOf("seq"))
	require.Equal(t, []string{"AGE", "HASH"}, titleLine(d), "the choice precedes the file")
	d.WriteConfigFile(configOf("hash", "age"))
	d.Press("K")
	require.Empty(t, kept.ListColumns("sent"))
	d.WriteConfigFile(configOf("seq"))
	require.Equal(t, []string{"SEQ"}, titleLine(d))
}

func TestChooserWithMouse(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Press("treasury", "enter", "|")
	d.Click("[x]  STATUS")
	d.Shows("▸ [x]  STATUS")
	d.Click("[x]  STATUS")
	d.Shows("▸ [ ]  STATUS")
	require.True(t, d.Model.HasOverlay())
	d.Click("esc close")
	require.False(t, d.Model.HasOverlay())
	require.Equal(t, []string{"SEQ", "TYPE"}, titleLine(d)[:2])
}

func TestChosenAmountsHaveDecimals(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 60, tuitest.Setup{Config: configOf("seq", "function", "amount")})
	d.Press("treasury", "enter")
	d.Press("end")
	d.Shows(" -10,370,000,000 Usdx ")
	d.Advance(2 * time.Second)
	d.Shows(" -10,370 Usdx ")
}

func TestAnyColumnsFitAnyWidth(t *testing.T) {
	t.Parallel()
	kept := tuitest.EmptyStore(t)
	d := tuitest.New(t, 100, 30, tuitest.Setup{Store: kept})
	d.Press("treasury", "enter")
	rapid.Check(t, func(r *rapid.T) {
		var columns []store.ListColumn
		for i, name := range rapid.Permutation(slices.Concat(config.TransactionColumns, []string{"of a later version"})).Draw(r, "order") {
			columns = append(columns, store.ListColumn{
				Name: name, Hidden: rapid.Bool().Draw(r, fmt.Sprint("hidden ", i)), Width: rapid.IntRange(-1, 250).Draw(r, fmt.Sprint("width ", i)),
			})
		}
		kept.SetListColumns("sent", columns[:rapid.IntRange(0, len(columns)).Draw(r, "known")])
		width, height := rapid.IntRange(1, 220).Draw(r, "window width"), rapid.IntRange(1, 60).Draw(r, "window height")
		d.Resize(width, height)
		check := func() {
			for _, line := range d.Model.Lines() {
				require.Equal(r, width, line.Width(), "%q", line.Text())
			}
		}
		check()
		d.Press("|")
		check()
		for range rapid.IntRange(0, 10).Draw(r, "keys") {
			d.Press(rapid.SampledFrom([]string{"down", "up", " ", "J", "K", ">", "<", "r"}).Draw(r, "key"))
			check()
		}
		if d.Model.HasOverlay() { // not in the smallest windows
			d.Press("esc")
		}
	})
}
