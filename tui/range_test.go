package tui_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/tuitest"
)

func acts(d *tuitest.Deck, id string) bool {
	return slices.ContainsFunc(d.Model.Acting(), func(action screen.Action) bool { return action.ID == id })
}

// selected returns the number of selected rows, 0 without a range.
func selected(d *tuitest.Deck) int {
	rows, ok := screen.RangeOf(d.Screen())
	if !ok {
		return 0
	}
	return rows.Count()
}

// Rows can be selected in each list, and what copies, exports and sums up acts on them.
func TestRangeOfEveryList(t *testing.T) {
	t.Parallel()
	opened := map[string]func(*testing.T) *tuitest.Deck{}
	for _, name := range []string{"account-sent", "account-coins", "account-automated", "account-modules", "account-resources", "callers", "explain", "group", "requests", "summary",
		"blocks", "module-functions", "module-structs", "module-friends", "networks"} {
		opened[name] = func(t *testing.T) *tuitest.Deck { return openScene(t, name, 120, 40) }
	}
	for name, keys := range map[string][]string{
		"home": {"esc"}, "home-latest": {"esc", "tab", "tab"}, "block": {"48,211,907", "enter", "1"},
		"activity": {"esc", "space", "t"}, "committee": {"esc", "space", "c"}, "events": {"local/events/" + tuitest.Deposits, "enter"},
	} {
		opened[name] = func(t *testing.T) *tuitest.Deck {
			d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: tuitest.NewChain(), Executed: true}})
			d.Press(keys...)
			return d
		}
	}
	for name, keys := range map[string][]string{
		"account-balance": {"treasury", "enter", "6"}, "effects": {"esc", ":", "effects 0x1::coin::transfer", "enter"},
	} {
		opened[name] = func(t *testing.T) *tuitest.Deck {
			d := tuitest.New(t, 120, 40, tuitest.Setup{})
			d.Press(keys...)
			return d
		}
	}
	for name, open := range opened {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			testRange(t, open(t))
		})
	}
	for name := range allScenes() {
		if opened[name] == nil && acts(openScene(t, name, 120, 40), "list.range_down") {
			t.Errorf("the list of %s is not in the test", name)
		}
	}
}

func testRange(t *testing.T, d *tuitest.Deck) {
	start, end := "v", "v"
	if !acts(d, "list.range") { // the key does something else there
		start, end = "shift+down", "esc"
	}
	d.Press("home", start, "shift+up")
	require.Equal(t, 1, selected(d))
	d.Press("down", "down")
	count := selected(d)
	require.LessOrEqual(t, count, 3)
	d.Shows(text.Plural(count, "row").String()+" selected · "+end+" ends", "▸▌")
	marked := strings.Count(d.Frame(), "▌") - strings.Count(d.Frame(), "│▌") // the last are bars of details
	require.Equal(t, count, marked)

	if acts(d, "deck.copy") {
		d.Press("y")
		copied := strings.Split(d.Clipboard(), "\n")
		if len(copied) == count {
			d.Shows("copied " + text.Plural(count, "row").String() + ": ")
		} else { // of a form that not every row has
			d.Shows(fmt.Sprintf("copied %d of %s: ", len(copied), text.Plural(count, "row")))
		}
		d.Press("Y")
		d.Shows("Copy " + text.Plural(count, "selected row").String() + " as")
		d.Press("esc")
		require.Equal(t, count, selected(d), "Escape closes the menu only")
	}
	if acts(d, "deck.export") {
		d.Press("e")
		d.Shows("CSV, "+text.Plural(count, "selected row").String(), "-"+strings.ReplaceAll(text.Plural(count, "row").String(), " ", "-")+".csv")
		d.Press("enter")
		d.Shows("wrote " + text.Plural(count, "record").String() + " to ")
		_, lines := d.Exported()
		require.Len(t, lines, count+1, "the titles and the rows")
	}
	if acts(d, "list.summary") {
		d.Press("#")
		d.Shows("Summary of "+text.Plural(count, "selected row").String()+" of ", "▸")
		d.Press("esc")
		require.Equal(t, count, selected(d), "the rows stay selected")
	}
	d.Press("esc")
	require.Zero(t, selected(d), "Escape ends the range, and nothing else")
	d.Hides("▸▌", " selected · ")
	require.True(t, acts(d, "list.range_down"))
	d.Press("shift+down", "shift+up", end)
	require.Zero(t, selected(d))
}

// The selected rows stay the same records while new ones arrive above them, and more are loaded below.
func TestRangeStaysWhileTheListGrows(t *testing.T) {
	t.Parallel()
	chain := tuitest.NewChain()
	d := tuitest.New(t, 120, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: chain, Executed: true}})
	d.Press("esc", "space", "t")
	d.Shows("▸ 48,211,907")
	d.Press("Y", "enter")
	d.Press("v")
	chain.Grow(2)
	d.ReceiveUntil("head 48,211,909")
	d.Shows("▸▌48,211,907", "1 row selected")
	d.Press("shift+down", "y")
	before := d.Clipboard()
	require.Len(t, strings.Split(before, "\n"), 2)
	d.Press("pgdown", "pgdown", "pgdown", "pgup", "pgup", "pgup", "y")
	require.Equal(t, before, d.Clipboard(), "pages were loaded below")
	d.Press("home")
	rows := selected(d)
	require.Greater(t, rows, 1)
	d.Press("r")
	require.Equal(t, rows, selected(d), "the list was read again")
}

// The list of an account grows at its top, too, and the range is held by the record, not by the row.
func TestRangeIsHeldByRecord(t *testing.T) {
	t.Parallel()
	d := openScene(t, "account-sent", 120, 40)
	d.Press("home", "down", "down", "v", "down", "y")
	hashes := d.Clipboard()
	d.Press("ctrl+r")
	d.Press("y")
	require.Equal(t, hashes, d.Clipboard())
	d.Press("S")
	require.Zero(t, selected(d), "sorting ends the range")
	d.Press("S", "v", "down")
	require.Equal(t, 2, selected(d))
	d.Press("/", "f")
	require.Zero(t, selected(d))
	d.Shows("selection of rows ended: the filter changed")
}

// A click with shift selects the rows from the cursor to the pointer.
func TestRangeByMouse(t *testing.T) {
	t.Parallel()
	d := openScene(t, "account-sent", 120, 40)
	d.Press("home")
	y := d.LineOf("▸")
	click := func(down int) {
		d.Send(tea.MouseMsg{X: 10, Y: y + down, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft, Shift: true})
	}
	click(3)
	d.Shows("4 rows selected")
	click(1)
	d.Shows("2 rows selected")
	click(1)
	d.Shows("2 rows selected")
}

// A range is named in line mode.
func TestRangeInLineMode(t *testing.T) {
	t.Parallel()
	p := newLineMode(t, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	p.Press("busy", "enter")
	p.types("v")
	require.Contains(t, p.announced.String(), "\n1 row selected")
	p.types("down")
	require.Regexp(t, `\n.*row 2 of .*\n2 rows selected`, p.announced.String())
}

// Too many rows are not copied.
func TestRangeOfTooManyRows(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 5100}})
	d.Press("busy", "enter", "v")
	for range 60 {
		d.Press("end")
	}
	d.Press("y")
	d.Shows("selected rows are too many to copy: select at most 5,000")
	require.Empty(t, d.Terminal.String())
	files, err := filepath.Glob(filepath.Join(d.Deps().Directory, "*"))
	require.NoError(t, err)
	require.Empty(t, files)
}
