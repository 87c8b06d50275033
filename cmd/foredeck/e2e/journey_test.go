package e2e_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
)

// openTreasury goes from Home to the account of that name, and gives its list as
// it comes up.
func openTreasury(t *testing.T, x *terminal.Terminal) sentList {
	t.Helper()
	x.WaitUntil("Home", patience, home)
	x.Type("treasury")
	x.WaitFor(`▸ account +treasury `, patience)
	x.Key("enter")
	return waitForList(t, x, "the transactions that treasury sent", anyList)
}

func anyList(sentList) bool { return true }

// transaction reports whether a screen shows the transaction with this sequence
// number, opened from the list of treasury.
func transaction(sequence int) func(screen string) bool {
	return shows(`^ Home › Account treasury › Sent › seq `+commas(sequence)+`$`,
		`status +(✓ Success|✗ Fail)`, `hash +0x[0-9a-f]{8}`, `sequence +`+commas(sequence)+`\b`)
}

func TestJourneyToATransactionAndBack(t *testing.T) {
	t.Parallel()
	for _, size := range []terminal.Size{{Columns: 80, Rows: 24}, {Columns: 120, Rows: 40}, {Columns: 200, Rows: 60}} {
		t.Run(size.String(), func(t *testing.T) {
			t.Parallel()
			x := start(t, size)
			list := openTreasury(t, x)
			require.Equal(t, "newest first", list.order)
			pages := []int{page}
			if len(list.rows) >= page {
				pages = append(pages, page+nextPage) // the first page does not fill the window
			}
			require.Contains(t, pages, list.loaded-list.above, "requests only what fills the window")
			newest := list.selected
			require.GreaterOrEqual(t, newest, 1199, "the newest of at least 1,200 transactions is selected")
			require.Equal(t, newest, list.rows[0])

			list = scrollPastTheFirstPage(t, x, list)
			goToAndBack(t, x, list)
			visitTabs(t, x, list)
			shrinkAndGrow(t, x, size, list)
			turnAround(t, x)

			x.Key("esc")
			x.WaitUntil("Home", patience, home)
			x.Key("ctrl+c")
			require.Zero(t, x.ExitStatus(patience))
		})
	}
}

// scrollPastTheFirstPage goes down from the newest row by pages and ends, then up
// a little, so that neither the selection nor the scroll is the initial one of
// a list. It returns the resulting list.
func scrollPastTheFirstPage(t *testing.T, x *terminal.Terminal, list sentList) sentList {
	t.Helper()
	newest := list.selected
	for list.selected > newest-page {
		before := list.selected
		x.Key("pgdn")
		list = waitForList(t, x, "a page further down, and more rows than the first page's at its end", func(l sentList) bool {
			return l.selected < before && (l.selected > newest-page+1 || l.loaded >= page+nextPage)
		})
	}

	bottom := newest - page - nextPage + 1
	x.Key("end")
	list = waitForList(t, x, "the last loaded row, and the next page requested", func(l sentList) bool {
		return l.selected == bottom && l.loaded >= page+2*nextPage
	})
	require.Equal(t, bottom, list.rows[len(list.rows)-1])
	x.Key("pgup", "up", "up", "up", "down")
	return waitForList(t, x, "a row in the middle of a screen", func(l sentList) bool {
		return l.selected == bottom+len(list.rows)+2 && l.selected < l.rows[0]
	})
}

// visitTabs visits the other tabs of the account and a resource, and requires the sent list to be unchanged.
func visitTabs(t *testing.T, x *terminal.Terminal, list sentList) {
	t.Helper()
	for _, tab := range []struct{ key, title, inside string }{
		{"2", "Coin", `Coin transfers .*\d+ of \?`},
		{"3", "Auto", `Automated transactions .*\d+ of \?`},
		{"4", "Mod", `Published modules .*\d+, end`},
		{"5", "Res", `Types .*\d+, end`},
	} {
		x.Key(tab.key)
		x.WaitUntil("tab "+tab.key, patience, shows(` `+tab.key+` `+tab.title, tab.inside))
	}
	x.Key("enter")
	x.WaitUntil("the value of a resource", patience, shows(`› Resources › Account$`, `authentication_key`, `path +\.`))
	x.Key("esc")
	x.WaitUntil("the resources", patience, shows(`› Resources$`))
	x.Key("1")
	waitForList(t, x, "the list as it was left", list.looksLike)
}

// goToAndBack opens the selected transaction and returns, by esc and through
// the history, and requires the list to be unchanged.
func goToAndBack(t *testing.T, x *terminal.Terminal, list sentList) {
	t.Helper()
	isAsLeft := func() {
		t.Helper()
		back := waitForList(t, x, "the list as it was left", list.looksLike)
		require.GreaterOrEqual(t, back.loaded, list.loaded, "no loaded row is lost")
	}
	x.Key("enter")
	x.WaitUntil("the selected transaction", patience, transaction(list.selected))
	for _, tab := range []struct{ key, title, inside string }{
		{"2", "Payload", `▾ payload|not sent by the node`},
		{"3", "Events", ` TYPE |no events`},
		{"4", "Output", `▾ output`},
		{"5", "Auth", `▾ authenticator`},
		{"6", "Raw", `▾ record`},
		{"1", "Arg", ` function +\S`},
		{"6", "Raw", `▾ record`},
	} {
		x.Key(tab.key)
		x.WaitUntil("tab "+tab.key, patience, shows(` `+tab.key+` `+tab.title, tab.inside))
	}
	for _, step := range []struct {
		key string
		at  int
	}{{"J", -1}, {"J", -2}, {"K", -1}, {"K", 0}} {
		x.Key(step.key)
		x.WaitUntil("the neighbour by "+step.key, patience, transaction(list.selected+step.at))
	}

	x.Key("esc")
	isAsLeft()
	x.Key("]")
	x.WaitUntil("the transaction as it was left, by ]", patience, func(screen string) bool {
		return transaction(list.selected)(screen) && shows(`▾ record`)(screen)
	})
	x.Key("[")
	isAsLeft()
	x.Key("[")
	x.WaitUntil("Home, by [", patience, home)
	x.Key("]")
	isAsLeft()
}

