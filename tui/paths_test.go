package tui_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/tuitest"
)

// A column by path is added in the chooser of each list of transactions or events, sorts, filters, is exported, is kept, and can be removed.
func TestColumnsByPath(t *testing.T) {
	t.Parallel()
	for name, list := range map[string]struct {
		open           []string
		path, filter   string
		wrong, invalid string
	}{
		"activity": {[]string{"esc", "space", "t"}, ".payload.kind", ".payload.kind:entry", "kind", "expected arg[1]"},
		"events":   {[]string{"local/events/" + tuitest.Deposits, "enter"}, ".data.amount", ".data.amount:>0", "arg[1]", "expected a path such as .data.amount"},
		"callers":  {[]string{"busy", "enter", "enter", "f", "t"}, "arg[1]", "arg[1]:>1", "arg", "expected arg[1]"},
		"sent":     {[]string{"busy", "enter"}, "arg[1]", "arg[1]:>1", "arg", "expected arg[1]"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kept := tuitest.EmptyStore(t)
			open := func() *tuitest.Deck {
				d := tuitest.New(t, 160, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: tuitest.NewChain(), Executed: name != "callers" && name != "sent"}, Store: kept})
				d.Press(list.open...)
				return d
			}
			d := open()
			d.Hides(list.path)
			d.Press("|", "a")
			d.Shows("Add a column")
			d.Press(list.wrong, "enter")
			d.Shows(`invalid path "`+list.wrong+`"`, list.invalid)
			for range list.wrong {
				d.Press("backspace")
			}
			d.Press(list.path, "enter")
			d.Shows("Columns of ", "▸ [x]  "+list.path)
			d.Press("enter")
			require.Contains(t, titles(d), list.path)
			for presses := 0; !strings.Contains(d.Frame(), list.path+"▴"); presses++ {
				require.Less(t, presses, 40, "the list sorts by the column")
				d.Press("S")
			}
			d.Press("/", list.filter, "enter")
			d.Hides("unknown field")
			d.Press("e", "enter")
			_, lines := d.Exported()
			require.True(t, strings.HasSuffix(lines[0], ","+list.path), lines[0])
			require.False(t, strings.HasSuffix(lines[1], ","), lines[1])

			d = open()
			require.Contains(t, titles(d), list.path, "the choice is kept")
			d.Press("|")
			for !strings.Contains(d.LineWith("▸ ["), list.path) {
				d.Press("down")
			}
			d.Press("x")
			d.Shows("Columns of ")
			d.Press("enter")
			d.Hides(list.path)
		})
	}
}

// titles returns the line of the column titles.
func titles(d *tuitest.Deck) string {
	for _, line := range strings.Split(d.Frame(), "\n") {
		if strings.Contains(line, "STATUS") || strings.Contains(line, "HEIGHT") {
			return line
		}
	}
	return ""
}