// shrinkAndGrow makes the window too small for a list, then as large as before.
func shrinkAndGrow(t *testing.T, x *terminal.Terminal, size terminal.Size, list sentList) {
	t.Helper()
	x.Resize(terminal.Size{Columns: 20, Rows: 5})
	x.WaitUntil("the vital fact", patience, func(screen string) bool {
		lines := strings.Split(strings.TrimRight(screen, " \n"), "\n")
		return strings.Contains(lines[0], "treasury") && shows(`\d{3}\.\d+`, `[✓✗?]\s+\S+`)(screen) && len(lines) <= 5
	})
	x.Key("down")
	x.Resize(size)
	list = waitForList(t, x, "the list with the next row selected", func(l sentList) bool {
		return l.selected == list.selected-1 && len(l.rows) == len(list.rows)
	})
	x.Resize(terminal.Size{Columns: 60, Rows: 20})
	x.WaitFor(`^▸ `+commas(list.selected)+` `, patience)
	x.Resize(size)
	waitForList(t, x, "the list with the same row selected", func(l sentList) bool {
		return l.selected == list.selected && len(l.rows) == len(list.rows)
	})
}

// turnAround sorts the list oldest first, and back.
func turnAround(t *testing.T, x *terminal.Terminal) {
	t.Helper()
	x.Key("s")
	waitForList(t, x, "the oldest transactions", func(l sentList) bool {
		return l.order == "oldest first" && l.selected == 0 && l.rows[0] == 0
	})
	x.Key("s")
	waitForList(t, x, "the order of before", func(l sentList) bool { return l.order == "newest first" })
	x.Key("g")
	waitForList(t, x, "the newest transaction", func(l sentList) bool {
		return l.order == "newest first" && l.selected >= 1199 && l.rows[0] == l.selected
	})
}

func TestNewTransactionsKeepSelection(t *testing.T) {
	t.Parallel()
	x := start(t, terminal.Size{Columns: 100, Rows: 30})
	newest := openTreasury(t, x).selected
	x.Key("down", "down")
	list := waitForList(t, x, "the third row selected", func(l sentList) bool { return l.selected == newest-2 })
	list = waitForList(t, x, "new transactions above the same rows", func(l sentList) bool { return l.above > list.above && l.looksLike(list) })
	x.Key("g")
	waitForList(t, x, "the newest transaction", func(l sentList) bool {
		return l.above == 0 && l.selected == l.rows[0] && l.selected >= newest+list.above
	})
}

func TestOpenTarget(t *testing.T) {
	t.Parallel()
	x := start(t, terminal.Size{Columns: 80, Rows: 24}, "treasury")
	waitForList(t, x, "the transactions that treasury sent", anyList)
	x.Key("esc")
	isHome := false
	x.WaitUntil("Home, or requests that esc has stopped", patience, func(screen string) bool {
		isHome = home(screen)
		return isHome || strings.Contains(screen, "paused ·")
	})
	if !isHome {
		x.Key("esc")
	}
	x.WaitUntil("Home", patience, home)
}

func TestOpenPastedAddress(t *testing.T) {
	t.Parallel()
	x := start(t, terminal.Size{Columns: 80, Rows: 24})
	x.WaitUntil("Home", patience, home)
	x.Paste("0x" + strings.Repeat("0", 64) + "1")
	x.WaitFor(`65 digits, at most 64`, patience)
	x.Key("esc")
	x.WaitFor(`^│ > +│$`, patience)
	x.Paste("  0x" + strings.Repeat("0", 63) + "1\n")
	x.WaitFor(`▸ account +framework +0x0000`, patience)
	x.Key("enter")
	x.WaitFor(`^ Home › Account framework › Sent$`, patience)
}

func TestResize(t *testing.T) {
	t.Parallel()
	x := start(t, terminal.Size{Columns: 80, Rows: 24})
	x.WaitUntil("Home", patience, home)
	x.Resize(terminal.Size{Columns: 120, Rows: 40})
	x.WaitUntil("Home in all of 120x40", patience, filled(terminal.Size{Columns: 120, Rows: 40}))
}

// filled returns a condition that Home fills the terminal.
func filled(size terminal.Size) func(screen string) bool {
	return func(screen string) bool {
		rows := strings.Split(screen, "\n")
		return home(screen) && strings.HasSuffix(rows[size.Rows-1], "? help") && len([]rune(rows[0])) == size.Columns-1 // the margin
	}
}
